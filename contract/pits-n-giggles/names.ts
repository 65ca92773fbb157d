import { ResultStatus } from '../enumerations.ts';
import { nameOfDriver } from '../race/driver-identity.ts';
import { teamName, teamOfNumber } from '../race/teams.ts';
import { readableLine } from '../text/readable-text.ts';
import type { SavedCar } from './file.ts';
import { positive } from './numbers.ts';
import { statusOf } from './words.ts';

/** The names of the cars, in the order of the file, as the recorder gives them. */
export function namesOf(cars: readonly SavedCar[], format: number | undefined): string[] {
  const identities = cars.map((car) => ({
    carIndex: car.index,
    name: lineOf(car['driver-name'], 90) ?? `Car ${car.index}`,
    carNumber: positive(car['participant-data']?.['race-number']),
    team: teamOf(car.team, format),
    networkId: null,
    resultStatus: resultStatusOf(car),
  }));
  const names = new Map<number, string>();
  for (const car of identities) names.set(car.carIndex, nameOfDriver(car, identities, names));
  return identities.map(({ carIndex, name }) => names.get(carIndex) ?? name);
}

/** The status of a car in the classification of the file, or else the last one before it. */
export function resultStatusOf(car: SavedCar, isFinal = true): ResultStatus {
  const result = isFinal ? car['final-classification'] : null;
  return statusOf(result?.['result-status'] ?? car['lap-data']?.['result-status'] ?? null) ?? ResultStatus.Invalid;
}

/** The names that earlier releases gave the cars: UIDs of older files are made of them. */
export function formerNamesOf(cars: readonly SavedCar[]): string[] {
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

/** The format of files that name neither format nor year. */
const latestFormat = 2026;

/** The name of a team, as the recorder has it; the file may have its number in place of a name that the program lacks. */
export function teamOf(team: string | null, format = latestFormat): string | null {
  if (team !== null && /^\d{1,5}$/.test(team)) return teamOfNumber(Number(team), format);
  const name = lineOf(team, 100);
  return name === null || name === '---' ? null : teamName(name);
}

/** Text as one readable line without half surrogate pairs; null when nothing is left. */
export function lineOf(text: string | null, characters: number): string | null {
  const cleaned = readableLine((text ?? '').replaceAll(/\p{Surrogate}/gu, ''));
  return cleaned === '' ? null : [...cleaned].slice(0, characters).join('').trim();
}
