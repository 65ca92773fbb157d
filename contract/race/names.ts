import type { RosterDriver } from '../entities/roster.ts';
import { type Alias, normalizeName } from '../entities/scoring.ts';
import type { Driver } from '../entities/session.ts';
import { ResultStatus } from '../enumerations.ts';
import { foldName } from '../text/fold-text.ts';
import { type CarIdentity, isSameDriver } from './driver-identity.ts';
import { isUnnamed, numberInName } from './unnamed.ts';

type Car = Readonly<Pick<Driver, 'carIndex' | 'name'>>;

/** A car as far as its driver can be identified; what is absent is not known. */
export interface RosterCar extends Car {
  readonly team?: string | null;
  readonly carNumber?: number | null;
  readonly resultStatus?: ResultStatus;
}

/** The data that decides the names under which a season's cars are shown. */
export interface Naming {
  /** Folded recorded name → shown name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Folded name → the name as its owner writes it. */
  readonly spellings: ReadonlyMap<string, string>;
  readonly roster: readonly Pick<RosterDriver, 'name' | 'number'>[];
}

/**
 * The names of the cars of a session. Cars that share a name also get their car index, unless one driver has left and come
 * back in another car.
 */
export function carNames(cars: readonly RosterCar[]): string[] {
  const names = cars.map(({ name }) => normalizeName(name));
  const bases = cars.map(({ carIndex }, index) => baseName(names[index] ?? '', carIndex));
  const keys = bases.map(foldName);
  return cars.map((car, index) => {
    const [name = '', base = ''] = [names[index], bases[index]];
    const sharing = cars.filter((_, other) => other !== index && keys[other] === keys[index]);
    const identity = identityOf(car, base);
    if (sharing.length > 0 && sharing.every((other) => isSameDriver(identity, identityOf(other, base)))) return base;
    const isShared = names.some((other, place) => place !== index && foldName(other) === foldName(name));
    return isShared ? `${name} (car ${car.carIndex})` : name;
  });
}

/** A name without the car index that an earlier release gave it. */
function baseName(name: string, carIndex: number): string {
  const suffix = ` (car ${carIndex})`;
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

/** Facts that are absent are not known; a car without a status may be there still. */
function identityOf({ carIndex, team = null, carNumber = null, resultStatus }: RosterCar, name: string): CarIdentity {
  return { carIndex, name, team, carNumber, networkId: null, resultStatus: resultStatus ?? ResultStatus.Active };
}

/**
 * The names that the cars of a session are shown under: aliases where there are any; otherwise, for a car whose driver has no
 * name in the recording, that of the driver in the roster with its race number. Two drivers never have one name.
 */
export function shownNames(cars: readonly RosterCar[], { aliases, spellings, roster }: Naming): string[] {
  const recorded = carNames(cars);
  const keys = recorded.map(foldName);
  const known = recorded.map((name, index) => {
    const car = cars[index];
    const alias =
      aliases.get(foldName(name)) ?? (car === undefined ? undefined : aliasOfFormerName(car, name, aliases));
    return alias ?? (car === undefined || isUnnamed({ name: car.name, team: car.team ?? null }) ? null : name);
  });
  const numbers = cars.map(raceNumberOf);
  const shown = recorded.map((name, index) => {
    const key = keys[index] ?? '';
    return known[index] ?? driverWith(numbers[index] ?? null, { key, keys, numbers, known, roster }) ?? name;
  });
  const shownKeys = shown.map(foldName);
  return shown.map((name, index) => {
    const key = shownKeys[index] ?? '';
    const isShared = shownKeys.some((other, place) => other === key && keys[place] !== keys[index]);
    const spelling = spellings.get(key) ?? name;
    return isShared ? `${spelling} (car ${cars[index]?.carIndex})` : spelling;
  });
}

/** The alias of a name that had the car index, which it has no more. */
function aliasOfFormerName({ name }: Car, base: string, aliases: Naming['aliases']): string | undefined {
  return foldName(name).length > foldName(base).length ? aliases.get(foldName(name)) : undefined;
}

/** The race number of a car; null where it is not known. */
export function raceNumberOf({ name, team = null, carNumber = null }: Omit<RosterCar, 'carIndex'>): number | null {
  return carNumber ?? (isUnnamed({ name, team }) ? numberInName(name) : null);
}

interface Field {
  /** The folded recorded name of the driver, and those of all cars. */
  readonly key: string;
  readonly keys: readonly string[];
  readonly numbers: readonly (number | null)[];
  readonly known: readonly (string | null)[];
  readonly roster: Naming['roster'];
}

/** The driver of a race number; null unless one driver of each side has it, and the driver is in no other car. */
function driverWith(number: number | null, { key, keys, numbers, known, roster }: Field): string | null {
  if (number === null || numbers.some((other, index) => other === number && keys[index] !== key)) return null;
  const [driver, ...others] = roster.filter((each) => each.number === number);
  if (driver === undefined || others.length > 0) return null;
  const name = normalizeName(driver.name);
  return known.some((other) => other !== null && foldName(other) === foldName(name)) ? null : name;
}

/** How a season names its drivers. */
export function namingOf(aliases: readonly Alias[], roster: Naming['roster']): Naming {
  const shown = aliases.flatMap(({ name, recordedNames }) =>
    recordedNames.map((recorded) => [foldName(recorded), normalizeName(name)] as const),
  );
  const written = [...aliases, ...roster].map(({ name }) => [foldName(name), normalizeName(name)] as const);
  return { aliases: new Map(shown), spellings: new Map(written), roster };
}
