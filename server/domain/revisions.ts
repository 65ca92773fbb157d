import { revisionWithdrawTime } from '#contract/constants';
import type { Revision, Season } from '#contract/entities/season';
import { hasResults } from '#contract/race/championship';
import { conflict, notFound } from '../http/problem.ts';
import { removeDeletedBefore } from '../storage/deleted-sessions.ts';
import {
  deleteRevision,
  findLatestRevision,
  insertRevision,
  type LatestRevisionRow,
  listRevisionRows,
} from '../storage/revisions.ts';
import { findSeason } from '../storage/seasons.ts';
import { type Context, callerIdOf, type Versioned } from './context.ts';
import { announceStandings, announceWithdrawal } from './deliveries.ts';
import { digestStandings } from './digest-standings.ts';
import { getSeason, lockOwnSeason, type SeasonTarget, touchSeason } from './load-season.ts';
import { tellOfficial, untellOfficial } from './notices/tell-drivers.ts';
import { callerNameOf } from './profiles.ts';

/** The maximum number of official standings of a season. */
const maxRevisions = 100;

/**
 * Makes the current standings official, under the next number.
 * @throws Problem 409 without results, without a change since the latest ones, or after a hundred of them.
 */
export async function createRevision(
  context: Context,
  input: SeasonTarget & { note: string | null },
): Promise<Versioned<Season>> {
  const { transaction, now } = context;
  const { id } = await lockOwnSeason(context, input);
  const latest = await findLatestRevision(transaction, id);
  const number = (latest?.number ?? 0) + 1;
  if (number > maxRevisions) throw conflict(`A season has at most ${maxRevisions} official standings.`);
  const { value } = await getSeason(context, id);
  const { revision, unpublished: standings = value.standings } = value;
  if (!hasResults(standings)) throw conflict('There are no results yet that could be made official.');
  if (revision?.hasChanged === false)
    throw conflict(`No result has changed since official standings ${revision.number}.`);
  await insertRevision(transaction, {
    seasonId: id,
    number,
    note: input.note,
    author: await callerNameOf(context),
    publishedAt: now,
    standings,
    digest: digestStandings(standings),
  });
  await announceStandings(
    context,
    { ...value, standings },
    { number, note: input.note, publishedAt: now, before: latest },
  );
  await tellOfficial(context, id, { number, publishedAt: now });
  // Sessions that were deleted before the previous standings return only while those can be withdrawn.
  if (latest !== null && !isWithdrawable(context, latest))
    await removeDeletedBefore(transaction, id, latest.publishedAt);
  return touchSeason(context, id);
}

/**
 * Withdraws the latest official standings, as if they had not been published.
 * @throws Problem 404 for a number that does not exist, 409 for an earlier one, or ten minutes after it was published.
 */
export async function withdrawRevision(context: Context, input: SeasonTarget & { number: number }): Promise<void> {
  const { transaction } = context;
  const season = await lockOwnSeason(context, input);
  const { id } = season;
  const latest = await findLatestRevision(transaction, id);
  if (latest === null || input.number > latest.number) throw notFound();
  if (input.number < latest.number) throw conflict('Only the newest official standings can be taken back.');
  if (!isWithdrawable(context, latest)) throw conflict('Official standings can be taken back for ten minutes.');
  await deleteRevision(transaction, latest);
  await announceWithdrawal(context, season, latest);
  await untellOfficial(context, id, latest);
  await touchSeason(context, id);
}

function isWithdrawable({ now }: Context, { publishedAt }: LatestRevisionRow): boolean {
  return Date.parse(now) - Date.parse(publishedAt) <= revisionWithdrawTime * 1_000;
}

/** The official standings of a season, newest first. @throws Problem 404. */
export async function listRevisions(context: Context, seasonId: string): Promise<Revision[]> {
  const row = await findSeason(context.transaction, seasonId, callerIdOf(context));
  if (row === null) throw notFound();
  const rows = await listRevisionRows(context.transaction, seasonId);
  return rows.map(({ number, note, author, publishedAt, standings }) => ({
    number,
    note,
    authorName: author,
    publishedAt,
    standings,
  }));
}
