import type { LineUp } from '#contract/entities/line-up';
import type { Season } from '#contract/entities/season';
import { grouped } from '#contract/race/grouped';
import { answersUntilOf, promotedIn } from '#contract/race/line-up';
import { rosterDriverOf, seatedDrivers } from '#contract/race/roster';
import { findLive } from '../../storage/live-races.ts';
import { deleteNotices, listDriverIds, listEventsAhead, listUnanswered } from '../../storage/notices.ts';
import type { Transaction } from '../../storage/open-storage.ts';
import { listMembers } from '../../storage/roster-claims.ts';
import { type Context, callerIdOf } from '../context.ts';
import { notify } from './notify.ts';

interface RuledCar {
  readonly id: string;
  readonly sessionId: string;
  readonly carIndex?: number | null;
}

/** Tells drivers that stewards have ruled on them, by the season after that: once for each ruling. */
export async function tellRuled(context: Context, season: Season, rulings: readonly RuledCar[]): Promise<void> {
  const seated = seatedDrivers(season);
  const { drivers } = season.unpublished ?? season.standings;
  for (const { id: about, sessionId, carIndex } of rulings) {
    const row = drivers.find(({ results }) =>
      results.some((result) => result.sessionId === sessionId && result.driverIdx === carIndex),
    );
    const driver = row === undefined ? null : rosterDriverOf(seated, row.name);
    if (driver?.userId == null) continue;
    const event = season.events.find(({ sessions }) => sessions.some(({ session }) => session.id === sessionId));
    const to = [driver.userId];
    await notify(context, { kind: 'rulingOnMe', to, seasonId: season.id, eventId: event?.id ?? null, about });
  }
}

interface Publication {
  readonly number: number;
  readonly publishedAt: string;
}

const aboutOf = ({ number, publishedAt }: Publication) => `${number} ${publishedAt}`;

/** Tells the drivers of a season that its standings are official. */
export async function tellOfficial(context: Context, seasonId: string, published: Publication): Promise<void> {
  const to = await listDriverIds(context.transaction, seasonId);
  await notify(context, { kind: 'resultOfficial', to, seasonId, about: aboutOf(published) });
}

/** Takes the notice of official standings back that are not official any more. */
export async function untellOfficial(
  { transaction }: Context,
  seasonId: string,
  withdrawn: Publication,
): Promise<void> {
  await deleteNotices(transaction, { kind: 'resultOfficial', seasonId, subject: aboutOf(withdrawn) });
}

/** Tells the drivers of a season that the race of an event is live, unless only those with its key can watch it. */
export async function tellLive(
  context: Context,
  { seasonId, eventId, liveId }: { readonly seasonId: string; readonly eventId: string; readonly liveId: string },
): Promise<void> {
  const live = await findLive(context.transaction, liveId);
  if (live === null || live.keyHash !== null) return;
  const to = await listDriverIds(context.transaction, seasonId);
  await notify(context, { kind: 'raceIsLive', to, seasonId, eventId, liveId, about: liveId });
}

/** Takes the notice of the day before an event back, which begins at another time. */
export async function untellTomorrow(
  { transaction }: Context,
  { id, seasonId, startsAt }: { readonly id: string; readonly seasonId: string; readonly startsAt: string | null },
): Promise<void> {
  if (startsAt !== null)
    await deleteNotices(transaction, { kind: 'eventTomorrow', seasonId, subject: `${id} ${startsAt}` });
}

/** Tells the drivers of events that begin within a day. */
export async function tellTomorrow(transaction: Transaction, now: string, until: string, limit: number): Promise<void> {
  for (const { id: eventId, seasonId, startsAt } of await listEventsAhead(transaction, now, until, limit)) {
    if (startsAt === null) continue;
    const to = await listDriverIds(transaction, seasonId);
    const about = startsAt;
    await notify({ transaction, now }, { kind: 'eventTomorrow', to, seasonId, eventId, about, dueAt: startsAt });
  }
}

interface AnsweredEvent {
  readonly id: string;
  readonly seasonId: string;
  readonly startsAt: string | null;
}

/** Tells drivers who have not answered to an event that the time for it ends soon. */
export async function tellAnswerBy(transaction: Transaction, now: string, until: string, limit: number): Promise<void> {
  const rows = await listUnanswered(transaction, now, until, limit);
  for (const [eventId, drivers] of grouped(rows, ({ id }) => id)) {
    const [first] = drivers;
    const dueAt = first === undefined ? null : answersUntilOf(first, first);
    if (first === undefined || dueAt === null) continue;
    const to = drivers.map(({ userId }) => userId);
    await notify(
      { transaction, now },
      { kind: 'answerBy', to, seasonId: first.seasonId, eventId, about: dueAt, dueAt },
    );
  }
}

/** Takes back that an event asks for answers: from one driver, who has answered, or from all, because it is at another time. */
export async function untellAnswerBy(
  { transaction }: Context,
  season: Parameters<typeof answersUntilOf>[0],
  { id, seasonId, startsAt }: AnsweredEvent,
  userId?: string,
): Promise<void> {
  const subject = `${id} ${answersUntilOf(season, { startsAt })}`;
  await deleteNotices(transaction, {
    kind: 'answerBy',
    seasonId,
    subject,
    ...(userId === undefined ? {} : { userId }),
  });
}

/** Tells drivers that they have a seat in an event, after its line-up was another one; not the caller, who knows it. */
export async function tellSeats(
  context: Context,
  { id: eventId, seasonId, startsAt }: AnsweredEvent,
  { before, after }: { readonly before: LineUp; readonly after: LineUp },
): Promise<void> {
  const { transaction, now } = context;
  if (startsAt !== null && startsAt <= now) return;
  const userOf = new Map((await listMembers(transaction, seasonId)).map(({ driverId, userId }) => [driverId, userId]));
  // Told again, should they get one again.
  for (const { driverId } of promotedIn(after, before))
    await deleteNotices(transaction, { kind: 'seatIsYours', seasonId, subject: `${eventId} ${driverId}` });
  for (const { driverId: about } of promotedIn(before, after)) {
    const userId = userOf.get(about);
    if (userId === undefined || userId === callerIdOf(context)) continue;
    await notify(context, { kind: 'seatIsYours', to: [userId], seasonId, eventId, about, dueAt: startsAt });
  }
}
