import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Profile } from '#contract/entities/profile';
import type { Transaction } from './open-storage.ts';
import { profiles } from './tables.ts';

export type ProfileRow = Profile;

type Column = keyof Profile;

/** A condition on a column. */
export type RowFilter =
  | { readonly column: Column; readonly operator: 'eq'; readonly value: string }
  | { readonly column: Column; readonly operator: 'in'; readonly values: readonly string[] }
  | { readonly column: Column; readonly operator: 'is'; readonly isNull: boolean };

export interface RowOrder {
  readonly column: Column;
  readonly isDescending: boolean;
}

/** Which rows to read, in which order. Rows must meet all filters. */
export interface RowQuery {
  readonly filters: readonly RowFilter[];
  readonly limit: number;
  readonly order: readonly RowOrder[];
}

const columns = { id: profiles.id, username: profiles.username, avatar_url: profiles.avatarUrl };

function conditionOf({ filters }: RowQuery): SQL | undefined {
  const conditions = filters.map((filter): SQL => {
    const column = columns[filter.column];
    switch (filter.operator) {
      case 'eq':
        return eq(column, filter.value);
      case 'in':
        return inArray(column, [...filter.values]);
      case 'is':
        return filter.isNull ? isNull(column) : isNotNull(column);
    }
    return filter satisfies never;
  });
  return and(...conditions);
}

/** Profiles that match a query. */
export async function readProfiles(transaction: Transaction, query: RowQuery): Promise<ProfileRow[]> {
  const order = query.order.map(({ column, isDescending }) => (isDescending ? desc : asc)(columns[column]));
  return transaction
    .select(columns)
    .from(profiles)
    .where(conditionOf(query))
    .orderBy(...order)
    .limit(query.limit);
}

/** How many profiles match a query in all. */
export function countProfiles(transaction: Transaction, query: RowQuery): Promise<number> {
  return transaction.$count(profiles, conditionOf(query));
}

/**
 * Inserts a row. One that exists is updated by `merge`, and left as it is by `ignore`, which then returns null.
 * @throws when the name is taken, and with `fail` when the row exists.
 */
export async function insertProfile(
  transaction: Transaction,
  { createdAt, ...row }: Partial<Profile> & { readonly id: string; readonly createdAt: string },
  onDuplicate: 'merge' | 'ignore' | 'fail',
): Promise<{ row: ProfileRow; isNew: boolean } | null> {
  const values = { id: row.id, username: row.username ?? null, avatarUrl: row.avatar_url ?? null, createdAt };
  if (onDuplicate === 'merge') {
    const updated = await updateRows(transaction, eq(profiles.id, row.id), row);
    if (updated[0] !== undefined) return { row: updated[0], isNew: false };
  }
  const insert = transaction.insert(profiles).values(values);
  const [inserted] =
    onDuplicate === 'ignore'
      ? await insert.onConflictDoNothing({ target: profiles.id }).returning(columns)
      : await insert.returning(columns);
  if (inserted === undefined && onDuplicate === 'ignore') return null;
  if (inserted === undefined) throw new Error('an inserted profile was not returned');
  return { row: inserted, isNew: true };
}

/** Updates the user's own row when the query matches it. */
export function patchProfiles(
  transaction: Transaction,
  query: RowQuery,
  userId: string,
  values: Partial<Profile>,
): Promise<ProfileRow[]> {
  return updateRows(transaction, and(eq(profiles.id, userId), conditionOf(query)), values);
}

async function updateRows(
  transaction: Transaction,
  where: SQL | undefined,
  { username, avatar_url }: Partial<Profile>,
): Promise<ProfileRow[]> {
  const set = {
    ...(username === undefined ? {} : { username }),
    ...(avatar_url === undefined ? {} : { avatarUrl: avatar_url }),
  };
  const found = await transaction.select(columns).from(profiles).where(where);
  const given = Object.entries({ username, avatar_url }).filter(([, value]) => value !== undefined);
  // An unchanged row is not written: every write drops the cached answers with the user's sessions and seasons.
  if (found.every((row) => given.every(([name, value]) => row[name as Column] === value))) return found;
  return transaction.update(profiles).set(set).where(where).returning(columns);
}
