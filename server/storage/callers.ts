import { and, eq, sql } from 'drizzle-orm';
import { authSessions } from './auth-tables.ts';
import type { Transaction } from './open-storage.ts';
import { deletedUsers, profiles } from './tables.ts';

/** The stored data of a caller. */
export interface CallerRows {
  readonly hasSession: boolean;
  readonly hasProfile: boolean;
  /** ISO 8601; null unless the account was deleted recently. */
  readonly deletedAt: string | null;
}

/** Finds the data of a caller by primary keys, in one statement. */
export async function findCallerRows(
  transaction: Transaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | null },
): Promise<CallerRows> {
  const [row] = await transaction
    .select({ profileId: profiles.id, sessionId: authSessions.id, deletedAt: deletedUsers.deletedAt })
    .from(sql`(select ${userId}::uuid as id) as caller`)
    .leftJoin(profiles, eq(profiles.id, sql`caller.id`))
    .leftJoin(authSessions, and(eq(authSessions.userId, sql`caller.id`), eq(authSessions.id, sql`${sessionId}::uuid`)))
    .leftJoin(deletedUsers, eq(deletedUsers.userId, sql`caller.id`));
  return {
    hasSession: row?.sessionId != null,
    hasProfile: row?.profileId != null,
    deletedAt: row?.deletedAt ?? null,
  };
}

/**
 * Locks the profile of a user who writes until the transaction ends, so that the account cannot be deleted meanwhile.
 * With `isExclusive`, waits for all other locks. Returns false when there is no such profile.
 */
export async function lockProfile(transaction: Transaction, userId: string, isExclusive: boolean): Promise<boolean> {
  const rows = await transaction
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for(isExclusive ? 'update' : 'key share');
  return rows.length > 0;
}
