import type { Driver } from '../entities/session.ts';

/** The race time of a driver, as classifications compare it. */
type RaceTime = Readonly<Pick<Driver, 'totalRaceTime' | 'totalPenaltiesSeconds' | 'numberOfLaps'>> &
  Readonly<Partial<Pick<Driver, 'lapsBehind'>>>;

/** How far one driver is behind another: in whole laps where a lap is missing, else in ms. */
export type Gap = { readonly laps: number } | { readonly milliseconds: number };

/** The race time with the penalties that are added after the flag, in ms. */
export function timeWithPenalties({
  totalRaceTime,
  totalPenaltiesSeconds,
}: Pick<RaceTime, 'totalRaceTime' | 'totalPenaltiesSeconds'>): number | null {
  return totalRaceTime === null ? null : totalRaceTime + (totalPenaltiesSeconds ?? 0) * 1_000;
}

/** The gap of a driver to one ahead in a race; null where a time is missing. */
export function raceGap(ahead: RaceTime, behind: RaceTime): Gap | null {
  const isCounted = ahead.numberOfLaps !== null && behind.numberOfLaps !== null;
  const laps = isCounted
    ? (ahead.numberOfLaps ?? 0) - (behind.numberOfLaps ?? 0)
    : (behind.lapsBehind ?? 0) - (ahead.lapsBehind ?? 0);
  if (laps > 0) return { laps };
  return difference(timeWithPenalties(ahead), timeWithPenalties(behind));
}

/** The gap between two best laps; null where one is missing. */
export function lapGap(
  ahead: { readonly bestLapTimeMs: number | null },
  behind: { readonly bestLapTimeMs: number | null },
): Gap | null {
  return difference(ahead.bestLapTimeMs, behind.bestLapTimeMs);
}

function difference(ahead: number | null, behind: number | null): Gap | null {
  return ahead === null || behind === null ? null : { milliseconds: behind - ahead };
}
