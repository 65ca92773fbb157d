import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The columns that a list is ordered by, the newest first. */
interface NewestFirst {
  readonly time: PgColumn;
  readonly id: PgColumn;
}

/** Condition: a row comes after the entry of this key; undefined: every row does. */
export function isAfter({ time, id }: NewestFirst, key: string | undefined): SQL | undefined {
  if (key === undefined) return undefined;
  const [at, last] = key.split('_');
  return sql`(${time}, ${id}) < (${at}::timestamptz, ${last}::uuid)`;
}

/** The key of the last entry of a page, for the one that follows it; null when the page is not full. */
export function nextPageOf<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  pageSize: number,
  timeOf: (entry: Entry) => string,
): string | null {
  const last = entries.at(-1);
  return last === undefined || entries.length < pageSize ? null : `${timeOf(last)}_${last.id}`;
}
