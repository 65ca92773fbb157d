import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNull,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SeasonSummary } from '#contract/entities/season';
import type { StaffRole } from '#contract/rights';
import type { Transaction } from './open-storage.ts';
import { isAfter } from './page-keys.ts';
import { isRacedEvent, roundOfEvent } from './session-events.ts';
import { eventSessions, events, leagueSeasons, leagues, members, seasons, sessions } from './tables.ts';
import { countsInSeason, leaguesVisibleTo, seasonsVisibleTo } from './visibility.ts';

export type SeasonRow = typeof seasons.$inferSelect;

/** The filter of a list of seasons. */
export interface SeasonFilter {
  /** The user who reads the list; null without a login. */
  readonly visibleTo: string | null;
  /** Only seasons that this user owns. */
  readonly ownerId?: string;
  /** Only seasons that this user owns, or in which they have one of these roles. */
  readonly runBy?: { readonly userId: string; readonly roles: readonly StaffRole[] };
  /** Only seasons with this session in one of their events. */
  readonly sessionId?: string;
  /** The key of a page: only what follows it. */
  readonly after?: string | undefined;
}

/** Returns whether this user may see this season. */
export async function seasonIsVisible(transaction: Transaction, id: string, userId: string | null): Promise<boolean> {
  return (await findSeason(transaction, id, userId)) !== null;
}

/** A season that this user may see. `lock` locks the row until the transaction ends. */
export async function findSeason(
  transaction: Transaction,
  id: string,
  userId: string | null,
  lock = false,
): Promise<SeasonRow | null> {
  const query = transaction
    .select()
    .from(seasons)
    .where(and(eq(seasons.id, id), seasonsVisibleTo(userId)));
  const [row] = lock ? await query.for('update') : await query;
  return row ?? null;
}

/** Locks a season until the transaction ends, whoever may see it. */
export async function lockSeasonRow(transaction: Transaction, id: string): Promise<SeasonRow | null> {
  const isStored = and(eq(seasons.id, id), isNull(seasons.deletedAt));
  const [row] = await transaction.select().from(seasons).where(isStored).for('update');
  return row ?? null;
}

function conditionOf(transaction: Transaction, filter: SeasonFilter): SQL | undefined {
  const { ownerId, runBy, sessionId } = filter;
  return and(
    ownerId === undefined ? undefined : eq(seasons.ownerId, ownerId),
    runBy === undefined ? undefined : isRunBy(transaction, runBy),
    sessionId === undefined ? undefined : inArray(seasons.id, seasonsWithSession(transaction, sessionId)),
    seasonsVisibleTo(filter.visibleTo),
    isAfter({ time: seasons.createdAt, id: seasons.id }, filter.after),
  );
}

function isRunBy(transaction: Transaction, { userId, roles }: NonNullable<SeasonFilter['runBy']>): SQL | undefined {
  const worksFor = transaction
    .select({ one: sql`1` })
    .from(leagueSeasons)
    .innerJoin(leagues, and(eq(leagues.id, leagueSeasons.leagueId), isNull(leagues.deletedAt)))
    .innerJoin(members, eq(members.leagueId, leagues.id))
    .where(
      and(
        eq(leagueSeasons.seasonId, seasons.id),
        eq(leagues.ownerId, seasons.ownerId),
        eq(members.userId, userId),
        arrayOverlaps(members.roles, [...roles]),
      ),
    );
  return or(eq(seasons.ownerId, userId), exists(worksFor));
}

function seasonsWithSession(transaction: Transaction, sessionId: string) {
  return transaction
    .select({ id: events.seasonId })
    .from(eventSessions)
    .innerJoin(events, eq(events.id, eventSessions.eventId))
    .where(and(eq(eventSessions.sessionId, sessionId), isNull(events.deletedAt)));
}

/** The seasons that hold a session, whoever may see them; in the same order in every transaction. */
export function listSeasonsOfSession(transaction: Transaction, sessionId: string): Promise<SeasonRow[]> {
  return transaction
    .select()
    .from(seasons)
    .where(and(isNull(seasons.deletedAt), inArray(seasons.id, seasonsWithSession(transaction, sessionId))))
    .orderBy(asc(seasons.id));
}

/** Seasons that match a filter, newest first. */
export function listSeasonSummaries(
  transaction: Transaction,
  filter: SeasonFilter,
  limit: number,
  offset = 0,
): Promise<SeasonSummary[]> {
  return selectSeasonSummaries(transaction, conditionOf(transaction, filter), limit, offset);
}

/** Seasons by their ids, the last of them first. */
export async function listSeasonsById(transaction: Transaction, ids: readonly string[]): Promise<SeasonSummary[]> {
  if (ids.length === 0) return [];
  const found = await selectSeasonSummaries(transaction, inArray(seasons.id, [...ids]), ids.length);
  return found.sort((one, other) => ids.indexOf(other.id) - ids.indexOf(one.id));
}

/** Number of seasons that match a filter. */
export function countSeasons(transaction: Transaction, filter: SeasonFilter): Promise<number> {
  return transaction.$count(seasons, conditionOf(transaction, filter));
}

/** Seasons that match an SQL condition, newest first. For the functions of this folder. */
export async function selectSeasonSummaries(
  transaction: Transaction,
  condition: SQL | undefined,
  limit: number,
  offset = 0,
): Promise<SeasonSummary[]> {
  const { id, name, ownerId, createdAt, updatedAt } = getTableColumns(seasons);
  const rows = await transaction
    .select({ id, name, ownerId, createdAt, updatedAt })
    .from(seasons)
    .where(and(isNull(seasons.deletedAt), condition))
    .orderBy(desc(seasons.createdAt), desc(seasons.id))
    .limit(limit)
    .offset(offset);
  if (rows.length === 0) return [];
  const counts = await transaction
    .select({
      seasonId: events.seasonId,
      eventCount: sql<number>`count(distinct ${events.id})::int`,
      eventsRun: sql<number>`count(distinct case when ${sessions.id} is not null then ${events.id} end)::int`,
      lastRound: sql<number>`coalesce(max(${roundOfEvent}) filter (where ${isRacedEvent}), 0)::int`,
    })
    .from(events)
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .leftJoin(eventSessions, eq(eventSessions.eventId, events.id))
    .leftJoin(sessions, and(eq(sessions.id, eventSessions.sessionId), countsInSeason()))
    .where(
      and(
        isNull(events.deletedAt),
        inArray(
          events.seasonId,
          rows.map((row) => row.id),
        ),
      ),
    )
    .groupBy(events.seasonId);
  const countsOf = new Map(counts.map(({ seasonId, ...numbers }) => [seasonId, numbers]));
  return rows.map((row) => ({ ...row, ...(countsOf.get(row.id) ?? { eventCount: 0, eventsRun: 0, lastRound: 0 }) }));
}

/** Leagues that contain a season and that this user may see. */
export function listLeaguesOfSeason(transaction: Transaction, seasonId: string, userId: string | null) {
  return transaction
    .select({ id: leagues.id, name: leagues.name, ownerId: leagues.ownerId, isPublic: leagues.isPublic })
    .from(leagueSeasons)
    .innerJoin(leagues, eq(leagues.id, leagueSeasons.leagueId))
    .where(and(eq(leagueSeasons.seasonId, seasonId), leaguesVisibleTo(userId)))
    .orderBy(asc(leagueSeasons.addedAt), asc(leagues.id));
}

/** Returns whether this user owns this season. */
export async function ownsSeason(transaction: Transaction, id: string, userId: string): Promise<boolean> {
  const rows = await transaction
    .select({ id: seasons.id })
    .from(seasons)
    .where(and(eq(seasons.id, id), eq(seasons.ownerId, userId), isNull(seasons.deletedAt)));
  return rows.length > 0;
}

/** Makes the owner of a league the owner of a season. Returns false, and changes nothing, where another league has it too. */
export async function passSeason(
  transaction: Transaction,
  { id, leagueId, to, now }: { id: string; leagueId: string; to: string; now: string },
): Promise<boolean> {
  const elsewhere = transaction
    .select({ id: leagueSeasons.seasonId })
    .from(leagueSeasons)
    .where(and(eq(leagueSeasons.seasonId, id), ne(leagueSeasons.leagueId, leagueId)));
  const passed = await transaction
    .update(seasons)
    .set({ ownerId: to, updatedAt: now, version: sql`${seasons.version} + 1` })
    .where(and(eq(seasons.id, id), notExists(elsewhere)))
    .returning({ id: seasons.id });
  return passed.length > 0;
}

/** Stores a new season. */
export async function insertSeason(transaction: Transaction, row: typeof seasons.$inferInsert): Promise<void> {
  await transaction.insert(seasons).values(row);
}

/** Updates a season, increments its version, and returns it as it is then. */
export async function updateSeasonRow(
  transaction: Transaction,
  id: string,
  changes: Partial<typeof seasons.$inferInsert>,
): Promise<SeasonRow> {
  const [row] = await transaction
    .update(seasons)
    .set({ ...changes, version: sql`${seasons.version} + 1` })
    .where(eq(seasons.id, id))
    .returning();
  if (row === undefined) throw new Error('a locked season does not exist');
  return row;
}
