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
    const code = candidatesOf(name).find((candidate) => !taken.has(candidate)) ?? '???';
    taken.add(code);
    return code;
  });
}

function candidatesOf(name: string): string[] {
  const surname = [...surnameOf(name)];
  const first = [...lettersOf(name).replaceAll(/[^\p{L}\p{N}]/gu, '')];
  const [one = '?', two = '?'] = surname;
  const straight = surname.slice(0, 3).join('').padEnd(3, '-');
  const others = surname.slice(3).map((letter) => `${one}${two}${letter}`);
  const mixed = first.slice(0, 4).map((letter) => `${one}${letter}${two}`);
  const numbered = Array.from({ length: 90 }, (_, index) => `${one}${String(index + 1).padStart(2, '0')}`);
  return [straight, ...others, ...mixed, ...numbered];
}
