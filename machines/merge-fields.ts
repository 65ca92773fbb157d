import { fieldOf, isEqual } from './equal.ts';

export type FieldName<Value> = keyof Value & string;

interface Merge<Value> {
  /** The merged value: each field is taken from the side that changed it, from `mine` where both did. */
  readonly merged: Value;
  /** The fields that both sides changed, each to something else. */
  readonly conflicts: readonly FieldName<Value>[];
}

/** Merges two changes of one value by its top-level fields; a field that only one side has counts as changed by it. */
export function mergeFields<Value extends object>(base: Value, mine: Value, theirs: Value): Merge<Value> {
  const takenFromThem: FieldName<Value>[] = [];
  const conflicts: FieldName<Value>[] = [];
  for (const name of fieldNames(base, mine, theirs)) {
    const [before, own, other] = [base, mine, theirs].map((value) => fieldOf(value, name));
    // Equal fields are taken too: sharing them makes later comparisons cheap.
    if (isEqual(own, other) || isEqual(before, own)) takenFromThem.push(name);
    else if (!isEqual(before, other)) conflicts.push(name);
  }
  return { merged: withFields(mine, theirs, takenFromThem), conflicts };
}

/** The value with some fields of another; a field that the other lacks is removed. */
export function withFields<Value extends object>(
  value: Value,
  other: Value,
  names: readonly FieldName<Value>[],
): Value {
  if (names.length === 0) return value;
  const taken = new Set<string>(names);
  const entries = [
    ...Object.entries(value).filter(([name]) => !taken.has(name)),
    ...Object.entries(other).filter(([name]) => taken.has(name)),
  ];
  // Every field comes from one of two values of this type.
  return Object.fromEntries(entries) as Value;
}

/** The names of all fields of some values. */
export function fieldNames<Value extends object>(...values: readonly Value[]): FieldName<Value>[] {
  // Object.keys returns the own keys of these very values.
  return [...new Set(values.flatMap((value) => Object.keys(value) as FieldName<Value>[]))];
}
