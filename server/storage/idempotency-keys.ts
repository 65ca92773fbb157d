import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { idempotencyKeys } from './tables.ts';

/** A stored request and, once it is finished, its response. */
export type IdempotencyRow = typeof idempotencyKeys.$inferSelect;

/** A user and the key that the user's client sent. */
interface KeyOwner {
  readonly userId: string;
  readonly key: string;
}

function isRow({ userId, key }: KeyOwner) {
  return and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
}

/** Deletes a key that was stored before an instant. */
export async function deleteIdempotencyKeyBefore(
  transaction: Transaction,
  owner: KeyOwner,
  instant: string,
): Promise<void> {
  await transaction.delete(idempotencyKeys).where(and(isRow(owner), lt(idempotencyKeys.createdAt, instant)));
}

/**
 * Stores a key without a response. Returns false when the key is stored already. Waits for a concurrent transaction
 * that has inserted the same key.
 */
export async function insertIdempotencyKey(
  transaction: Transaction,
  row: KeyOwner & { readonly request: string; readonly createdAt: string },
): Promise<boolean> {
  const inserted = await transaction
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return inserted.length > 0;
}

/** A stored key, or null. */
export async function findIdempotencyKey(transaction: Transaction, owner: KeyOwner): Promise<IdempotencyRow | null> {
  const [row] = await transaction.select().from(idempotencyKeys).where(isRow(owner));
  return row ?? null;
}

/** Stores the response of a request. */
export async function setIdempotentAnswer(
  transaction: Transaction,
  owner: KeyOwner,
  answer: IdempotencyRow['answer'],
): Promise<void> {
  await transaction.update(idempotencyKeys).set({ answer }).where(isRow(owner));
}

/** Deletes all keys of a user but the newest, of which `key` is one. */
export async function deleteOldestKeys(
  transaction: Transaction,
  { userId, key }: KeyOwner,
  stored: number,
): Promise<void> {
  const oldest = transaction
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.userId, userId))
    // Others may have its time.
    .orderBy(desc(idempotencyKeys.createdAt), desc(eq(idempotencyKeys.key, key)))
    .offset(stored);
  await transaction
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), inArray(idempotencyKeys.key, oldest)));
}
