import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import { pendingSignUps, type SignUpKind } from './auth-tables.ts';
import type { Transaction } from './open-storage.ts';

export type SignUpRow = typeof pendingSignUps.$inferSelect;

/** Removed with each new one, so that old ones never pile up. */
const prunedAtOnce = 100;

/** Stores a pending sign-up, and removes some that are older than `keepsSince`. */
export async function insertSignUp(transaction: Transaction, row: SignUpRow, keepsSince: string): Promise<void> {
  await transaction.insert(pendingSignUps).values(row);
  const old = transaction
    .select({ hash: pendingSignUps.hash })
    .from(pendingSignUps)
    .where(lt(pendingSignUps.createdAt, keepsSince))
    .limit(prunedAtOnce)
    .for('update', { skipLocked: true });
  await transaction.delete(pendingSignUps).where(inArray(pendingSignUps.hash, old));
}

/** The pending sign-ups of an address or number since an instant, newest first. */
export function listSignUps(
  transaction: Transaction,
  { address, kind, since }: { readonly address: string; readonly kind: SignUpKind; readonly since: string },
): Promise<SignUpRow[]> {
  return transaction
    .select()
    .from(pendingSignUps)
    .where(
      and(eq(pendingSignUps.address, address), eq(pendingSignUps.kind, kind), gte(pendingSignUps.createdAt, since)),
    )
    .orderBy(desc(pendingSignUps.createdAt), pendingSignUps.hash);
}

/** A pending sign-up by the hash of its link's token. */
export async function findSignUp(transaction: Transaction, hash: string): Promise<SignUpRow | null> {
  const [row] = await transaction.select().from(pendingSignUps).where(eq(pendingSignUps.hash, hash));
  return row ?? null;
}

/** Deletes all pending sign-ups of an address or number. Returns their hashes. */
export async function deleteSignUps(transaction: Transaction, address: string): Promise<string[]> {
  const deleted = await transaction
    .delete(pendingSignUps)
    .where(eq(pendingSignUps.address, address))
    .returning({ hash: pendingSignUps.hash });
  return deleted.map(({ hash }) => hash);
}
