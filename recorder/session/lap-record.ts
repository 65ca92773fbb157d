import type { LapTime } from '#contract/entities/session';
import { ResultStatus } from '#contract/enumerations';
import type { PacketBody } from '../game/packet.ts';
import { timeOf } from './words.ts';

type LapData = PacketBody<'lapData'>['lapData'][number];
type LapHistory = PacketBody<'sessionHistory'>['lapHistoryData'][number];

const lapIsValid = 1;

/** The sectors of the lap that is being driven, in ms; null before each ends. */
export interface RunningLap {
  readonly lapNum: number;
  readonly sector1Time: number | null;
  readonly sector2Time: number | null;
  readonly isInvalid: boolean;
}

/**
 * The laps of a car by number. The history of the game is exact and corrects what was computed from the lap data, which
 * comes sooner; without a history the lap data alone is the lap.
 */
export class LapRecord {
  readonly #laps = new Map<number, LapTime>();
  #running: RunningLap | null = null;
  readonly #isExact = new Set<number>();
  /** The game has gone back, and has not said yet to which lap. */
  #isRewinding = false;

  /** The highest number of a completed lap. */
  get count(): number {
    return Math.max(0, ...this.#laps.keys());
  }

  /** How many of the completed laps have a time. */
  get seen(): number {
    return this.#laps.size;
  }

  /** The lap that is being driven, or with which the car has finished. */
  get running(): RunningLap | null {
    return this.#running;
  }

  /** Lap 1 first. Laps that were driven before the recorder started and are in no history have no times. */
  list(count = this.count): LapTime[] {
    return Array.from({ length: count }, (_, index) => this.#laps.get(index + 1) ?? unseenLap);
  }

  /** Follows the lap data: a lap that ended gets the last lap time and the sectors that were seen of it. */
  follow(data: LapData): void {
    if (this.#isRewinding) {
      // The current lap and those after it are driven again.
      this.#isRewinding = false;
      this.#removeAfter(data.currentLapNum - 1);
      this.#running = null;
    }
    const before = this.#running;
    if (data.resultStatus === ResultStatus.Finished) {
      this.#finish(data);
      return;
    }
    if (before !== null && data.currentLapNum === before.lapNum + 1) this.#complete(before, data.lastLapTimeInMS);
    // In a session with a garage the number goes back when a lap is not completed.
    if (before !== null && data.currentLapNum < before.lapNum) this.#removeAfter(data.currentLapNum);
    // A car that is out drives no lap: the sectors of its last one stay, whatever the lap data has now.
    if (before?.lapNum === data.currentLapNum && data.resultStatus !== ResultStatus.Active) return;
    this.#running = {
      lapNum: data.currentLapNum,
      sector1Time: timeOf(data.sector1TimeMSPart, data.sector1TimeMinutesPart),
      sector2Time: timeOf(data.sector2TimeMSPart, data.sector2TimeMinutesPart),
      isInvalid: data.currentLapInvalid === 1,
    };
  }

  /** Takes the history, which has all laps, the current one included: it has no time yet. */
  correct(history: readonly LapHistory[]): void {
    const ended = history.findLastIndex((lap) => lap.lapTimeInMS > 0) + 1;
    for (const [index, lap] of history.entries()) {
      const lapNum = index + 1;
      if (lapNum > ended) this.#remove(lapNum);
      else {
        this.#laps.set(lapNum, lapOf(lap));
        this.#isExact.add(lapNum);
      }
    }
  }

  /** The lap that ends the race, which no lap follows. Where the packets before it are lost nothing says which lap it was. */
  #finish({ currentLapNum, lastLapTimeInMS }: LapData): void {
    const running = this.#running;
    if (running?.lapNum !== currentLapNum) this.#running = null;
    else if (!this.#laps.has(currentLapNum)) this.#complete(running, lastLapTimeInMS);
  }

  #complete(running: RunningLap, milliseconds: number): void {
    if (milliseconds === 0 || this.#isExact.has(running.lapNum)) return;
    this.#laps.set(running.lapNum, completedLap(running, milliseconds));
  }

  #removeAfter(lapNum: number): void {
    for (const number of [...this.#laps.keys()]) {
      if (number > lapNum) this.#remove(number);
    }
  }

  #remove(lapNum: number): void {
    this.#laps.delete(lapNum);
    this.#isExact.delete(lapNum);
  }

  /** The game goes back: laps that were exact will be driven again. */
  rewind(): void {
    this.#isExact.clear();
    this.#isRewinding = true;
  }
}

const unseenLap: LapTime = {
  lapTime: null,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap: false,
};

/** A lap with its time in ms, the sectors that were seen of it, and the third one that follows from them. */
export function completedLap({ sector1Time, sector2Time, isInvalid }: RunningLap, lapTime: number): LapTime {
  const rest = sector1Time === null || sector2Time === null ? 0 : lapTime - sector1Time - sector2Time;
  return { lapTime, sector1Time, sector2Time, sector3Time: rest > 0 ? rest : null, invalidLap: isInvalid };
}

function lapOf(lap: LapHistory): LapTime {
  return {
    lapTime: timeOf(lap.lapTimeInMS),
    sector1Time: timeOf(lap.sector1TimeMSPart, lap.sector1TimeMinutesPart),
    sector2Time: timeOf(lap.sector2TimeMSPart, lap.sector2TimeMinutesPart),
    sector3Time: timeOf(lap.sector3TimeMSPart, lap.sector3TimeMinutesPart),
    invalidLap: (lap.lapValidBitFlags & lapIsValid) === 0,
  };
}
