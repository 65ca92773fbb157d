import { fieldOf, isEqual } from './equal.ts';
import { type ChooseOrder, composeRows, isReordered, type Rows, rowsByKey } from './merge-rows.ts';

export type FieldName<Value> = keyof Value & string;

/**
 * The fields that are lists of rows, with the field of a row that tells it from the others; null: the rows are ids, and their order
 * is what is edited. Other fields are merged as a whole.
 */
export type Lists<Value> = { readonly [Name in FieldName<Value>]?: string | null };

/** A row of a list, or one part of it. */
export interface RowPlace<Value> {
  readonly list: FieldName<Value>;
  readonly row: string;
  /** Null: the row as a whole, which one side removed and the other changed. */
  readonly part: string | null;
}

/** What both sides changed: a field, or something in a list. */
export type Place<Value> = FieldName<Value> | RowPlace<Value>;

interface Merge<Value> {
  /** The merged value: each place is taken from the side that changed it, from `mine` where both did. */
  readonly merged: Value;
  /** The places that both sides changed, each to something else. */
  readonly conflicts: readonly Place<Value>[];
}

/**
 * Merges two changes of one value by its fields, and its lists by row and part; a field that only one side has counts as changed by
 * it. Rows that either side added stay. A row that one side removed and the other changed is a conflict.
 */
export function mergeFields<Value extends object>(
  base: Value,
  mine: Value,
  theirs: Value,
  lists: Lists<Value> = {},
): Merge<Value> {
  const conflicts: Place<Value>[] = [];
  const decide: Decide<Value> = (place, [before, own, other], isDivisible) => {
    // Equal fields are taken too: sharing them makes later comparisons cheap.
    if (isEqual(own, other) || isEqual(before, own)) return 2;
    if (isEqual(before, other)) return 1;
    if (isDivisible && own !== undefined && other !== undefined) return null;
    conflicts.push(place);
    return 1;
  };
  const order: ChooseOrder = ([before = [], own = []]) => (isReordered(before, own) ? [1, 2, 0] : [2, 1, 0]);
  const merged = compose([base, mine, theirs], lists, decide, order);
  return { merged, conflicts };
}

/** The value with some places of another; what the other lacks is removed. */
export function withPlaces<Value extends object>(
  value: Value,
  other: Value,
  places: readonly Place<Value>[],
  lists: Lists<Value> = {},
): Value {
  if (places.length === 0) return value;
  const decide: Decide<Value> = (place, [own], isDivisible) => {
    if (places.some((each) => isEqual(each, place))) return 1;
    return isDivisible && own !== undefined && places.some((each) => isWithin(each, place)) ? null : 0;
  };
  return compose([value, other], lists, decide, () => [0, 1]);
}

/** The base with what is the same in two other values: their side counts as its own. */
export function withAgreed<Value extends object>(
  base: Value,
  sent: Value,
  theirs: Value,
  lists: Lists<Value> = {},
): Value {
  const decide: Decide<Value> = (_, [, own, other], isDivisible) => {
    if (isEqual(own, other)) return 2;
    return isDivisible && own !== undefined && other !== undefined ? null : 0;
  };
  const order: ChooseOrder = ([, own = [], other = []]) => (isReordered(own, other) ? [0, 2] : [2, 0]);
  return compose([base, sent, theirs], lists, decide, order);
}

/** The value with one row alone in the list of a place; without any where it lacks that row. */
export function withOnlyRow<Value extends object>(
  value: Value,
  { list, row }: RowPlace<Value>,
  lists: Lists<Value>,
): Value {
  const rows = fieldOf(value, list);
  const found = Array.isArray(rows) ? rowsByKey(rows, lists[list] ?? null).get(row) : undefined;
  return { ...value, [list]: found === undefined ? [] : [found] };
}

function isWithin<Value>(place: Place<Value>, outer: Place<Value>): boolean {
  if (typeof place === 'string') return false;
  return typeof outer === 'string' ? place.list === outer : place.list === outer.list && place.row === outer.row;
}

/** The side that a place is taken from; null divides it, where it is divisible: a list into its rows, a row into its parts. */
type Decide<Value> = (place: Place<Value>, values: readonly unknown[], isDivisible: boolean) => number | null;

/** A value of places that are each taken from one of its sides. */
function compose<Value extends object>(
  sides: readonly Value[],
  lists: Lists<Value>,
  decide: Decide<Value>,
  order: ChooseOrder,
): Value {
  const entries = fieldNames(...sides).flatMap((list): [string, unknown][] => {
    const values = sides.map((side) => fieldOf(side, list));
    const key = fieldOf(lists, list) as string | null | undefined;
    const rows = key !== undefined && values.every(isRows) ? { key, sides: values, order } : null;
    const side = decide(list, values, rows !== null && !(key === null && isOrderedTwice(rows.sides)));
    if (side === null && rows !== null)
      return [[list, composeRows(rows, (row, part, ...rest) => decide({ list, row, part }, ...rest))]];
    const from = sides[side ?? 0];
    return from !== undefined && Object.hasOwn(from, list) ? [[list, fieldOf(from, list)]] : [];
  });
  // Every place comes from one of the values of this type.
  return Object.fromEntries(entries) as Value;
}

function isRows(value: unknown): value is Rows {
  return Array.isArray(value);
}

/** Both sides have put the ids that they share in another order, and not in the same one. */
function isOrderedTwice([base = [], mine = [], theirs = []]: readonly Rows[]): boolean {
  return isReordered(base, mine) && isReordered(base, theirs) && isReordered(mine, theirs);
}

/** The names of all fields of some values. */
function fieldNames<Value extends object>(...values: readonly Value[]): FieldName<Value>[] {
  // Object.keys returns the own keys of these very values.
  return [...new Set(values.flatMap((value) => Object.keys(value) as FieldName<Value>[]))];
}
