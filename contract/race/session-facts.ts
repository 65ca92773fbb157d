// Facts that stand out in a session, beside its result.
import type { Driver, Session } from '../entities/session.ts';
import { classificationOf } from './classification.ts';
import { bestTime } from './laps.ts';

/** The best lap of a session. */
export interface FastestLap {
  readonly driver: Driver;
  /** In ms. */
  readonly time: number;
  /** Null where the lap itself was not recorded. */
  readonly lap: number | null;
}

/** The driver with the best lap; the first in the result of equals, null without any. */
export function fastestLapOf(session: Pick<Session, 'sessionType' | 'drivers'>): FastestLap | null {
  const row = classificationOf(session).find(({ hasFastestLap }) => hasFastestLap);
  if (row?.driver.bestLapTimeMs == null) return null;
  const { driver } = row;
  const index = driver.lapTimes.findIndex((lap) => !lap.invalidLap && lap.lapTime === driver.bestLapTimeMs);
  return { driver, time: row.driver.bestLapTimeMs, lap: index < 0 ? null : index + 1 };
}

/** The finisher who gained the most places since the start; the better placed of equals, null where nobody gained any. */
export function biggestClimber(
  session: Pick<Session, 'sessionType' | 'drivers'>,
): { readonly driver: Driver; readonly places: number; readonly position: number | null } | null {
  let climber: { driver: Driver; places: number; position: number | null } | null = null;
  for (const { driver, placesGained, position } of classificationOf(session)) {
    if (placesGained !== null && placesGained > (climber?.places ?? 0))
      climber = { driver, places: placesGained, position };
  }
  return climber;
}

/** The stops of a race, and the shortest one with a known time in the pit lane, in ms. */
export interface StopFacts {
  readonly count: number;
  readonly shortest: { readonly driver: Driver; readonly time: number } | null;
}

/** How often the cars of a session stopped. */
export function stopFacts({ drivers }: Pick<Session, 'drivers'>): StopFacts {
  const stops = drivers.flatMap((driver) => driver.pitStops.map(({ pitLaneTime }) => ({ driver, time: pitLaneTime })));
  const timed = stops.flatMap(({ driver, time }) => (time === null ? [] : [{ driver, time }]));
  const [shortest = null] = timed.sort((one, other) => one.time - other.time);
  return { count: stops.length, shortest };
}

const sectors = ['sector1Time', 'sector2Time', 'sector3Time'] as const;

/** The fastest valid time in each sector, and who drove it; only where all three are known. */
export function bestSectors({
  drivers,
}: Pick<Session, 'drivers'>): readonly { readonly driver: Driver; readonly time: number }[] {
  const bests = sectors.flatMap((sector) => {
    const timed = drivers.flatMap((driver) => {
      const time = bestTime(driver.lapTimes, sector);
      return time === null ? [] : [{ driver, time }];
    });
    return timed.sort((one, other) => one.time - other.time).slice(0, 1);
  });
  return bests.length === sectors.length ? bests : [];
}
