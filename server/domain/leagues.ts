import { v7 } from 'uuid';
import type * as v from 'valibot';
import type { LeagueCreate, LeagueUpdate } from '#contract/api/bodies';
import { unpagedBound } from '#contract/constants';
import type { League, LeagueList } from '#contract/entities/league';
import { conflict, notFound } from '../http/problem.ts';
import {
  countLeagues,
  countThumbnails,
  findLeague,
  findThumbnail,
  insertLeague,
  type LeagueFilter,
  leagueIsVisible,
  linkSeason,
  listLeagueRows,
  type StoredLeague,
  unlinkSeason,
  updateLeagueRow,
  writeThumbnail,
} from '../storage/leagues.ts';
import { findLastChange } from '../storage/members.ts';
import { nextPageOf } from '../storage/page-keys.ts';
import { countAttached } from '../storage/season-events.ts';
import { findSeason, ownsSeason, passSeason, updateSeasonRow } from '../storage/seasons.ts';
import {
  type Context,
  callerIdOf,
  type ExpectedVersion,
  requireUser,
  requireVersion,
  type Versioned,
} from './context.ts';
import { deleteEntity } from './deletions.ts';
import { type Quotas, requireOwnerWithin, requireWithin } from './quotas.ts';
import { requireRight } from './rights.ts';
import { stayPrivate } from './stay-private.ts';

/** How many leagues of one user can have a thumbnail. */
const maxThumbnails = 100;

function versioned({ version, ...value }: StoredLeague): Versioned<League> {
  return { value, version };
}

/** A league. @throws Problem 404, the same for a missing league and for a private league of another user. */
export async function getLeague(context: Context, id: string, lock = false): Promise<Versioned<League>> {
  const userId = callerIdOf(context);
  const league = await findLeague(context.transaction, id, userId, lock);
  if (league === null || !(await isVisible(context, league))) throw notFound();
  return versioned(league);
}

async function isVisible(context: Context, { id, isPublic, ownerId }: League): Promise<boolean> {
  const userId = callerIdOf(context);
  return (
    isPublic || ownerId === userId || (userId !== null && (await leagueIsVisible(context.transaction, id, userId)))
  );
}

/** The newest leagues. `count` is the number of all leagues that the caller may see. */
export async function listLeagues(context: Context): Promise<LeagueList> {
  return pageLeagues(context, { visibleTo: callerIdOf(context) }, unpagedBound, 0);
}

/** Leagues that a user owns or drives in, newest first. */
export async function listLeaguesOf(
  context: Context,
  userId: string,
  { page, pageSize, after }: { page: number; pageSize: number; after?: string | undefined } = {
    page: 0,
    pageSize: unpagedBound,
  },
): Promise<LeagueList> {
  const filter = { visibleTo: callerIdOf(context), participantId: userId, after };
  const list = await pageLeagues(context, filter, pageSize, page * pageSize);
  return { ...list, next: nextPageOf(list.leagues, pageSize, ({ createdAt }) => createdAt) };
}

async function pageLeagues(
  { transaction }: Context,
  filter: LeagueFilter,
  limit: number,
  offset: number,
): Promise<LeagueList> {
  const { after: _, ...all } = filter;
  const count = await countLeagues(transaction, all);
  const rows = await listLeagueRows(transaction, filter, limit, offset);
  return { count, leagues: rows.map((row) => versioned(row).value) };
}

/** Creates a league that the caller owns. @throws Problem 409 when an account can have no more. */
export async function createLeague(
  context: Context,
  { body, image, quotas }: { body: v.InferOutput<typeof LeagueCreate>; image: Uint8Array | null; quotas: Quotas },
): Promise<Versioned<League>> {
  const { transaction, now } = context;
  const { thumbnailBase64: _, ...fields } = body;
  const thumbnail = image === null ? null : { id: v7(), image };
  const row = {
    ...fields,
    id: v7(),
    ownerId: requireUser(context),
    version: 1,
    thumbnailId: thumbnail?.id ?? null,
    createdAt: now,
    updatedAt: now,
  };
  if (thumbnail !== null) await requireRoom(context, row.id);
  await insertLeague(transaction, row);
  await requireWithin(context, quotas, ['leagues']);
  if (thumbnail !== null) await writeThumbnail(transaction, row.id, thumbnail);
  return getLeague(context, row.id);
}

/** @throws Problem 409 when other leagues of the caller have as many thumbnails as a user can store. */
async function requireRoom(context: Context, leagueId: string): Promise<void> {
  const count = await countThumbnails(context.transaction, requireUser(context), leagueId);
  if (count >= maxThumbnails) throw conflict(`At most ${maxThumbnails} of your leagues can have a picture.`);
}

/** Loads and locks a league for a change by a caller with the right of the call. @throws Problem 403, 404 or 412. */
export async function lockOwnLeague(context: Context, id: string, expected: ExpectedVersion): Promise<League> {
  const { value, version } = await getLeague(context, id, true);
  await requireRight(context, { leagueId: id, ownerId: value.ownerId });
  const lastChange = () => findLastChange(context.transaction, { leagueIds: [id], seasonId: null });
  await requireVersion(expected, { version }, async () => value, lastChange);
  return value;
}

/** Changes a league. Absent fields stay, null clears a field. */
export async function updateLeague(
  context: Context,
  input: { id: string; expected: ExpectedVersion; changes: v.InferOutput<typeof LeagueUpdate> },
): Promise<Versioned<League>> {
  const { id } = await lockOwnLeague(context, input.id, input.expected);
  await updateLeagueRow(context.transaction, id, { ...input.changes, updatedAt: context.now });
  return getLeague(context, id);
}

/** Deletes a league without its seasons. It can be restored for a while. Its members run its seasons no longer. */
export async function deleteLeague(context: Context, input: { id: string; expected: ExpectedVersion }): Promise<void> {
  const { id, ownerId } = await lockOwnLeague(context, input.id, input.expected);
  await stayPrivate(context.transaction, { ownerId }, () => deleteEntity(context, 'league', id));
}

interface LeagueSeasonTarget {
  readonly id: string;
  readonly seasonId: string;
  readonly expected: ExpectedVersion;
}

/**
 * Adds a season that the caller may see to a league. With a season of its owner, members of the league get rights in that:
 * only who has them already adds it. An admin's own season that no other league has goes to the owner of the league: the
 * league keeps it when the admin leaves. @throws Problem 403, 404, 412, and 409 when the owner can have no more.
 */
export async function addSeason(
  context: Context,
  input: LeagueSeasonTarget & { readonly quotas: Quotas },
): Promise<Versioned<League>> {
  const league = await lockOwnLeague(context, input.id, input.expected);
  const { id, ownerId } = league;
  const season = await findSeason(context.transaction, input.seasonId, callerIdOf(context));
  if (season === null) throw notFound();
  if (season.ownerId === ownerId) await requireRight(context, { seasonId: season.id, ownerId }, 'manageSeason');
  const row = { leagueId: id, seasonId: input.seasonId, addedAt: context.now };
  const { transaction, now } = context;
  const isNew = await linkSeason(transaction, row);
  if (isNew) await updateLeagueRow(transaction, id, { updatedAt: now });
  if (isNew && season.ownerId === requireUser(context) && season.ownerId !== ownerId) {
    const isPassed = await stayPrivate(transaction, { seasonId: season.id }, () =>
      passSeason(transaction, { id: season.id, leagueId: id, to: ownerId, now }),
    );
    if (isPassed) await requireOwnerWithin(context, input.quotas, ownerId);
  }
  if (isNew) await waitForStewards(context, league, season.id);
  return getLeague(context, id);
}

/** Readers of a new season of a league with a steward see its results when they are published, unless somebody has chosen otherwise. */
async function waitForStewards(context: Context, { ownerId, staff }: League, seasonId: string): Promise<void> {
  const { transaction, now } = context;
  if (staff?.some(({ roles }) => roles.includes('steward')) !== true) return;
  const season = await findSeason(transaction, seasonId, callerIdOf(context));
  if (season?.ownerId !== ownerId || season.provisional !== null) return;
  if ((await countAttached(transaction, seasonId)) > 0) return;
  await updateSeasonRow(transaction, seasonId, { provisional: 'whenPublished', updatedAt: now });
}

/**
 * Removes a season from a league, for the owner of either: the owner of a season can remove it from any league, a private
 * one that they cannot read included. @throws Problem 404 when the league does not have the season.
 */
export async function removeSeason(context: Context, input: LeagueSeasonTarget): Promise<void> {
  const { transaction } = context;
  const { id } =
    (await lockLeagueOfOwnSeason(context, input)) ?? (await lockOwnLeague(context, input.id, input.expected));
  const isRemoved = await stayPrivate(transaction, { seasonId: input.seasonId }, () =>
    unlinkSeason(transaction, id, input.seasonId),
  );
  if (!isRemoved) throw notFound();
  await updateLeagueRow(transaction, id, { updatedAt: context.now });
}

/** Locks a league for a change by the owner of one of its seasons; null when the caller does not own the season. */
async function lockLeagueOfOwnSeason(context: Context, input: LeagueSeasonTarget): Promise<{ id: string } | null> {
  const userId = requireUser(context);
  if (!(await ownsSeason(context.transaction, input.seasonId, userId))) return null;
  const league = await findLeague(context.transaction, input.id, userId, true);
  if (league === null) throw notFound();
  // A refusal contains the league as it is now.
  if (await isVisible(context, league))
    await requireVersion(input.expected, league, async () => versioned(league).value);
  return league;
}

/** Replaces or removes the thumbnail of a league. @throws Problem 403, 404, 412, and 409 when the caller has too many. */
export async function setThumbnail(
  context: Context,
  input: { id: string; expected: ExpectedVersion },
  image: Uint8Array | null,
): Promise<Versioned<League>> {
  const league = await lockOwnLeague(context, input.id, input.expected);
  if (image === null && league.thumbnailId === null) throw notFound();
  if (image !== null) await requireRoom(context, league.id);
  const thumbnail = image === null ? null : { id: v7(), image };
  await writeThumbnail(context.transaction, league.id, thumbnail);
  const changes = { thumbnailId: thumbnail?.id ?? null, updatedAt: context.now };
  await updateLeagueRow(context.transaction, league.id, changes);
  return getLeague(context, league.id);
}

/** The thumbnail of a league. @throws Problem 404 when there is none, or the caller may not see the league. */
export async function getThumbnail(
  context: Context,
  id: string,
): Promise<{ id: string; image: Uint8Array; isPublic: boolean }> {
  const { value } = await getLeague(context, id);
  const thumbnail = await findThumbnail(context.transaction, id);
  if (thumbnail === null) throw notFound();
  return { id: thumbnail.id, image: thumbnail.image, isPublic: value.isPublic };
}
