import { and, asc, eq, gt } from 'drizzle-orm';
import type { Recorder } from '#contract/entities/recorder';
import type { Transaction } from './open-storage.ts';
import { pairingCodes, recorders } from './tables.ts';

type RecorderRow = typeof recorders.$inferSelect;

/** Stores the code of a user; the one before is no longer valid. */
export async function setPairingCode(transaction: Transaction, row: typeof pairingCodes.$inferInsert): Promise<void> {
  const { hash, expiresAt } = row;
  await transaction
    .insert(pairingCodes)
    .values(row)
    .onConflictDoUpdate({ target: pairingCodes.userId, set: { hash, expiresAt } });
}

/** Deletes a code that has not expired. Returns its user, or null. */
export async function redeemPairingCode(transaction: Transaction, hash: string, now: string): Promise<string | null> {
  const [row] = await transaction
    .delete(pairingCodes)
    .where(and(eq(pairingCodes.hash, hash), gt(pairingCodes.expiresAt, now)))
    .returning({ userId: pairingCodes.userId });
  return row?.userId ?? null;
}

/** The recorders of a user, in the order in which they were connected. */
export function listRecordersOf(transaction: Transaction, userId: string): Promise<Recorder[]> {
  const { id, name, createdAt, lastSeenAt } = recorders;
  return transaction
    .select({ id, name, createdAt, lastSeenAt })
    .from(recorders)
    .where(eq(recorders.userId, userId))
    .orderBy(asc(recorders.createdAt), asc(recorders.id));
}

export async function insertRecorder(transaction: Transaction, row: RecorderRow): Promise<void> {
  await transaction.insert(recorders).values(row);
}

/** A recorder by its id, or by the hash of its token. */
export async function findRecorder(
  transaction: Transaction,
  key: { readonly id: string } | { readonly tokenHash: string },
): Promise<RecorderRow | null> {
  const isMeant = 'id' in key ? eq(recorders.id, key.id) : eq(recorders.tokenHash, key.tokenHash);
  const [row] = await transaction.select().from(recorders).where(isMeant);
  return row ?? null;
}

export async function setRecorderSeen(transaction: Transaction, id: string, lastSeenAt: string): Promise<void> {
  await transaction.update(recorders).set({ lastSeenAt }).where(eq(recorders.id, id));
}

export async function deleteRecorderRow(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(recorders).where(eq(recorders.id, id));
}
