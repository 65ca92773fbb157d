import type { LapTime } from '#contract/entities/session';
import type { PacketBody } from '../game/packet.ts';

type LapData = PacketBody<'lapData'>['lapData'][number];

/** Within this time after a line, in ms, no car has come to its garage, where the clock of its lap stands still. */
const longestGap = 45_000;
/** The clocks of lap and session are so far apart at most, in ms. */
const clockTolerance = 1_000;

interface Timed {
  readonly data: LapData;
  /** In ms since the start of the session. */
  readonly time: number;
}

interface LapEnd {
  readonly lapTime: number;
  /** In ms since the start of the session. */
  readonly endedAt: number;
}

/**
 * When a car of practice or qualifying ended its laps: the game does not tell the laps between them. A lap has ended when the
 * game has a new last lap time, and so long ago as the next one takes. Its number in the lap data may come later, or never: the
 * lap is found by its time.
 */
export class LapEnds {
  #ends: LapEnd[] = [];
  #before: Timed | null = null;

  /** Follows the lap data; `time` in ms since the start of the session. */
  follow(data: LapData, time: number): void {
    const before = this.#before;
    this.#before = { data, time };
    if (before === null || time - before.time > longestGap || !hasEnded(before, { data, time })) return;
    const endedAt = Math.max(before.time, time - data.currentLapTimeInMS);
    this.#ends.push({ lapTime: data.lastLapTimeInMS, endedAt });
  }

  /** The game goes back to a time: laps that ended later are driven again. */
  rewind(time: number): void {
    this.#ends = this.#ends.filter(({ endedAt }) => endedAt <= time);
    this.#before = null;
  }

  /** Laps with when they ended, where that is known. */
  addTo(laps: readonly LapTime[]): LapTime[] {
    let next = 0;
    return laps.map((lap) => {
      const found = this.#ends.find(({ lapTime }, index) => index >= next && lapTime === lap.lapTime);
      if (found === undefined) return lap;
      next = this.#ends.indexOf(found) + 1;
      return { ...lap, endedAt: found.endedAt };
    });
  }
}

/** Of two laps with the same time the second has ended once it was driven for that long: a garage can end one too. */
function hasEnded({ data: before, time: timeBefore }: Timed, { data, time }: Timed): boolean {
  if (data.lastLapTimeInMS === 0) return false;
  if (data.lastLapTimeInMS !== before.lastLapTimeInMS) return true;
  const driven = before.currentLapTimeInMS + time - timeBefore;
  const isDriven = Math.abs(driven - data.lastLapTimeInMS - data.currentLapTimeInMS) <= clockTolerance;
  return isDriven && data.currentLapNum === before.currentLapNum + 1;
}
