import { and, count, countDistinct, eq, exists, inArray, not, sql } from 'drizzle-orm';
import type { SessionSummary } from '#contract/session';
import type { Transaction } from './open-storage.ts';
import { selectSummaries } from './sessions.ts';
import { eventSessions, sessionDrivers, sessions } from './tables.ts';

/** A user's sessions that are attached to no event, newest first, and how many there are. */
export async function listUnattached(
  transaction: Transaction,
  userId: string,
  limit: number,
): Promise<{ total: number; sessions: SessionSummary[] }> {
  const attachments = transaction
    .select({ one: sql`1` })
    .from(eventSessions)
    .where(eq(eventSessions.sessionId, sessions.id));
  const isUnattached = and(eq(sessions.userId, userId), not(exists(attachments)));
  const [counted] = await transaction.select({ total: count() }).from(sessions).where(isUnattached);
  return { total: counted?.total ?? 0, sessions: await selectSummaries(transaction, isUnattached, limit) };
}

/** A driver without a name of their own. */
interface UnnamedDriver {
  readonly carIndex: number;
  readonly name: string;
}

/** A user's sessions with drivers whose names match a pattern, newest first, and how many there are. */
export async function listUnnamed(
  transaction: Transaction,
  { userId, pattern }: { readonly userId: string; readonly pattern: string },
  limit: number,
): Promise<{ total: number; sessions: { session: SessionSummary; drivers: UnnamedDriver[] }[] }> {
  const isUnnamed = sql`${sessionDrivers.name} ~* ${pattern}`;
  const isOwn = and(eq(sessions.userId, userId), isUnnamed);
  const [counted] = await transaction
    .select({ total: countDistinct(sessions.id) })
    .from(sessionDrivers)
    .innerJoin(sessions, eq(sessions.id, sessionDrivers.sessionId))
    .where(isOwn);
  const unnamed = transaction
    .select({ one: sql`1` })
    .from(sessionDrivers)
    .where(and(eq(sessionDrivers.sessionId, sessions.id), isUnnamed));
  const found = await selectSummaries(transaction, and(eq(sessions.userId, userId), exists(unnamed)), limit);
  const ids = found.map(({ id }) => id);
  const drivers = await transaction
    .select({ sessionId: sessionDrivers.sessionId, carIndex: sessionDrivers.carIndex, name: sessionDrivers.name })
    .from(sessionDrivers)
    .where(and(inArray(sessionDrivers.sessionId, ids), isUnnamed))
    .orderBy(sessionDrivers.carIndex);
  return {
    total: counted?.total ?? 0,
    sessions: found.map((session) => ({
      session,
      drivers: drivers
        .filter(({ sessionId }) => sessionId === session.id)
        .map(({ carIndex, name }) => ({ carIndex, name })),
    })),
  };
}
