/** The fields of a value from outside, such as an error or parsed JSON; none where it is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // A field that is missing is undefined, of whatever type the object is.
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
