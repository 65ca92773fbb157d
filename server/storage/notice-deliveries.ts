import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { NoticeChannel } from '#contract/entities/notice';
import type { DeliveryRow } from './deliveries.ts';
import type { Transaction } from './open-storage.ts';
import {
  deliveries,
  events,
  leagueSeasons,
  leagues,
  members,
  noticeSettings,
  notices,
  pushSubscriptions,
  rosterClaims,
  type StoredNoticeSettings,
  seasons,
} from './tables.ts';
import { leaguesVisibleTo, seasonsVisibleTo } from './visibility.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;
type NewRow = Pick<DeliveryRow, 'id' | 'channel' | 'noticeId' | 'subscriptionId' | 'kind' | 'subject' | 'title'> &
  Pick<DeliveryRow, 'content' | 'path' | 'createdAt' | 'nextAttemptAt' | 'expiresAt'>;

/** Stores messages about notices, one for each device, and one by mail. */
export async function insertNoticeDeliveries(transaction: Transaction, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({ ...row, state: 'waiting' as const, attempts: 0 }));
  await transaction.insert(deliveries).values(values).onConflictDoNothing();
}

/** Replaces the text of messages about a notice that wait. */
export async function replaceNoticeText(
  transaction: Transaction,
  noticeId: string,
  text: Pick<DeliveryRow, 'title' | 'content'>,
): Promise<void> {
  const isMeant = and(eq(deliveries.noticeId, noticeId), eq(deliveries.state, 'waiting'));
  await transaction.update(deliveries).set(text).where(isMeant);
}

/** The message about a notice that has waited longest, locked, with what decides whether it is sent. */
export async function lockDueNotice(transaction: Transaction, channel: NoticeChannel, now: string) {
  const [due] = await transaction
    .select({
      id: deliveries.id,
      expiresAt: deliveries.expiresAt,
      notice: notices,
      settings: noticeSettings.settings,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      subscriptionId: deliveries.subscriptionId,
      isVisible: sql<boolean>`${and(seasonsVisibleTo(notices.userId), isNull(events.deletedAt))}`,
      isMuted: sql<boolean>`coalesce(${noticeSettings.settings} -> 'mutedLeagues' ?| array(
        select league_id::text from league_seasons where season_id = ${notices.seasonId}), false)`,
    })
    .from(deliveries)
    .innerJoin(notices, eq(notices.id, deliveries.noticeId))
    .innerJoin(seasons, eq(seasons.id, notices.seasonId))
    .leftJoin(events, eq(events.id, notices.eventId))
    .leftJoin(noticeSettings, eq(noticeSettings.userId, notices.userId))
    .leftJoin(pushSubscriptions, eq(pushSubscriptions.id, deliveries.subscriptionId))
    .where(and(eq(deliveries.state, 'waiting'), eq(deliveries.channel, channel), lte(deliveries.nextAttemptAt, now)))
    .orderBy(asc(deliveries.nextAttemptAt), asc(deliveries.id))
    .limit(1)
    .for('update', { of: deliveries, skipLocked: true });
  return due ?? null;
}

export type DueNotice = NonNullable<Awaited<ReturnType<typeof lockDueNotice>>>;

/** Lets a message wait until a time. */
export async function postponeDelivery(transaction: Transaction, id: string, until: string): Promise<void> {
  await transaction.update(deliveries).set({ nextAttemptAt: until }).where(eq(deliveries.id, id));
}

/** Removes a message that is not sent. */
export async function deleteDelivery(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(deliveries).where(eq(deliveries.id, id));
}

/** The newest messages to a user that did not arrive. */
export function listNoticeFailures(transaction: Transaction, userId: string, limit: number) {
  const { title, reason } = deliveries;
  return transaction
    .select({
      channel: sql<NoticeChannel>`${deliveries.channel}`,
      title,
      // A message that has failed is settled.
      at: sql<string>`${deliveries.settledAt}`.mapWith(deliveries.settledAt),
      reason,
    })
    .from(deliveries)
    .innerJoin(notices, eq(notices.id, deliveries.noticeId))
    .where(
      and(
        eq(notices.userId, userId),
        inArray(deliveries.state, ['failed', 'unknown']),
        isNotNull(deliveries.settledAt),
      ),
    )
    .orderBy(desc(deliveries.settledAt), desc(deliveries.id))
    .limit(limit);
}

/** What users have chosen; those who have chosen nothing are left out. */
export async function readNoticeSettings(
  transaction: Transaction,
  userIds: readonly string[],
): Promise<Map<string, StoredNoticeSettings>> {
  const rows = await transaction
    .select()
    .from(noticeSettings)
    .where(inArray(noticeSettings.userId, [...userIds]));
  return new Map(rows.map(({ userId, settings }) => [userId, settings]));
}

/** Stores what a user has chosen. */
export async function putNoticeSettings(
  transaction: Transaction,
  userId: string,
  settings: StoredNoticeSettings,
): Promise<void> {
  await transaction
    .insert(noticeSettings)
    .values({ userId, settings })
    .onConflictDoUpdate({ target: noticeSettings.userId, set: { settings } });
}

/** The devices of users, those that were turned on first first. */
export function listSubscriptions(transaction: Transaction, userIds: readonly string[]): Promise<SubscriptionRow[]> {
  return transaction
    .select()
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, [...userIds]))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
}

/** Stores a device. The same one of another user, who has used this browser, becomes this user's. */
export async function putSubscription(transaction: Transaction, row: SubscriptionRow): Promise<void> {
  // What waits for the other user is not for this one.
  await transaction
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, row.endpoint), sql`${pushSubscriptions.userId} <> ${row.userId}`));
  const { p256dh, auth } = row;
  await transaction
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { p256dh, auth } });
}

/** Removes a device, with what waits for it: one of a user by its address, or any by its id. */
export async function deleteSubscription(
  transaction: Transaction,
  target: { readonly id: string } | { readonly userId: string; readonly endpoint: string },
): Promise<void> {
  const isMeant =
    'id' in target
      ? eq(pushSubscriptions.id, target.id)
      : and(eq(pushSubscriptions.userId, target.userId), eq(pushSubscriptions.endpoint, target.endpoint));
  await transaction.delete(pushSubscriptions).where(isMeant);
}

/** The leagues that a user owns or works for, and those with a season that the user drives in. */
export function listNoticeLeagues(transaction: Transaction, userId: string, limit: number) {
  const worksFor = transaction.select({ id: members.leagueId }).from(members).where(eq(members.userId, userId));
  const drivesIn = transaction
    .select({ id: leagueSeasons.leagueId })
    .from(leagueSeasons)
    .innerJoin(rosterClaims, eq(rosterClaims.seasonId, leagueSeasons.seasonId))
    .where(and(eq(rosterClaims.userId, userId), isNotNull(rosterClaims.confirmedAt)));
  return transaction
    .select({ id: leagues.id, name: leagues.name })
    .from(leagues)
    .where(
      and(
        leaguesVisibleTo(userId),
        or(eq(leagues.ownerId, userId), inArray(leagues.id, worksFor), inArray(leagues.id, drivesIn)),
      ),
    )
    .orderBy(asc(leagues.name), asc(leagues.id))
    .limit(limit);
}
