import type { Driver, LapTime } from '../entities/session.ts';

/** The fastest lap and the fastest sectors of some laps, in ms; they may be of different laps. */
export type BestTimes = Readonly<Omit<LapTime, 'invalidLap' | 'endedAt'>>;

export type TimeField = keyof BestTimes;

/** The fastest lap or sector; invalid laps do not count, nor do times of 0. */
export function bestTime(laps: readonly LapTime[], field: TimeField): number | null {
  const times = laps.flatMap((lap) => (lap.invalidLap || !lap[field] ? [] : [lap[field]]));
  return times.length === 0 ? null : Math.min(...times);
}

/** The best times of one driver, from the driver's laps. */
export function bestTimes(laps: readonly LapTime[]): BestTimes {
  return {
    lapTime: bestTime(laps, 'lapTime'),
    sector1Time: bestTime(laps, 'sector1Time'),
    sector2Time: bestTime(laps, 'sector2Time'),
    sector3Time: bestTime(laps, 'sector3Time'),
  };
}

/** The last and the best sectors of completed laps, by the names that a driver has them under. */
export function sectorTimes(laps: readonly LapTime[]) {
  const last = laps.at(-1);
  const best = bestTimes(laps);
  return {
    lastSector1Time: last?.sector1Time ?? null,
    lastSector2Time: last?.sector2Time ?? null,
    lastSector3Time: last?.sector3Time ?? null,
    bestSector1Time: best.sector1Time,
    bestSector2Time: best.sector2Time,
    bestSector3Time: best.sector3Time,
  };
}

/** The best times of all drivers together. */
export function sessionBestTimes(drivers: readonly Driver[]): BestTimes {
  return bestTimes(drivers.flatMap((driver) => driver.lapTimes));
}

/** How a timing screen highlights a time. */
export type Highlight = 'sessionBest' | 'personalBest' | 'none' | 'invalid';

/** The highlight of one time of a lap. */
export function highlightOf(lap: LapTime, field: TimeField, personal: BestTimes, session: BestTimes): Highlight {
  const time = lap[field];
  if (lap.invalidLap) return 'invalid';
  if (time === null) return 'none';
  if (time === session[field]) return 'sessionBest';
  return time === personal[field] ? 'personalBest' : 'none';
}

/** The sum of a driver's best sectors, in ms. */
export function idealLap({ sector1Time, sector2Time, sector3Time }: BestTimes): number | null {
  if (sector1Time === null || sector2Time === null || sector3Time === null) return null;
  return sector1Time + sector2Time + sector3Time;
}
