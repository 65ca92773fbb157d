import { and, asc, count, desc, eq, isNotNull, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Claim, RosterMember } from '#contract/entities/roster';
import type { Transaction } from './open-storage.ts';
import { profiles, rosterClaims, seasons } from './tables.ts';
import { seasonsVisibleTo } from './visibility.ts';

/** The driver of a claim, or of an entry that was accepted; others have none. */
export const claimedDriver = sql<string>`${rosterClaims.driverId}`;

const columns = {
  id: rosterClaims.id,
  seasonId: rosterClaims.seasonId,
  driverId: claimedDriver,
  userId: rosterClaims.userId,
  username: profiles.username,
  claimedAt: rosterClaims.claimedAt,
  confirmedAt: rosterClaims.confirmedAt,
};

function selectClaims(transaction: Transaction, condition: SQL | undefined) {
  return transaction
    .select(columns)
    .from(rosterClaims)
    .innerJoin(seasons, and(eq(seasons.id, rosterClaims.seasonId), isNull(seasons.deletedAt)))
    .leftJoin(profiles, eq(profiles.id, rosterClaims.userId))
    .where(and(isNotNull(rosterClaims.driverId), condition));
}

/** The claims of a season, oldest first; of one user only where `userId` is given. */
export function listClaimRows(transaction: Transaction, seasonId: string, userId?: string): Promise<Claim[]> {
  const isOfUser = userId === undefined ? undefined : eq(rosterClaims.userId, userId);
  return selectClaims(transaction, and(eq(rosterClaims.seasonId, seasonId), isOfUser)).orderBy(
    asc(rosterClaims.claimedAt),
    asc(rosterClaims.id),
  );
}

/** The claims of a user, newest first. */
export function listClaimsOfUser(transaction: Transaction, userId: string): Promise<Claim[]> {
  return selectClaims(transaction, eq(rosterClaims.userId, userId)).orderBy(
    desc(rosterClaims.claimedAt),
    desc(rosterClaims.id),
  );
}

/** A claim of a season. */
export async function findClaim(
  transaction: Transaction,
  { id, seasonId }: { readonly id: string; readonly seasonId: string },
): Promise<Claim | null> {
  const [row] = await selectClaims(transaction, and(eq(rosterClaims.id, id), eq(rosterClaims.seasonId, seasonId)));
  return row ?? null;
}

/** The confirmed claims of a season. */
export function listMembers(transaction: Transaction, seasonId: string): Promise<RosterMember[]> {
  return transaction
    .select({ driverId: claimedDriver, userId: rosterClaims.userId, username: profiles.username })
    .from(rosterClaims)
    .leftJoin(profiles, eq(profiles.id, rosterClaims.userId))
    .where(and(eq(rosterClaims.seasonId, seasonId), isNotNull(rosterClaims.confirmedAt)))
    .orderBy(asc(rosterClaims.claimedAt), asc(rosterClaims.id));
}

/** Stores a claim. */
export async function insertClaim(transaction: Transaction, row: typeof rosterClaims.$inferInsert): Promise<void> {
  await transaction.insert(rosterClaims).values(row);
}

/** Confirms a claim. */
export async function confirmClaimRow(transaction: Transaction, id: string, confirmedAt: string): Promise<void> {
  await transaction.update(rosterClaims).set({ confirmedAt }).where(eq(rosterClaims.id, id));
}

const asLeft = { driverId: null, confirmedAt: null, ended: 'left' } as const;

/** Deletes a claim; of an entry it says that the user has left. */
export async function deleteClaimRow(transaction: Transaction, id: string): Promise<void> {
  await endClaims(transaction, eq(rosterClaims.id, id));
}

/** Deletes the claims of a season on drivers that its roster does not have; entries say that the user has left. */
export async function deleteClaimsExcept(
  transaction: Transaction,
  seasonId: string,
  driverIds: readonly string[],
): Promise<void> {
  const isOther = and(isNotNull(rosterClaims.driverId), notInArray(rosterClaims.driverId, [...driverIds]));
  await endClaims(transaction, and(eq(rosterClaims.seasonId, seasonId), isOther));
}

async function endClaims(transaction: Transaction, condition: SQL | undefined): Promise<void> {
  await transaction.delete(rosterClaims).where(and(condition, isNull(rosterClaims.wish)));
  await transaction
    .update(rosterClaims)
    .set(asLeft)
    .where(and(condition, isNotNull(rosterClaims.wish)));
}

interface DrivenFilter {
  readonly userId: string;
  /** Without those that the user owns. */
  readonly isOfOthers: boolean;
  readonly visibleTo: string | null;
  readonly limit: number;
}

/** The seasons that a user drives in by a confirmed claim and that the reader may see, newest first. */
export function listDriven(
  transaction: Transaction,
  { userId, isOfOthers, visibleTo, limit }: DrivenFilter,
): Promise<{ seasonId: string; driverId: string }[]> {
  return transaction
    .select({ seasonId: rosterClaims.seasonId, driverId: claimedDriver })
    .from(rosterClaims)
    .innerJoin(seasons, eq(seasons.id, rosterClaims.seasonId))
    .where(
      and(
        eq(rosterClaims.userId, userId),
        isNotNull(rosterClaims.confirmedAt),
        isOfOthers ? ne(seasons.ownerId, userId) : undefined,
        seasonsVisibleTo(visibleTo),
      ),
    )
    .orderBy(desc(seasons.createdAt), desc(seasons.id))
    .limit(limit);
}

/** Claims that the owner of their season has neither confirmed nor declined, oldest first, and how many there are. */
export async function listOpenClaims(transaction: Transaction, ownerId: string, limit: number) {
  const isOpen = and(
    eq(seasons.ownerId, ownerId),
    isNull(seasons.deletedAt),
    isNull(rosterClaims.confirmedAt),
    isNotNull(rosterClaims.driverId),
  );
  const [row] = await transaction
    .select({ total: count() })
    .from(rosterClaims)
    .innerJoin(seasons, eq(seasons.id, rosterClaims.seasonId))
    .where(isOpen);
  const claims = await transaction
    .select({ ...columns, seasonName: seasons.name, roster: seasons.roster })
    .from(rosterClaims)
    .innerJoin(seasons, eq(seasons.id, rosterClaims.seasonId))
    .leftJoin(profiles, eq(profiles.id, rosterClaims.userId))
    .where(isOpen)
    .orderBy(asc(rosterClaims.claimedAt), asc(rosterClaims.id))
    .limit(limit);
  return { total: row?.total ?? 0, claims };
}
