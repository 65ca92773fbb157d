import type { AnswerValue, LineUp, LineUpChange, RecordingNames } from '#contract/entities/line-up';
import { answersUntilOf, bansIn, lineUpOf } from '#contract/race/line-up';
import { conflict, forbidden, notFound, refused } from '../http/problem.ts';
import { listAnswers, putAnswer, touchLineUp } from '../storage/line-ups.ts';
import { findLastChange, listLeagueIdsOf } from '../storage/members.ts';
import { listMembers } from '../storage/roster-claims.ts';
import { type EventRow, listEvents } from '../storage/season-events.ts';
import { findSeason, type SeasonRow } from '../storage/seasons.ts';
import { listEventsOfRecording } from './attach-recorded.ts';
import {
  type Context,
  callerIdOf,
  type ExpectedVersion,
  requireUser,
  requireVersion,
  type Versioned,
} from './context.ts';
import { tellSeats, untellAnswerBy } from './notices/tell-drivers.ts';
import { requireRight } from './rights.ts';

interface EventTarget {
  readonly seasonId: string;
  readonly eventId: string;
}

interface Target {
  readonly season: SeasonRow;
  readonly eventRows: readonly EventRow[];
  readonly event: EventRow;
}

/** Who drives in an event. @throws Problem 404, also for an event of another season. */
export async function getLineUp(context: Context, target: EventTarget): Promise<Versioned<LineUp>> {
  return readLineUp(context, await findTarget(context, target));
}

/** The line-ups of these events of a season, by event. */
async function lineUpsOf(
  { transaction }: Context,
  season: Pick<SeasonRow, 'id' | 'roster' | 'answerHours'>,
  eventRows: readonly EventRow[],
  events: readonly EventRow[],
): Promise<Map<string, LineUp>> {
  if (events.length === 0) return new Map();
  const stored = await listAnswers(
    transaction,
    season.id,
    events.map(({ id }) => id),
  );
  const { roster } = season;
  return new Map(
    events.map((event) => {
      const answersUntil = answersUntilOf(season, event);
      const own = new Map(stored.filter(({ eventId }) => eventId === event.id).map((each) => [each.driverId, each]));
      const answers = (roster ?? []).flatMap(({ id: driverId }) => {
        const { value, answeredAt } = own.get(driverId) ?? { value: null, answeredAt: '' };
        const isLate = answersUntil !== null && answeredAt > answersUntil;
        return value === null ? [] : [{ driverId, value, answeredAt, isLate }];
      });
      const changes = event.lineUpChanges ?? [];
      const lineUp = lineUpOf({ roster, events: eventRows }, event, answers, bansIn(changes), changes);
      return [event.id, { eventId: event.id, answersUntil, ...lineUp, answers, changes }];
    }),
  );
}

/** The line-ups of the events of a season that have a time, with their versions. @throws Problem 404. */
export async function listLineUps(
  context: Context,
  seasonId: string,
): Promise<(LineUp & { readonly version: number })[]> {
  const { transaction } = context;
  const season = await findSeason(transaction, seasonId, callerIdOf(context));
  if (season === null) throw notFound();
  if ((season.roster ?? []).length === 0) return [];
  const eventRows = await listEvents(transaction, seasonId);
  const dated = eventRows.filter(({ startsAt }) => startsAt !== null);
  const found = await lineUpsOf(context, season, eventRows, dated);
  return dated.flatMap(({ id, lineUpVersion }) => {
    const lineUp = found.get(id);
    return lineUp === undefined ? [] : [{ ...lineUp, version: lineUpVersion }];
  });
}

/**
 * Stores whether the caller takes part in an event. Who says no gives back a seat that an admin gave them.
 * @throws Problem 403 for who is no driver of the season, 404, and 409 once the event has begun.
 */
export async function answerEvent(
  context: Context,
  input: EventTarget & { readonly value: AnswerValue },
): Promise<Versioned<LineUp>> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  const target = await findTarget(context, input, true);
  const { season, event } = target;
  const driver = (await listMembers(transaction, season.id)).find((member) => member.userId === userId);
  if (driver === undefined) throw forbidden('Only the drivers of a season answer to its events.');
  if (event.startsAt !== null && event.startsAt <= now) throw conflict('This event has begun.');
  const { value: before } = await readLineUp(context, target);
  await putAnswer(transaction, { eventId: event.id, userId, value: input.value, answeredAt: now });
  const changes = event.lineUpChanges ?? [];
  const isOfSeat = ({ driverId, seatId, isBanned }: LineUpChange) =>
    driverId === driver.driverId && seatId !== null && isBanned !== true;
  const isGivenBack = input.value === 'out' && changes.some(isOfSeat);
  const lineUpChanges = changes.filter((change) => !isOfSeat(change));
  await touchLineUp(transaction, event.id, isGivenBack ? { lineUpChanges } : {});
  await untellAnswerBy(context, season, event, userId);
  return tellChange(context, input, before);
}

/**
 * Replaces the choices about a line-up.
 * @throws Problem 403, 404, 412, and 422 for a driver or a seat that the season does not have.
 */
export async function setLineUp(
  context: Context,
  input: EventTarget & { readonly changes: LineUpChange[]; readonly expected: ExpectedVersion },
): Promise<Versioned<LineUp>> {
  const { transaction } = context;
  const target = await findTarget(context, input, true);
  const { season, event } = target;
  await requireRight(context, { seasonId: season.id, ownerId: season.ownerId });
  const lastChange = async () =>
    findLastChange(transaction, { leagueIds: await listLeagueIdsOf(transaction, season.id), seasonId: season.id });
  const { value: before } = await readLineUp(context, target);
  await requireVersion(input.expected, { version: event.lineUpVersion }, async () => before, lastChange);
  // A choice about a driver who was removed meanwhile has no effect, and may stay.
  const stored = (event.lineUpChanges ?? []).flatMap(({ driverId, seatId }) => [driverId, seatId]);
  const known = new Set([...(season.roster ?? []).map(({ id }) => id), ...stored]);
  const errors = input.changes.flatMap(({ driverId, seatId }, index) => [
    ...(known.has(driverId) ? [] : [{ path: `changes.${index}.driverId`, message: 'must be a driver of this season' }]),
    ...(seatId === null || known.has(seatId)
      ? []
      : [{ path: `changes.${index}.seatId`, message: 'must be a driver of this season' }]),
  ]);
  if (errors.length > 0) throw refused(errors);
  await touchLineUp(transaction, event.id, { lineUpChanges: input.changes });
  return tellChange(context, input, before);
}

/** The line-up after a change; drivers who have got a seat by it are told. */
async function tellChange(context: Context, input: EventTarget, before: LineUp): Promise<Versioned<LineUp>> {
  const target = await findTarget(context, input);
  const after = await readLineUp(context, target);
  await tellSeats(context, target.event, { before, after: after.value });
  return after;
}

/** The names of the drivers of the event that a recording of the caller would go to. */
export async function getRecordingNames(
  context: Context,
  { trackId, startedAt }: { readonly trackId: number; readonly startedAt: string },
): Promise<RecordingNames> {
  const userId = requireUser(context);
  const recording = { trackId, sessionStartTime: startedAt };
  const [nearest] = await listEventsOfRecording(context.transaction, userId, recording);
  if (nearest === undefined) return { seats: [], aliases: [] };
  const target = await findTarget(context, nearest);
  const { seats } = (await readLineUp(context, target)).value;
  return {
    seats: seats.map(({ name, number, team }) => ({ name, number, team })),
    aliases: target.season.aliases ?? [],
  };
}

async function readLineUp(context: Context, { season, eventRows, event }: Target): Promise<Versioned<LineUp>> {
  const lineUp = (await lineUpsOf(context, season, eventRows, [event])).get(event.id);
  if (lineUp === undefined) throw new Error('an event has no line-up');
  return { value: lineUp, version: event.lineUpVersion };
}

/** `lock`: the season stays as it is until the transaction ends. @throws Problem 404. */
async function findTarget(context: Context, { seasonId, eventId }: EventTarget, lock = false): Promise<Target> {
  const { transaction } = context;
  const season = await findSeason(transaction, seasonId, callerIdOf(context), lock);
  if (season === null) throw notFound();
  const eventRows = await listEvents(transaction, seasonId);
  const event = eventRows.find(({ id }) => id === eventId);
  if (event === undefined) throw notFound();
  return { season, eventRows, event };
}
