import { LRUCache } from 'lru-cache';
import { officialResults } from '#contract/race/official-results';
import type { SeasonDrives } from '#contract/race/records';
import { drivesOfSeason } from '#contract/race/season-drives';
import { type SeasonHeadline, seasonHeadlineOf } from '#contract/race/season-headline';
import { assignTeamColours } from '#contract/race/team-colours';
import { colourInputOf } from '#contract/race/teams-of-season';
import { foldName } from '#contract/text/fold-text';
import { findLatestRevision, findPublishedStandings } from '../storage/revisions.ts';
import { listMembersOf, listSeasonStates, type SeasonState } from '../storage/season-states.ts';
import { findSeason, type SeasonRow } from '../storage/seasons.ts';
import { type Context, callerIdOf } from './context.ts';
import { scoreSeason, shownStandings } from './score-season.ts';
import { loadResults, loadSeasonParts, scoredEventsOf } from './season-data.ts';

/** Limits of the newest seasons and their sessions that count for records: they bound the computation. */
const maxSeasons = 40;
const maxSessions = 2_000;

interface Computed<Value> {
  /** The state of the season that it was computed of. */
  readonly state: string;
  readonly value: Value;
}

/** The drives of the seasons that were read last, by season id; limited by their number, each of some 200 bytes. */
const cachedDrives = new LRUCache<string, Computed<SeasonDrivesOfNames>>({ maxSize: 100_000 });
/** The same for headlines, each of less than 1 kB. */
const cachedHeadlines = new LRUCache<string, Computed<NamedHeadline>>({ maxSize: 1_000 });

/** The same for which results are official, each of 100 bytes. */
const cachedOfficial = new LRUCache<string, Computed<ReadonlyMap<string, boolean>>>({ maxSize: 20_000 });

/** A headline with the name of its season. */
export interface NamedHeadline {
  readonly name: string;
  readonly headline: SeasonHeadline;
}

/** The drives of a season with the colours of its teams, by their names. */
export interface ColouredDrives extends SeasonDrives {
  readonly colours: ReadonlyMap<string, string>;
}

interface SeasonDrivesOfNames extends Pick<ColouredDrives, 'drives' | 'colours'> {
  /** The folded names of the drivers of the roster, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** The leader of each of these seasons, with its last race and its next round, by season id. */
export async function loadHeadlines(context: Context, ids: readonly string[]): Promise<Map<string, NamedHeadline>> {
  const found = new Map<string, NamedHeadline>();
  for (const season of await listStates(context, ids)) {
    const value = await computeOnce(context, season, cachedHeadlines, 1, async (row) => {
      const { parts, events, standings } = await loadScored(context, row);
      const planned = parts.eventRows.flatMap(({ name, startsAt, liveId }, index) => {
        const event = events[index];
        return event === undefined ? [] : [{ ...event, name, startsAt, liveId }];
      });
      const starts = new Map(parts.attached.map(({ session }) => [session.id, session.sessionStartTime]));
      return { name: row.name, headline: seasonHeadlineOf(planned, standings, starts) };
    });
    if (value !== null) found.set(season.id, value);
  }
  return found;
}

/** Whether the result of each session is official, by season id. A season that never published standings has an empty map. */
export async function loadOfficial(
  context: Context,
  states: readonly SeasonState[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, boolean>>> {
  const found = new Map<string, ReadonlyMap<string, boolean>>();
  for (const season of states) {
    const value = await computeOnce(context, season, cachedOfficial, season.sessionCount + 1, async (row) => {
      const { standings } = await scoreSeason(context, await loadSeasonParts(context, row));
      const latest = await findLatestRevision(context.transaction, row.id);
      if (latest === null) return new Map<string, boolean>();
      return officialResults(standings, await findPublishedStandings(context.transaction, latest));
    });
    if (value !== null) found.set(season.id, value);
  }
  return found;
}

/** The drives of the newest of these seasons with the accounts of their drivers, newest first. */
export async function loadDrives(context: Context, ids: readonly string[]): Promise<ColouredDrives[]> {
  const counted = newest(await listStates(context, ids));
  if (counted.length === 0) return [];
  const members = await listMembersOf(
    context.transaction,
    counted.map(({ id }) => id),
  );
  const found: ColouredDrives[] = [];
  for (const season of counted) {
    const value = await computeOnce(context, season, cachedDrives, season.sessionCount * 20 + 100, async (row) => {
      const { parts, events, standings } = await loadScored(context, row);
      const sessions = new Map(
        parts.attached.map(({ session: { id, trackId, sessionStartTime } }) => [
          id,
          { track: trackId, startedAt: sessionStartTime },
        ]),
      );
      const roster = row.roster ?? [];
      const season = { id: row.id, events, sessions, standings, aliases: row.aliases ?? [], roster };
      return {
        drives: drivesOfSeason(season),
        colours: assignTeamColours(colourInputOf({ ...row, standings })),
        names: new Map(roster.map(({ id, name }) => [id, foldName(name)])),
      };
    });
    if (value === null) continue;
    const accounts = members.flatMap(({ seasonId, driverId, userId }) => {
      const name = seasonId === season.id ? value.names.get(driverId) : undefined;
      return name === undefined ? [] : [[name, userId] as const];
    });
    found.push({ drives: value.drives, colours: value.colours, accounts: new Map(accounts) });
  }
  return found;
}

async function listStates({ transaction }: Context, ids: readonly string[]): Promise<SeasonState[]> {
  return ids.length === 0 ? [] : listSeasonStates(transaction, ids);
}

function newest(seasons: readonly SeasonState[]): SeasonState[] {
  let sessions = 0;
  return seasons.slice(0, maxSeasons).filter(({ sessionCount }) => {
    sessions += sessionCount;
    return sessions <= maxSessions;
  });
}

async function computeOnce<Value extends object>(
  context: Context,
  { id, state }: SeasonState,
  cache: LRUCache<string, Computed<Value>>,
  size: number,
  compute: (row: SeasonRow) => Promise<Value>,
): Promise<Value | null> {
  const cached = cache.get(id);
  if (cached?.state === state) return cached.value;
  const row = await findSeason(context.transaction, id, callerIdOf(context));
  if (row === null) return null;
  const value = await compute(row);
  context.afterCommit(() => cache.set(id, { state, value }, { size }));
  return value;
}

async function loadScored(context: Context, row: SeasonRow) {
  const parts = await loadSeasonParts(context, row);
  const score = await scoreSeason(context, parts);
  const standings = await shownStandings(context, row, score.standings);
  const results = await loadResults(context, parts.attached);
  return { parts, standings, events: scoredEventsOf({ ...parts, results }) };
}
