import { eq, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { League } from '#contract/entities/league';
import type { SeasonSummary } from '#contract/entities/season';
import type { SessionSummary } from '#contract/entities/session';
import { authUsers, pendingSignUps } from './auth-tables.ts';
import { selectLeagues } from './leagues.ts';
import type { Transaction } from './open-storage.ts';
import { selectSeasonSummaries } from './seasons.ts';
import { listSummaries } from './sessions.ts';
import * as tables from './tables.ts';

const { avatars, deletedUsers, invitations, leagueLog, leagues, members, profiles, seasons } = tables;

/** An export is complete; this bound only keeps a query from being unlimited. */
const exportLimit = 100_000;

type OwnedTable = PgTable & { readonly userId: PgColumn };

/** Every table with a `userId` has rows of that user alone. A deleted row leaves its time of deletion. */
const ownedTables = Object.values(tables).filter(
  (table): table is OwnedTable & typeof table => 'userId' in table && table !== deletedUsers,
);

/** Everything that a user owns. */
export async function readOwned(
  transaction: Transaction,
  userId: string,
): Promise<{ leagues: League[]; seasons: SeasonSummary[]; sessions: SessionSummary[] }> {
  const leagueRows = await selectLeagues(transaction, eq(leagues.ownerId, userId), userId, exportLimit);
  return {
    leagues: leagueRows.map(({ version: _, ...league }) => league),
    seasons: await selectSeasonSummaries(transaction, eq(seasons.ownerId, userId), exportLimit),
    sessions: await listSummaries(transaction, { userId, keyHash: null }, { userId }, exportLimit),
  };
}

/** Deletes a user and everything that the user owns. Stores the time, so that earlier tokens are refused. */
export async function deleteOwned(transaction: Transaction, userId: string, deletedAt: string): Promise<void> {
  await transaction
    .insert(deletedUsers)
    .values({ userId, deletedAt })
    .onConflictDoUpdate({ target: deletedUsers.userId, set: { deletedAt } });
  for (const table of ownedTables) await transaction.delete(table).where(eq(table.userId, userId));
  await transaction.delete(seasons).where(eq(seasons.ownerId, userId));
  await transaction.delete(leagues).where(eq(leagues.ownerId, userId));
  await transaction.delete(invitations).where(eq(invitations.madeBy, userId));
  await transaction.update(members).set({ by: null }).where(eq(members.by, userId));
  await transaction.update(leagueLog).set({ authorId: null }).where(eq(leagueLog.authorId, userId));
  await transaction.delete(profiles).where(eq(profiles.id, userId));
  // Sign-ups with the address of an account redeem nothing, and would keep the address.
  const addresses = transaction
    .select({ address: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, userId))
    .union(transaction.select({ address: authUsers.phone }).from(authUsers).where(eq(authUsers.id, userId)));
  await transaction.delete(pendingSignUps).where(inArray(pendingSignUps.address, addresses));
  await transaction.delete(authUsers).where(eq(authUsers.id, userId));
}

/** Stores or replaces a user's avatar. */
export async function putAvatar(transaction: Transaction, row: typeof avatars.$inferInsert): Promise<void> {
  await transaction
    .insert(avatars)
    .values(row)
    .onConflictDoUpdate({ target: avatars.userId, set: { id: row.id, image: row.image } });
}

/** Deletes a user's avatar. */
export async function deleteAvatarRow(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(avatars).where(eq(avatars.userId, userId));
}

/** A user's avatar, or null. */
export async function findAvatar(transaction: Transaction, userId: string) {
  const [row] = await transaction
    .select({ id: avatars.id, image: avatars.image })
    .from(avatars)
    .where(eq(avatars.userId, userId));
  return row ?? null;
}
