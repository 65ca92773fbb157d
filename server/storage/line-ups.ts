import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { LineUpChange } from '#contract/entities/line-up';
import type { Transaction } from './open-storage.ts';
import { claimedDriver } from './roster-claims.ts';
import { eventAnswers, events, rosterClaims, seasons } from './tables.ts';

type AnswerRow = typeof eventAnswers.$inferSelect;

/** The answers to these events of a season, of users who are drivers of it by a confirmed claim. */
export function listAnswers(
  transaction: Transaction,
  seasonId: string,
  eventIds: readonly string[],
): Promise<(Omit<AnswerRow, 'userId'> & { driverId: string })[]> {
  return transaction
    .select({
      eventId: eventAnswers.eventId,
      driverId: claimedDriver,
      value: eventAnswers.value,
      answeredAt: eventAnswers.answeredAt,
    })
    .from(eventAnswers)
    .innerJoin(
      rosterClaims,
      and(
        eq(rosterClaims.userId, eventAnswers.userId),
        eq(rosterClaims.seasonId, seasonId),
        isNotNull(rosterClaims.confirmedAt),
      ),
    )
    .where(inArray(eventAnswers.eventId, [...eventIds]));
}

/** What a user has answered, to the latest events last. */
export function listAnswersOfUser(transaction: Transaction, userId: string) {
  return transaction
    .select({
      seasonId: events.seasonId,
      eventId: eventAnswers.eventId,
      value: eventAnswers.value,
      answeredAt: eventAnswers.answeredAt,
    })
    .from(eventAnswers)
    .innerJoin(events, and(eq(events.id, eventAnswers.eventId), isNull(events.deletedAt)))
    .innerJoin(seasons, and(eq(seasons.id, events.seasonId), isNull(seasons.deletedAt)))
    .where(eq(eventAnswers.userId, userId))
    .orderBy(asc(eventAnswers.answeredAt), asc(eventAnswers.eventId));
}

/** Stores an answer. One that says the same again keeps its time, and its place among the reserves. */
export async function putAnswer(transaction: Transaction, row: AnswerRow): Promise<void> {
  await transaction
    .insert(eventAnswers)
    .values(row)
    .onConflictDoUpdate({
      target: [eventAnswers.eventId, eventAnswers.userId],
      set: { value: row.value, answeredAt: row.answeredAt },
      setWhere: sql`${eventAnswers.value} <> ${row.value}`,
    });
}

/** The line-up of an event has changed: its version is incremented. */
export async function touchLineUp(
  transaction: Transaction,
  eventId: string,
  changes: { readonly lineUpChanges?: LineUpChange[] } = {},
): Promise<void> {
  await transaction
    .update(events)
    .set({ ...changes, lineUpVersion: sql`${events.lineUpVersion} + 1` })
    .where(eq(events.id, eventId));
}
