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
  /^\p{scx=Latin}*$/u,
  /^\p{scx=Cyrillic}*$/u,
  /^\p{scx=Greek}*$/u,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*$/u,
  /^[\p{scx=Hangul}\p{scx=Han}]*$/u,
  /^\p{scx=Arabic}*$/u,
  /^\p{scx=Hebrew}*$/u,
  /^\p{scx=Thai}*$/u,
  /^\p{scx=Devanagari}*$/u,
  /^\p{scx=Armenian}*$/u,
  /^\p{scx=Georgian}*$/u,
];

/** Small letters and digits that look like others, and beside them those. A capital i looks like l and 1, so all three are i. */
const alike = [
  ['авсԁеһніјкӏморԛгѕтуүѵѡԝхьп', 'abcdehhijkimopqrstyyvwwxbn'],
  ['αβγεζηικνορστυχω', 'abyeznikvopotuxw'],
  ['օոսհցզյքր', 'onuhgqjpr'],
  ['ıɩɑɡłøđðħŧɓɗʋƅƿȷ', 'iiagioddhtbdubpj'],
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijkimnoprstuvwyz'],
  ['01l', 'oii'],
] as const;

/** The letters by which names look the same, such as `сосо` and `coco`, as two texts of the same length. */
export const lettersAlike = {
  given: alike.map(([given]) => given).join(''),
  seen: alike.map(([, seen]) => seen).join(''),
} as const;

const seenAs = new Map([...lettersAlike.given].map((letter, index) => [letter, lettersAlike.seen[index]]));

/**
 * A name as it looks: without case and accents, each letter as the one that it looks like. The function `name_likeness` of the
 * database does the same, so a letter that is added here needs a migration.
 */
export function likenessOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]+/g, '')
    .toLowerCase();
  const seen = [...plain].map((letter) => seenAs.get(letter) ?? letter).join('');
  return seen.replaceAll('rn', 'm');
}

/**
 * The form in which a name is compared with the reserved ones: marks between and on letters do not make it different.
 */
function appearanceOf(name: string): string {
  return likenessOf(name.normalize('NFKD').replaceAll(/[\p{M}._-]/gu, ''));
}

const reservedAppearances: ReadonlySet<string> = new Set([...reserved].map(appearanceOf));

/**
 * A name to sign up with: 3 to 30 letters, digits, `_`, `-` and `.`; those of one script beside 0 to 9, because those of two
 * can look like another name. Unique without regard to case, in the normal form NFKC.
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
  const letters = name.replaceAll(/[\d_.-]/g, '');
  return scripts.some((script) => script.test(letters));
}
