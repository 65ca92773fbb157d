import { readableLine } from './readable-text.ts';

const replacements: Readonly<Record<string, string>> = {
  ø: 'o',
  ð: 'd',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/**
 * A text as searches compare it: without case and accents, letters such as ß and ø as those that people type for them. The
 * function `search_text` of the database does the same.
 */
export function foldText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]+/g, '')
    .toLowerCase();
  return plain.replaceAll(/[øðđłıħŧςßæœþ]/g, (letter) => replacements[letter] ?? letter);
}

/**
 * A name as names are compared: without case, accents and doubled blanks, and without characters that nobody sees. Names with
 * the same folded name belong to one driver or one team.
 */
export function foldName(name: string): string {
  const folded = foldText(readableLine(name)).replaceAll(/\s+/g, ' ').trim();
  return folded || name.trim();
}
