/**
 * Compares JSON-like values by structure: the order of an object's fields does not matter, and a field that is undefined
 * equals a missing one, as in JSON. Anything else, such as a File, equals only itself: its content cannot be read here.
 */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  }
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual(fieldOf(one, name), fieldOf(other, name)));
}

/** An own field; a name such as `constructor` must not find an inherited one. */
export function fieldOf(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  // An object of another realm has another Object.prototype, whose own prototype is null as well.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
