import type { Driver, LapTime } from '#contract/session';

/** How a time stands: the best of the session, the driver's own best, any other, or one that does not count. */
export type Mark = 'session' | 'own' | 'none' | 'invalid';

/** The bests that marks are made by; ms. */
export interface Bests {
  readonly lapTime: number | null;
  readonly sector1Time: number | null;
  readonly sector2Time: number | null;
  readonly sector3Time: number | null;
}

const fields = ['lapTime', 'sector1Time', 'sector2Time', 'sector3Time'] as const;
export type TimeField = (typeof fields)[number];

/** The bests of some laps; invalid ones do not count. */
export function bestsOf(laps: readonly LapTime[]): Bests {
  const best = (field: TimeField) => {
    const times = laps.flatMap((lap) => (lap.invalidLap || lap[field] === null ? [] : [lap[field]]));
    return times.length === 0 ? null : Math.min(...times);
  };
  return {
    lapTime: best('lapTime'),
    sector1Time: best('sector1Time'),
    sector2Time: best('sector2Time'),
    sector3Time: best('sector3Time'),
  };
}

/** The bests of all drivers together. */
export function sessionBests(drivers: readonly Driver[]): Bests {
  return bestsOf(drivers.flatMap((driver) => driver.lapTimes));
}

/** How one time of a lap stands. */
export function markOf(lap: LapTime, field: TimeField, own: Bests, session: Bests): Mark {
  const time = lap[field];
  if (lap.invalidLap) return 'invalid';
  if (time === null) return 'none';
  if (time === session[field]) return 'session';
  return time === own[field] ? 'own' : 'none';
}

/** The lap that a driver's best sectors would make, in ms. */
export function idealLap({ sector1Time, sector2Time, sector3Time }: Bests): number | null {
  if (sector1Time === null || sector2Time === null || sector3Time === null) return null;
  return sector1Time + sector2Time + sector3Time;
}

/** Place of every driver after every lap, by car index; null once a driver drives no more. */
export function placesByLap(drivers: readonly Driver[]): Map<number, (number | null)[]> {
  const laps = Math.max(0, ...drivers.map((driver) => driver.lapTimes.length));
  const totals = new Map(drivers.map((driver) => [driver.carIndex, 0]));
  const places = new Map<number, (number | null)[]>(drivers.map((driver) => [driver.carIndex, []]));
  for (let lap = 0; lap < laps; lap += 1) {
    const running = drivers.filter((driver) => driver.lapTimes.length > lap);
    for (const { carIndex, lapTimes } of running) {
      totals.set(carIndex, (totals.get(carIndex) ?? 0) + (lapTimes[lap]?.lapTime ?? 0));
    }
    const order = [...running].sort(
      (one, other) => (totals.get(one.carIndex) ?? 0) - (totals.get(other.carIndex) ?? 0),
    );
    for (const { carIndex } of drivers) {
      const place = order.findIndex((driver) => driver.carIndex === carIndex);
      places.get(carIndex)?.push(place < 0 ? null : place + 1);
    }
  }
  return places;
}

/** A stint with the laps it covers. */
export interface Stint {
  readonly compound: Driver['tyres'][number]['tyreCompound'];
  readonly fromLap: number;
  readonly toLap: number;
}

/** Stints of a driver with their first and last laps. */
export function stintsOf({ tyres }: Pick<Driver, 'tyres'>): Stint[] {
  return tyres.map(({ tyreCompound, endLap }, index) => ({
    compound: tyreCompound,
    fromLap: (tyres[index - 1]?.endLap ?? 0) + 1,
    toLap: endLap,
  }));
}

/** The compound that a lap was driven on. */
export function compoundAt(driver: Pick<Driver, 'tyres'>, lap: number): Stint['compound'] | null {
  return stintsOf(driver).find((stint) => lap >= stint.fromLap && lap <= stint.toLap)?.compound ?? null;
}
