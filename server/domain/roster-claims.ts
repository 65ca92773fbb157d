import { v7 } from 'uuid';
import type { Claim } from '#contract/entities/roster';
import type { DrivenSeason } from '#contract/entities/season';
import { drivenSeasonOf } from '#contract/race/drives';
import { progressOf } from '#contract/race/season-progress';
import { conflict, notFound, refused } from '../http/problem.ts';
import { deleteEntryRow, listOpenEntries } from '../storage/entries.ts';
import {
  confirmClaimRow,
  deleteClaimRow,
  findClaim,
  insertClaim,
  listClaimRows,
  listDriven,
} from '../storage/roster-claims.ts';
import { findSeason } from '../storage/seasons.ts';
import { type Context, callerIdOf, requireUser } from './context.ts';
import { findOwnSeason, getSeason } from './load-season.ts';
import { isAllowed } from './rights.ts';
import { stayPrivate } from './stay-private.ts';

/** The most claims of a season, and seasons of a driver that are listed; the standings of each are computed. */
const maxClaims = 500;
const maxDriven = 10;

/** The claims of a season: all for who manages it, for others their own. @throws Problem 404. */
export async function listClaims(context: Context, seasonId: string): Promise<Claim[]> {
  const userId = requireUser(context);
  const season = await findSeason(context.transaction, seasonId, userId);
  if (season === null) throw notFound();
  const isManaged = await isAllowed(context, { seasonId, ownerId: season.ownerId }, 'manageSeason');
  return listClaimRows(context.transaction, seasonId, isManaged ? undefined : userId);
}

/**
 * Claims a driver for the caller. Who manages the season needs nobody to confirm it.
 * @throws Problem 404; 422 for a driver that the roster does not have; 409 when the driver has an account, or the caller has
 * claimed another driver of the season.
 */
export async function claimDriver(
  context: Context,
  { seasonId, driverId }: { readonly seasonId: string; readonly driverId: string },
): Promise<Claim[]> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  // Locked, so that the roster and the claims stay as they are checked.
  const season = await findSeason(transaction, seasonId, userId, true);
  if (season === null) throw notFound();
  if (!(season.roster ?? []).some(({ id }) => id === driverId))
    throw refused([{ path: 'driverId', message: 'must be a driver of this season' }]);
  const claims = await listClaimRows(transaction, seasonId);
  const own = claims.find((claim) => claim.userId === userId);
  if (own !== undefined && own.driverId !== driverId)
    throw conflict('You are another driver of this season already. Take that back first.');
  if (own === undefined) {
    const entry = (await listOpenEntries(transaction, seasonId, { userId })).find((each) => each.userId === userId);
    if (entry?.state === 'applied') throw conflict('You have entered this season. Withdraw that first.');
    if (entry !== undefined) await deleteEntryRow(transaction, entry.id);
    requireFree(claims, driverId);
    if (claims.length >= maxClaims) throw conflict('This season has too many open claims.');
    const isManaged = await isAllowed(context, { seasonId, ownerId: season.ownerId }, 'manageSeason');
    const confirmedAt = isManaged ? now : null;
    await insertClaim(transaction, { id: v7(), seasonId, driverId, userId, claimedAt: now, confirmedAt });
  }
  return listClaims(context, seasonId);
}

/** @throws Problem 409 when another account is this driver. */
function requireFree(claims: readonly Claim[], driverId: string): void {
  if (claims.some((claim) => claim.driverId === driverId && claim.confirmedAt !== null))
    throw conflict('This driver has an account already.');
}

/** Confirms a claim. @throws Problem 403, 404; 409 when the driver has another account. */
export async function confirmClaim(
  context: Context,
  { seasonId, claimId }: { readonly seasonId: string; readonly claimId: string },
): Promise<Claim[]> {
  const { transaction, now } = context;
  await findOwnSeason(context, { id: seasonId, expected: null }, true);
  const claims = await listClaimRows(transaction, seasonId);
  const claim = claims.find(({ id }) => id === claimId);
  if (claim === undefined) throw notFound();
  if (claim.confirmedAt === null) {
    requireFree(claims, claim.driverId);
    await confirmClaimRow(transaction, claimId, now);
  }
  return listClaims(context, seasonId);
}

/**
 * Takes an own claim back, confirmed or not and also of a season that is hidden now; or declines one, for who manages the
 * season. @throws Problem 404, also for the claim of somebody else.
 */
export async function deleteClaim(
  context: Context,
  { seasonId, claimId }: { readonly seasonId: string; readonly claimId: string },
): Promise<void> {
  const { transaction } = context;
  const userId = requireUser(context);
  const claim = await findClaim(transaction, { id: claimId, seasonId });
  if (claim === null || !(claim.userId === userId || (await managesSeason(context, seasonId)))) throw notFound();
  await stayPrivate(transaction, { seasonId }, () => deleteClaimRow(transaction, claimId));
}

async function managesSeason(context: Context, seasonId: string): Promise<boolean> {
  const season = await findSeason(context.transaction, seasonId, callerIdOf(context));
  return season !== null && isAllowed(context, { seasonId, ownerId: season.ownerId }, 'manageSeason');
}

/** The newest seasons that a user drives in and that the caller may see, of all owners or of others alone. */
export async function listDrivenSeasons(
  context: Context,
  { userId, owner }: { readonly userId: string; readonly owner: 'any' | 'others' },
): Promise<DrivenSeason[]> {
  const filter = { userId, isOfOthers: owner === 'others', visibleTo: callerIdOf(context), limit: maxDriven };
  const found: DrivenSeason[] = [];
  for (const { seasonId, driverId } of await listDriven(context.transaction, filter)) {
    const { value } = await getSeason(context, seasonId);
    const driven = drivenSeasonOf(value, driverId);
    if (driven === null) continue;
    const { id, name, ownerId, createdAt, updatedAt, events } = value;
    const eventsRun = events.filter(({ sessions }) => sessions.length > 0).length;
    const season = {
      id,
      name,
      ownerId,
      createdAt,
      updatedAt,
      eventCount: events.length,
      eventsRun,
      lastRound: progressOf(events).round,
    };
    found.push({ season, ...driven });
  }
  return found;
}
