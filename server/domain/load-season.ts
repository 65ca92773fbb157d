import type { Track } from '#contract/enumerations';
import { carNames } from '#contract/race/names';
import type { ScoredEvent } from '#contract/race/results';
import { defaultRules, standingsOf } from '#contract/race/scoring';
import type { Ruling } from '#contract/scoring';
import type { Season, SeasonEvent } from '#contract/season';
import { notFound } from '../http/problem.ts';
import { findLatestRevision } from '../storage/revisions.ts';
import { listRulings } from '../storage/rulings.ts';
import {
  type AttachedSession,
  type EventRow,
  listAttached,
  listEvents,
  listResults,
} from '../storage/season-events.ts';
import { findSeason, listLeaguesOfSeason, type SeasonRow, updateSeasonRow } from '../storage/seasons.ts';
import {
  type Context,
  callerIdOf,
  type ExpectedVersion,
  requireOwner,
  requireVersion,
  type Versioned,
} from './context.ts';
import { digestStandings } from './digest-standings.ts';
import { toRulings } from './ruling-rows.ts';

/** A season with its events and current standings. @throws Problem 404. */
export async function getSeason(context: Context, id: string): Promise<Versioned<Season>> {
  const row = await findSeason(context.transaction, id, callerIdOf(context));
  if (row === null) throw notFound();
  return { value: await loadSeason(context, row), version: row.version };
}

/** What the standings of a season are computed from. */
export interface SeasonData {
  readonly row: SeasonRow;
  readonly eventRows: readonly EventRow[];
  readonly attached: readonly AttachedSession[];
  readonly results: Awaited<ReturnType<typeof listResults>>;
  readonly rulings: readonly Ruling[];
}

/** Reads all events, sessions, results and rulings of a season: one query for each table. */
export async function loadSeasonData({ transaction }: Context, row: SeasonRow): Promise<SeasonData> {
  const eventRows = await listEvents(transaction, row.id);
  const attached = eventRows.length === 0 ? [] : await listAttached(transaction, row.id);
  return {
    row,
    eventRows,
    attached,
    results: attached.length === 0 ? new Map() : await listResults(transaction, { seasonId: row.id }),
    rulings: (await listRulings(transaction, row.id)).flatMap(toRulings),
  };
}

/** The events of a season as the scoring reads them. */
export function scoredEventsOf({ eventRows, attached, results }: SeasonData): ScoredEvent[] {
  return eventRows.map(({ id, track, pointsFactor }) => ({
    id,
    track: track as Track,
    pointsFactor,
    sessions: attached
      .filter(({ eventId }) => eventId === id)
      .map(({ session, scoring }) => ({
        sessionId: session.id,
        sessionType: session.sessionType,
        numberOfLaps: session.numberOfLaps,
        sessionStatus: session.sessionStatus,
        scoring,
        drivers: results.get(session.id) ?? [],
      })),
  }));
}

async function loadSeason(context: Context, row: SeasonRow): Promise<Season> {
  const { transaction } = context;
  const data = await loadSeasonData(context, row);
  const { rulings } = data;
  const scoring = row.rules ?? defaultRules;
  const aliases = row.aliases ?? [];
  const standings = standingsOf(scoredEventsOf(data), scoring, aliases, rulings);
  const latest = await findLatestRevision(transaction, row.id);
  const leagues = await listLeaguesOfSeason(transaction, row.id, callerIdOf(context));
  const ownLeagues = leagues.filter(({ ownerId }) => ownerId === row.ownerId);
  return {
    id: row.id,
    name: row.name,
    ownerId: row.ownerId,
    events: data.eventRows.map((event) => toEvent(event, data)),
    standings,
    leagues: leagues.map(({ id, name }) => ({ id, name })),
    // Others see a season only when it is not hidden, and of these leagues only the public ones.
    isHidden: ownLeagues.length > 0 && ownLeagues.every(({ isPublic }) => !isPublic),
    scoring,
    aliases,
    rulings: [...rulings],
    revision:
      latest === null
        ? null
        : {
            number: latest.number,
            note: latest.note,
            authorName: latest.author,
            publishedAt: latest.publishedAt,
            hasChanged: latest.digest !== digestStandings(standings),
          },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function toEvent({ id, track, name, startsAt, pointsFactor, liveId }: EventRow, data: SeasonData): SeasonEvent {
  return {
    id,
    track: track as Track,
    name,
    startsAt,
    pointsFactor,
    sessions: data.attached
      .filter(({ eventId }) => eventId === id)
      .map(({ session, scoring }) => ({
        session,
        driverNames: carNames(data.results.get(session.id) ?? []),
        ...(scoring === null ? {} : { scoring }),
      })),
    ...(liveId === null ? {} : { liveId }),
  };
}

/** A season that is to be changed, and the version that the change is based on. */
export interface SeasonTarget {
  readonly id: string;
  readonly expected: ExpectedVersion;
}

/** Loads and locks a season for a change. @throws Problem 403, 404 or 412. */
export function lockOwnSeason(context: Context, target: SeasonTarget): Promise<SeasonRow> {
  return findOwnSeason(context, target, true);
}

/** Loads a season of the caller. @throws Problem 403, 404 or 412. */
export async function findOwnSeason(
  context: Context,
  { id, expected }: SeasonTarget,
  lock = false,
): Promise<SeasonRow> {
  const row = await findSeason(context.transaction, id, callerIdOf(context), lock);
  if (row === null) throw notFound();
  requireOwner(context, row);
  await requireVersion(expected, row, () => loadSeason(context, row));
  return row;
}

/** Stores a change of a season, increments its version, and returns the season as it is then. */
export async function touchSeason(
  context: Context,
  id: string,
  changes: Partial<Pick<SeasonRow, 'name' | 'rules' | 'aliases'>> = {},
): Promise<Versioned<Season>> {
  const row = await updateSeasonRow(context.transaction, id, { ...changes, updatedAt: context.now });
  return { value: await loadSeason(context, row), version: row.version };
}
