import type { Driver, Overtake } from '../entities/session.ts';
import type { SavedCar, SavedOvertake } from './file.ts';
import { positive } from './numbers.ts';

/** A car of the file with its driver; the name in the file can be shared by several cars. */
export interface NamedCar {
  readonly car: SavedCar;
  readonly driver: Driver;
}

/**
 * Overtakes by car index. The file has names; when several cars share one, the pair is the one that changed order on that
 * lap. Records that fit more than one pair, and those of drivers who are not classified, are left out and counted.
 */
export function overtakesOf(
  records: readonly SavedOvertake[],
  named: readonly NamedCar[],
): { overtakes: Overtake[]; unclear: number; unknown: number } {
  const byName = new Map<string, Driver[]>();
  for (const { car, driver } of named) {
    const name = car['driver-name'].trim();
    byName.set(name, [...(byName.get(name) ?? []), driver]);
  }
  const crossings = new Map(named.map(({ driver }) => [driver.carIndex, crossingsOf(driver)]));
  const isBehind = (one: Driver, other: Driver, lap: number) => {
    const places = [one, other].map((driver) =>
      lap === 0 ? driver.startingPosition : crossings.get(driver.carIndex)?.[lap - 1],
    );
    return places[0] != null && places[1] != null && places[0] > places[1];
  };
  let unclear = 0;
  let unknown = 0;
  const overtakes = records.flatMap((record): Overtake[] => {
    const lapNum = positive(record['overtaking-driver-lap']);
    const pairs = pairsOf(
      byName.get(record['overtaking-driver-name'].trim()) ?? [],
      byName.get(record['overtaken-driver-name'].trim()) ?? [],
    );
    const fitting =
      pairs.length < 2 || lapNum === null
        ? pairs
        : pairs.filter(([one, other]) => isBehind(one, other, lapNum - 1) && isBehind(other, one, lapNum));
    const [pair] = fitting;
    if (pair === undefined || fitting.length > 1) {
      if (pairs.length === 0) unknown += 1;
      else unclear += 1;
      return [];
    }
    return [
      {
        overtakingDriverIdx: pair[0].carIndex,
        overtakenDriverIdx: pair[1].carIndex,
        lapNum,
        overtakingTime: null,
        utcTime: null,
      },
    ];
  });
  return { overtakes, unclear, unknown };
}

function pairsOf(overtaking: readonly Driver[], overtaken: readonly Driver[]): (readonly [Driver, Driver])[] {
  return overtaking.flatMap((one) => overtaken.flatMap((other) => (one === other ? [] : [[one, other] as const])));
}

/** When each lap ended, in ms since the start. */
function crossingsOf({ lapTimes }: Driver): number[] {
  let at = 0;
  return lapTimes.map((lap) => {
    at += lap.lapTime ?? 0;
    return at;
  });
}
