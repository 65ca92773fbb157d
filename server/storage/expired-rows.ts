import { and, asc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Retained } from '#contract/retention';
import {
  authSessions,
  authUsers,
  flows,
  invites,
  mailTokens,
  pendingSignUps,
  refreshTokens,
  wrongCodes,
} from './auth-tables.ts';
import {
  deletedUsers,
  deletions,
  deliveries,
  idempotencyKeys,
  liveSessions,
  pairingCodes,
  sessionVersions,
} from './tables.ts';
import type { Transaction } from './transaction.ts';

/** Rows of a table that expire. No cached answer shows them. */
export interface Expiring {
  readonly retained: Retained;
  readonly table: PgTable;
  /** The time that counts; the oldest go first. */
  readonly time: PgColumn;
  readonly also?: SQL | undefined;
}

/** What expires, the smallest tables first. Rows that belong to one of these go with it. */
export const expiring: readonly Expiring[] = [
  { retained: 'deletedUsers', table: deletedUsers, time: deletedUsers.deletedAt },
  { retained: 'invites', table: invites, time: invites.expiresAt },
  { retained: 'pairingCodes', table: pairingCodes, time: pairingCodes.expiresAt },
  { retained: 'mailTokens', table: mailTokens, time: mailTokens.createdAt },
  { retained: 'mailTokens', table: flows, time: flows.createdAt },
  { retained: 'mailTokens', table: wrongCodes, time: wrongCodes.lastAt },
  { retained: 'signUps', table: pendingSignUps, time: pendingSignUps.createdAt },
  // Earlier releases stored users before they were confirmed.
  {
    retained: 'signUps',
    table: authUsers,
    time: authUsers.createdAt,
    also: and(isNull(authUsers.emailConfirmedAt), isNull(authUsers.phoneConfirmedAt), isNull(authUsers.lastSignInAt)),
  },
  { retained: 'liveSessions', table: liveSessions, time: liveSessions.endedAt, also: isNotNull(liveSessions.endedAt) },
  { retained: 'deletions', table: deletions, time: deletions.deletedAt },
  { retained: 'sessionVersions', table: sessionVersions, time: sessionVersions.storedAt },
  { retained: 'deliveries', table: deliveries, time: deliveries.settledAt },
  { retained: 'idempotencyKeys', table: idempotencyKeys, time: idempotencyKeys.createdAt },
  { retained: 'signIns', table: authSessions, time: authSessions.refreshedAt },
  {
    retained: 'replacedTokens',
    table: refreshTokens,
    time: refreshTokens.updatedAt,
    also: eq(refreshTokens.isRevoked, true),
  },
];

/** Deletes so many rows that are older than an instant, oldest first. Returns their number. */
export async function deleteOldest(
  transaction: Transaction,
  { table, time, also }: Expiring,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<number> {
  const oldest = transaction
    .select({ place: sql`ctid` })
    .from(table)
    .where(and(lt(time, before), also))
    .orderBy(asc(time))
    .limit(limit)
    .for('update', { skipLocked: true });
  // As an array: with `in`, PostgreSQL reads the whole table.
  const deleted = await transaction
    .delete(table)
    .where(sql`ctid = any(array(${oldest}))`)
    .returning({ one: sql<number>`1` });
  return deleted.length;
}
