import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { selectSummaries } from './sessions.ts';
import { eventSessions, events, seasons, sessions } from './tables.ts';
import { isPublicSession } from './visibility.ts';

/** The live race that a session was had this key. A session that was private stays so. */
export async function setKeyHash(transaction: Transaction, id: string, keyHash: string): Promise<void> {
  await transaction
    .update(sessions)
    .set({ keyHash })
    .where(and(eq(sessions.id, id), sql`${sessions.keyHash} is distinct from ${keyHash}`));
}

/** Stores what the owner of a session has decided. */
export async function setVisibility(
  transaction: Transaction,
  id: string,
  visibility: 'public' | 'private',
): Promise<void> {
  await transaction
    .update(sessions)
    .set({ visibility, version: sql`${sessions.version} + 1` })
    .where(eq(sessions.id, id));
}

const isStillPublic = (userId: string) =>
  and(eq(sessions.userId, userId), eq(sessions.visibility, 'stillPublic'), isNull(sessions.deletedAt));

/** The newest of a user's sessions that were public before sessions could be private, and how many there are. */
export async function listStillPublic(transaction: Transaction, userId: string, limit: number) {
  const viewer = { userId, keyHash: null };
  return {
    total: await transaction.$count(sessions, isStillPublic(userId)),
    sessions: await selectSummaries(transaction, viewer, isStillPublic(userId), limit),
  };
}

/** Stores what their owner has decided on all of these. */
export async function settleStillPublic(
  transaction: Transaction,
  userId: string,
  visibility: 'public' | 'private',
): Promise<void> {
  await transaction
    .update(sessions)
    .set({ visibility, version: sql`${sessions.version} + 1` })
    .where(isStillPublic(userId));
}

/** Which sessions: those in one season, in all of a user, or one of them. */
export type HeldBy = { readonly seasonId: string } | { readonly ownerId: string } | { readonly sessionId: string };

/** The ids of these sessions, deleted ones included, that are private because all seasons that hold them are. */
export async function listFollowing(transaction: Transaction, of: HeldBy): Promise<string[]> {
  const rows = await transaction
    .selectDistinct({ id: sessions.id })
    .from(eventSessions)
    .innerJoin(events, eq(events.id, eventSessions.eventId))
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .innerJoin(sessions, eq(sessions.id, eventSessions.sessionId))
    .where(
      and(
        'seasonId' in of ? eq(seasons.id, of.seasonId) : undefined,
        'ownerId' in of ? eq(seasons.ownerId, of.ownerId) : undefined,
        'sessionId' in of ? eq(sessions.id, of.sessionId) : undefined,
        isNull(sessions.visibility),
        isNull(sessions.keyHash),
        not(isPublicSession),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Keeps those of these sessions private that are in no season now. */
export async function setLeftSeason(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction
    .update(sessions)
    .set({ visibility: 'leftSeason' })
    .where(and(inArray(sessions.id, [...ids]), isPublicSession));
}
