import { and, asc, desc, eq, exists, gt, inArray, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Delivery, DeliveryChannel, DeliveryKind } from '#contract/entities/webhook';
import type { Transaction } from './open-storage.ts';
import { deliveries, eventSessions, events, leagues, leagueWebhooks, seasons, sessions } from './tables.ts';
import { seasonsVisibleTo } from './visibility.ts';
import { selectAnnouncers } from './webhooks.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;
type NewDelivery = Pick<
  DeliveryRow,
  'id' | 'eventId' | 'subject' | 'title' | 'content' | 'path' | 'createdAt' | 'expiresAt'
> & { readonly leagueId: string; readonly kind: DeliveryKind };

/** Stores messages that are to be sent; what a league has announced already is left out. */
export async function insertDeliveries(transaction: Transaction, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({ ...row, state: 'waiting' as const, attempts: 0, nextAttemptAt: row.createdAt }));
  await transaction.insert(deliveries).values(values).onConflictDoNothing();
}

/** Condition: the reminder of an event that is deleted, or whose season is. */
const isOfDeletedEvent = sql`exists (select from ${events} join ${seasons} on ${seasons.id} = ${events.seasonId}
  where ${events.id} = ${deliveries.eventId} and (${events.deletedAt} is not null or ${seasons.deletedAt} is not null))`;

/** The newest messages of a league. */
export function listDeliveries(transaction: Transaction, leagueId: string, limit: number): Promise<Delivery[]> {
  const { id, title, state, attempts, createdAt, nextAttemptAt, settledAt, reason } = deliveries;
  // Of notices there are other kinds, and these have no league.
  const kind = sql<DeliveryKind>`${deliveries.kind}`;
  return transaction
    .select({ id, kind, title, state, attempts, createdAt, nextAttemptAt, settledAt, reason })
    .from(deliveries)
    .where(and(eq(deliveries.leagueId, leagueId), not(isOfDeletedEvent)))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(limit);
}

/** A message of a league, locked until the transaction ends; or null. */
export async function lockDelivery(
  transaction: Transaction,
  { leagueId, id }: { readonly leagueId: string; readonly id: string },
): Promise<DeliveryRow | null> {
  const [row] = await transaction
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.leagueId, leagueId)))
    .for('update');
  return row ?? null;
}

/** How many test messages of a league were made after a time. */
export function countTests(transaction: Transaction, leagueId: string, after: string): Promise<number> {
  const isMeant = and(eq(deliveries.leagueId, leagueId), eq(deliveries.kind, 'test'), gt(deliveries.createdAt, after));
  return transaction.$count(deliveries, isMeant);
}

const isWaiting = eq(deliveries.state, 'waiting');

/** Whether there is a message of a channel to send, or one whose lease has ended. */
export async function hasDueDelivery(
  transaction: Transaction,
  channel: DeliveryChannel,
  now: string,
): Promise<boolean> {
  const isDue = or(
    and(isWaiting, lte(deliveries.nextAttemptAt, now)),
    and(eq(deliveries.state, 'sending'), lte(deliveries.leaseUntil, now)),
  );
  const isMeant = and(eq(deliveries.channel, channel), isDue);
  const rows = await transaction.select({ id: deliveries.id }).from(deliveries).where(isMeant).limit(1);
  return rows.length > 0;
}

/** Settles messages whose server has not said how the attempt ended: they may have been sent. */
export async function settleLost(transaction: Transaction, now: string, reason: string): Promise<void> {
  await transaction
    .update(deliveries)
    .set({ state: 'unknown', settledAt: now, reason })
    .where(and(eq(deliveries.state, 'sending'), lte(deliveries.leaseUntil, now)));
}

/** Gives up messages that have waited for too long; they keep the reason of their last attempt. */
export async function giveUpExpired(transaction: Transaction, now: string): Promise<void> {
  await transaction
    .update(deliveries)
    .set({
      state: 'failed',
      settledAt: now,
      reason: sql`coalesce(${deliveries.reason}, 'It could not be sent in time.')`,
    })
    .where(and(isWaiting, lte(deliveries.expiresAt, now)));
}

/** The server that claims a message, and until when it is its own. */
export interface Claim {
  readonly holder: string;
  readonly now: string;
  readonly leaseUntil: string;
}

/** A message that this server, and no other, is to send now. */
export type ClaimedDelivery = Pick<
  DeliveryRow,
  'id' | 'subject' | 'title' | 'content' | 'path' | 'attempts' | 'expiresAt'
>;

/** A message to the chat of a league. */
export interface ClaimedPost extends ClaimedDelivery {
  readonly leagueId: string;
  readonly webhookId: string;
  readonly token: string;
}

/** Claims the message to the chat of a league that has waited longest; null when there is none. */
export async function claimPost(transaction: Transaction, claim: Claim): Promise<ClaimedPost | null> {
  const { leagueId, webhookId, token } = leagueWebhooks;
  const [due] = await transaction
    .select({ id: deliveries.id, leagueId, webhookId, token })
    .from(deliveries)
    .innerJoin(leagueWebhooks, eq(leagueWebhooks.leagueId, deliveries.leagueId))
    .innerJoin(leagues, eq(leagues.id, deliveries.leagueId))
    .where(
      and(
        isWaiting,
        eq(deliveries.channel, 'discord'),
        lte(deliveries.nextAttemptAt, claim.now),
        isNull(leagueWebhooks.goneAt),
        isNull(leagues.deletedAt),
        not(isOfDeletedEvent),
      ),
    )
    .orderBy(asc(deliveries.nextAttemptAt), asc(deliveries.id))
    .limit(1)
    .for('update', { of: deliveries, skipLocked: true });
  if (due === undefined) return null;
  return { ...due, ...(await takeDelivery(transaction, due.id, claim)) };
}

/** Gives a message to a server, which is to send it. */
export async function takeDelivery(
  transaction: Transaction,
  deliveryId: string,
  { holder, leaseUntil }: Claim,
): Promise<ClaimedDelivery> {
  const { id, subject, title, content, path, attempts, expiresAt } = deliveries;
  const [claimed] = await transaction
    .update(deliveries)
    .set({ state: 'sending', holder, leaseUntil, attempts: sql`${attempts} + 1` })
    .where(eq(deliveries.id, deliveryId))
    .returning({ id, subject, title, content, path, attempts, expiresAt });
  if (claimed === undefined) throw new Error('a message is claimed in the transaction that has locked it');
  return claimed;
}

/** Stores how an attempt ended, if the message is still this server's. Returns whether it is. */
export async function settleDelivery(
  transaction: Transaction,
  { id, holder }: { readonly id: string; readonly holder: string },
  changes: Partial<Pick<DeliveryRow, 'state' | 'nextAttemptAt' | 'settledAt' | 'reason'>>,
): Promise<boolean> {
  const settled = await transaction
    .update(deliveries)
    .set({ ...changes, holder: null, leaseUntil: null })
    .where(and(eq(deliveries.id, id), eq(deliveries.holder, holder)))
    .returning({ id: deliveries.id });
  return settled.length > 0;
}

/** Sends a message again, as if it were new. */
export async function requeueDelivery(
  transaction: Transaction,
  id: string,
  now: string,
  expiresAt: string,
): Promise<void> {
  await transaction
    .update(deliveries)
    .set({
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: now,
      expiresAt,
      holder: null,
      leaseUntil: null,
      settledAt: null,
      reason: null,
    })
    .where(eq(deliveries.id, id));
}

/** Lets the messages of a league that wait, or those to all chats, wait until a time at least. */
export async function delayDeliveries(transaction: Transaction, leagueId: string | null, until: string): Promise<void> {
  const isMeant = leagueId === null ? eq(deliveries.channel, 'discord') : eq(deliveries.leagueId, leagueId);
  await transaction
    .update(deliveries)
    .set({ nextAttemptAt: sql`greatest(${deliveries.nextAttemptAt}, ${until}::timestamptz)` })
    .where(and(isWaiting, isMeant));
}

/** Gives up all messages of a league that wait. */
export async function failWaiting(
  transaction: Transaction,
  leagueId: string,
  now: string,
  reason: string,
): Promise<void> {
  await transaction
    .update(deliveries)
    .set({ state: 'failed', settledAt: now, reason })
    .where(and(isWaiting, eq(deliveries.leagueId, leagueId)));
}

/**
 * Removes messages on these subjects that still wait; one that is being sent is not sent again. Returns the leagues whose
 * message may be in the channel.
 */
export async function cancelDeliveries(
  transaction: Transaction,
  subjects: readonly string[],
  now: string,
): Promise<string[]> {
  const isMeant = inArray(deliveries.subject, [...subjects]);
  await transaction.delete(deliveries).where(and(isWaiting, isMeant));
  await transaction
    .update(deliveries)
    .set({ expiresAt: now })
    .where(and(isMeant, eq(deliveries.state, 'sending')));
  const rows = await transaction
    .selectDistinct({ leagueId: deliveries.leagueId })
    .from(deliveries)
    .where(and(isMeant, inArray(deliveries.state, ['sending', 'sent', 'unknown'])));
  return rows.flatMap(({ leagueId }) => leagueId ?? []);
}

/** The subject of the reminder of an event. It has the start, so that an event that is moved gets a new reminder. */
export function reminderSubject(event: { readonly id: string; readonly startsAt: string | null }): string {
  return `reminder ${event.id} ${event.startsAt}`;
}

/** Events that begin between two times, in leagues that announce them and have not yet; without those that have results. */
export async function listDueReminders(transaction: Transaction, now: string, until: string, limit: number) {
  const startsAt = sql<string>`${events.startsAt}`;
  const attached = transaction
    .select({ one: sql`1` })
    .from(eventSessions)
    .innerJoin(sessions, and(eq(sessions.id, eventSessions.sessionId), isNull(sessions.deletedAt)))
    .where(eq(eventSessions.eventId, events.id));
  // Subjects name the time as the API does.
  const subject = sql`'reminder ' || ${events.id} || ' ' || to_char(${startsAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const announcers = selectAnnouncers(transaction, events.seasonId);
  const announced = transaction
    .select({ one: sql`1` })
    .from(deliveries)
    .where(and(eq(deliveries.leagueId, announcers.leagueId), eq(deliveries.subject, subject)));
  return transaction
    .select({ event: events, leagueId: announcers.leagueId, seasonName: seasons.name })
    .from(events)
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .innerJoinLateral(announcers, eq(announcers.reminders, true))
    .where(
      and(
        gt(events.startsAt, now),
        lte(events.startsAt, until),
        isNull(events.deletedAt),
        seasonsVisibleTo(announcers.ownerId),
        not(exists(attached)),
        not(exists(announced)),
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id), asc(announcers.leagueId))
    .limit(limit);
}
