import { v7 } from 'uuid';
import type { Season, Standings } from '#contract/entities/season';
import { trackName } from '#contract/entities/track-name';
import type { Track } from '#contract/enumerations';
import { type ResultsColumn, resultsColumns } from '#contract/race/championship';
import { conflict } from '../http/problem.ts';
import {
  cancelDeliveries,
  type DeliveryRow,
  insertDeliveries,
  listDueReminders,
  reminderSubject,
} from '../storage/deliveries.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { findPublishedStandings, isPublished, type LatestRevisionRow } from '../storage/revisions.ts';
import { type EventRow, findEvent, listEvents } from '../storage/season-events.ts';
import { seasonIsVisible } from '../storage/seasons.ts';
import { listAnnouncers } from '../storage/webhooks.ts';
import type { Context } from './context.ts';
import { reminderText, resultText, standingsText, withdrawalText } from './delivery-texts.ts';
import { tellAnswerBy, tellTomorrow } from './notices/tell-drivers.ts';

/** A message that could not be sent for so long is given up, in ms. */
const lifetime = 24 * 60 * 60_000;
/** A round is announced so long before it begins, in ms. */
const reminderLead = 24 * 60 * 60_000;
/** Reminders that are made at once. */
const remindersAtOnce = 100;
const answerersAtOnce = 1_000;

/** When a message of this time is given up. */
export function expiryOf(createdAt: string): string {
  return new Date(Date.parse(createdAt) + lifetime).toISOString();
}

interface Publication {
  readonly number: number;
  readonly publishedAt: string;
}

const keyOf = (seasonId: string, { number, publishedAt }: Publication) => `${seasonId} ${number} ${publishedAt}`;

/** The page of a season, if everybody may see it. */
async function pathOf(transaction: Transaction, seasonId: string): Promise<string | null> {
  return (await seasonIsVisible(transaction, seasonId, null)) ? `/seasons/${seasonId}` : null;
}

/** Announces official standings, and the results that they are the first to contain. */
export async function announceStandings(
  { transaction, now }: Context,
  season: Season,
  published: Publication & { readonly note: string | null; readonly before: LatestRevisionRow | null },
): Promise<void> {
  const announcers = await listAnnouncers(transaction, season.id);
  if (announcers.length === 0) return;
  const key = keyOf(season.id, published);
  const { before } = published;
  const columns = newestResults(season, before === null ? null : await findPublishedStandings(transaction, before));
  const common = {
    eventId: null,
    path: await pathOf(transaction, season.id),
    createdAt: now,
    expiresAt: expiryOf(now),
  };
  const standings = {
    kind: 'standings' as const,
    subject: `standings ${key}`,
    title: `${season.name}: official standings ${published.number}`,
    content: standingsText({ season, ...published }),
  };
  const results =
    columns[0] === undefined
      ? null
      : {
          kind: 'result' as const,
          subject: `result ${key}`,
          title: `${season.name}: result of ${titleOf(columns[0].event)}`,
          content: resultText(season, columns),
        };
  const rows = announcers.flatMap(({ leagueId, ...wanted }) => [
    ...(wanted.results && results !== null ? [{ ...common, ...results, leagueId, id: v7() }] : []),
    ...(wanted.standings ? [{ ...common, ...standings, leagueId, id: v7() }] : []),
  ]);
  await insertDeliveries(transaction, rows);
}

const titleOf = ({ name, track }: { readonly name: string | null; readonly track: number }) =>
  name ?? trackName(track as Track);

/** The results of the latest round, unless the standings before have them. */
function newestResults(season: Season, before: Standings | null): ResultsColumn[] {
  const columns = resultsColumns(season);
  const latest = columns.at(-1)?.event.id;
  const known = new Set(before?.drivers.flatMap(({ results }) => results.map(({ sessionId }) => sessionId)));
  return columns.filter(({ event, session }) => event.id === latest && !known.has(session.id));
}

/** Announces that official standings were taken back, where they may have been announced. */
export async function announceWithdrawal(
  { transaction, now }: Context,
  season: { readonly id: string; readonly name: string },
  withdrawn: Publication,
): Promise<void> {
  const key = keyOf(season.id, withdrawn);
  const announced = await cancelDeliveries(transaction, [`standings ${key}`, `result ${key}`], now);
  const announcers = await listAnnouncers(transaction, season.id, announced);
  const path = await pathOf(transaction, season.id);
  const rows = announcers.map(({ leagueId }) => ({
    id: v7(),
    leagueId,
    eventId: null,
    kind: 'standings' as const,
    subject: `withdrawal ${key}`,
    title: `${season.name}: official standings ${withdrawn.number} taken back`,
    content: withdrawalText(season.name, withdrawn.number),
    path,
    createdAt: now,
    expiresAt: expiryOf(now),
  }));
  await insertDeliveries(transaction, rows);
}

/** Removes the reminder of an event that begins at another time, unless it was sent. */
export async function cancelReminder({ transaction, now }: Context, event: EventRow): Promise<void> {
  await cancelDeliveries(transaction, [reminderSubject(event)], now);
}

/**
 * When a message that is sent again is given up.
 * @throws Problem 409 for one that is no longer true: standings that were taken back, a round that has begun.
 */
export async function requireCurrent(
  { transaction, now }: Context,
  { kind, subject, eventId }: Pick<DeliveryRow, 'kind' | 'subject' | 'eventId'>,
): Promise<string> {
  if (kind === 'reminder') {
    const event = eventId === null ? null : await findEvent(transaction, eventId);
    if (event === null || event.startsAt === null || reminderSubject(event) !== subject)
      throw conflict('This event begins at another time.');
    if (event.startsAt <= now) throw conflict('This event has begun.');
    return event.startsAt;
  }
  const [what, seasonId = '', number = '', publishedAt = ''] = subject.split(' ');
  const isStandings = what === 'standings' || what === 'result';
  if (isStandings && !(await isPublished(transaction, { seasonId, number: Number(number), publishedAt })))
    throw conflict('These official standings were taken back.');
  return expiryOf(now);
}

/** Makes the reminders of the rounds that begin within a day: for chats of leagues, and for drivers. */
export async function makeReminders(transaction: Transaction, now: string): Promise<void> {
  const until = new Date(Date.parse(now) + reminderLead).toISOString();
  await tellTomorrow(transaction, now, until, remindersAtOnce);
  await tellAnswerBy(transaction, now, until, answerersAtOnce);
  for (const { event, leagueId, seasonName } of await listDueReminders(transaction, now, until, remindersAtOnce)) {
    const { id, seasonId, startsAt } = event;
    if (startsAt === null) continue;
    const round = (await listEvents(transaction, seasonId)).findIndex((other) => other.id === id) + 1;
    const reminder = {
      id: v7(),
      leagueId,
      eventId: id,
      kind: 'reminder' as const,
      subject: reminderSubject(event),
      title: `${seasonName}: ${titleOf(event)} begins`,
      content: reminderText(seasonName, round, { ...event, startsAt }),
      path: await pathOf(transaction, seasonId),
      createdAt: now,
      // Later it would be no reminder.
      expiresAt: startsAt,
    };
    await insertDeliveries(transaction, [reminder]);
  }
}
