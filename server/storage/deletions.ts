import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Deletion } from '#contract/entities/deletion';
import type { Transaction } from './open-storage.ts';
import { events, leagues, liveSessions, seasons, sessions } from './tables.ts';
import { isStaffOf } from './visibility.ts';

type Kind = Deletion['kind'];

const entities = { session: sessions, event: events, season: seasons, league: leagues };
/** All of them have the columns that are used here. */
const tableOf = (kind: Kind) => entities[kind] as typeof events;

/** Marks a row as deleted. */
export async function setDeleted(transaction: Transaction, kind: Kind, id: string, deletedAt: string): Promise<void> {
  await transaction
    .update(tableOf(kind))
    .set({ deletedAt })
    .where(eq(tableOf(kind).id, id));
}

/** Restores a deleted row, as another version of it. Returns false when it is not deleted any more. */
export async function restoreRow(transaction: Transaction, kind: Kind, id: string): Promise<boolean> {
  const table = tableOf(kind);
  const version = kind === 'event' ? {} : { version: sql`version + 1` };
  const restored = await transaction
    .update(table)
    .set({ deletedAt: null, ...version })
    .where(and(eq(table.id, id), isNotNull(table.deletedAt)))
    .returning({ id: table.id });
  return restored.length > 0;
}

/** Deletes rows for good. */
export async function purgeRows(transaction: Transaction, kind: Kind, ids: readonly string[]): Promise<void> {
  await transaction.delete(tableOf(kind)).where(inArray(tableOf(kind).id, [...ids]));
}

interface DeletedFilter {
  readonly userId: string;
  /** Deleted after this instant. */
  readonly after: string;
  readonly id?: string;
}

/** What a user has deleted, by kind; by its id also what others have in seasons that the user manages. The size of a large value is read without the value. */
export async function listDeletedRows(transaction: Transaction, { userId, after, id }: DeletedFilter) {
  const isMeant = (table: { readonly id: PgColumn; readonly deletedAt: PgColumn }) =>
    and(gt(table.deletedAt, after), id === undefined ? undefined : eq(table.id, id));
  const isManaged = eq(seasons.ownerId, userId);
  const ofSeason = id === undefined ? isManaged : or(isManaged, isStaffOf(userId, 'manageSeason'));
  const { trackId, sessionType, internalSessionId, sessionStartTime, detail } = sessions;
  const versions = sql`(select coalesce(sum(octet_length(detail)), 0) from session_versions where session_id = sessions.id)`;
  return {
    leagues: await transaction
      .select({ id: leagues.id, name: leagues.name, deletedAt: leagues.deletedAt })
      .from(leagues)
      .where(and(eq(leagues.ownerId, userId), isMeant(leagues))),
    seasons: await transaction
      .select({ id: seasons.id, name: seasons.name, deletedAt: seasons.deletedAt })
      .from(seasons)
      .where(and(ofSeason, isMeant(seasons))),
    events: await transaction
      .select({
        id: events.id,
        seasonId: events.seasonId,
        name: events.name,
        track: events.track,
        deletedAt: events.deletedAt,
      })
      .from(events)
      .innerJoin(seasons, eq(seasons.id, events.seasonId))
      .where(and(ofSeason, isMeant(events))),
    sessions: await transaction
      .select({
        ...{ id: sessions.id, trackId, sessionType, internalSessionId, sessionStartTime },
        deletedAt: sessions.deletedAt,
        bytes: sql`octet_length(${detail}) + ${versions}`.mapWith(Number),
      })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isMeant(sessions))),
  };
}

/** The live sessions of an event, or of the events of a season, that have ended, with the sessions that they stored. */
export function listEndedLive(
  transaction: Transaction,
  of: { readonly eventId: string } | { readonly seasonId: string },
) {
  return transaction
    .selectDistinct({ liveId: liveSessions.id, sessionId: liveSessions.sessionId })
    .from(events)
    .innerJoin(liveSessions, eq(liveSessions.id, events.liveId))
    .where(
      and(
        'eventId' in of ? eq(events.id, of.eventId) : eq(events.seasonId, of.seasonId),
        isNull(events.deletedAt),
        isNotNull(liveSessions.endedAt),
      ),
    );
}
