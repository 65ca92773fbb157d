import { unpagedBound } from '#contract/constants';
import type { DriverRecord, LeagueRecords, LeagueSeason } from '#contract/entities/record';
import { leagueTeamColours } from '#contract/race/league-team-colours';
import { driverRecordOf, driversOf, identifyAccounts, identifyDrivers, trackRecordsOf } from '#contract/race/records';
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

/**
 * Drivers and tracks over the seasons of a league that its own owner holds: in those one name is one driver. @throws Problem
 * 404, the same for a missing league and for a private league of another user.
 */
export async function getLeagueRecords(context: Context, leagueId: string): Promise<LeagueRecords> {
  const { summaries, own, drives, colours } = await loadLeague(context, leagueId);
  const headlines = await loadHeadlines(context, own.slice(0, unpagedBound));
  const drivers = driversOf(drives);
  const teams = drivers.flatMap(({ team }) => team ?? []);
  return {
    seasons: summaries.map((season) => ({ season, leader: headlines.get(season.id)?.headline.leader ?? null })),
    drivers,
    teamColours: leagueTeamColours(teams, colours),
    tracks: trackRecordsOf(drives),
  };
}

/** One driver of the records of a league, by id or name. @throws Problem 404, also for a driver that the records do not have. */
export async function getLeagueDriver(context: Context, leagueId: string, driver: string): Promise<DriverRecord> {
  const { drives } = await loadLeague(context, leagueId);
  const found =
    drives.find(({ person }) => person.id === driver) ?? drives.find(({ person }) => person.name === driver);
  if (found === undefined) throw notFound();
  return driverRecordOf(drives, found.person);
}

async function loadLeague(context: Context, leagueId: string) {
  const { value: league } = await getLeague(context, leagueId);
  const summaries = await listSeasonsById(context.transaction, league.seasonIds);
  const own = summaries.filter(({ ownerId }) => ownerId === league.ownerId).map(({ id }) => id);
  const seasons = await loadDrives(context, own);
  return { summaries, own, drives: identifyDrivers(seasons), colours: seasons.map((season) => season.colours) };
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
