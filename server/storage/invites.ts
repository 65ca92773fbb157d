import { and, asc, eq, gt } from 'drizzle-orm';
import { invites } from './auth-tables.ts';
import type { Transaction } from './open-storage.ts';

export type InviteRow = typeof invites.$inferSelect;

/** Stores an invitation. */
export async function insertInvite(transaction: Transaction, row: InviteRow): Promise<void> {
  await transaction.insert(invites).values(row);
}

/** The invitations that can be used, the first to expire first. */
export function listInvites(transaction: Transaction, now: string): Promise<InviteRow[]> {
  return transaction.select().from(invites).where(gt(invites.expiresAt, now)).orderBy(asc(invites.expiresAt));
}

/** Whether an invitation can be used at an instant. */
export async function hasInvite(transaction: Transaction, hash: string, at: string): Promise<boolean> {
  const rows = await transaction
    .select({ id: invites.id })
    .from(invites)
    .where(and(eq(invites.hash, hash), gt(invites.expiresAt, at)));
  return rows.length > 0;
}

/** Uses an invitation, once. Returns whether it could be used at an instant. */
export async function redeemInvite(transaction: Transaction, hash: string, at: string): Promise<boolean> {
  const used = await transaction
    .delete(invites)
    .where(and(eq(invites.hash, hash), gt(invites.expiresAt, at)))
    .returning({ id: invites.id });
  return used.length > 0;
}

/** Returns whether there was such an invitation. */
export async function deleteInvite(transaction: Transaction, id: string): Promise<boolean> {
  return (await transaction.delete(invites).where(eq(invites.id, id)).returning({ id: invites.id })).length > 0;
}
