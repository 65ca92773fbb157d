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
