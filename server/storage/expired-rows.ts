import { and, asc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { listDeletions } from '#contract/calls/account';
import type { Retained } from '#contract/values/retention';
import * as auth from './auth-tables.ts';
import { announceChange } from './changes.ts';
import * as tables from './tables.ts';
import type { Transaction } from './transaction.ts';

/** Rows of a table that expire. No cached answer shows them but the list of deletions. */
export interface Expiring {
  readonly retained: Retained;
  /** The time that counts; the oldest go first. */
  readonly time: PgColumn;
  readonly also?: SQL | undefined;
}

/** Kinds of rows that expire, the smallest tables first. Rows that belong to one of these go with it. */
export const expiring: readonly Expiring[] = [
  { retained: 'deletedUsers', time: tables.deletedUsers.deletedAt },
  { retained: 'invites', time: auth.invites.expiresAt },
  { retained: 'invites', time: tables.invitations.expiresAt },
  { retained: 'pairingCodes', time: tables.pairingCodes.expiresAt },
  { retained: 'mailTokens', time: auth.mailTokens.createdAt },
  { retained: 'mailTokens', time: auth.flows.createdAt },
  { retained: 'mailTokens', time: auth.wrongCodes.lastAt },
  { retained: 'signUps', time: auth.pendingSignUps.createdAt },
  // Earlier releases stored users before they were confirmed.
  {
    retained: 'signUps',
    time: auth.authUsers.createdAt,
    also: and(
      isNull(auth.authUsers.emailConfirmedAt),
      isNull(auth.authUsers.phoneConfirmedAt),
      isNull(auth.authUsers.lastSignInAt),
    ),
  },
  { retained: 'liveSessions', time: tables.liveSessions.endedAt, also: isNotNull(tables.liveSessions.endedAt) },
  { retained: 'livePast', time: tables.livePast.at },
  { retained: 'deletions', time: tables.deletions.deletedAt },
  ...[tables.leagues, tables.events, tables.seasons, tables.sessions].map(({ deletedAt }) => ({
    retained: 'deletions' as const,
    time: deletedAt,
    also: isNotNull(deletedAt),
  })),
  { retained: 'sessionVersions', time: tables.sessionVersions.storedAt },
  { retained: 'leagueLog', time: tables.leagueLog.at },
  { retained: 'sectionEditors', time: tables.sectionEditors.seenAt },
  { retained: 'notices', time: tables.notices.at },
  { retained: 'deliveries', time: tables.deliveries.settledAt },
  { retained: 'idempotencyKeys', time: tables.idempotencyKeys.createdAt },
  { retained: 'signIns', time: auth.logins.refreshedAt },
  { retained: 'replacedTokens', time: auth.refreshTokens.updatedAt, also: eq(auth.refreshTokens.isRevoked, true) },
];

/** Deletes up to `limit` rows that are older than an instant, oldest first. Returns how many. */
export async function deleteOldest(
  transaction: Transaction,
  { time, also }: Expiring,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<number> {
  announceChange(transaction, [{ call: listDeletions }]);
  const oldest = transaction
    .select({ place: sql`ctid` })
    .from(time.table)
    .where(and(lt(time, before), also))
    .orderBy(asc(time))
    .limit(limit)
    .for('update', { skipLocked: true });
  // The ids are an array: with `in`, PostgreSQL reads the whole table.
  const deleted = await transaction
    .delete(time.table)
    .where(sql`ctid = any(array(${oldest}))`)
    .returning({ one: sql<number>`1` });
  return deleted.length;
}
