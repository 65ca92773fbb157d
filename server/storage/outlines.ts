import { and, eq } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { profiles, trackOutlines, userOutlines } from './tables.ts';

export type OutlineRow = Omit<typeof userOutlines.$inferSelect, 'userId'>;

/** The outline of a track that a user has recorded, or null. */
export async function findUserOutline(
  transaction: Transaction,
  trackId: number,
  userId: string,
): Promise<OutlineRow | null> {
  const isRecorded = and(eq(userOutlines.trackId, trackId), eq(userOutlines.userId, userId));
  const [row] = await transaction.select().from(userOutlines).where(isRecorded);
  return row ?? null;
}

/** The confirmed outline of a track, or null. */
export async function findConfirmedOutline(transaction: Transaction, trackId: number): Promise<OutlineRow | null> {
  const [row] = await transaction.select().from(trackOutlines).where(eq(trackOutlines.trackId, trackId));
  return row ?? null;
}

/** The outlines that a user has recorded. */
export async function listOutlinesOf(transaction: Transaction, userId: string): Promise<OutlineRow[]> {
  return transaction.select().from(userOutlines).where(eq(userOutlines.userId, userId)).orderBy(userOutlines.trackId);
}

/** All outlines that users have recorded, with their names. */
export async function listUserOutlines(transaction: Transaction) {
  const { trackId, userId, length, learnedAt } = userOutlines;
  return transaction
    .select({ trackId, userId, length, learnedAt, userName: profiles.username })
    .from(userOutlines)
    .leftJoin(profiles, eq(profiles.id, userId))
    .orderBy(trackId, learnedAt);
}

/** Stores the outline of a track that a user has recorded. */
export async function writeUserOutline(transaction: Transaction, userId: string, row: OutlineRow): Promise<void> {
  await transaction
    .insert(userOutlines)
    .values({ ...row, userId })
    .onConflictDoUpdate({ target: [userOutlines.trackId, userOutlines.userId], set: row });
}

/** Stores the confirmed outline of a track. */
export async function writeConfirmedOutline(transaction: Transaction, row: OutlineRow): Promise<void> {
  await transaction.insert(trackOutlines).values(row).onConflictDoUpdate({ target: trackOutlines.trackId, set: row });
}

/** Deletes the confirmed outline of a track. */
export async function deleteConfirmedOutline(transaction: Transaction, trackId: number): Promise<void> {
  await transaction.delete(trackOutlines).where(eq(trackOutlines.trackId, trackId));
}
