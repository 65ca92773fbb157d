import { type Alias, normalizeName } from '../entities/scoring.ts';

interface Car {
  readonly carIndex: number;
  readonly name: string;
}

/** The names of the cars of a session, each of them unique: cars that share a name get their car index. */
export function carNames(cars: readonly Car[]): string[] {
  const names = cars.map(({ name }) => normalizeName(name));
  return names.map((name, index) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (car ${cars[index]?.carIndex})`,
  );
}

/** The names that the cars of a session are shown under: aliases where there are any. One driver has one car. */
export function shownNames(cars: readonly Car[], aliases: ReadonlyMap<string, string>): string[] {
  const shown = carNames(cars).map((name) => aliases.get(name) ?? name);
  return carNames(cars.map(({ carIndex }, index) => ({ carIndex, name: shown[index] ?? '' })));
}

/** Recorded name → shown name. */
export function aliasMap(aliases: readonly Alias[]): Map<string, string> {
  return new Map(
    aliases.flatMap(({ name, recordedNames }) =>
      recordedNames.map((recorded) => [normalizeName(recorded), normalizeName(name)] as const),
    ),
  );
}
