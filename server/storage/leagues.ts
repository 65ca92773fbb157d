import { and, asc, count, desc, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { League } from '#contract/league';
import type { Transaction } from './open-storage.ts';
import { eventSessions, events, leagueSeasons, leagues, leagueThumbnails, profiles, sessionDrivers } from './tables.ts';

type Row = typeof leagues.$inferSelect;

/** A league with its version and seasons. */
export type StoredLeague = League & { readonly version: number };

/** Who may see a league: everybody a public one, its owner a private one. */
export function visibleTo(userId: string | null): SQL | undefined {
  const isPublic = eq(leagues.isPublic, true);
  return userId === null ? isPublic : or(isPublic, eq(leagues.ownerId, userId));
}

/** Leagues that belong to a user: owned, or with a driver of the user's name in one of their seasons (design §4). */
export function leaguesOf(transaction: Transaction, userId: string): SQL | undefined {
  const driven = transaction
    .select({ one: sql`1` })
    .from(leagueSeasons)
    .innerJoin(events, eq(events.seasonId, leagueSeasons.seasonId))
    .innerJoin(eventSessions, eq(eventSessions.eventId, events.id))
    .innerJoin(sessionDrivers, eq(sessionDrivers.sessionId, eventSessions.sessionId))
    .innerJoin(profiles, sql`lower(${profiles.username}) = lower(${sessionDrivers.name})`)
    .where(and(eq(leagueSeasons.leagueId, leagues.id), eq(profiles.id, userId)));
  return or(eq(leagues.ownerId, userId), exists(driven));
}

/** Leagues that meet a condition, newest first. */
export async function listLeagueRows(
  transaction: Transaction,
  condition: SQL | undefined,
  limit: number,
  offset = 0,
): Promise<StoredLeague[]> {
  const rows = await transaction
    .select()
    .from(leagues)
    .where(condition)
    .orderBy(desc(leagues.createdAt), desc(leagues.id))
    .limit(limit)
    .offset(offset);
  return withSeasons(transaction, rows);
}

/** How many leagues meet a condition. */
export async function countLeagues(transaction: Transaction, condition: SQL | undefined): Promise<number> {
  const [row] = await transaction.select({ total: count() }).from(leagues).where(condition);
  return row?.total ?? 0;
}

/** A league by its id; `lock` for changing it. */
export async function findLeague(transaction: Transaction, id: string, lock = false): Promise<StoredLeague | null> {
  const query = transaction.select().from(leagues).where(eq(leagues.id, id));
  const rows = lock ? await query.for('update') : await query;
  const [league] = await withSeasons(transaction, rows);
  return league ?? null;
}

async function withSeasons(transaction: Transaction, rows: readonly Row[]): Promise<StoredLeague[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const links = await transaction
    .select()
    .from(leagueSeasons)
    .where(inArray(leagueSeasons.leagueId, ids))
    .orderBy(asc(leagueSeasons.addedAt), asc(leagueSeasons.seasonId));
  const seasonsOf = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const link of links) seasonsOf.get(link.leagueId)?.push(link.seasonId);
  return rows.map((row) => ({ ...row, seasonIds: seasonsOf.get(row.id) ?? [] }));
}

/** Stores a new league. */
export async function insertLeague(transaction: Transaction, row: typeof leagues.$inferInsert): Promise<void> {
  await transaction.insert(leagues).values(row);
}

/** Changes a league and counts its version on. */
export async function changeLeague(
  transaction: Transaction,
  id: string,
  changes: Partial<typeof leagues.$inferInsert>,
): Promise<void> {
  await transaction
    .update(leagues)
    .set({ ...changes, version: sql`${leagues.version} + 1` })
    .where(eq(leagues.id, id));
}

/** Removes a league; its seasons stay. */
export async function removeLeague(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(leagues).where(eq(leagues.id, id));
}

/** Puts a season into a league; false when it is there already. */
export async function linkSeason(transaction: Transaction, row: typeof leagueSeasons.$inferInsert): Promise<boolean> {
  const written = await transaction.insert(leagueSeasons).values(row).onConflictDoNothing().returning();
  return written.length > 0;
}

/** Takes a season out of a league; false when it was not in it. */
export async function unlinkSeason(transaction: Transaction, leagueId: string, seasonId: string): Promise<boolean> {
  const removed = await transaction
    .delete(leagueSeasons)
    .where(and(eq(leagueSeasons.leagueId, leagueId), eq(leagueSeasons.seasonId, seasonId)))
    .returning();
  return removed.length > 0;
}

/** Gives a league another picture, or none. */
export async function writeThumbnail(
  transaction: Transaction,
  leagueId: string,
  thumbnail: { id: string; image: Uint8Array } | null,
): Promise<void> {
  await transaction.delete(leagueThumbnails).where(eq(leagueThumbnails.leagueId, leagueId));
  if (thumbnail !== null) await transaction.insert(leagueThumbnails).values({ ...thumbnail, leagueId });
}

/** The picture of a league. */
export async function findThumbnail(transaction: Transaction, leagueId: string) {
  const [row] = await transaction.select().from(leagueThumbnails).where(eq(leagueThumbnails.leagueId, leagueId));
  return row ?? null;
}
