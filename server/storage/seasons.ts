import { and, asc, count, desc, eq, exists, getTableColumns, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import type { ScoredDriver } from '#contract/scoring';
import type { SeasonSummary } from '#contract/season';
import type { SessionSummary } from '#contract/session';
import { visibleTo } from './leagues.ts';
import type { Transaction } from './open-storage.ts';
import { summaryColumns, summaryOf } from './sessions.ts';
import {
  eventSessions,
  events,
  leagueSeasons,
  leagues,
  profiles,
  rulings,
  seasons,
  sessionDrivers,
  sessions,
} from './tables.ts';

export type SeasonRow = typeof seasons.$inferSelect;
export type EventRow = typeof events.$inferSelect;

/** Who may see a season: everybody, unless all leagues that hold it are private; its owner always (design §4). */
export function seasonsVisibleTo(transaction: Transaction, userId: string | null): SQL | undefined {
  const holding = transaction.select({ one: sql`1` }).from(leagueSeasons).where(eq(leagueSeasons.seasonId, seasons.id));
  const showing = transaction
    .select({ one: sql`1` })
    .from(leagueSeasons)
    .innerJoin(leagues, eq(leagues.id, leagueSeasons.leagueId))
    .where(and(eq(leagueSeasons.seasonId, seasons.id), visibleTo(userId)));
  const isOpen = or(not(exists(holding)), exists(showing));
  return userId === null ? isOpen : or(eq(seasons.ownerId, userId), isOpen);
}

/** May this user see this season? */
export async function seasonIsVisible(transaction: Transaction, id: string, userId: string | null): Promise<boolean> {
  return (await findSeason(transaction, id, userId)) !== null;
}

/** A season that this user may see; `lock` for changing it. */
export async function findSeason(
  transaction: Transaction,
  id: string,
  userId: string | null,
  lock = false,
): Promise<SeasonRow | null> {
  const query = transaction
    .select()
    .from(seasons)
    .where(and(eq(seasons.id, id), seasonsVisibleTo(transaction, userId)));
  const [row] = lock ? await query.for('update') : await query;
  return row ?? null;
}

/** Seasons that meet a condition, newest first. */
export async function listSeasonSummaries(
  transaction: Transaction,
  condition: SQL | undefined,
  limit: number,
  offset = 0,
): Promise<SeasonSummary[]> {
  const { id, name, ownerId, createdAt, updatedAt } = getTableColumns(seasons);
  const rows = await transaction
    .select({ id, name, ownerId, createdAt, updatedAt })
    .from(seasons)
    .where(condition)
    .orderBy(desc(seasons.createdAt), desc(seasons.id))
    .limit(limit)
    .offset(offset);
  if (rows.length === 0) return [];
  const counts = await transaction
    .select({
      seasonId: events.seasonId,
      eventCount: sql<number>`count(distinct ${events.id})::int`,
      eventsRun: sql<number>`count(distinct ${eventSessions.eventId})::int`,
    })
    .from(events)
    .leftJoin(eventSessions, eq(eventSessions.eventId, events.id))
    .where(
      inArray(
        events.seasonId,
        rows.map((row) => row.id),
      ),
    )
    .groupBy(events.seasonId);
  const countsOf = new Map(counts.map(({ seasonId, ...numbers }) => [seasonId, numbers]));
  return rows.map((row) => ({ ...row, ...(countsOf.get(row.id) ?? { eventCount: 0, eventsRun: 0 }) }));
}

/** How many seasons meet a condition. */
export async function countSeasons(transaction: Transaction, condition: SQL | undefined): Promise<number> {
  const [row] = await transaction.select({ total: count() }).from(seasons).where(condition);
  return row?.total ?? 0;
}

/** Condition: seasons of one owner. */
export function seasonsOf(userId: string): SQL {
  return eq(seasons.ownerId, userId);
}

/** Events of a season, in order. */
export function listEvents(transaction: Transaction, seasonId: string): Promise<EventRow[]> {
  return transaction
    .select()
    .from(events)
    .where(eq(events.seasonId, seasonId))
    .orderBy(asc(events.ordinal), asc(events.id));
}

/** A session of an event. */
export interface AttachedSession {
  readonly eventId: string;
  readonly scoring: typeof eventSessions.$inferSelect.scoring;
  readonly session: SessionSummary;
}

/** Sessions of all events of a season, in the order they were driven. */
export async function listAttached(transaction: Transaction, seasonId: string): Promise<AttachedSession[]> {
  const rows = await transaction
    .select({ ...summaryColumns, eventId: eventSessions.eventId, scoring: eventSessions.scoring })
    .from(eventSessions)
    .innerJoin(events, eq(events.id, eventSessions.eventId))
    .innerJoin(sessions, eq(sessions.id, eventSessions.sessionId))
    .leftJoin(profiles, eq(profiles.id, sessions.userId))
    .where(eq(events.seasonId, seasonId))
    .orderBy(asc(sessions.sessionStartTime), asc(sessions.id));
  return rows.map(({ eventId, scoring, ...row }) => ({ eventId, scoring, session: summaryOf(row) }));
}

/** Drivers of all sessions of a season, by session. */
export async function listResults(transaction: Transaction, seasonId: string): Promise<Map<string, ScoredDriver[]>> {
  const rows = await transaction
    .select(getTableColumns(sessionDrivers))
    .from(sessionDrivers)
    .where(
      inArray(
        sessionDrivers.sessionId,
        transaction
          .select({ id: eventSessions.sessionId })
          .from(eventSessions)
          .innerJoin(events, eq(events.id, eventSessions.eventId))
          .where(eq(events.seasonId, seasonId)),
      ),
    )
    .orderBy(asc(sessionDrivers.carIndex));
  const found = new Map<string, ScoredDriver[]>();
  for (const { sessionId, resultStatus, ...driver } of rows) {
    const drivers = found.get(sessionId) ?? [];
    drivers.push({ ...driver, resultStatus: resultStatus as ScoredDriver['resultStatus'] });
    found.set(sessionId, drivers);
  }
  return found;
}

/** Rulings of a season, oldest first. */
export function listRulings(transaction: Transaction, seasonId: string) {
  return transaction.select().from(rulings).where(eq(rulings.seasonId, seasonId)).orderBy(asc(rulings.madeAt));
}

/** Leagues that hold a season and that this user may see. */
export function listLeaguesHolding(transaction: Transaction, seasonId: string, userId: string | null) {
  return transaction
    .select({ id: leagues.id, name: leagues.name })
    .from(leagueSeasons)
    .innerJoin(leagues, eq(leagues.id, leagueSeasons.leagueId))
    .where(and(eq(leagueSeasons.seasonId, seasonId), visibleTo(userId)))
    .orderBy(asc(leagueSeasons.addedAt), asc(leagues.id));
}

/** Stores a new season. */
export async function insertSeason(transaction: Transaction, row: typeof seasons.$inferInsert): Promise<void> {
  await transaction.insert(seasons).values(row);
}

/** Changes a season and counts its version on. */
export async function changeSeason(
  transaction: Transaction,
  id: string,
  changes: Partial<typeof seasons.$inferInsert>,
): Promise<void> {
  await transaction
    .update(seasons)
    .set({ ...changes, version: sql`${seasons.version} + 1` })
    .where(eq(seasons.id, id));
}

/** Removes a season; its sessions stay. */
export async function removeSeasonRow(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(seasons).where(eq(seasons.id, id));
}

/** Stores new events. */
export async function insertEvents(transaction: Transaction, rows: (typeof events.$inferInsert)[]): Promise<void> {
  await transaction.insert(events).values(rows);
}

/** Removes an event of a season; false when it has no such event. */
export async function removeEventRow(transaction: Transaction, seasonId: string, eventId: string): Promise<boolean> {
  const removed = await transaction
    .delete(events)
    .where(and(eq(events.id, eventId), eq(events.seasonId, seasonId)))
    .returning({ id: events.id });
  return removed.length > 0;
}

/** Which of these sessions exist. */
export async function existingSessions(transaction: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, [...ids]));
  return new Set(rows.map((row) => row.id));
}

/** Attaches sessions to an event; those that are attached already stay as they are. */
export async function attachSessions(
  transaction: Transaction,
  eventId: string,
  sessionIds: readonly string[],
): Promise<void> {
  await transaction
    .insert(eventSessions)
    .values(sessionIds.map((sessionId) => ({ eventId, sessionId })))
    .onConflictDoNothing();
}

/** Detaches a session from an event; false when it was not attached. */
export async function detachSession(transaction: Transaction, eventId: string, sessionId: string): Promise<boolean> {
  const removed = await transaction
    .delete(eventSessions)
    .where(and(eq(eventSessions.eventId, eventId), eq(eventSessions.sessionId, sessionId)))
    .returning();
  return removed.length > 0;
}
