import * as v from 'valibot';

/** Names that would be taken for this product, its staff or no name at all. */
const reserved: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'anonymous',
  'api',
  'deleted',
  'everyone',
  'help',
  'me',
  'mod',
  'moderator',
  'none',
  'null',
  'official',
  'pitboard',
  'root',
  'security',
  'staff',
  'steward',
  'support',
  'system',
  'undefined',
  'you',
]);

/** The scripts that one name may be written in; those of one language count as one. */
const scripts = [
  /^\p{Script=Latin}*$/u,
  /^\p{Script=Cyrillic}*$/u,
  /^\p{Script=Greek}*$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  /^[\p{Script=Hangul}\p{Script=Han}]*$/u,
  /^\p{Script=Arabic}*$/u,
  /^\p{Script=Hebrew}*$/u,
  /^\p{Script=Thai}*$/u,
  /^\p{Script=Devanagari}*$/u,
  /^\p{Script=Armenian}*$/u,
  /^\p{Script=Georgian}*$/u,
];

/** Small letters of other scripts, and beside each the Latin one that it looks like. */
const foreign = 'асԁеһіјкӏморԛѕтуѵԝхαβεικνορτυχ';
const latin = 'acdehijklmopqstyvwxabeikvoptux';

/** Letters that look like another one: Cyrillic and Greek ones, a dotless i, and digits. */
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries([
  ...[...foreign].map((letter, index) => [letter, latin[index]]),
  ...['ıi', 'ɑa', 'ɡg', 'łl', 'øo', 'đd', '0o', '1i', 'li'].map((pair) => [...pair]),
]);

/** A name as it looks: without case and marks, each letter as the one that it looks like. */
function appearanceOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}._-]/gu, '');
  return [...plain].map((letter) => lookalikes[letter] ?? letter).join('');
}

/** The pairs of letters by which names of two scripts look the same, such as `сосо` and `coco`, as two texts. */
export const lettersAlike = { foreign, latin } as const;

const reservedAppearances: ReadonlySet<string> = new Set([...reserved].map(appearanceOf));

/**
 * A name to sign up with: 3 to 30 letters, digits, `_`, `-` and `.`; letters of one script, because those of two can look
 * like another name. Unique without regard to case, in the normal form NFKC.
 */
export const Username = v.pipe(
  v.string(),
  v.transform((name) => name.normalize('NFKC')),
  v.minLength(3, 'must have at least 3 characters'),
  v.check((name) => [...name].length <= 30, 'must have at most 30 characters'),
  v.regex(/^[\p{L}\p{M}\p{N}_.-]+$/u, 'may hold letters, digits, _, - and . alone'),
  // Letters that are blank, such as the filler of Hangul.
  v.check((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), 'has letters that cannot be seen'),
  v.check((name) => /[\p{L}\p{N}]/u.test(name), 'must have a letter or a digit'),
  v.check((name) => isOfOneScript(name), 'must not mix letters of several scripts'),
  v.check((name) => !reservedAppearances.has(appearanceOf(name)), 'is reserved'),
);

function isOfOneScript(name: string): boolean {
  const letters = name.replaceAll(/[^\p{L}\p{M}]/gu, '');
  return scripts.some((script) => script.test(letters));
}
