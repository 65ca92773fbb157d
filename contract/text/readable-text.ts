/**
 * One rule for every text that enters: the composed normal form, no blanks around it, and nothing that is not seen or turns the
 * text around it. Two texts that look the same are then mostly equal.
 */

/** Joiners, selectors and tags that belong to what is seen: of emoji, of letters in scripts that need them, of ideographs. */
const emoji = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;
const needed = [
  // Flags of regions.
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}`,
  String.raw`${emoji}(?:\u200d${emoji})*`,
  String.raw`[\d#*]\ufe0f?\u20e3`,
  String.raw`\p{Script=Arabic}\u200c(?=\p{Script=Arabic})`,
  // After the mark that takes the vowel from a letter of India or Sri Lanka.
  String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca][\u200c\u200d](?=\p{L})`,
  String.raw`\p{Ideographic}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`\p{Script=Mongolian}[\u180b-\u180d\u180f]`,
];
/** Marks of direction, zero-width characters, fillers of Hangul, the empty pattern of Braille, and their like. */
const unseen = String.raw`[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]`;

const neededOrUnseen = new RegExp(`${needed.map((pattern) => `(?:${pattern})`).join('|')}|(${unseen})`, 'gu');
/** Most names: nothing to do for them. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

function withoutUnseen(text: string): string {
  return text.replaceAll(neededOrUnseen, (match, mark?: string) => (mark === undefined ? match : ''));
}

/** Whether a text has characters that nobody sees, beside those that emoji and letters need. */
export function hasUnseen(text: string): boolean {
  return !plain.test(text) && withoutUnseen(text) !== text;
}

/** A line of text as it is stored, each run of blanks as one; empty when there is nothing to see. */
export function readableLine(text: string): string {
  if (plain.test(text)) return text;
  return withoutUnseen(text)
    .normalize('NFC')
    .replaceAll(/[\p{Z}\p{Cc}]+/gu, ' ')
    .trim();
}

/** A text of several lines as it is stored. */
export function readableText(text: string): string {
  return withoutUnseen(text).normalize('NFC').trim();
}
