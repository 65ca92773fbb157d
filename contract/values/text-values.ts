import * as v from 'valibot';

const loneSurrogate = /\p{Surrogate}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a single line may not hold
const controlCharacter = /[\u0000-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, line breaks and tabs excepted
const controlCharacterInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

let graphemes: Intl.Segmenter | null = null;

function segmenter(): Intl.Segmenter {
  // Created on first use: it takes as long as starting React.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return graphemes;
}

/** How many characters a person counts: an emoji is one. */
export function visibleLength(text: string): number {
  let length = 0;
  for (const _ of segmenter().segment(text)) length += 1;
  return length;
}

/** Whether a text has at most so many visible characters. */
export function fits(text: string, characters: number): boolean {
  if (text.length <= characters) return true;
  // A visible character can take many code units (a family emoji has 11). 16 each keeps stacked accents bounded.
  return text.length <= characters * 16 && visibleLength(text) <= characters;
}

const wellFormed = v.check<string, string>((text) => !loneSurrogate.test(text), 'holds half of a surrogate pair');

/** One line of text, 1 to `characters` visible characters, no control characters, not blank. */
export function line(characters: number) {
  return v.pipe(
    v.string(),
    v.check((text) => text.trim() !== '', 'must not be empty'),
    v.check((text) => fits(text, characters), `must have at most ${characters} characters`),
    v.check((text) => !controlCharacter.test(text), 'must not hold control characters'),
    wellFormed,
    v.metadata({ characters }),
  );
}

/** The beginning of a text as a line of at most so many visible characters; empty when there is nothing to see. */
export function cutLine(text: string, characters: number): string {
  // A visible character that does not end is cut as well.
  const clean = text
    .slice(0, characters * 32)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\p{Surrogate}/gu, '')
    .trim();
  if (fits(clean, characters)) return clean;
  let cut = '';
  let count = 0;
  for (const { segment } of segmenter().segment(clean)) {
    count += 1;
    if (count > characters || cut.length + segment.length > characters * 16) break;
    cut += segment;
  }
  return cut.trim();
}

/** Plain text over several lines, 0 to `characters` visible characters. */
export function text(characters: number) {
  return v.pipe(
    v.string(),
    v.check((value) => fits(value, characters), `must have at most ${characters} characters`),
    v.check((value) => !controlCharacterInText.test(value), 'must not hold control characters'),
    wellFormed,
    v.metadata({ characters }),
  );
}
