import { eq } from 'drizzle-orm';
import type { League } from '#contract/league';
import type { SeasonSummary } from '#contract/season';
import type { SessionSummary } from '#contract/session';
import { authUsers } from './auth-tables.ts';
import { listLeagueRows } from './leagues.ts';
import type { Transaction } from './open-storage.ts';
import { listSeasonSummaries, seasonsOf } from './seasons.ts';
import { listSummaries, sessionsWhere } from './sessions.ts';
import { avatars, idempotencyKeys, leagues, profiles, seasons, sessions } from './tables.ts';

/** More than a person has; an export is whole. */
const all = 100_000;

/** What a user owns. */
export async function readOwned(
  transaction: Transaction,
  userId: string,
): Promise<{ leagues: League[]; seasons: SeasonSummary[]; sessions: SessionSummary[] }> {
  const leagueRows = await listLeagueRows(transaction, eq(leagues.ownerId, userId), all);
  return {
    leagues: leagueRows.map(({ version: _, ...league }) => league),
    seasons: await listSeasonSummaries(transaction, seasonsOf(userId), all),
    sessions: await listSummaries(transaction, sessionsWhere.ofUser(userId), all),
  };
}

/** Deletes a user with all that is theirs. */
export async function deleteOwned(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(sessions).where(eq(sessions.userId, userId));
  await transaction.delete(seasons).where(eq(seasons.ownerId, userId));
  await transaction.delete(leagues).where(eq(leagues.ownerId, userId));
  await transaction.delete(avatars).where(eq(avatars.userId, userId));
  await transaction.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
  await transaction.delete(profiles).where(eq(profiles.id, userId));
  await transaction.delete(authUsers).where(eq(authUsers.id, userId));
}

/** Keeps a picture in place of the one before. */
export async function putAvatar(transaction: Transaction, row: typeof avatars.$inferInsert): Promise<void> {
  await transaction
    .insert(avatars)
    .values(row)
    .onConflictDoUpdate({ target: avatars.userId, set: { id: row.id, image: row.image } });
}

export async function removeAvatar(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(avatars).where(eq(avatars.userId, userId));
}

export async function findAvatar(transaction: Transaction, userId: string) {
  const [row] = await transaction
    .select({ id: avatars.id, image: avatars.image })
    .from(avatars)
    .where(eq(avatars.userId, userId));
  return row ?? null;
}
