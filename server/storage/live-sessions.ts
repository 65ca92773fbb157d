import { and, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { liveSessions, profiles } from './tables.ts';

export type LiveRow = typeof liveSessions.$inferSelect;

const columns = { ...getTableColumns(liveSessions), userName: profiles.username };

/** A live session with the name of its user, or null. */
export async function findLive(transaction: Transaction, id: string) {
  const [row] = await transaction
    .select(columns)
    .from(liveSessions)
    .leftJoin(profiles, eq(profiles.id, liveSessions.userId))
    .where(eq(liveSessions.id, id));
  return row ?? null;
}

/** Locks a live session. */
export async function lockLive(transaction: Transaction, id: string): Promise<LiveRow | null> {
  const [row] = await transaction.select().from(liveSessions).where(eq(liveSessions.id, id)).for('update');
  return row ?? null;
}

/** How many sessions of a user have not ended. */
export async function countLiveOf(transaction: Transaction, userId: string): Promise<number> {
  return transaction.$count(liveSessions, and(eq(liveSessions.userId, userId), isNull(liveSessions.endedAt)));
}

/** Stores a new registration. Returns false when the id is taken. */
export async function insertLive(transaction: Transaction, row: typeof liveSessions.$inferInsert): Promise<boolean> {
  const rows = await transaction
    .insert(liveSessions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: liveSessions.id });
  return rows.length > 0;
}

/** Changes a registration or its state. */
export async function updateLive(
  transaction: Transaction,
  id: string,
  change: Partial<Omit<LiveRow, 'id' | 'userId'>>,
): Promise<void> {
  await transaction.update(liveSessions).set(change).where(eq(liveSessions.id, id));
}

/** Begins a new epoch of every session that has not ended, and returns them with the names of their users. */
export async function resumeLive(transaction: Transaction) {
  return transaction
    .update(liveSessions)
    .set({ epoch: sql`${liveSessions.epoch} + 1` })
    .where(isNull(liveSessions.endedAt))
    .returning({
      ...getTableColumns(liveSessions),
      userName: sql<string | null>`(select username from ${profiles} where ${profiles.id} = ${liveSessions.userId})`,
    });
}

/** Deletes sessions that ended before an instant. */
export async function deleteEndedLive(transaction: Transaction, before: string): Promise<void> {
  await transaction.delete(liveSessions).where(and(isNotNull(liveSessions.endedAt), lt(liveSessions.endedAt, before)));
}
