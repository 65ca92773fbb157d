import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm';
import type { SessionSummary } from '#contract/entities/session';
import type { ScoredDriver } from '#contract/race/results';
import type { Transaction } from './open-storage.ts';
import { seasonOfTeams } from './season-teams.ts';
import { leagueOf, roundOfEvent } from './session-events.ts';
import { summaryColumns, summaryOf } from './sessions.ts';
import { eventSessions, events, liveSessions, profiles, seasons, sessionDrivers, sessions } from './tables.ts';
import {
  countsInSeason,
  isPublicSession,
  isSeasonAgreed,
  isStaffOf,
  seasonsVisibleTo,
  sessionsVisibleTo,
  type Viewer,
} from './visibility.ts';

export type EventRow = typeof events.$inferSelect;

const isOfSeason = (seasonId: string) => and(eq(events.seasonId, seasonId), isNull(events.deletedAt));

/** Events of a season, by ordinal. */
export function listEvents(transaction: Transaction, seasonId: string): Promise<EventRow[]> {
  return transaction.select().from(events).where(isOfSeason(seasonId)).orderBy(asc(events.ordinal), asc(events.id));
}

/** An event, or null. */
export async function findEvent(transaction: Transaction, id: string): Promise<EventRow | null> {
  const [row] = await transaction
    .select(getTableColumns(events))
    .from(events)
    .innerJoin(seasons, and(eq(seasons.id, events.seasonId), isNull(seasons.deletedAt)))
    .where(and(eq(events.id, id), isNull(events.deletedAt)));
  return row ?? null;
}

/** A session that is attached to an event. */
export interface AttachedSession {
  readonly eventId: string;
  readonly scoring: typeof eventSessions.$inferSelect.scoring;
  readonly session: SessionSummary;
  /** The version of the session's row. */
  readonly version: number;
  /** Whether it counts; a private session does not in a season that everybody may see. */
  readonly counts: boolean;
  readonly isVisible: boolean;
}

/** Sessions of all events of a season, oldest first, and whether this viewer may see each. */
export async function listAttached(
  transaction: Transaction,
  viewer: Viewer,
  seasonId: string,
): Promise<AttachedSession[]> {
  const rows = await transaction
    .select({
      ...summaryColumns,
      eventId: eventSessions.eventId,
      scoring: eventSessions.scoring,
      counts: sql<boolean>`${countsInSeason()}`,
      isVisible: sql<boolean>`${sessionsVisibleTo(viewer)}`,
    })
    .from(eventSessions)
    .innerJoin(events, eq(events.id, eventSessions.eventId))
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .innerJoin(sessions, eq(sessions.id, eventSessions.sessionId))
    .leftJoin(profiles, eq(profiles.id, sessions.userId))
    .where(and(isOfSeason(seasonId), isNull(sessions.deletedAt)))
    .orderBy(asc(sessions.sessionStartTime), asc(sessions.id));
  return rows.map(({ eventId, scoring, counts, isVisible, ...row }) => ({
    eventId,
    scoring,
    session: summaryOf(row),
    version: row.version,
    counts,
    isVisible,
  }));
}

/** The ids among these of sessions that count in a season once they are attached to it. */
export async function findCounting(
  transaction: Transaction,
  seasonId: string,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(seasons, eq(seasons.id, seasonId))
    .where(and(inArray(sessions.id, [...sessionIds]), countsInSeason()));
  return new Set(rows.map(({ id }) => id));
}

/** Whether a session is public, or its owner is a confirmed driver or the owner of a season. */
export async function canHold(transaction: Transaction, seasonId: string, sessionId: string): Promise<boolean> {
  const rows = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(seasons, eq(seasons.id, seasonId))
    .where(and(eq(sessions.id, sessionId), or(isSeasonAgreed, isPublicSession)));
  return rows.length > 0;
}

/** Number of events of a season. */
export function countEvents(transaction: Transaction, seasonId: string): Promise<number> {
  return transaction.$count(events, isOfSeason(seasonId));
}

/** Number of sessions of all events of a season. */
export function countAttached(transaction: Transaction, seasonId: string): Promise<number> {
  const ids = transaction.select({ id: events.id }).from(events).where(isOfSeason(seasonId));
  const stored = transaction.select({ id: sessions.id }).from(sessions).where(isNull(sessions.deletedAt));
  const isCounted = and(inArray(eventSessions.eventId, ids), inArray(eventSessions.sessionId, stored));
  return transaction.$count(eventSessions, isCounted);
}

/** Drivers of sessions, by session id. */
export async function listResults(
  transaction: Transaction,
  { sessionIds }: { readonly sessionIds: readonly string[] },
): Promise<Map<string, ScoredDriver[]>> {
  const rows = await transaction
    .select(getTableColumns(sessionDrivers))
    .from(sessionDrivers)
    .where(inArray(sessionDrivers.sessionId, [...sessionIds]))
    .orderBy(asc(sessionDrivers.carIndex));
  const found = new Map<string, ScoredDriver[]>();
  for (const { sessionId, resultStatus, recordedName: _, ...driver } of rows) {
    const drivers = found.get(sessionId) ?? [];
    drivers.push({ ...driver, resultStatus: resultStatus as ScoredDriver['resultStatus'] });
    found.set(sessionId, drivers);
  }
  return found;
}

/** Stores new events. */
export async function insertEvents(transaction: Transaction, rows: (typeof events.$inferInsert)[]): Promise<void> {
  await transaction.insert(events).values(rows);
}

/** Updates an event of a season. */
export async function updateEventRow(
  transaction: Transaction,
  { seasonId, id }: { readonly seasonId: string; readonly id: string },
  changes: Partial<
    Pick<
      EventRow,
      | 'track'
      | 'name'
      | 'startsAt'
      | 'pointsFactor'
      | 'hasSprint'
      | 'liveId'
      | 'takesRecordings'
      | 'streamUrl'
      | 'streamStartsAt'
    >
  >,
): Promise<void> {
  // An update without values is an SQL error.
  if (Object.keys(changes).length === 0) return;
  await transaction
    .update(events)
    .set(changes)
    .where(and(eq(events.id, id), eq(events.seasonId, seasonId)));
}

/** Events of the own seasons of the recorder of a live session first, then the oldest. */
const recorderFirst = [
  desc(sql`${seasons.ownerId} is not distinct from ${liveSessions.userId}`),
  asc(events.id),
] as const;

/** The events that a live session is the race of: those of its recorder's own seasons first, then the oldest. */
export function listEventsOfLive(transaction: Transaction, liveId: string) {
  return transaction
    .select({ seasonId: events.seasonId, eventId: events.id })
    .from(events)
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .leftJoin(liveSessions, eq(liveSessions.id, events.liveId))
    .where(and(eq(events.liveId, liveId), isNull(events.deletedAt), isNull(seasons.deletedAt)))
    .orderBy(...recorderFirst);
}

/** For each of these live sessions the first of its events whose season this user may see. */
export function listEventOfEachLive(transaction: Transaction, liveIds: readonly string[], visibleTo: string | null) {
  return transaction
    .selectDistinctOn([events.liveId], {
      liveId: events.liveId,
      seasonId: events.seasonId,
      eventId: events.id,
      seasonName: seasons.name,
      league: leagueOf(visibleTo),
      round: roundOfEvent,
      name: events.name,
      track: events.track,
    })
    .from(events)
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .leftJoin(liveSessions, eq(liveSessions.id, events.liveId))
    .where(and(inArray(events.liveId, [...liveIds]), isNull(events.deletedAt), seasonsVisibleTo(visibleTo)))
    .orderBy(events.liveId, ...recorderFirst);
}

/** Reads the input for the team colours of a season. @throws Error without the season. */
export async function findSeasonOfTeams(transaction: Transaction, id: string) {
  const [row] = await transaction.select({ season: seasonOfTeams }).from(seasons).where(eq(seasons.id, id));
  if (row === undefined) throw new Error('the season of an event does not exist');
  return row.season;
}

/** The events at a track, of seasons of a user or that they record for, that recordings are attached to; of each season the oldest first. */
export function listTakingEvents(transaction: Transaction, userId: string, track: number) {
  return transaction
    .select({ seasonId: events.seasonId, eventId: events.id, startsAt: events.startsAt })
    .from(events)
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .where(
      and(
        eq(events.takesRecordings, true),
        eq(events.track, track),
        isNull(events.deletedAt),
        or(eq(seasons.ownerId, userId), isStaffOf(userId, 'attachRecordings')),
        isNull(seasons.deletedAt),
      ),
    )
    .orderBy(asc(events.seasonId), asc(events.ordinal), asc(events.id));
}

/** The live session of an event is over. */
export async function clearLive(transaction: Transaction, eventId: string): Promise<void> {
  await transaction.update(events).set({ liveId: null }).where(eq(events.id, eventId));
}

/** Orders the events of a season as their ids are listed. */
export async function orderEventRows(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  await transaction
    .update(events)
    .set({ ordinal: sql`array_position(array[${list}], ${events.id})` })
    .where(inArray(events.id, [...ids]));
}

/** Attaches sessions to an event. Sessions that are already attached are unchanged. */
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

/** Chooses how a session of an event scores. Returns false when it is not attached there. */
export async function setAttachedScoring(
  transaction: Transaction,
  { eventId, sessionId }: { readonly eventId: string; readonly sessionId: string },
  scoring: AttachedSession['scoring'],
): Promise<boolean> {
  const changed = await transaction
    .update(eventSessions)
    .set({ scoring })
    .where(and(eq(eventSessions.eventId, eventId), eq(eventSessions.sessionId, sessionId)))
    .returning({ id: eventSessions.sessionId });
  return changed.length > 0;
}

/** Detaches a session from an event. Returns false when it was not attached. */
export async function detachSession(transaction: Transaction, eventId: string, sessionId: string): Promise<boolean> {
  const removed = await transaction
    .delete(eventSessions)
    .where(and(eq(eventSessions.eventId, eventId), eq(eventSessions.sessionId, sessionId)))
    .returning();
  return removed.length > 0;
}
