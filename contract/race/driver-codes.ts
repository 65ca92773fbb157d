import type { Driver } from '../entities/session.ts';

/** Codes of names without letters begin like this. */
const unnamed = 'CAR';
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codeLength = 3;

/** The parts of a name, letters alone, in capitals and without accents. */
function partsOf(name: string): string[][] {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return plain
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .toUpperCase()
    .split(/[\s._-]+/)
    .map((part) => [...part].filter((letter) => /\p{L}/u.test(letter)))
    .filter((part) => part.length > 0);
}

/** Unique codes of up to three letters for the drivers of a session, in the order of their names. */
export function driverCodes(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    for (const code of candidatesOf(name)) {
      if (used.has(code)) continue;
      used.add(code);
      return code;
    }
    return unnamed;
  });
}

/** The codes of the sessions that were shown: all their lists and charts ask for them. */
const ofSessions = new WeakMap<object, ReadonlyMap<number, string>>();

/** Three-letter codes of the drivers of a session, by car index. */
export function codesByCar(drivers: readonly Pick<Driver, 'carIndex' | 'name'>[]): ReadonlyMap<number, string> {
  const known = ofSessions.get(drivers);
  if (known !== undefined) return known;
  const codes = driverCodes(drivers.map(({ name }) => name));
  const byCar = new Map(drivers.map((driver, index) => [driver.carIndex, codes[index] ?? unnamed]));
  ofSessions.set(drivers, byCar);
  return byCar;
}

/** The beginning of a team's name, which fits at the end of a line of a chart. */
export function shortTeamName(name: string): string {
  const [first = '', second = ''] = name.split(/\s+/);
  // By characters: half of an emoji is none.
  return [...(first.length < 4 ? `${first} ${second}` : first)].slice(0, 9).join('').trim();
}

/** Possible codes, the expected one first: more of them than a session has drivers. */
function* candidatesOf(name: string): Generator<string> {
  const parts = partsOf(name);
  const all = parts.flat();
  // The last part with enough letters for a code; otherwise all letters, those of the last part first.
  const surname = parts.findLast((part) => part.length >= codeLength) ?? [...parts].reverse().flat();
  const base = surname.length === 0 ? [...unnamed] : surname;
  const [one = '', two = one] = base;
  yield base.slice(0, codeLength).join('');
  for (const letter of base.slice(codeLength)) yield `${one}${two}${letter}`;
  for (const letter of all) yield `${one}${letter}${two}`;
  for (const letter of alphabet) yield `${one}${two}${letter}`;
  for (const letter of alphabet) for (const next of alphabet) yield `${one}${letter}${next}`;
}
