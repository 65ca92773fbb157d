import type { Season } from '../entities/season.ts';
import { foldName } from '../text/fold-text.ts';
import { secondCars } from './second-cars.ts';

/**
 * The second drivers of a season, by name: of its standings, its roster, and others who have no result yet. First in a team is
 * who started most often, and reserves are last, so that its regular drivers are told apart.
 */
export function secondDriversOf(
  { standings, roster }: Pick<Season, 'roster'> & { readonly standings: Pick<Season['standings'], 'drivers'> },
  others: readonly { readonly name: string; readonly team: string | null }[] = [],
): ReadonlySet<string> {
  const all = [
    ...others.map(({ name, team }) => ({ key: name, team, starts: 0 })),
    ...(roster ?? []).map(({ name, team, isReserve }) => ({ key: name, team, starts: isReserve ? -1 : 0 })),
    ...standings.drivers.map(({ name, team, results }) => ({ key: name, team, starts: results.length })),
  ];
  // The last of several entries with one name counts.
  const drivers = [...new Map(all.map((driver) => [foldName(driver.key), driver])).values()];
  return secondCars(drivers.sort((one, other) => other.starts - one.starts || (one.key < other.key ? -1 : 1)));
}
