import { and, eq, exists, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { logins } from './auth-tables.ts';
import type { Transaction } from './open-storage.ts';
import { blockedUsers, deletedUsers, leagues, members, profiles, rosterClaims, seasons, sessions } from './tables.ts';

/** The stored data of a caller. */
export interface CallerRows {
  readonly hasLogin: boolean;
  readonly hasProfile: boolean;
  /** ISO 8601; null unless the account was deleted recently. */
  readonly deletedAt: string | null;
  /** An operator has blocked the user. */
  readonly isBlocked: boolean;
  /** May see leagues, seasons or sessions that strangers do not see. */
  readonly seesPrivate: boolean;
}

/** Finds the data of a caller by indexes, in one statement of subqueries: PostgreSQL plans these faster than joins. */
export async function findCallerRows(
  transaction: Transaction,
  { userId, loginId }: { readonly userId: string; readonly loginId: string | null },
): Promise<CallerRows> {
  const find = (table: PgTable, where: SQL | undefined) =>
    exists(transaction.select({ one: sql`1` }).from(table).where(where)).mapWith(Boolean);
  const deletedAt = transaction
    .select({ deletedAt: deletedUsers.deletedAt })
    .from(deletedUsers)
    .where(eq(deletedUsers.userId, userId));
  const ownSeasons = transaction.select({ id: seasons.id }).from(seasons).where(eq(seasons.ownerId, userId));
  const login = and(eq(logins.userId, userId), eq(logins.id, sql`${loginId}::uuid`));
  const [row] = await transaction
    .select({
      hasProfile: find(profiles, eq(profiles.id, userId)),
      hasLogin: find(logins, login),
      deletedAt: sql<string | null>`${deletedAt}`.mapWith(deletedUsers.deletedAt),
      isBlocked: find(blockedUsers, eq(blockedUsers.userId, userId)),
      seesPrivate: sql`(${or(
        find(leagues, and(eq(leagues.ownerId, userId), eq(leagues.isPublic, false))),
        find(
          sessions,
          and(eq(sessions.userId, userId), or(isNotNull(sessions.keyHash), isNotNull(sessions.visibility))),
        ),
        find(members, eq(members.userId, userId)),
        // Sessions of confirmed drivers can be private with a season.
        find(rosterClaims, and(eq(rosterClaims.userId, userId), isNotNull(rosterClaims.confirmedAt))),
        find(rosterClaims, and(inArray(rosterClaims.seasonId, ownSeasons), isNotNull(rosterClaims.confirmedAt))),
      )})`.mapWith(Boolean),
    })
    .from(sql`(select 1) as caller`);
  if (row === undefined) throw new Error('a select from one row has returned none');
  return row;
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
