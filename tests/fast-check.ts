import fc from 'fast-check';

// The same values in every run, so that a failure comes from a change. The long form tries new ones.
if (process.env.PITBOARD_LONG === undefined) fc.configureGlobal({ seed: 1 });

/**
 * Every character there is, as of fast-check's unit `binary`. That one makes a table of all million of them, which takes each
 * process a second and 130 MB.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_f7_ff }).map(
  // Between are halves of pairs, which are no characters.
  (number) => String.fromCodePoint(number < 0xd8_00 ? number : number + 0x8_00),
  (text) => {
    const code = String(text).codePointAt(0) ?? Number.NaN;
    if (Number.isNaN(code) || String.fromCodePoint(code) !== text) throw new Error('not one character');
    return code < 0xd8_00 ? code : code - 0x8_00;
  },
);

const percentEncoded = anyCharacter.map((character) => {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded;
});
const plain = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@");

/** The parts of a URL's path, as of `fc.webSegment`, without that table. */
export const urlSegments = fc.string({
  unit: fc.oneof({ weight: 10, arbitrary: plain }, { weight: 1, arbitrary: percentEncoded }),
});

/** URLs with the parts of `fc.webUrl`. */
export const webUrls = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.array(urlSegments, { maxLength: 4 }))
  .map(([scheme, authority, segments]) => [`${scheme}://${authority}`, ...segments].join('/'));

export { default } from 'fast-check';
