/** Letters of a name without accents, in capitals. */
function lettersOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
  return plain.replaceAll('ł', 'l').replaceAll('Ł', 'L').toUpperCase();
}

/** The word that people call a driver by: the last one, of players' handles the handle. */
function surnameOf(name: string): string {
  const words = lettersOf(name)
    .split(/[\s._-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return (words.at(-1) ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Three letters for each driver of a session, each its own; names in, codes out in the same order. */
export function driverCodes(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    for (const code of candidatesOf(name)) {
      if (taken.has(code)) continue;
      taken.add(code);
      return code;
    }
    return '???';
  });
}

/** From the one that people expect to those that are merely free; nearly always the first is taken. */
function* candidatesOf(name: string): Generator<string> {
  const surname = [...surnameOf(name)];
  const first = [...lettersOf(name).replaceAll(/[^\p{L}\p{N}]/gu, '')];
  const [one = '?', two = '?'] = surname;
  yield surname.slice(0, 3).join('').padEnd(3, '-');
  for (const letter of surname.slice(3)) yield `${one}${two}${letter}`;
  for (const letter of first.slice(0, 4)) yield `${one}${letter}${two}`;
  for (let number = 1; number <= 90; number += 1) yield `${one}${String(number).padStart(2, '0')}`;
}
