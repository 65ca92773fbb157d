import { and } from 'drizzle-orm';
import { v7 } from 'uuid';
import { unpagedBound } from '#contract/constants';
import type { Track } from '#contract/enumerations';
import { defaultRules, type Ruling, standingsOf } from '#contract/scoring';
import type { EventCreate, Season, SeasonEvent, SeasonPage, SeasonSummary } from '#contract/season';
import { conflict, notFound } from '../problem.ts';
import {
  attachSessions,
  changeSeason,
  countSeasons,
  detachSession,
  existingSessions,
  findSeason,
  insertEvents,
  insertSeason,
  listAttached,
  listEvents,
  listLeaguesHolding,
  listResults,
  listRulings,
  listSeasonSummaries,
  removeEventRow,
  removeSeasonRow,
  type SeasonRow,
  seasonsOf,
  seasonsVisibleTo,
} from '../storage/seasons.ts';
import { type Context, type Expected, memberOf, mustMatch, mustOwn, type Versioned } from './context.ts';

function callerId({ caller }: Context): string | null {
  return caller?.userId ?? null;
}

/** A season with its events and the standings as they are now. @throws Problem 404. */
export async function getSeason(context: Context, id: string): Promise<Versioned<Season>> {
  const row = await findSeason(context.transaction, id, callerId(context));
  if (row === null) throw notFound();
  return { value: await wholeSeason(context, row), version: row.version };
}

async function wholeSeason(context: Context, row: SeasonRow): Promise<Season> {
  const { transaction } = context;
  const eventRows = await listEvents(transaction, row.id);
  const attached = await listAttached(transaction, row.id);
  const results = await listResults(transaction, row.id);
  const rulings = await listRulings(transaction, row.id);
  const leagues = await listLeaguesHolding(transaction, row.id, callerId(context));
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
    standings: standingsOf(scored, row.rules ?? defaultRules, row.aliases ?? {}, rulings.flatMap(rulingOf)),
    leagues,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function rulingOf(row: Awaited<ReturnType<typeof listRulings>>[number]): Ruling[] {
  const { id, sessionId, author, reason, madeAt, kind } = row;
  const shared = { id, sessionId, author, reason, madeAt, withdrawn: row.withdrawnAt !== null };
  if (kind === 'excludeSession') return [{ ...shared, kind }];
  // A ruling on a driver is stored with the driver; one without is no ruling.
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
  const visible = seasonsVisibleTo(context.transaction, callerId(context));
  return listSeasonSummaries(context.transaction, visible, unpagedBound);
}

/** The newest seasons of a user that the caller may see. */
export function listSeasonsOf(context: Context, userId: string): Promise<SeasonSummary[]> {
  const visible = seasonsVisibleTo(context.transaction, callerId(context));
  return listSeasonSummaries(context.transaction, and(seasonsOf(userId), visible), unpagedBound);
}

/** A page of the caller's seasons. */
export async function pageOwnSeasons(context: Context, query: { page: number; pageSize: number }): Promise<SeasonPage> {
  const own = seasonsOf(memberOf(context));
  const totalElements = await countSeasons(context.transaction, own);
  const offset = query.page * query.pageSize;
  return { totalElements, seasons: await listSeasonSummaries(context.transaction, own, query.pageSize, offset) };
}

/** Creates a season of the caller's. */
export async function createSeason(context: Context, { name }: { name: string }): Promise<Versioned<Season>> {
  const { transaction, now } = context;
  const id = v7();
  await insertSeason(transaction, { id, name, ownerId: memberOf(context), version: 1, createdAt: now, updatedAt: now });
  return getSeason(context, id);
}

interface OfSeason {
  readonly id: string;
  readonly expected: Expected;
}

/** Loads a season to change it, if the caller may and If-Match names what is there. */
async function ownSeason(context: Context, { id, expected }: OfSeason): Promise<SeasonRow> {
  const row = await findSeason(context.transaction, id, callerId(context), true);
  if (row === null) throw notFound();
  mustOwn(context, row);
  await mustMatch(expected, row, () => wholeSeason(context, row));
  return row;
}

async function changed(context: Context, id: string, changes: { name?: string } = {}): Promise<Versioned<Season>> {
  await changeSeason(context.transaction, id, { ...changes, updatedAt: context.now });
  return getSeason(context, id);
}

/** Renames a season. */
export async function renameSeason(context: Context, input: OfSeason & { name: string }): Promise<Versioned<Season>> {
  const { id } = await ownSeason(context, input);
  return changed(context, id, { name: input.name });
}

/** Deletes a season; its sessions stay. */
export async function deleteSeason(context: Context, input: OfSeason): Promise<void> {
  const { id } = await ownSeason(context, input);
  await removeSeasonRow(context.transaction, id);
}

/** How many events a season may have. */
const mostEvents = 200;

/** Appends events to a season. @throws Problem 409 when it would have more than 200. */
export async function addEvents(
  context: Context,
  input: OfSeason & { events: readonly EventCreate[] },
): Promise<Versioned<Season>> {
  const { id } = await ownSeason(context, input);
  const present = await listEvents(context.transaction, id);
  if (present.length + input.events.length > mostEvents) {
    throw conflict(`A season has at most ${mostEvents} events.`);
  }
  const next = Math.max(0, ...present.map((event) => event.ordinal + 1));
  await insertEvents(
    context.transaction,
    input.events.map((event, index) => ({ ...event, id: v7(), seasonId: id, ordinal: next + index })),
  );
  return changed(context, id);
}

interface OfEvent extends OfSeason {
  readonly eventId: string;
}

/** Deletes an event; its sessions stay. @throws Problem 404, also for an event of another season. */
export async function deleteEvent(context: Context, input: OfEvent): Promise<void> {
  const { id } = await ownSeason(context, input);
  if (!(await removeEventRow(context.transaction, id, input.eventId))) throw notFound();
  await changed(context, id);
}

async function mustHaveEvent(context: Context, seasonId: string, eventId: string): Promise<void> {
  const events = await listEvents(context.transaction, seasonId);
  if (!events.some((event) => event.id === eventId)) throw notFound();
}

/**
 * Attaches sessions, of any user, to an event.
 * @throws Problem 404 for an event of another season or an absent session, 409 for a session of another event of it.
 */
export async function addSessions(
  context: Context,
  input: OfEvent & { sessionIds: readonly string[] },
): Promise<Versioned<Season>> {
  const { transaction } = context;
  const { id } = await ownSeason(context, input);
  await mustHaveEvent(context, id, input.eventId);
  const existing = await existingSessions(transaction, input.sessionIds);
  if (input.sessionIds.some((sessionId) => !existing.has(sessionId))) throw notFound();
  const attached = await listAttached(transaction, id);
  const isElsewhere = attached.some(
    ({ eventId, session }) => eventId !== input.eventId && input.sessionIds.includes(session.id),
  );
  if (isElsewhere) throw conflict('A session counts once: it is attached to another event of this season.');
  await attachSessions(transaction, input.eventId, input.sessionIds);
  return changed(context, id);
}

/** Detaches a session from an event. @throws Problem 404 when it is not attached there. */
export async function removeSession(context: Context, input: OfEvent & { sessionId: string }): Promise<void> {
  const { id } = await ownSeason(context, input);
  await mustHaveEvent(context, id, input.eventId);
  if (!(await detachSession(context.transaction, input.eventId, input.sessionId))) throw notFound();
  await changed(context, id);
}
