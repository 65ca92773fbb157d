import { ResultStatus } from '#contract/enumerations';
import type { Packet } from '../game/packet.ts';

/** A packet that is more frames behind is not late: the game counts its frames anew. */
const longestDelay = 600;
/** The clock of a session is behind when it is so much earlier than before, in ms. */
const clockTolerance = 500;
/** The number of consecutive packets with an earlier time that prove a rewind. */
const packetsBehind = 3;
/** A session that goes back to before this time, with all cars on their first lap, begins again, in ms. */
const restartTime = 10_000;
/** No flashback goes so far back, in ms. */
const longestFlashback = 120_000;

/**
 * A packet is the next one; late and unusable; held until it is certain whether the game jumped to its moment; or the
 * first after a rewind, to an earlier moment or to the start.
 */
export type Arrival = 'next' | 'late' | 'held' | 'rewound' | 'restarted';

/** A moment that the game went back to: what came before that frame and after that time has not happened. */
interface Floor {
  readonly frame: number;
  readonly time: number;
}

/**
 * The order of the packets of a session. Packets may come late, twice or not at all; the frame in their header counts on
 * over a flashback. The game may say that a session begins while it goes on: only the cars show that it did.
 */
export class FrameOrder {
  readonly #last = new Map<string, number>();
  #newest = 0;
  /** The time of the newest packet with the cars, in ms. */
  #time = 0;
  #behind = 0;
  /** The game has said that the session begins again. */
  #isAnnounced = false;
  #floor: Floor = { frame: 0, time: Number.POSITIVE_INFINITY };

  /** Takes a packet with its time in ms since the start of the session. */
  follow(packet: Packet, time: number): Arrival {
    if (packet.name === 'event') return this.#followEvent(packet, time);
    // Each session has one; it comes once, and ends what was driven.
    if (packet.name === 'finalClassification') {
      this.#forgetStart();
      return 'next';
    }
    const frame = packet.header.overallFrameIdentifier;
    if (frame < this.#newest - longestDelay) this.#startAnew();
    const key = packet.name === 'sessionHistory' ? `history ${packet.body.carIdx}` : packet.name;
    const before = this.#last.get(key);
    if (frame < this.#floor.frame || (before !== undefined && frame < before)) return 'late';
    const arrival = this.#followClock(packet, time);
    if (arrival !== 'held') this.#accept(key, frame);
    return arrival;
  }

  #followEvent({ header, body }: Extract<Packet, { readonly name: 'event' }>, time: number): Arrival {
    const frame = header.overallFrameIdentifier;
    const isBehind = time < this.#time - clockTolerance;
    if (body.code === 'SSTA') {
      if (!isBehind || time >= restartTime) return 'next';
      this.#isAnnounced = true;
      return 'held';
    }
    if (body.code === 'FLBK') {
      const { flashbackSessionTime } = body.details;
      const moment = Number.isFinite(flashbackSessionTime) ? Math.max(0, flashbackSessionTime * 1_000) : 0;
      this.#floor = { frame, time: moment };
      this.#time = moment;
      this.#forgetStart();
      return 'next';
    }
    if (frame < this.#floor.frame && time > this.#floor.time) return 'late';
    // Each event is sent once: one that is only late is used.
    const isLate = frame < this.#newest && frame >= this.#newest - longestDelay;
    return isBehind && !isLate ? 'held' : 'next';
  }

  #accept(key: string, frame: number): void {
    this.#last.set(key, frame);
    this.#newest = Math.max(this.#newest, frame);
  }

  /** Whether the game went back: the event that says so may be lost, and one that says so may be wrong. */
  #followClock(packet: Packet, time: number): Arrival {
    // Motion comes as often, and is the clock where nothing else says where the cars are.
    const isClock = packet.name === 'lapData' || (packet.name === 'motion' && !this.#last.has('lapData'));
    const before = this.#time;
    if (time >= before - clockTolerance) {
      if (isClock) {
        this.#forgetStart();
        this.#time = time;
      }
      return 'next';
    }
    const isStart = packet.name !== 'lapData' || isOnFirstLap(packet);
    if (isClock || (this.#isAnnounced && time < restartTime)) this.#behind += 1;
    const isSure = this.#isAnnounced && packet.name === 'lapData' && isStart && time < restartTime;
    if (this.#behind < packetsBehind && !isSure) return 'held';
    if (isStart && (time < restartTime || time < before - longestFlashback)) return 'restarted';
    // Only the cars show where the game went.
    if (!isClock) return 'held';
    this.#forgetStart();
    this.#time = time;
    return 'rewound';
  }

  #forgetStart(): void {
    this.#behind = 0;
    this.#isAnnounced = false;
  }

  #startAnew(): void {
    this.#last.clear();
    this.#newest = 0;
    this.#floor = { frame: 0, time: Number.POSITIVE_INFINITY };
  }
}

/** Whether no car has completed a lap. */
function isOnFirstLap({ body }: Extract<Packet, { readonly name: 'lapData' }>): boolean {
  return body.lapData.every(
    ({ currentLapNum, resultStatus }) => currentLapNum <= 1 || resultStatus < ResultStatus.Active,
  );
}
