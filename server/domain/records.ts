import { unpagedBound } from '#contract/constants';
import type { DriverRecord, LeagueRecords, LeagueSeason } from '#contract/entities/record';
import type { SeasonSummary } from '#contract/entities/season';
import { leagueTeamColours } from '#contract/race/league-team-colours';
import {
  driverRecordOf,
  driversOf,
  identifyAccounts,
  identifyDrivers,
  type Person,
  type PersonDrive,
  trackRecordsOf,
} from '#contract/race/records';
import { foldName } from '#contract/text/fold-text';
import { notFound } from '../http/problem.ts';
import { listDriven } from '../storage/roster-claims.ts';
import { listLatestSeasons } from '../storage/season-states.ts';
import { listSeasonsById } from '../storage/seasons.ts';
import { type Context, callerIdOf } from './context.ts';
import { getLeague } from './leagues.ts';
import { loadDrives, loadHeadlines } from './season-drives.ts';

/** The season that each of the newest leagues drives now; leagues without one are left out. */
export async function listLeagueSeasons(context: Context): Promise<LeagueSeason[]> {
  const latest = await listLatestSeasons(context.transaction, callerIdOf(context), unpagedBound);
  const headlines = await loadHeadlines(context, [...new Set(latest.map(({ seasonId }) => seasonId))]);
  return latest.flatMap(({ leagueId, seasonId }) => {
    const found = headlines.get(seasonId);
    return found === undefined ? [] : [{ leagueId, seasonId, seasonName: found.name, ...found.headline }];
  });
}

/** The seasons of a league, and all that was driven in those that its own owner holds: in those one name is one driver. */
export interface LeagueDrives {
  readonly seasons: readonly SeasonSummary[];
  /** Ids of the seasons of the owner. */
  readonly own: readonly string[];
  readonly drives: readonly PersonDrive[];
  readonly colours: readonly ReadonlyMap<string, string>[];
  /** The drivers by their ids and folded names. */
  readonly persons: ReadonlyMap<string, Person>;
}

/** @throws Problem 404, the same for a missing league and for a private league of another user. */
export async function loadLeagueDrives(context: Context, leagueId: string): Promise<LeagueDrives> {
  const { value: league } = await getLeague(context, leagueId);
  const seasons = await listSeasonsById(context.transaction, league.seasonIds);
  const own = seasons.filter(({ ownerId }) => ownerId === league.ownerId).map(({ id }) => id);
  const loaded = await loadDrives(context, own);
  const drives = identifyDrivers(loaded);
  const named = new Map(drives.map(({ person }) => [foldName(person.name), person] as const).reverse());
  const persons = new Map([...named, ...drives.map(({ person }) => [person.id, person] as const)]);
  return { seasons, own, drives, colours: loaded.map((season) => season.colours), persons };
}

/** Drivers and tracks over the seasons of a league. */
export async function getLeagueRecords(context: Context, league: LeagueDrives): Promise<LeagueRecords> {
  const headlines = await loadHeadlines(context, league.own.slice(0, unpagedBound));
  const drivers = driversOf(league.drives);
  const teams = drivers.flatMap(({ team }) => team ?? []);
  return {
    seasons: league.seasons.map((season) => ({ season, leader: headlines.get(season.id)?.headline.leader ?? null })),
    drivers,
    teamColours: leagueTeamColours(teams, league.colours),
    tracks: trackRecordsOf(league.drives),
  };
}

/** One driver of the records of a league, by id or name. @throws Problem 404 for one that the records do not have. */
export function getLeagueDriver({ drives, persons }: LeagueDrives, driver: string): DriverRecord {
  const found = persons.get(driver) ?? persons.get(foldName(driver));
  if (found === undefined) throw notFound();
  return driverRecordOf(drives, found);
}

/** A user over the seasons that they drive in by confirmed claims and that the caller may see, against other users. */
export async function getDriverRecord(context: Context, userId: string): Promise<DriverRecord> {
  const filter = { userId, isOfOthers: false, visibleTo: callerIdOf(context), limit: unpagedBound };
  const driven = await listDriven(context.transaction, filter);
  const ids = driven.map(({ seasonId }) => seasonId);
  const drives = identifyAccounts(await loadDrives(context, ids));
  const own = drives.find(({ person }) => person.id === userId)?.person;
  return driverRecordOf(drives, own ?? { id: userId, name: '', userId });
}
