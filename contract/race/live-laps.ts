import type { LiveDriver } from '../live/document.ts';
import type { BestTimes } from './laps.ts';

type LiveLaps = NonNullable<LiveDriver['lapTimes']>;
export type LiveLap = LiveLaps[string];

const noLaps: LiveLaps = {};
// Branches of a live document that do not change are the same objects.
const boundaryTimes = new WeakMap<LiveLaps, readonly (number | null)[]>();
const lapBests = new WeakMap<LiveLaps, BestTimes>();

/** The completed laps of a driver, lap 1 first. */
export function lapsOf({ lapTimes }: LiveDriver): readonly LiveLap[] {
  // Numbers as keys are in ascending order.
  return Object.values(lapTimes ?? noLaps);
}

function lowest(one: number | null, other: number | null | undefined): number | null {
  return other == null || (one !== null && one <= other) ? one : other;
}

function bestOfLaps(driver: LiveDriver): BestTimes {
  const key = driver.lapTimes ?? noLaps;
  const cached = lapBests.get(key);
  if (cached !== undefined) return cached;
  let best: BestTimes = { lapTime: null, sector1Time: null, sector2Time: null, sector3Time: null };
  for (const lap of lapsOf(driver)) if (!lap.invalidLap) best = lowestOf(best, lap);
  lapBests.set(key, best);
  return best;
}

function lowestOf(one: BestTimes, other: Partial<BestTimes>): BestTimes {
  return {
    lapTime: lowest(one.lapTime, other.lapTime),
    sector1Time: lowest(one.sector1Time, other.sector1Time),
    sector2Time: lowest(one.sector2Time, other.sector2Time),
    sector3Time: lowest(one.sector3Time, other.sector3Time),
  };
}

/**
 * The best times of a driver so far: those that the recorder gives, else those of the laps, in ms. The sectors of the lap
 * that is being driven count as soon as they end.
 */
export function liveBests(driver: LiveDriver): BestTimes {
  const best = bestOfLaps(driver);
  return {
    lapTime: driver.bestLapTimeMs ?? best.lapTime,
    sector1Time: lowest(driver.bestSector1Time ?? best.sector1Time, driver.currentSector1Time || null),
    sector2Time: lowest(driver.bestSector2Time ?? best.sector2Time, driver.currentSector2Time || null),
    sector3Time: lowest(driver.bestSector3Time ?? best.sector3Time, driver.currentSector3Time || null),
  };
}

/** The best times of all drivers together. */
export function bestOfAll(bests: readonly BestTimes[]): BestTimes {
  return bests.reduce(lowestOf, { lapTime: null, sector1Time: null, sector2Time: null, sector3Time: null });
}

/** When a driver passed each end of a sector since the start, in ms; null where a time is missing, as those of old laps in tables. */
function boundariesOfLaps(driver: LiveDriver): readonly (number | null)[] {
  const key = driver.lapTimes ?? noLaps;
  const cached = boundaryTimes.get(key);
  if (cached !== undefined) return cached;
  const times: (number | null)[] = [0];
  let start: number | null = 0;
  for (const [lapsBefore, { lapTime, sector1Time, sector2Time }] of Object.entries(key)) {
    for (; times.length <= Number(lapsBefore) * 3; start = null) times.push(null);
    times.push(sum(start, sector1Time), sum(start, sector1Time, sector2Time), sum(start, lapTime));
    start = sum(start, lapTime);
  }
  boundaryTimes.set(key, times);
  return times;
}

function sum(start: number | null, ...times: (number | undefined)[]): number | null {
  let total = start;
  for (const time of times) total = total === null || time === undefined ? null : total + time;
  return total;
}

function boundaryAt(driver: LiveDriver, index: number): number | null {
  const times = boundariesOfLaps(driver);
  if (index < times.length) return times[index] ?? null;
  const start = times.at(-1) ?? null;
  const { currentSector1Time: first, currentSector2Time: second } = driver;
  if (index === times.length) return first ? sum(start, first) : null;
  return index === times.length + 1 && first && second ? sum(start, first, second) : null;
}

/**
 * How much later one driver passed the last end of a sector that both have passed, in ms; null where they have passed none
 * or a time is missing.
 */
export function crossingGap(ahead: LiveDriver, behind: LiveDriver): number | null {
  const last = boundariesOfLaps(behind).length + 1;
  for (let index = last; index > Math.max(0, last - 5); index -= 1) {
    const [one, other] = [boundaryAt(ahead, index), boundaryAt(behind, index)];
    if (one !== null && other !== null) return other - one;
  }
  return null;
}
