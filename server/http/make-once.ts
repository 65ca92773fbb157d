/** A value that is made when it is first needed, and never again. */
export function makeOnce<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => (made ??= make());
}
