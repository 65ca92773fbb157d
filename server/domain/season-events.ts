import { v7 } from 'uuid';
import type { EventCreate, EventUpdate } from '#contract/api/bodies';
import type { Season } from '#contract/entities/season';
import type { Scoring } from '#contract/enumerations';
import { orderByDate } from '#contract/race/event-order';
import { conflict, notFound, refused } from '../http/problem.ts';
import { removeDeletedOfEvent } from '../storage/deleted-sessions.ts';
import { findLive } from '../storage/live-races.ts';
import {
  attachSessions,
  detachSession,
  type EventRow,
  insertEvents,
  listAttached,
  listEvents,
  orderEventRows,
  setAttachedScoring,
  updateEventRow,
} from '../storage/season-events.ts';
import { findSessionIds } from '../storage/sessions.ts';
import { type Context, type Versioned, viewerOf } from './context.ts';
import { deleteEntity } from './deletions.ts';
import { cancelReminder } from './deliveries.ts';
import { lockOwnSeason, type SeasonTarget, touchSeason } from './load-season.ts';
import { tellLive, untellAnswerBy, untellTomorrow } from './notices/tell-drivers.ts';
import { maxEvents, maxSessions } from './season-bounds.ts';
import { stayPrivate } from './stay-private.ts';

/** Adds events to a season, by date; those with a date take the recordings of the owner. @throws Problem 409 when it would have more than 100 events. */
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
  const added = input.events.map((event, index) => ({
    ...event,
    id: v7(),
    seasonId: id,
    ordinal: next + index,
    takesRecordings: takesRecordings(event),
  }));
  await insertEvents(context.transaction, added);
  await sortEvents(
    context,
    id,
    added.map((event) => event.id),
  );
  return touchSeason(context, id);
}

/** Without a date, every later recording at the track would be taken. */
function takesRecordings({ startsAt }: Pick<EventCreate, 'startsAt'>): boolean {
  return startsAt != null;
}

/** Moves events to their places by date, unless the owner has ordered the events otherwise. */
async function sortEvents({ transaction }: Context, seasonId: string, changedIds: readonly string[]): Promise<void> {
  const events = await listEvents(transaction, seasonId);
  const sorted = orderByDate(events, new Set(changedIds));
  if (events.some(({ id }, index) => id !== sorted[index])) await orderEventRows(transaction, sorted);
}

interface EventTarget extends SeasonTarget {
  readonly eventId: string;
}

/**
 * Changes an event; absent fields stay.
 * @throws Problem 404, also for an event of another season; 422 for a live session that does not run.
 */
export async function updateEvent(
  context: Context,
  input: EventTarget & { changes: EventUpdate },
): Promise<Versioned<Season>> {
  const season = await lockOwnSeason(context, input);
  const { id } = season;
  const target = { seasonId: id, id: input.eventId };
  const event = await requireEvent(context, id, input.eventId);
  const { liveId = null, startsAt } = input.changes;
  await requireRunning(context, liveId);
  if (startsAt !== undefined && startsAt !== event.startsAt) {
    await cancelReminder(context, event);
    await untellTomorrow(context, event);
    await untellAnswerBy(context, season, event);
  }
  await updateEventRow(context.transaction, target, input.changes);
  if (liveId !== null) await tellLive(context, { seasonId: id, eventId: event.id, liveId });
  if (startsAt !== undefined) await sortEvents(context, id, [input.eventId]);
  return touchSeason(context, id);
}

/** Readers of the season could register an id that is still free. */
async function requireRunning({ transaction }: Context, liveId: string | null): Promise<void> {
  const live = liveId === null ? null : await findLive(transaction, liveId);
  if (liveId !== null && (live === null || live.endedAt !== null))
    throw refused([{ path: 'liveId', message: 'must be a live session that runs now' }]);
}

/** Orders the events of a season. @throws Problem 422 unless every event is listed once. */
export async function orderEvents(
  context: Context,
  input: SeasonTarget & { eventIds: readonly string[] },
): Promise<Versioned<Season>> {
  const { id } = await lockOwnSeason(context, input);
  const present = (await listEvents(context.transaction, id)).map((event) => event.id);
  const listed = new Set(input.eventIds);
  const isComplete = listed.size === input.eventIds.length && listed.size === present.length;
  if (!isComplete || present.some((eventId) => !listed.has(eventId))) {
    throw refused([{ path: 'eventIds', message: 'must list every event of the season once' }]);
  }
  await orderEventRows(context.transaction, input.eventIds);
  return touchSeason(context, id);
}

/** Deletes an event without its sessions. It can be restored for a while. @throws Problem 404, also for an event of another season. */
export async function deleteEvent(context: Context, input: EventTarget): Promise<void> {
  const { id } = await lockOwnSeason(context, input);
  const event = await requireEvent(context, id, input.eventId);
  await stayPrivate(context.transaction, { seasonId: id }, () => deleteEntity(context, 'event', event.id));
  await touchSeason(context, id);
}

async function requireEvent(context: Context, seasonId: string, eventId: string): Promise<EventRow> {
  const events = await listEvents(context.transaction, seasonId);
  const event = events.find(({ id }) => id === eventId);
  if (event === undefined) throw notFound();
  return event;
}

/**
 * Attaches sessions, of any user, to an event.
 * @throws Problem 404 for an event of another season or a session that the caller may not see, 409 for a session that is attached to
 * another event of this season, or more than 200 sessions.
 */
export async function addSessions(
  context: Context,
  input: EventTarget & { sessionIds: readonly string[] },
): Promise<Versioned<Season>> {
  const { transaction } = context;
  const { id } = await lockOwnSeason(context, input);
  await requireEvent(context, id, input.eventId);
  await requireVisible(context, input.sessionIds);
  const attached = await listAttached(transaction, viewerOf(context), id);
  const isElsewhere = attached.some(
    ({ eventId, session }) => eventId !== input.eventId && input.sessionIds.includes(session.id),
  );
  if (isElsewhere) throw conflict('A session counts once: it is attached to another event of this season.');
  const present = new Set(attached.map(({ session }) => session.id));
  const added = new Set(input.sessionIds.filter((sessionId) => !present.has(sessionId)));
  if (present.size + added.size > maxSessions) throw conflict(`A season has at most ${maxSessions} sessions.`);
  await attachSessions(transaction, input.eventId, input.sessionIds);
  await removeDeletedOfEvent(transaction, input.eventId);
  return touchSeason(context, id);
}

/** @throws Problem 404 unless the caller may see these sessions. */
async function requireVisible(context: Context, sessionIds: readonly string[]): Promise<void> {
  const visible = await findSessionIds(context.transaction, viewerOf(context), sessionIds);
  if (sessionIds.some((sessionId) => !visible.has(sessionId))) throw notFound();
}

/** Detaches a session from an event. @throws Problem 404 when it is not attached there. */
export async function removeSession(context: Context, input: EventTarget & { sessionId: string }): Promise<void> {
  const { id } = await lockOwnSeason(context, input);
  await requireEvent(context, id, input.eventId);
  await requireVisible(context, [input.sessionId]);
  const { transaction } = context;
  const isDetached = await stayPrivate(transaction, { seasonId: id }, () =>
    detachSession(transaction, input.eventId, input.sessionId),
  );
  if (!isDetached) throw notFound();
  await touchSeason(context, id);
}

/** Chooses how an attached session scores; null for the default. @throws Problem 404 when it is not attached there. */
export async function setSessionScoring(
  context: Context,
  input: EventTarget & { sessionId: string; scoring: Scoring | null },
): Promise<Versioned<Season>> {
  const { id } = await lockOwnSeason(context, input);
  await requireEvent(context, id, input.eventId);
  await requireVisible(context, [input.sessionId]);
  if (!(await setAttachedScoring(context.transaction, input, input.scoring))) throw notFound();
  return touchSeason(context, id);
}
