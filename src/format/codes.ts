import type { Driver } from '#contract/entities/session';

/** A name in capitals, without accents. */
function toPlainCapitals(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
  return plain.replaceAll('ł', 'l').replaceAll('Ł', 'L').toUpperCase();
}

/** The last part of a name. */
function surnameOf(name: string): string {
  const parts = toPlainCapitals(name)
    .split(/[\s._-]+/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  return (parts.at(-1) ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Unique codes of up to three letters for the drivers of a session, in the order of their names. A name without letters
 * gets the number of the car, where there is one.
 */
export function driverCodes(
  names: readonly string[],
  carNumbers: readonly (number | null | undefined)[] = [],
): string[] {
  const used = new Set<string>();
  return names.map((name, index) => {
    for (const code of candidatesOf(name, carNumbers[index] ?? null)) {
      if (used.has(code)) continue;
      used.add(code);
      return code;
    }
    return '???';
  });
}

/** Three-letter codes of the drivers of a session, by car index. */
export function codesByCar(drivers: readonly Pick<Driver, 'carIndex' | 'name' | 'carNumber'>[]): Map<number, string> {
  const codes = driverCodes(
    drivers.map(({ name }) => name),
    drivers.map(({ carNumber }) => carNumber),
  );
  return new Map(drivers.map((driver, index) => [driver.carIndex, codes[index] ?? '???']));
}

/** Possible codes, the expected one first. */
function* candidatesOf(name: string, carNumber: number | null): Generator<string> {
  const surname = [...surnameOf(name)];
  if (surname.length === 0 && carNumber !== null) yield String(carNumber);
  if (surname.length === 0) for (let number = 1; number <= 90; number += 1) yield `#${number}`;
  const first = [...toPlainCapitals(name).replaceAll(/[^\p{L}\p{N}]/gu, '')];
  const [one = '?', two = '?'] = surname;
  yield surname.slice(0, 3).join('').padEnd(3, '-');
  for (const letter of surname.slice(3)) yield `${one}${two}${letter}`;
  for (const letter of first.slice(0, 4)) yield `${one}${letter}${two}`;
  for (let number = 1; number <= 90; number += 1) yield `${one}${String(number).padStart(2, '0')}`;
}
