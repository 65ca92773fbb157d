import { v7 } from 'uuid';
import type { SeasonUpdate } from '#contract/api/bodies';
import { unpagedBound } from '#contract/constants';
import type { Season, SeasonPage, SeasonSummary } from '#contract/entities/season';
import { newSeasonRules } from '#contract/race/scoring';
import { hasRight, type Right, staffRoles } from '#contract/rights';
import { listSeasonRoles } from '../storage/members.ts';
import { nextPageOf } from '../storage/page-keys.ts';
import { countSeasons, insertSeason, listSeasonSummaries } from '../storage/seasons.ts';
import { type Context, callerIdOf, requireUser, type Versioned } from './context.ts';
import { deleteEntity } from './deletions.ts';
import { getSeason, lockOwnSeason, type SeasonTarget, touchSeason } from './load-season.ts';
import { type Quotas, requireWithin } from './quotas.ts';
import { stayPrivate } from './stay-private.ts';

/** The newest seasons that the caller may see. */
export function listSeasons(context: Context): Promise<SeasonSummary[]> {
  return listSeasonSummaries(context.transaction, { visibleTo: callerIdOf(context) }, unpagedBound);
}

/** The newest seasons of a user that the caller may see. */
export function listSeasonsOf(context: Context, userId: string): Promise<SeasonSummary[]> {
  const filter = { visibleTo: callerIdOf(context), ownerId: userId };
  return listSeasonSummaries(context.transaction, filter, unpagedBound);
}

/** A page of the caller's seasons, of those in which they have a right, or of those with a given session. */
export async function pageOwnSeasons(
  context: Context,
  query: {
    page: number;
    pageSize: number;
    after?: string | undefined;
    SessionId?: string | undefined;
    right?: Right | undefined;
  },
): Promise<SeasonPage> {
  const userId = requireUser(context);
  const { SessionId: sessionId, right } = query;
  const own = {
    visibleTo: userId,
    ...(right === undefined
      ? { ownerId: userId }
      : { runBy: { userId, roles: staffRoles.filter((role) => hasRight([role], right)) } }),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
  const totalElements = await countSeasons(context.transaction, own);
  const offset = query.page * query.pageSize;
  const filter = { ...own, after: query.after };
  const found = await listSeasonSummaries(context.transaction, filter, query.pageSize, offset);
  const others = found.filter(({ ownerId }) => ownerId !== userId).map(({ id }) => id);
  const rolesIn = await listSeasonRoles(context.transaction, userId, others);
  const seasons = found.map((season) => ({
    ...season,
    roles: season.ownerId === userId ? (['owner'] as const).slice() : (rolesIn.get(season.id) ?? []),
  }));
  return { totalElements, seasons, next: nextPageOf(found, query.pageSize, ({ createdAt }) => createdAt) };
}

/** Creates a season that the caller owns. @throws Problem 409 when an account can have no more. */
export async function createSeason(
  context: Context,
  { name, quotas }: { name: string; quotas: Quotas },
): Promise<Versioned<Season>> {
  const { transaction, now } = context;
  const id = v7();
  await insertSeason(transaction, {
    id,
    name,
    ownerId: requireUser(context),
    version: 1,
    createdAt: now,
    updatedAt: now,
    rules: newSeasonRules,
  });
  await requireWithin(context, quotas, ['seasons']);
  return getSeason(context, id);
}

/** Renames a season, or changes when its readers see new results, and until when its drivers answer. */
export async function updateSeason(
  context: Context,
  { name, provisional, answerHours, ...target }: SeasonTarget & Omit<SeasonUpdate, 'id'>,
): Promise<Versioned<Season>> {
  const { id } = await lockOwnSeason(context, target);
  return touchSeason(context, id, {
    ...(name === undefined ? {} : { name }),
    ...(provisional === undefined ? {} : { provisional }),
    ...(answerHours === undefined ? {} : { answerHours }),
  });
}

/** Deletes a season without its sessions. It can be restored for a while. */
export async function deleteSeason(context: Context, input: SeasonTarget): Promise<void> {
  const { id } = await lockOwnSeason(context, input);
  await stayPrivate(context.transaction, { seasonId: id }, () => deleteEntity(context, 'season', id));
}
