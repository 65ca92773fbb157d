import { readableLine } from '../text/readable-text.ts';
import type { SavedCar } from './file.ts';

/**
 * The names of the cars, in the order of the file, each of them unique. The game calls every player without a public name
 * `Player`; shared names get the race number, because a season identifies drivers by name.
 */
export function namesOf(cars: readonly SavedCar[]): string[] {
  const given = cars.map((car) => lineOf(car['driver-name'], 90) ?? `Car ${car.index}`);
  const numbered = given.map((name, index) => {
    const number = cars[index]?.['participant-data']?.['race-number'] ?? null;
    return isShared(name, given) && number !== null ? `${name} #${number}` : name;
  });
  return numbered.map((name, index) => (isShared(name, numbered) ? `${name} (car ${cars[index]?.index})` : name));
}

function isShared(name: string, names: readonly string[]): boolean {
  return names.filter((other) => other === name).length > 1;
}

/** Text as one readable line without half surrogate pairs; null when nothing is left. */
export function lineOf(text: string | null, characters: number): string | null {
  const cleaned = readableLine((text ?? '').replaceAll(/\p{Surrogate}/gu, ''));
  return cleaned === '' ? null : [...cleaned].slice(0, characters).join('').trim();
}
