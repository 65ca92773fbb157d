import { and, count, desc, eq, inArray, isNull, lte, not } from 'drizzle-orm';
import type { Driver, SessionSummary } from '#contract/entities/session';
import type { Transaction } from './open-storage.ts';
import { isRacedEvent, roundOfEvent } from './session-events.ts';
import { countSessions, isUnnamed, listSummaries } from './sessions.ts';
import { events, seasons, sessionDrivers } from './tables.ts';

/** A user's sessions that are attached to no event, newest first, and how many there are. */
export async function listUnattached(
  transaction: Transaction,
  userId: string,
  limit: number,
): Promise<{ total: number; sessions: SessionSummary[] }> {
  const viewer = { userId, keyHash: null };
  const filter = { userId, without: 'event' } as const;
  return {
    total: await countSessions(transaction, viewer, filter),
    sessions: await listSummaries(transaction, viewer, filter, limit),
  };
}

/** A driver without a name of their own. */
type UnnamedDriver = Readonly<Pick<Driver, 'carIndex' | 'name'>>;

/** A user's sessions with drivers that have no name of their own, newest first, and how many there are. */
export async function listUnnamed(
  transaction: Transaction,
  userId: string,
  limit: number,
): Promise<{ total: number; sessions: { session: SessionSummary; drivers: UnnamedDriver[] }[] }> {
  const viewer = { userId, keyHash: null };
  const filter = { userId, without: 'names' } as const;
  const found = await listSummaries(transaction, viewer, filter, limit);
  const ids = found.map(({ id }) => id);
  const drivers = await transaction
    .select({ sessionId: sessionDrivers.sessionId, carIndex: sessionDrivers.carIndex, name: sessionDrivers.name })
    .from(sessionDrivers)
    .where(and(inArray(sessionDrivers.sessionId, ids), isUnnamed))
    .orderBy(sessionDrivers.carIndex);
  return {
    total: await countSessions(transaction, viewer, filter),
    sessions: found.map((session) => ({
      session,
      drivers: drivers
        .filter(({ sessionId }) => sessionId === session.id)
        .map(({ carIndex, name }) => ({ carIndex, name })),
    })),
  };
}

/** The rounds of a user's seasons that started at an instant or before, and have no race: the latest first, and how many. */
export async function listOverdue(
  transaction: Transaction,
  { ownerId, before }: { readonly ownerId: string; readonly before: string },
  limit: number,
) {
  const isOverdue = and(
    eq(seasons.ownerId, ownerId),
    isNull(seasons.deletedAt),
    isNull(events.deletedAt),
    lte(events.startsAt, before),
    isNull(events.liveId),
    not(isRacedEvent),
  );
  const { id: eventId, seasonId, name, track, startsAt } = events;
  const rounds = await transaction
    .select({ eventId, seasonId, seasonName: seasons.name, round: roundOfEvent, name, track, startsAt })
    .from(events)
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .where(isOverdue)
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(limit);
  const [all] = await transaction
    .select({ total: count() })
    .from(events)
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .where(isOverdue);
  return { total: all?.total ?? 0, rounds };
}
