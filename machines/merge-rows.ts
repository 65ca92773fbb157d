import { fieldOf } from './equal.ts';

export type Rows = readonly unknown[];

interface Sides {
  /** The field that tells a row from the others; null: a row is its own key. */
  readonly key: string | null;
  readonly sides: readonly Rows[];
  readonly order: ChooseOrder;
}

/** The sides whose order counts, by the keys of their rows: that of the first, then of others for rows that it has not. */
export type ChooseOrder = (keys: readonly (readonly string[])[]) => readonly number[];

/** The side that a row or a part of it is taken from; null divides a row into its parts. */
type DecideRow = (row: string, part: string | null, values: readonly unknown[], isDivisible: boolean) => number | null;

/** A list of rows that are each taken from one side, or put together from parts of several. */
export function composeRows({ key, sides, order }: Sides, decide: DecideRow): Rows {
  const byKey = sides.map((rows) => rowsByKey(rows, key));
  const chosen = new Map<string, unknown>();
  for (const row of new Set(byKey.flatMap((rows) => [...rows.keys()]))) {
    const values = byKey.map((rows) => rows.get(row));
    const side = decide(row, null, values, key !== null);
    const value = side === null ? composeParts(values, (part, of) => decide(row, part, of, false)) : values[side];
    if (value !== undefined) chosen.set(row, value);
  }
  const keys = byKey.map((rows) => [...rows.keys()]);
  const ordered = inOrder(order(keys).map((side) => keys[side] ?? []));
  return ordered.filter((row) => chosen.has(row)).map((row) => chosen.get(row));
}

/** True when the rows that both lists have stand in another order. */
export function isReordered(one: Rows, other: Rows): boolean {
  const [ones, others] = [new Set(one), new Set(other)];
  const shared = one.filter((row) => others.has(row));
  return other.filter((row) => ones.has(row)).some((row, index) => row !== shared[index]);
}

function composeParts(
  values: readonly unknown[],
  decide: (part: string, values: readonly unknown[]) => number | null,
): unknown {
  const rows = values.map((value) => (typeof value === 'object' && value !== null ? value : {}));
  const parts = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return Object.fromEntries(
    parts.flatMap((part) => {
      const from =
        rows[
          decide(
            part,
            rows.map((row) => fieldOf(row, part)),
          ) ?? 0
        ];
      return from !== undefined && Object.hasOwn(from, part) ? [[part, fieldOf(from, part)]] : [];
    }),
  );
}

/** Rows by their key; one with the key of an earlier row has its number as well. */
export function rowsByKey(rows: Rows, key: string | null): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const row of rows) {
    const own = String(key === null || typeof row !== 'object' || row === null ? row : fieldOf(row, key));
    let unique = own;
    for (let count = 2; found.has(unique); count += 1) unique = `${own}\n${count}`;
    found.set(unique, row);
  }
  return found;
}

/** The keys of all sides, each once: one that the first has not stands behind the one before it. */
function inOrder([first = [], ...others]: readonly (readonly string[])[]): string[] {
  const order = [...first];
  for (const keys of others) {
    for (const [index, key] of keys.entries()) {
      if (order.includes(key)) continue;
      const before = keys.slice(0, index).findLast((each) => order.includes(each));
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
    }
  }
  return order;
}
