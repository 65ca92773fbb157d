import { and, asc, count, desc, eq, gte, inArray, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { SessionType, Track } from '#contract/enumerations';
import type { Transaction } from './open-storage.ts';
import { deletedEventSessions, eventSessions, events, seasonRevisions, seasons, sessions } from './tables.ts';
import { isPublicSession, isSeasonAgreed } from './visibility.ts';

/** Records for every event that showed one session, or all of a user, that they are about to disappear from it. */
export async function recordDeleted(
  transaction: Transaction,
  of: { readonly id: string } | { readonly userId: string },
  deletedAt: string,
): Promise<void> {
  const isMeant = 'id' in of ? eq(sessions.id, of.id) : eq(sessions.userId, of.userId);
  // An event that is being deleted by another transaction is waited for, and then left out.
  await transaction.execute(
    sql`insert into ${deletedEventSessions} (event_id, session_id, session_type, track_id, session_start_time, scoring, deleted_at)
        select ${eventSessions.eventId}, ${sessions.id}, ${sessions.sessionType}, ${sessions.trackId},
          ${sessions.sessionStartTime}, ${eventSessions.scoring}, ${deletedAt}::timestamptz
        from ${eventSessions} join ${sessions} on ${sessions.id} = ${eventSessions.sessionId}
        join ${events} on ${events.id} = ${eventSessions.eventId}
        join ${seasons} on ${seasons.id} = ${events.seasonId}
        where ${isMeant} and ${sessions.deletedAt} is null and (${isSeasonAgreed} or ${isPublicSession}) for key share of ${events} on conflict do nothing`,
  );
}

/** Locks the seasons that miss a deleted session, in the order of their ids. */
export async function lockSeasonsMissing(transaction: Transaction, sessionId: string): Promise<void> {
  const ids = transaction
    .select({ id: events.seasonId })
    .from(deletedEventSessions)
    .innerJoin(events, eq(events.id, deletedEventSessions.eventId))
    .where(eq(deletedEventSessions.sessionId, sessionId));
  await transaction
    .select({ one: sql`1` })
    .from(seasons)
    .where(inArray(seasons.id, ids))
    .orderBy(asc(seasons.id))
    .for('update');
}

/**
 * Detaches a restored session from the events that have no record of it any more, or were published without it, and from
 * seasons that have no room. It stays attached to all others, and their records go.
 */
export async function detachSettled(transaction: Transaction, sessionId: string, maxSessions: number): Promise<void> {
  const size = sql`(select count(*) from ${eventSessions} as attached join ${events} as there on there.id = attached.event_id
    join ${sessions} as s on s.id = attached.session_id
    where there.season_id = here.season_id and there.deleted_at is null and s.deleted_at is null)`;
  const missing = sql`select r.event_id from ${deletedEventSessions} as r join ${events} as here on here.id = r.event_id
    where r.session_id = ${sessionId} and ${size} <= ${maxSessions}
      and not exists (select 1 from ${seasonRevisions} as published
        where published.season_id = here.season_id and published.published_at > r.deleted_at)`;
  await transaction
    .delete(eventSessions)
    .where(and(eq(eventSessions.sessionId, sessionId), sql`${eventSessions.eventId} not in (${missing})`));
  await transaction.delete(deletedEventSessions).where(eq(deletedEventSessions.sessionId, sessionId));
}

/** Detaches from a restored event the sessions, deleted ones included, that another event of its season has by now. */
export async function detachElsewhere(transaction: Transaction, eventId: string): Promise<void> {
  const elsewhere = sql`select other.session_id from ${eventSessions} as other
    join ${events} as there on there.id = other.event_id join ${events} as here on here.season_id = there.season_id
    where here.id = ${eventId} and there.id <> here.id and there.deleted_at is null`;
  for (const table of [eventSessions, deletedEventSessions])
    await transaction.delete(table).where(and(eq(table.eventId, eventId), sql`${table.sessionId} in (${elsewhere})`));
}

/** Removes the records of an event. */
export async function removeDeletedOfEvent(transaction: Transaction, eventId: string): Promise<void> {
  await transaction.delete(deletedEventSessions).where(eq(deletedEventSessions.eventId, eventId));
}

/** Removes the records of a season that are older than an instant. */
export async function removeDeletedBefore(transaction: Transaction, seasonId: string, before: string): Promise<void> {
  const ids = transaction.select({ id: events.id }).from(events).where(eq(events.seasonId, seasonId));
  await transaction
    .delete(deletedEventSessions)
    .where(and(inArray(deletedEventSessions.eventId, ids), lt(deletedEventSessions.deletedAt, before)));
}

/**
 * Deleted sessions that events of a user's seasons had, newest deletion first, and how many there are; without those that
 * were deleted before the latest official standings.
 */
export async function listDeleted(transaction: Transaction, ownerId: string, limit: number) {
  const publishedSince = transaction
    .select({ number: seasonRevisions.number })
    .from(seasonRevisions)
    .where(
      and(
        eq(seasonRevisions.seasonId, events.seasonId),
        gte(seasonRevisions.publishedAt, deletedEventSessions.deletedAt),
      ),
    );
  const isOwn = and(
    eq(events.id, deletedEventSessions.eventId),
    eq(seasons.ownerId, ownerId),
    isNull(seasons.deletedAt),
    isNull(events.deletedAt),
    notExists(publishedSince),
  );
  const [counted] = await transaction
    .select({ total: count() })
    .from(deletedEventSessions)
    .innerJoin(events, eq(events.id, deletedEventSessions.eventId))
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .where(isOwn);
  const rows = await transaction
    .select({
      seasonId: seasons.id,
      seasonName: seasons.name,
      eventId: events.id,
      eventName: events.name,
      sessionId: deletedEventSessions.sessionId,
      trackId: deletedEventSessions.trackId,
      sessionType: deletedEventSessions.sessionType,
      sessionStartTime: deletedEventSessions.sessionStartTime,
      deletedAt: deletedEventSessions.deletedAt,
    })
    .from(deletedEventSessions)
    .innerJoin(events, eq(events.id, deletedEventSessions.eventId))
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .where(isOwn)
    .orderBy(desc(deletedEventSessions.deletedAt), desc(deletedEventSessions.sessionId))
    .limit(limit);
  // Copied from a session, whose numbers the contract has checked.
  const found = rows.map((row) => ({
    ...row,
    trackId: row.trackId as Track,
    sessionType: row.sessionType as SessionType,
  }));
  return { total: counted?.total ?? 0, sessions: found };
}
