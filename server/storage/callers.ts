import { and, eq, exists, not, sql } from 'drizzle-orm';
import { authSessions } from './auth-tables.ts';
import type { Transaction } from './open-storage.ts';
import { blockedUsers, deletedUsers, profiles, seasons } from './tables.ts';
import { seasonsVisibleTo } from './visibility.ts';

/** The stored data of a caller. */
export interface CallerRows {
  readonly hasSession: boolean;
  readonly hasProfile: boolean;
  /** ISO 8601; null unless the account was deleted recently. */
  readonly deletedAt: string | null;
  /** An operator has blocked the user. */
  readonly isBlocked: boolean;
  /** Owns a season that nobody else sees. */
  readonly seesHidden: boolean;
}

/** Finds the data of a caller by indexes, in one statement. */
export async function findCallerRows(
  transaction: Transaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | null },
): Promise<CallerRows> {
  const hidden = transaction
    .select({ id: seasons.id })
    .from(seasons)
    .where(and(eq(seasons.ownerId, sql`caller.id`), not(seasonsVisibleTo(transaction, null) ?? sql`true`)));
  const [row] = await transaction
    .select({
      profileId: profiles.id,
      sessionId: authSessions.id,
      deletedAt: deletedUsers.deletedAt,
      blockedAt: blockedUsers.blockedAt,
      seesHidden: exists(hidden).mapWith(Boolean),
    })
    .from(sql`(select ${userId}::uuid as id) as caller`)
    .leftJoin(profiles, eq(profiles.id, sql`caller.id`))
    .leftJoin(authSessions, and(eq(authSessions.userId, sql`caller.id`), eq(authSessions.id, sql`${sessionId}::uuid`)))
    .leftJoin(deletedUsers, eq(deletedUsers.userId, sql`caller.id`))
    .leftJoin(blockedUsers, eq(blockedUsers.userId, sql`caller.id`));
  return {
    hasSession: row?.sessionId != null,
    hasProfile: row?.profileId != null,
    deletedAt: row?.deletedAt ?? null,
    isBlocked: row?.blockedAt != null,
    seesHidden: row?.seesHidden ?? false,
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
