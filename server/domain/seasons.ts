import { v7 } from 'uuid';
import type { EventCreate } from '#contract/bodies';
import { unpagedBound } from '#contract/constants';
import type { Track } from '#contract/enumerations';
import type { Ruling } from '#contract/race/rulings';
import { defaultRules, standingsOf } from '#contract/race/scoring';
import type { Season, SeasonEvent, SeasonPage, SeasonSummary } from '#contract/season';
import { conflict, notFound } from '../http/problem.ts';
import {
  attachSessions,
  deleteEventRow,
  detachSession,
  insertEvents,
  listAttached,
  listEvents,
  listResults,
  listRulings,
} from '../storage/season-events.ts';
import {
  countSeasons,
  deleteSeasonRow,
  findSeason,
  insertSeason,
  listLeaguesOfSeason,
  listSeasonSummaries,
  type SeasonRow,
  updateSeasonRow,
} from '../storage/seasons.ts';
import { findSessionIds } from '../storage/sessions.ts';
import {
  type Context,
  callerIdOf,
  type ExpectedVersion,
  requireOwner,
  requireUser,
  requireVersion,
  type Versioned,
} from './context.ts';

/** A season with its events and current standings. @throws Problem 404. */
export async function getSeason(context: Context, id: string): Promise<Versioned<Season>> {
  const row = await findSeason(context.transaction, id, callerIdOf(context));
  if (row === null) throw notFound();
  return { value: await loadSeason(context, row), version: row.version };
}

async function loadSeason(context: Context, row: SeasonRow): Promise<Season> {
  const { transaction } = context;
  const eventRows = await listEvents(transaction, row.id);
  const attached = await listAttached(transaction, row.id);
  const results = await listResults(transaction, row.id);
  const rulings = await listRulings(transaction, row.id);
  const leagues = await listLeaguesOfSeason(transaction, row.id, callerIdOf(context));
  const sessionsOf = (eventId: string) => attached.filter((session) => session.eventId === eventId);
  const driversOf = (sessionId: string) => results.get(sessionId) ?? [];

  const events: SeasonEvent[] = eventRows.map(({ id, track, name, startsAt }) => ({
    id,
    track: track as Track,
    name,
    startsAt,
    sessions: sessionsOf(id).map(({ session, scoring }) => ({
      session,
      driverNames: driversOf(session.id).map((driver) => driver.name),
      ...(scoring === null ? {} : { scoring }),
    })),
  }));
  const scored = eventRows.map(({ id, track, halfPoints }) => ({
    id,
    track: track as Track,
    halfPoints,
    sessions: sessionsOf(id).map(({ session, scoring }) => ({
      sessionId: session.id,
      sessionType: session.sessionType,
      numberOfLaps: session.numberOfLaps,
      scoring,
      drivers: driversOf(session.id),
    })),
  }));
  return {
    id: row.id,
    name: row.name,
    ownerId: row.ownerId,
    events,
    standings: standingsOf(scored, row.rules ?? defaultRules, row.aliases ?? {}, rulings.flatMap(toRulings)),
    leagues,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function toRulings(row: Awaited<ReturnType<typeof listRulings>>[number]): Ruling[] {
  const { id, sessionId, author, reason, madeAt, kind } = row;
  const shared = { id, sessionId, author, reason, madeAt, withdrawn: row.withdrawnAt !== null };
  if (kind === 'excludeSession') return [{ ...shared, kind }];
  // Every other kind applies to a driver; a row without one has no effect.
  if (row.carIndex === null) return [];
  const { carIndex } = row;
  const amount = row.amount ?? 0;
  switch (kind) {
    case 'time':
      return [{ ...shared, kind, carIndex, milliseconds: amount }];
    case 'places':
      return [{ ...shared, kind, carIndex, places: amount }];
    case 'points':
      return [{ ...shared, kind, carIndex, points: amount }];
    case 'disqualify':
    case 'reinstate':
      return [{ ...shared, kind, carIndex }];
  }
}

/** The newest seasons that the caller may see. */
export function listSeasons(context: Context): Promise<SeasonSummary[]> {
  return listSeasonSummaries(context.transaction, { visibleTo: callerIdOf(context) }, unpagedBound);
}

/** The newest seasons of a user that the caller may see. */
export function listSeasonsOf(context: Context, userId: string): Promise<SeasonSummary[]> {
  const filter = { visibleTo: callerIdOf(context), ownerId: userId };
  return listSeasonSummaries(context.transaction, filter, unpagedBound);
}

/** A page of the caller's seasons. */
export async function pageOwnSeasons(context: Context, query: { page: number; pageSize: number }): Promise<SeasonPage> {
  const userId = requireUser(context);
  const own = { visibleTo: userId, ownerId: userId };
  const totalElements = await countSeasons(context.transaction, own);
  const offset = query.page * query.pageSize;
  return { totalElements, seasons: await listSeasonSummaries(context.transaction, own, query.pageSize, offset) };
}

/** Creates a season that the caller owns. */
export async function createSeason(context: Context, { name }: { name: string }): Promise<Versioned<Season>> {
  const { transaction, now } = context;
  const id = v7();
  await insertSeason(transaction, {
    id,
    name,
    ownerId: requireUser(context),
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  return getSeason(context, id);
}

interface SeasonTarget {
  readonly id: string;
  readonly expected: ExpectedVersion;
}

/** Loads and locks a season for a change. @throws Problem 403, 404 or 412. */
async function lockOwnSeason(context: Context, { id, expected }: SeasonTarget): Promise<SeasonRow> {
  const row = await findSeason(context.transaction, id, callerIdOf(context), true);
  if (row === null) throw notFound();
  requireOwner(context, row);
  await requireVersion(expected, row, () => loadSeason(context, row));
  return row;
}

async function touchSeason(context: Context, id: string, changes: { name?: string } = {}): Promise<Versioned<Season>> {
  await updateSeasonRow(context.transaction, id, { ...changes, updatedAt: context.now });
  return getSeason(context, id);
}

/** Renames a season. */
export async function renameSeason(
  context: Context,
  input: SeasonTarget & { name: string },
): Promise<Versioned<Season>> {
  const { id } = await lockOwnSeason(context, input);
  return touchSeason(context, id, { name: input.name });
}

/** Deletes a season. Its sessions are kept. */
export async function deleteSeason(context: Context, input: SeasonTarget): Promise<void> {
  const { id } = await lockOwnSeason(context, input);
  await deleteSeasonRow(context.transaction, id);
}

/** The maximum number of events of a season. */
const maxEvents = 200;

/** Appends events to a season. @throws Problem 409 when it would have more than 200 events. */
export async function addEvents(
  context: Context,
  input: SeasonTarget & { events: readonly EventCreate[] },
): Promise<Versioned<Season>> {
  const { id } = await lockOwnSeason(context, input);
  const present = await listEvents(context.transaction, id);
  if (present.length + input.events.length > maxEvents) {
    throw conflict(`A season has at most ${maxEvents} events.`);
  }
  const next = Math.max(0, ...present.map((event) => event.ordinal + 1));
  await insertEvents(
    context.transaction,
    input.events.map((event, index) => ({ ...event, id: v7(), seasonId: id, ordinal: next + index })),
  );
  return touchSeason(context, id);
}

interface EventTarget extends SeasonTarget {
  readonly eventId: string;
}

/** Deletes an event. Its sessions are kept. @throws Problem 404, also for an event of another season. */
export async function deleteEvent(context: Context, input: EventTarget): Promise<void> {
  const { id } = await lockOwnSeason(context, input);
  if (!(await deleteEventRow(context.transaction, id, input.eventId))) throw notFound();
  await touchSeason(context, id);
}

async function requireEvent(context: Context, seasonId: string, eventId: string): Promise<void> {
  const events = await listEvents(context.transaction, seasonId);
  if (!events.some((event) => event.id === eventId)) throw notFound();
}

/**
 * Attaches sessions, of any user, to an event.
 * @throws Problem 404 for an event of another season or a missing session, 409 for a session that is attached to
 * another event of this season.
 */
export async function addSessions(
  context: Context,
  input: EventTarget & { sessionIds: readonly string[] },
): Promise<Versioned<Season>> {
  const { transaction } = context;
  const { id } = await lockOwnSeason(context, input);
  await requireEvent(context, id, input.eventId);
  const existing = await findSessionIds(transaction, input.sessionIds);
  if (input.sessionIds.some((sessionId) => !existing.has(sessionId))) throw notFound();
  const attached = await listAttached(transaction, id);
  const isElsewhere = attached.some(
    ({ eventId, session }) => eventId !== input.eventId && input.sessionIds.includes(session.id),
  );
  if (isElsewhere) throw conflict('A session counts once: it is attached to another event of this season.');
  await attachSessions(transaction, input.eventId, input.sessionIds);
  return touchSeason(context, id);
}

/** Detaches a session from an event. @throws Problem 404 when it is not attached there. */
export async function removeSession(context: Context, input: EventTarget & { sessionId: string }): Promise<void> {
  const { id } = await lockOwnSeason(context, input);
  await requireEvent(context, id, input.eventId);
  if (!(await detachSession(context.transaction, input.eventId, input.sessionId))) throw notFound();
  await touchSeason(context, id);
}
