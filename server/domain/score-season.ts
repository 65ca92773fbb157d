import { LRUCache } from 'lru-cache';
import type { Standings } from '#contract/entities/season';
import { carNames } from '#contract/race/names';
import { defaultRules, standingsOf } from '#contract/race/scoring';
import { findLatestRevision, findPublishedStandings } from '../storage/revisions.ts';
import type { SeasonRow } from '../storage/seasons.ts';
import type { Context } from './context.ts';
import { digestStandings } from './digest-standings.ts';
import { loadResults, type SeasonParts, scoredEventsOf } from './season-data.ts';

/** The score of a season, computed from its results. */
export interface SeasonScore {
  readonly standings: Standings;
  readonly digest: string;
  /** The teams of the cars in its sessions. */
  readonly recordedTeams: readonly string[];
  /** Names of the drivers by session id. */
  readonly driverNames: ReadonlyMap<string, ReturnType<typeof carNames>>;
}

interface CachedScore {
  readonly state: string;
  readonly score: SeasonScore;
}

/** The scores of the seasons that were read last, by season id. One has up to half a megabyte. */
const cachedScores = new LRUCache<string, CachedScore>({ max: 50 });

/**
 * Identifies the input of a score: every change of a season, its events and rulings increments its version, and every
 * change of a session the version of that.
 */
function stateOf({ row, attached }: SeasonParts): string {
  return [row.version, ...attached.map(({ session, version }) => `${session.id} ${version}`)].join();
}

/** Of the current standings of a season, those that its readers see: with `whenPublished` the latest official ones. */
export async function shownStandings(
  { transaction }: Context,
  { id, provisional }: SeasonRow,
  current: Standings,
): Promise<Standings> {
  if (provisional !== 'whenPublished') return current;
  const latest = await findLatestRevision(transaction, id);
  if (latest === null) return { drivers: [], teams: [], tracks: current.tracks };
  return { ...(await findPublishedStandings(transaction, latest)), tracks: current.tracks };
}

/** The score of a season, which is computed once for each state of it, by the write itself where that changed it. */
export async function scoreSeason(context: Context, parts: SeasonParts): Promise<SeasonScore> {
  const { row, attached, rulings } = parts;
  const state = stateOf(parts);
  const cached = cachedScores.get(row.id);
  if (cached?.state === state) return cached.score;
  const results = await loadResults(context, attached);
  const events = scoredEventsOf({ ...parts, results });
  const standings = standingsOf(
    events,
    row.rules ?? defaultRules,
    row.aliases ?? [],
    rulings,
    row.roster ?? [],
    row.teamAliases ?? [],
  );
  const teams = [...results.values()].flatMap((drivers) => drivers.flatMap(({ team }) => team ?? []));
  const driverNames = new Map(
    attached.map(({ session: { id } }) => [id, [...new Set(carNames(results.get(id) ?? []))]]),
  );
  const score = { standings, digest: digestStandings(standings), driverNames, recordedTeams: [...new Set(teams)] };
  // An uncommitted read may be rolled back.
  context.afterCommit(() => cachedScores.set(row.id, { state, score }));
  return score;
}
