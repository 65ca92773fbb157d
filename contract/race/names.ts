import type { RosterDriver } from '../entities/roster.ts';
import { type Alias, normalizeName } from '../entities/scoring.ts';
import type { Driver } from '../entities/session.ts';
import { isUnnamed, numberInName } from './unnamed.ts';

type Car = Readonly<Pick<Driver, 'carIndex' | 'name'>>;

/** A car as far as its driver can be found in a roster; what is absent is not known. */
export interface RosterCar extends Car {
  readonly team?: string | null;
  readonly carNumber?: number | null;
}

/** What decides under which name the cars of a season are shown. */
export interface Naming {
  /** Recorded name → shown name. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly roster: readonly Pick<RosterDriver, 'name' | 'number'>[];
}

/** The names of the cars of a session, each of them unique: cars that share a name get their car index. */
export function carNames(cars: readonly Car[]): string[] {
  const names = cars.map(({ name }) => normalizeName(name));
  return names.map((name, index) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (car ${cars[index]?.carIndex})`,
  );
}

/**
 * The names that the cars of a session are shown under: aliases where there are any; otherwise, for a car whose driver has no
 * name in the recording, that of the driver in the roster with its race number. One driver has one car.
 */
export function shownNames(cars: readonly RosterCar[], { aliases, roster }: Naming): string[] {
  const recorded = carNames(cars);
  const known = recorded.map((name, index) => {
    const alias = aliases.get(name);
    const car = cars[index];
    return alias ?? (car === undefined || isUnnamed({ name: car.name, team: car.team ?? null }) ? null : name);
  });
  const numbers = cars.map(raceNumberOf);
  const shown = recorded.map((name, index) => {
    const number = numbers[index] ?? null;
    return known[index] ?? driverWith(number, { numbers, known, roster }) ?? name;
  });
  return carNames(cars.map(({ carIndex }, index) => ({ carIndex, name: shown[index] ?? '' })));
}

/** The race number of a car; null where it is not known. */
export function raceNumberOf({ name, team = null, carNumber = null }: Omit<RosterCar, 'carIndex'>): number | null {
  return carNumber ?? (isUnnamed({ name, team }) ? numberInName(name) : null);
}

interface Field {
  readonly numbers: readonly (number | null)[];
  readonly known: readonly (string | null)[];
  readonly roster: Naming['roster'];
}

/** The driver of a race number; null unless one driver and one car have it, and the driver is in no other car. */
function driverWith(number: number | null, { numbers, known, roster }: Field): string | null {
  if (number === null || numbers.filter((other) => other === number).length > 1) return null;
  const [driver, ...others] = roster.filter((each) => each.number === number);
  if (driver === undefined || others.length > 0) return null;
  const name = normalizeName(driver.name);
  return known.includes(name) ? null : name;
}

/** How a season names its drivers. */
export function namingOf(aliases: readonly Alias[], roster: Naming['roster']): Naming {
  const shown = aliases.flatMap(({ name, recordedNames }) =>
    recordedNames.map((recorded) => [normalizeName(recorded), normalizeName(name)] as const),
  );
  return { aliases: new Map(shown), roster };
}
