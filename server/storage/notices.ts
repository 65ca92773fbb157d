import { and, asc, count, desc, eq, exists, gt, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import { usualAnswerHours } from '#contract/entities/line-up';
import type { NoticeKind } from '#contract/entities/notice';
import { hasRight, type Right } from '#contract/rights';
import type { Transaction } from './open-storage.ts';
import { isAfter } from './page-keys.ts';
import {
  eventAnswers,
  eventSessions,
  events,
  leagueSeasons,
  leagues,
  members,
  notices,
  rosterClaims,
  seasons,
  sessions,
} from './tables.ts';
import { seasonsVisibleTo } from './visibility.ts';

export type NoticeRow = typeof notices.$inferSelect;

/**
 * Stores notices; a user who was told of the subject is not told again. Of gathered ones, what is new is counted. Returns those
 * that are new, or count more.
 */
export async function insertNotices(
  transaction: Transaction,
  rows: readonly NoticeRow[],
  isGathered: boolean,
): Promise<NoticeRow[]> {
  if (rows.length === 0) return [];
  const insert = transaction.insert(notices).values([...rows]);
  if (!isGathered) return insert.onConflictDoNothing().returning();
  const set = { count: sql`${notices.count} + 1`, at: sql`excluded.at`, readAt: null };
  return insert.onConflictDoUpdate({ target: [notices.userId, notices.subject], set }).returning();
}

/** The names of what a notice is about; null where the season is gone. */
export async function findSubject(
  transaction: Transaction,
  { seasonId, eventId }: Pick<NoticeRow, 'seasonId' | 'eventId'>,
) {
  const isEvent = eventId === null ? sql`false` : eq(events.id, eventId);
  const [row] = await transaction
    .select({ seasonName: seasons.name, eventName: events.name, track: events.track })
    .from(seasons)
    .leftJoin(events, isEvent)
    .where(eq(seasons.id, seasonId));
  return row ?? null;
}

/** Condition: a notice about a season that its user may see, and about no event that is deleted. */
const isShown = (userId: string) =>
  and(eq(notices.userId, userId), seasonsVisibleTo(userId), or(isNull(notices.eventId), isNull(events.deletedAt)));

/** Notices of a user with the names of what they are about, newest first. */
export function listNoticeRows(transaction: Transaction, userId: string, after: string | undefined, limit: number) {
  return transaction
    .select({ notice: notices, seasonName: seasons.name, eventName: events.name, track: events.track })
    .from(notices)
    .innerJoin(seasons, eq(seasons.id, notices.seasonId))
    .leftJoin(events, eq(events.id, notices.eventId))
    .where(and(isShown(userId), isAfter({ time: notices.at, id: notices.id }, after)))
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(limit);
}

/** How many notices a user has not read. */
export async function countUnread(transaction: Transaction, userId: string): Promise<number> {
  const [row] = await transaction
    .select({ unread: count() })
    .from(notices)
    .innerJoin(seasons, eq(seasons.id, notices.seasonId))
    .leftJoin(events, eq(events.id, notices.eventId))
    .where(and(isShown(userId), isNull(notices.readAt)));
  return row?.unread ?? 0;
}

/** Marks the notices of a user as read that were made until a time. */
export async function markRead(
  transaction: Transaction,
  { userId, until, now }: { readonly userId: string; readonly until: string; readonly now: string },
): Promise<void> {
  await transaction
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), lte(notices.at, until)));
}

/** The users who drive in a season. */
export async function listDriverIds(transaction: Transaction, seasonId: string): Promise<string[]> {
  const rows = await transaction
    .select({ userId: rosterClaims.userId })
    .from(rosterClaims)
    .where(and(eq(rosterClaims.seasonId, seasonId), isNotNull(rosterClaims.confirmedAt)));
  return rows.map(({ userId }) => userId);
}

/** The users with a right in a season: its owner, and members of the owner's leagues that contain it. */
export async function listStaffIds(transaction: Transaction, seasonId: string, right: Right): Promise<string[]> {
  const rows = await transaction
    .select({ ownerId: seasons.ownerId, userId: members.userId, roles: members.roles })
    .from(seasons)
    .leftJoin(leagueSeasons, eq(leagueSeasons.seasonId, seasons.id))
    .leftJoin(
      leagues,
      and(eq(leagues.id, leagueSeasons.leagueId), eq(leagues.ownerId, seasons.ownerId), isNull(leagues.deletedAt)),
    )
    .leftJoin(members, eq(members.leagueId, leagues.id))
    .where(eq(seasons.id, seasonId));
  const staff = rows.flatMap(({ userId, roles }) => (userId !== null && hasRight(roles ?? [], right) ? [userId] : []));
  return [...new Set([...rows.map(({ ownerId }) => ownerId), ...staff])];
}

/** Deletes notices of a kind on a subject of a season, with the messages about them that wait. */
export async function deleteNotices(
  transaction: Transaction,
  {
    kind,
    seasonId,
    subject,
    userId,
  }: { readonly kind: NoticeKind; readonly seasonId: string; readonly subject: string; readonly userId?: string },
): Promise<void> {
  const isMeant = and(eq(notices.seasonId, seasonId), eq(notices.subject, `${kind} ${seasonId} ${subject}`));
  await transaction.delete(notices).where(and(isMeant, userId === undefined ? undefined : eq(notices.userId, userId)));
}

/** When the time to answer to an event is over. */
const answersUntil = sql<string>`${events.startsAt} - make_interval(hours => coalesce(${seasons.answerHours}, ${usualAnswerHours}))`;

/** Drivers of events whose time for answers ends between two times, who have not answered, and were not told. */
export function listUnanswered(transaction: Transaction, now: string, until: string, limit: number) {
  const { id, seasonId, startsAt } = events;
  const { userId } = rosterClaims;
  const one = { one: sql`1` };
  const answered = transaction
    .select(one)
    .from(eventAnswers)
    .where(and(eq(eventAnswers.eventId, id), eq(eventAnswers.userId, userId)));
  const told = transaction
    .select(one)
    .from(notices)
    .where(
      and(
        eq(notices.userId, userId),
        eq(notices.eventId, id),
        eq(notices.kind, 'answerBy'),
        eq(notices.dueAt, answersUntil),
      ),
    );
  return transaction
    .select({ id, seasonId, startsAt, answerHours: seasons.answerHours, userId })
    .from(events)
    .innerJoin(seasons, and(eq(seasons.id, seasonId), isNull(seasons.deletedAt)))
    .innerJoin(rosterClaims, and(eq(rosterClaims.seasonId, seasonId), isNotNull(rosterClaims.confirmedAt)))
    .where(
      and(
        sql`${answersUntil} > ${now}::timestamptz`,
        sql`${answersUntil} <= ${until}::timestamptz`,
        isNull(events.deletedAt),
        not(exists(answered)),
        not(exists(told)),
      ),
    )
    .orderBy(asc(startsAt), asc(id), asc(userId))
    .limit(limit);
}

/** Events that begin between two times and of which a driver was not told; those with results are left out. */
export function listEventsAhead(transaction: Transaction, now: string, until: string, limit: number) {
  const { id, seasonId, startsAt } = events;
  const told = transaction
    .select({ one: sql`1` })
    .from(notices)
    .where(
      and(
        eq(notices.userId, rosterClaims.userId),
        eq(notices.eventId, id),
        eq(notices.kind, 'eventTomorrow'),
        eq(notices.dueAt, startsAt),
      ),
    );
  const untold = transaction
    .select({ one: sql`1` })
    .from(rosterClaims)
    .where(and(eq(rosterClaims.seasonId, seasonId), isNotNull(rosterClaims.confirmedAt), not(exists(told))));
  const attached = transaction
    .select({ one: sql`1` })
    .from(eventSessions)
    .innerJoin(sessions, and(eq(sessions.id, eventSessions.sessionId), isNull(sessions.deletedAt)))
    .where(eq(eventSessions.eventId, id));
  return transaction
    .select({ id, seasonId, startsAt })
    .from(events)
    .innerJoin(seasons, and(eq(seasons.id, seasonId), isNull(seasons.deletedAt)))
    .where(
      and(gt(startsAt, now), lte(startsAt, until), isNull(events.deletedAt), exists(untold), not(exists(attached))),
    )
    .orderBy(asc(startsAt), asc(id))
    .limit(limit);
}
