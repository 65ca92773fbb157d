import { eventDuration, unpagedBound } from '#contract/constants';
import type { Tasks } from '#contract/entities/account';
import type { SeasonSummary } from '#contract/entities/season';
import type { Track } from '#contract/enumerations';
import { hasResults } from '#contract/race/championship';
import { listDeleted } from '../storage/deleted-sessions.ts';
import { listSeasonsWithEntries } from '../storage/entries.ts';
import { listOpenClaims } from '../storage/roster-claims.ts';
import { findSeason, listSeasonSummaries } from '../storage/seasons.ts';
import { listStillPublic } from '../storage/session-visibility.ts';
import { listOverdue, listUnattached, listUnnamed } from '../storage/tasks.ts';
import { type Context, requireUser } from './context.ts';
import { listUndecided } from './entries.ts';
import { getSeason } from './load-season.ts';

/** How many entries each list of tasks has. */
const shown = 10;
/** Standings of so many seasons are compared with their official ones; each comparison computes them. */
const maxCompared = 20;

export async function getTasks(context: Context): Promise<Tasks> {
  const { transaction } = context;
  const userId = requireUser(context);
  return {
    unattached: await listUnattached(transaction, userId, shown),
    unnamed: await listUnnamed(transaction, userId, shown),
    provisional: await listProvisional(context, userId),
    deleted: await listDeleted(transaction, userId, shown),
    overdue: await listOverdueRounds(context, userId),
    claims: await listClaimTasks(context, userId),
    entries: await listEntryTasks(context, userId),
    stillPublic: await listStillPublic(transaction, userId, shown),
  };
}

async function listOverdueRounds({ transaction, now }: Context, ownerId: string): Promise<Tasks['overdue']> {
  const before = new Date(Date.parse(now) - eventDuration).toISOString();
  const { total, rounds } = await listOverdue(transaction, { ownerId, before }, shown);
  // The contract has checked the tracks, and an event without a start is not overdue.
  return {
    total,
    rounds: rounds.map((each) => ({ ...each, track: each.track as Track, startsAt: each.startsAt ?? before })),
  };
}

async function listClaimTasks({ transaction }: Context, userId: string): Promise<Tasks['claims']> {
  const { total, claims } = await listOpenClaims(transaction, userId, shown);
  return {
    total,
    claims: claims.map(({ roster, ...claim }) => ({
      ...claim,
      driverName: roster?.find(({ id }) => id === claim.driverId)?.name ?? '',
    })),
  };
}

async function listEntryTasks(context: Context, userId: string): Promise<Tasks['entries']> {
  const { transaction } = context;
  const seasons = [];
  for (const id of await listSeasonsWithEntries(transaction, userId, shown)) {
    const season = await findSeason(transaction, id, userId);
    if (season === null) continue;
    const open = await listUndecided(context, season);
    const [first] = open;
    if (first === undefined) continue;
    seasons.push({ seasonId: id, seasonName: season.name, count: open.length, first: first.wish.name });
  }
  return { total: seasons.reduce((sum, { count }) => sum + count, 0), seasons };
}

async function listProvisional(context: Context, userId: string): Promise<Tasks['provisional']> {
  const own = { visibleTo: userId, ownerId: userId };
  const all = await listSeasonSummaries(context.transaction, own, unpagedBound);
  const run = all.filter(({ eventsRun = 0 }) => eventsRun > 0);
  const found: { season: SeasonSummary; revision: number | null }[] = [];
  for (const season of run.slice(0, maxCompared)) {
    const { standings, unpublished = standings, revision } = (await getSeason(context, season.id)).value;
    if (!hasResults(unpublished) || revision?.hasChanged === false) continue;
    found.push({ season, revision: revision?.number ?? null });
  }
  return { total: found.length, seasons: found.slice(0, shown) };
}
