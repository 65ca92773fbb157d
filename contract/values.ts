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

function fits(text: string, characters: number): boolean {
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

/** A whole number between two bounds, both included. */
export function whole(minimum: number, maximum: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum));
}

/** A finite number between two bounds, both included. */
export function real(minimum: number, maximum: number) {
  return v.pipe(v.number(), v.finite(), v.minValue(minimum), v.maxValue(maximum));
}

const uuidShape = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** A UUID in lower case. */
export const Uuid = v.pipe(v.string(), v.regex(uuidShape, 'must be a UUID in lower case'));

const instantShape = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/;

/** An instant in ISO 8601, UTC, between the years 1970 and 9999. */
export const Instant = v.pipe(
  v.string(),
  v.regex(instantShape, 'must be an instant in ISO 8601, UTC, such as 2026-01-31T20:00:00.000Z'),
  v.check(isRealInstant, 'must be a day that exists, in 1970 or later'),
);

function isRealInstant(value: string): boolean {
  const time = Date.parse(value);
  return time >= 0 && new Date(time).toISOString().slice(0, 10) === value.slice(0, 10);
}

/** A time in ms of a lap, sector, gap or race: up to 24 hours. */
export const Milliseconds = whole(0, 86_400_000);
/** The time of a completed lap in ms; the game's 0 means that there is none. */
export const LapMilliseconds = whole(1, 86_400_000);
/** A signed difference in milliseconds. */
export const Delta = whole(-86_400_000, 86_400_000);
/** A duration in s, up to a week; the longest session of the game takes 24 hours. */
export const Seconds = whole(0, 604_800);
export const Celsius = whole(-60, 100);
export const Percent = whole(0, 100);
/** Metres along a lap; negative before the start line. */
export const LapMetres = real(-100_000, 100_000);
/** The game's car index within one session. */
export const CarIndex = whole(0, 63);
export const LapNumber = whole(0, 1_000);
export const Position = whole(1, 64);
/** A link identifier of the game: unsigned, 32 bits. */
export const LinkIdentifier = whole(0, 4_294_967_295);

/** The place of an entry in a list that begins with the newest: its time and its id. */
export const PageKey = v.pipe(
  v.string(),
  v.maxLength(80),
  v.check((key) => {
    const [time, id, ...others] = key.split('_');
    return v.is(Instant, time) && v.is(Uuid, id) && others.length === 0;
  }, 'must be the `next` of a page'),
);

/** A number sent as text in a query. */
export function queryNumber(minimum: number, maximum: number) {
  return v.pipe(
    v.string(),
    v.regex(/^-?\d{1,10}$/, 'must be a whole number'),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(minimum),
    v.maxValue(maximum),
  );
}

/** A query parameter that may be repeated; the parsed value is always a list. */
export function queryList<const Item extends v.GenericSchema<string, unknown>>(item: Item, most: number) {
  return v.pipe(
    v.union([v.array(v.string()), v.string()]),
    v.transform((given) => (typeof given === 'string' ? [given] : given)),
    v.array(item),
    v.maxLength(most),
  );
}
