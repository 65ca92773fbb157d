import { and, count, desc, eq, gte, inArray, lt, notExists } from 'drizzle-orm';
import type { SessionType, Track } from '#contract/enumerations';
import type { Transaction } from './open-storage.ts';
import { deletedEventSessions, eventSessions, events, seasonRevisions, seasons, sessions } from './tables.ts';

/** Records for every event that one session, or all of a user, are about to disappear from it. */
export async function recordDeleted(
  transaction: Transaction,
  of: { readonly id: string } | { readonly userId: string },
  deletedAt: string,
): Promise<void> {
  const { id, sessionType, trackId, sessionStartTime } = sessions;
  const attached = await transaction
    .select({ eventId: eventSessions.eventId, sessionId: id, sessionType, trackId, sessionStartTime })
    .from(eventSessions)
    .innerJoin(sessions, eq(sessions.id, eventSessions.sessionId))
    .innerJoin(events, eq(events.id, eventSessions.eventId))
    .where('id' in of ? eq(sessions.id, of.id) : eq(sessions.userId, of.userId))
    // An event that is being deleted by another transaction is waited for, and then left out.
    .for('key share', { of: events });
  if (attached.length === 0) return;
  await transaction
    .insert(deletedEventSessions)
    .values(attached.map((row) => ({ ...row, deletedAt })))
    .onConflictDoNothing();
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
