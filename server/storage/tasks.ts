import { and, inArray } from 'drizzle-orm';
import type { Driver, SessionSummary } from '#contract/entities/session';
import type { Transaction } from './open-storage.ts';
import { countSessions, isUnnamed, listSummaries } from './sessions.ts';
import { sessionDrivers } from './tables.ts';

/** A user's sessions that are attached to no event, newest first, and how many there are. */
export async function listUnattached(
  transaction: Transaction,
  userId: string,
  limit: number,
): Promise<{ total: number; sessions: SessionSummary[] }> {
  const filter = { userId, without: 'event' } as const;
  return {
    total: await countSessions(transaction, filter),
    sessions: await listSummaries(transaction, filter, limit),
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
  const filter = { userId, without: 'names' } as const;
  const found = await listSummaries(transaction, filter, limit);
  const ids = found.map(({ id }) => id);
  const drivers = await transaction
    .select({ sessionId: sessionDrivers.sessionId, carIndex: sessionDrivers.carIndex, name: sessionDrivers.name })
    .from(sessionDrivers)
    .where(and(inArray(sessionDrivers.sessionId, ids), isUnnamed))
    .orderBy(sessionDrivers.carIndex);
  return {
    total: await countSessions(transaction, filter),
    sessions: found.map((session) => ({
      session,
      drivers: drivers
        .filter(({ sessionId }) => sessionId === session.id)
        .map(({ carIndex, name }) => ({ carIndex, name })),
    })),
  };
}
