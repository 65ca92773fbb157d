import type { Format } from '../game/layout.ts';
import {
  blankBody,
  encodePacket,
  type GameEvent,
  headerOf,
  type Packet,
  type PacketBody,
  type PacketName,
} from '../game/packet.ts';

type LapData = PacketBody<'lapData'>['lapData'][number];
type Participant = PacketBody<'participants'>['participants'][number];
type LapHistory = PacketBody<'sessionHistory'>['lapHistoryData'][number];

interface GameOptions {
  readonly format?: Format;
  readonly gameSession?: bigint;
  readonly playerCarIndex?: number;
}

const framesPerSecond = 60;
const soft = 16;

/** A game whose packets are sent by a test. Times are seconds since the start of the session. */
export class TestGame {
  readonly format: Format;
  gameSession: bigint;
  time = 0;
  frame = 0;
  readonly #playerCarIndex: number;

  constructor({ format = 2025, gameSession = 7n, playerCarIndex = 0 }: GameOptions = {}) {
    this.format = format;
    this.gameSession = gameSession;
    this.#playerCarIndex = playerCarIndex;
  }

  /** Goes on to a time. */
  at(seconds: number): this {
    this.frame += Math.max(1, Math.round((seconds - this.time) * framesPerSecond));
    this.time = seconds;
    return this;
  }

  encode<Name extends Exclude<PacketName, 'event'>>(name: Name, body: Partial<PacketBody<Name>> = {}): Uint8Array {
    return this.#encode(name, { ...blankBody(name, this.format), ...body });
  }

  event(body: GameEvent): Uint8Array {
    return this.#encode('event', body);
  }

  /** A race of 5 laps at Monza. */
  session(changes: Partial<PacketBody<'session'>> = {}): Uint8Array {
    return this.encode('session', {
      totalLaps: 5,
      sessionType: this.format >= 2024 ? 15 : 10,
      trackId: 11,
      ...changes,
    });
  }

  /** The names of the cars in their order. */
  participants(names: readonly (string | Partial<Participant>)[]): Uint8Array {
    const { participants } = blankBody('participants', this.format);
    return this.encode('participants', {
      numActiveCars: names.length,
      participants: participants.map((blank, index) => {
        const given = names[index];
        return given === undefined
          ? blank
          : { ...blank, raceNumber: index + 1, ...(typeof given === 'string' ? { name: given } : given) };
      }),
    });
  }

  /** Lap data of cars by their index: active ones on lap 1, unless they say otherwise. */
  laps(cars: readonly (Partial<LapData> | null)[]): Uint8Array {
    const { lapData } = blankBody('lapData', this.format);
    return this.encode('lapData', {
      lapData: lapData.map((blank, index) => {
        const given = cars[index];
        if (given === undefined || given === null) return blank;
        return { ...blank, currentLapNum: 1, carPosition: index + 1, resultStatus: 2, driverStatus: 4, ...given };
      }),
    });
  }

  /** The history of a car: its lap times in ms, 0 for the lap that it is on. */
  history(carIdx: number, lapTimes: readonly number[]): Uint8Array {
    const blank = blankBody('sessionHistory', this.format);
    const [empty] = blank.lapHistoryData;
    if (empty === undefined) throw new Error('a history has room for laps');
    const lapOf = (lapTimeInMS: number): LapHistory => ({ ...empty, lapTimeInMS, lapValidBitFlags: 15 });
    return this.encode('sessionHistory', {
      carIdx,
      numLaps: lapTimes.length,
      numTyreStints: 1,
      lapHistoryData: blank.lapHistoryData.map((lap, index) => {
        const time = lapTimes[index];
        return time === undefined ? lap : lapOf(time);
      }),
      tyreStintsHistoryData: blank.tyreStintsHistoryData.map((stint, index) =>
        index === 0 ? { endLap: 255, tyreActualCompound: soft, tyreVisualCompound: soft } : stint,
      ),
    });
  }

  /** The result: the laps of the cars in their order. */
  result(laps: readonly number[]): Uint8Array {
    const { classificationData } = blankBody('finalClassification', this.format);
    return this.encode('finalClassification', {
      numCars: laps.length,
      classificationData: classificationData.map((blank, index) =>
        laps[index] === undefined
          ? blank
          : { ...blank, position: index + 1, numLaps: laps[index], gridPosition: index + 1, resultStatus: 3 },
      ),
    });
  }

  #encode(name: PacketName, body: unknown): Uint8Array {
    const header = headerOf(this.format, this.gameSession, this.time, this.frame);
    return encodePacket({ name, header: { ...header, playerCarIndex: this.#playerCarIndex }, body } as Packet);
  }
}
