import { and } from 'drizzle-orm';
import { v7 } from 'uuid';
import type * as v from 'valibot';
import { unpagedBound } from '#contract/constants';
import type { League, LeagueCreate, LeagueList, LeagueUpdate } from '#contract/league';
import { notFound } from '../problem.ts';
import {
  changeLeague,
  countLeagues,
  findLeague,
  findThumbnail,
  insertLeague,
  leaguesOf,
  linkSeason,
  listLeagueRows,
  removeLeague,
  type StoredLeague,
  unlinkSeason,
  visibleTo,
  writeThumbnail,
} from '../storage/leagues.ts';
import { seasonIsVisible } from '../storage/seasons.ts';
import { type Context, type Expected, memberOf, mustMatch, mustOwn, type Versioned } from './context.ts';

function versioned({ version, ...value }: StoredLeague): Versioned<League> {
  return { value, version };
}

function callerId({ caller }: Context): string | null {
  return caller?.userId ?? null;
}

/** A league. @throws Problem 404 for an absent one and for another's private one, in the same words. */
export async function getLeague(context: Context, id: string, lock = false): Promise<Versioned<League>> {
  const league = await findLeague(context.transaction, id, lock);
  if (league === null || (!league.isPublic && league.ownerId !== callerId(context))) throw notFound();
  return versioned(league);
}

/** The newest leagues; `count` counts all that the caller may see. */
export async function listLeagues(context: Context): Promise<LeagueList> {
  return pageLeagues(context, undefined, unpagedBound, 0);
}

/** Leagues that belong to a user, newest first. */
export async function listLeaguesOf(
  context: Context,
  userId: string,
  { page, pageSize }: { page: number; pageSize: number } = { page: 0, pageSize: unpagedBound },
): Promise<LeagueList> {
  return pageLeagues(context, leaguesOf(context.transaction, userId), pageSize, page * pageSize);
}

async function pageLeagues(
  context: Context,
  condition: Parameters<typeof countLeagues>[1],
  limit: number,
  offset: number,
): Promise<LeagueList> {
  const visible = and(visibleTo(callerId(context)), condition);
  const count = await countLeagues(context.transaction, visible);
  const rows = await listLeagueRows(context.transaction, visible, limit, offset);
  return { count, leagues: rows.map((row) => versioned(row).value) };
}

/** Creates a league of the caller's. */
export async function createLeague(
  context: Context,
  { thumbnailBase64: _, ...given }: v.InferOutput<typeof LeagueCreate>,
  image: Uint8Array | null,
): Promise<Versioned<League>> {
  const { transaction, now } = context;
  const thumbnail = image === null ? null : { id: v7(), image };
  const row = {
    ...given,
    id: v7(),
    ownerId: memberOf(context),
    version: 1,
    thumbnailId: thumbnail?.id ?? null,
    createdAt: now,
    updatedAt: now,
  };
  await insertLeague(transaction, row);
  if (thumbnail !== null) await writeThumbnail(transaction, row.id, thumbnail);
  return getLeague(context, row.id);
}

/** Loads a league to change it, if the caller may and If-Match names what is there. */
async function ownLeague(context: Context, id: string, expected: Expected): Promise<League> {
  const { value, version } = await getLeague(context, id, true);
  mustOwn(context, value);
  await mustMatch(expected, { version }, async () => value);
  return value;
}

/** Changes a league; what is absent stays, null empties. */
export async function updateLeague(
  context: Context,
  input: { id: string; expected: Expected; changes: v.InferOutput<typeof LeagueUpdate> },
): Promise<Versioned<League>> {
  const { id } = await ownLeague(context, input.id, input.expected);
  await changeLeague(context.transaction, id, { ...input.changes, updatedAt: context.now });
  return getLeague(context, id);
}

/** Deletes a league; its seasons stay. */
export async function deleteLeague(context: Context, input: { id: string; expected: Expected }): Promise<void> {
  const { id } = await ownLeague(context, input.id, input.expected);
  await removeLeague(context.transaction, id);
}

interface SeasonOfLeague {
  readonly id: string;
  readonly seasonId: string;
  readonly expected: Expected;
}

/** Puts a season into a league: one's own, or any that one may see. */
export async function addSeason(context: Context, input: SeasonOfLeague): Promise<Versioned<League>> {
  const { id } = await ownLeague(context, input.id, input.expected);
  if (!(await seasonIsVisible(context.transaction, input.seasonId, callerId(context)))) throw notFound();
  const row = { leagueId: id, seasonId: input.seasonId, addedAt: context.now };
  const isNew = await linkSeason(context.transaction, row);
  if (isNew) await changeLeague(context.transaction, id, { updatedAt: context.now });
  return getLeague(context, id);
}

/** Takes a season out of a league. @throws Problem 404 when it is not in it. */
export async function removeSeason(context: Context, input: SeasonOfLeague): Promise<void> {
  const { id } = await ownLeague(context, input.id, input.expected);
  if (!(await unlinkSeason(context.transaction, id, input.seasonId))) throw notFound();
  await changeLeague(context.transaction, id, { updatedAt: context.now });
}

/** Gives a league another picture, or none. */
export async function setThumbnail(
  context: Context,
  input: { id: string; expected: Expected },
  image: Uint8Array | null,
): Promise<Versioned<League>> {
  const league = await ownLeague(context, input.id, input.expected);
  if (image === null && league.thumbnailId === null) throw notFound();
  const thumbnail = image === null ? null : { id: v7(), image };
  await writeThumbnail(context.transaction, league.id, thumbnail);
  const changes = { thumbnailId: thumbnail?.id ?? null, updatedAt: context.now };
  await changeLeague(context.transaction, league.id, changes);
  return getLeague(context, league.id);
}

/** The picture of a league. @throws Problem 404 when there is none, or none to be seen. */
export async function getThumbnail(
  context: Context,
  id: string,
): Promise<{ id: string; image: Uint8Array; isPublic: boolean }> {
  const { value } = await getLeague(context, id);
  const thumbnail = await findThumbnail(context.transaction, id);
  if (thumbnail === null) throw notFound();
  return { id: thumbnail.id, image: thumbnail.image, isPublic: value.isPublic };
}
