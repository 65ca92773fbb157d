import type { SavedCar } from './file.ts';

/**
 * Names of the cars as they are imported, in the order of the file. Who hides their name is `Player` in the game, and so
 * are others: a name that several have is told apart by the race number, for a name is who somebody is in a season.
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

/** Text as one line of the contract: no control characters, no halves of characters; null when nothing is left. */
export function lineOf(text: string | null, characters: number): string | null {
  const cleaned = (text ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\p{Surrogate}/gu, '')
    .trim();
  return cleaned === '' ? null : [...cleaned].slice(0, characters).join('').trim();
}
