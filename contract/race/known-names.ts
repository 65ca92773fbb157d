import type { RosterDriver } from '../entities/roster.ts';
import type { Season } from '../entities/season.ts';
import type { Driver } from '../entities/session.ts';
import { foldName } from '../text/fold-text.ts';
import { teamKey } from './teams.ts';
import { isUnnamed } from './unnamed.ts';

/** A driver of a season, whose name can be given to a car. */
type KnownDriver = Readonly<Pick<RosterDriver, 'name' | 'number' | 'team'>>;

/** The drivers of seasons: those of each roster, then those who raced, without those whose name says nothing; each once. */
export function knownDrivers(seasons: readonly Pick<Season, 'roster' | 'standings'>[]): KnownDriver[] {
  const found = seasons.flatMap(({ roster, standings }) => [
    ...(roster ?? []).map(({ name, number, team }) => ({ name, number, team })),
    ...standings.drivers
      .filter(({ name, team }) => !isUnnamed({ name, team }))
      .map(({ name, team }) => ({ name, number: null, team })),
  ]);
  const names = new Map<string, KnownDriver>();
  for (const driver of found) {
    const key = foldName(driver.name);
    if (!names.has(key)) names.set(key, driver);
  }
  return [...names.values()];
}

/** The names that a car probably gets: of drivers in no other car, those of its race number first, then of its team. */
export function namesForCar(
  known: readonly KnownDriver[],
  { carNumber, team }: Pick<Driver, 'carNumber' | 'team'>,
  taken: readonly string[],
): string[] {
  const others = new Set(taken.map(foldName));
  const rank = (driver: KnownDriver): number => {
    if (driver.number !== null && driver.number === carNumber) return 0;
    return driver.team !== null && team !== null && teamKey(driver.team) === teamKey(team) ? 1 : 2;
  };
  return known
    .filter(({ name }) => !others.has(foldName(name)))
    .sort((one, other) => rank(one) - rank(other))
    .map(({ name }) => name);
}
