import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { wrongCodes } from './auth-tables.ts';
import type { Transaction } from './open-storage.ts';

/** When a code counts: at most `most` in a row, until none came since `since`. */
export interface WrongCodeLimit {
  readonly key: string;
  readonly most: number;
  readonly since: string;
}

/** Whether as many wrong codes came as there may be. Takes no lock, so that floods do not wait for each other. */
export async function hasTooManyWrongCodes(
  transaction: Transaction,
  { key, most, since }: WrongCodeLimit,
): Promise<boolean> {
  const isFull = and(eq(wrongCodes.key, key), gte(wrongCodes.lastAt, since), gte(wrongCodes.count, most));
  return (await transaction.select({ key: wrongCodes.key }).from(wrongCodes).where(isFull)).length > 0;
}

/**
 * Counts a code as wrong before it is compared. The row stays locked until the transaction ends, so that concurrent codes
 * count each other. Returns false when there were as many as there may be: the code must not be compared.
 */
export async function countWrongCode(
  transaction: Transaction,
  { key, most, since, now }: WrongCodeLimit & { readonly now: string },
): Promise<boolean> {
  const isOver = lt(wrongCodes.lastAt, since);
  const counted = await transaction
    .insert(wrongCodes)
    .values({ key, count: 1, lastAt: now })
    .onConflictDoUpdate({
      target: wrongCodes.key,
      set: { count: sql`case when ${isOver} then 1 else ${wrongCodes.count} + 1 end`, lastAt: now },
      setWhere: sql`${isOver} or ${wrongCodes.count} < ${most}`,
    })
    .returning({ count: wrongCodes.count });
  return counted.length > 0;
}

/** Removes the count of a key: its code was right. */
export async function clearWrongCodes(transaction: Transaction, key: string): Promise<void> {
  await transaction.delete(wrongCodes).where(eq(wrongCodes.key, key));
}

/** Removes some counts that count no longer. */
export async function pruneWrongCodes(transaction: Transaction, since: string): Promise<void> {
  const old = transaction
    .select({ key: wrongCodes.key })
    .from(wrongCodes)
    .where(lt(wrongCodes.lastAt, since))
    .limit(100)
    .for('update', { skipLocked: true });
  await transaction.delete(wrongCodes).where(inArray(wrongCodes.key, old));
}
