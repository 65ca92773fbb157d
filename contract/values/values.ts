import * as v from 'valibot';

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

export const LapNumber = whole(0, 1_000);

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
