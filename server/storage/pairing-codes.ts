import { and, eq, gt } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { pairingCodes } from './tables.ts';

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

/** Deletes the code of a user. */
export async function deletePairingCode(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(pairingCodes).where(eq(pairingCodes.userId, userId));
}
