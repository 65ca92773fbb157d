import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  max,
  or,
  type SQL,
} from 'drizzle-orm';
import type { Entry } from '#contract/entities/entry';
import { hasRight, staffRoles } from '#contract/rights';
import type { Transaction } from './open-storage.ts';
import { leagueSeasons, leagues, members, profiles, rosterClaims, seasons } from './tables.ts';

/** An entry without its position on the waiting list, which follows from all of them. */
export type EntryRow = Omit<Entry, 'waiting'>;

const isOpen = and(isNotNull(rosterClaims.wish), isNull(rosterClaims.ended), isNull(rosterClaims.confirmedAt));

async function selectEntries(transaction: Transaction, condition: SQL | undefined): Promise<EntryRow[]> {
  const { id, seasonId, userId, driverId, claimedAt, confirmedAt, wish, ended } = getTableColumns(rosterClaims);
  const rows = await transaction
    .select({ id, seasonId, userId, username: profiles.username, driverId, claimedAt, confirmedAt, wish, ended })
    .from(rosterClaims)
    .innerJoin(seasons, and(eq(seasons.id, rosterClaims.seasonId), isNull(seasons.deletedAt)))
    .leftJoin(profiles, eq(profiles.id, rosterClaims.userId))
    .where(and(isNotNull(rosterClaims.wish), condition))
    .orderBy(asc(rosterClaims.claimedAt), asc(rosterClaims.id));
  return rows.flatMap(({ claimedAt: enteredAt, confirmedAt: acceptedAt, wish: given, ended: end, ...row }) =>
    given === null
      ? []
      : [{ ...row, wish: given, enteredAt, state: end ?? (acceptedAt === null ? 'applied' : 'accepted') }],
  );
}

/** The entries of a season, oldest first. */
export function listEntryRows(transaction: Transaction, seasonId: string): Promise<EntryRow[]> {
  return selectEntries(transaction, eq(rosterClaims.seasonId, seasonId));
}

/** The entries of a season that wait, and those of this user or with this id whatever has become of them, oldest first. */
export function listOpenEntries(
  transaction: Transaction,
  seasonId: string,
  { userId, id }: { readonly userId?: string; readonly id?: string } = {},
): Promise<EntryRow[]> {
  const isMeant = or(
    isOpen,
    userId === undefined ? undefined : eq(rosterClaims.userId, userId),
    id === undefined ? undefined : eq(rosterClaims.id, id),
  );
  return selectEntries(transaction, and(eq(rosterClaims.seasonId, seasonId), isMeant));
}

/** The entries of a user. */
export function listEntriesOfUser(transaction: Transaction, userId: string): Promise<EntryRow[]> {
  return selectEntries(transaction, eq(rosterClaims.userId, userId));
}

/** Stores an entry of a user, in place of one that has ended or is changed. */
export async function putEntry(
  transaction: Transaction,
  { id, seasonId, userId, enteredAt, wish }: Pick<EntryRow, 'id' | 'seasonId' | 'userId' | 'enteredAt' | 'wish'>,
): Promise<void> {
  const changed = { claimedAt: enteredAt, wish, ended: null };
  await transaction
    .insert(rosterClaims)
    .values({ id, seasonId, userId, driverId: null, ...changed })
    .onConflictDoUpdate({ target: [rosterClaims.seasonId, rosterClaims.userId], set: changed });
}

/** Makes the user of an entry a driver of the season. */
export async function acceptEntryRow(
  transaction: Transaction,
  id: string,
  { driverId, confirmedAt }: { readonly driverId: string; readonly confirmedAt: string },
): Promise<void> {
  await transaction.update(rosterClaims).set({ driverId, confirmedAt, ended: null }).where(eq(rosterClaims.id, id));
}

/** Ends an entry. */
export async function endEntryRow(
  transaction: Transaction,
  id: string,
  ended: 'declined' | 'withdrawn' | 'left',
): Promise<void> {
  await transaction
    .update(rosterClaims)
    .set({ driverId: null, confirmedAt: null, ended })
    .where(eq(rosterClaims.id, id));
}

/** Deletes an entry that has ended. */
export async function deleteEntryRow(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(rosterClaims).where(eq(rosterClaims.id, id));
}

/** The seasons with entries that wait, of those that a user manages: that of the latest entry first. */
export async function listSeasonsWithEntries(
  transaction: Transaction,
  userId: string,
  limit: number,
): Promise<string[]> {
  const roles = staffRoles.filter((role) => hasRight([role], 'manageSeason'));
  const owned = transaction.select({ id: seasons.id }).from(seasons).where(eq(seasons.ownerId, userId));
  const managed = transaction
    .select({ id: seasons.id })
    .from(members)
    .innerJoin(leagues, and(eq(leagues.id, members.leagueId), isNull(leagues.deletedAt)))
    .innerJoin(leagueSeasons, eq(leagueSeasons.leagueId, leagues.id))
    .innerJoin(seasons, and(eq(seasons.id, leagueSeasons.seasonId), eq(seasons.ownerId, leagues.ownerId)))
    .where(and(eq(members.userId, userId), arrayOverlaps(members.roles, roles)));
  const rows = await transaction
    .select({ id: rosterClaims.seasonId })
    .from(rosterClaims)
    .innerJoin(seasons, and(eq(seasons.id, rosterClaims.seasonId), isNull(seasons.deletedAt)))
    .where(and(isOpen, inArray(rosterClaims.seasonId, owned.union(managed))))
    .groupBy(rosterClaims.seasonId)
    .orderBy(desc(max(rosterClaims.claimedAt)))
    .limit(limit);
  return rows.map(({ id }) => id);
}
