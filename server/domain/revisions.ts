import type { Revision, Season } from '#contract/season';
import { conflict, notFound } from '../http/problem.ts';
import { forgetDeleted } from '../storage/deleted-sessions.ts';
import { findLatestRevision, insertRevision, listRevisionRows } from '../storage/revisions.ts';
import { findSeason } from '../storage/seasons.ts';
import { type Context, callerIdOf, type Versioned } from './context.ts';
import { digestStandings } from './digest-standings.ts';
import { getSeason, lockOwnSeason, type SeasonTarget, touchSeason } from './load-season.ts';
import { callerNameOf } from './rulings.ts';

/** The maximum number of official standings of a season. */
const maxRevisions = 100;

/** Makes the current standings official, under the next number. @throws Problem 409 after a hundred of them. */
export async function createRevision(
  context: Context,
  input: SeasonTarget & { note: string | null },
): Promise<Versioned<Season>> {
  const { transaction, now } = context;
  const { id } = await lockOwnSeason(context, input);
  const latest = await findLatestRevision(transaction, id);
  const number = (latest?.number ?? 0) + 1;
  if (number > maxRevisions) throw conflict(`A season has at most ${maxRevisions} official standings.`);
  const { standings } = (await getSeason(context, id)).value;
  await insertRevision(transaction, {
    seasonId: id,
    number,
    note: input.note,
    author: await callerNameOf(context),
    publishedAt: now,
    standings,
    digest: digestStandings(standings),
  });
  await forgetDeleted(transaction, { seasonId: id });
  return touchSeason(context, id);
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
