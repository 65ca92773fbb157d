import { and, asc, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import type { StaffRole } from '#contract/rights';
import type { Transaction } from './open-storage.ts';
import { isAfter } from './page-keys.ts';
import { invitations, leagueLog, leagueSeasons, leagues, members, profiles, seasons, sessions } from './tables.ts';
import { isPublicSession } from './visibility.ts';

/** The roles of a user as a member of a league; none for others, and for its owner. */
export async function findLeagueRoles(
  transaction: Transaction,
  leagueId: string,
  userId: string,
): Promise<StaffRole[]> {
  const [row] = await transaction.select({ roles: members.roles }).from(members).where(isMember(leagueId, userId));
  return row?.roles ?? [];
}

const isMember = (leagueId: string, userId: string) => and(eq(members.leagueId, leagueId), eq(members.userId, userId));

/** The roles of a user as a member of the leagues of a season's own owner that contain it. */
export async function findSeasonRoles(
  transaction: Transaction,
  seasonId: string,
  userId: string,
): Promise<StaffRole[]> {
  const rows = await transaction
    .select({ roles: members.roles })
    .from(members)
    .innerJoin(leagues, and(eq(leagues.id, members.leagueId), isNull(leagues.deletedAt)))
    .innerJoin(leagueSeasons, eq(leagueSeasons.leagueId, leagues.id))
    .innerJoin(seasons, and(eq(seasons.id, leagueSeasons.seasonId), eq(seasons.ownerId, leagues.ownerId)))
    .where(and(eq(seasons.id, seasonId), eq(members.userId, userId)));
  return rows.flatMap(({ roles }) => roles);
}

/** The members of leagues, in the order in which they joined. */
export function listMemberRows(transaction: Transaction, leagueIds: readonly string[]) {
  return transaction
    .select({
      leagueId: members.leagueId,
      userId: members.userId,
      userName: profiles.username,
      roles: members.roles,
      joinedAt: members.joinedAt,
    })
    .from(members)
    .leftJoin(profiles, eq(profiles.id, members.userId))
    .where(inArray(members.leagueId, [...leagueIds]))
    .orderBy(asc(members.joinedAt), asc(members.userId));
}

/** The leagues that a user is a member of, newest first. */
export function listMembershipRows(transaction: Transaction, userId: string) {
  return transaction
    .select({ leagueId: leagues.id, leagueName: leagues.name, ownerId: leagues.ownerId, roles: members.roles })
    .from(members)
    .innerJoin(leagues, eq(leagues.id, members.leagueId))
    .where(and(eq(members.userId, userId), isNull(leagues.deletedAt)))
    .orderBy(desc(leagues.createdAt), desc(leagues.id));
}

/** The leagues of a user, newest first. */
export function listOwnedLeagues(transaction: Transaction, userId: string) {
  return transaction
    .select({ leagueId: leagues.id, leagueName: leagues.name, ownerId: leagues.ownerId })
    .from(leagues)
    .where(and(eq(leagues.ownerId, userId), isNull(leagues.deletedAt)))
    .orderBy(desc(leagues.createdAt), desc(leagues.id));
}

/** Stores the roles of a member; the time of joining stays. */
export async function putMember(transaction: Transaction, row: typeof members.$inferInsert): Promise<void> {
  await transaction
    .insert(members)
    .values(row)
    .onConflictDoUpdate({ target: [members.leagueId, members.userId], set: { roles: row.roles, by: row.by ?? null } });
}

/** Replaces the roles of a member. A user who is none, or whose account was deleted meanwhile, does not become one. */
export async function setRoles(
  transaction: Transaction,
  { leagueId, userId, ...changes }: { leagueId: string; userId: string; roles: StaffRole[]; by: string },
): Promise<void> {
  await transaction.update(members).set(changes).where(isMember(leagueId, userId));
}

/** Removes a member from a league. Returns false for a user who is none. */
export async function deleteMemberRow(transaction: Transaction, leagueId: string, userId: string): Promise<boolean> {
  const removed = await transaction.delete(members).where(isMember(leagueId, userId)).returning();
  return removed.length > 0;
}

/** Makes a member the owner of a league, and of the seasons in it that the owner before had, deleted ones included. */
export async function passLeague(
  transaction: Transaction,
  { leagueId, from, to, now }: { leagueId: string; from: string; to: string; now: string },
): Promise<void> {
  await deleteMemberRow(transaction, leagueId, to);
  const listed = transaction
    .select({ id: leagueSeasons.seasonId })
    .from(leagueSeasons)
    .where(eq(leagueSeasons.leagueId, leagueId));
  const owner = { ownerId: to, updatedAt: now, version: sql`version + 1` };
  await transaction
    .update(seasons)
    .set(owner)
    .where(and(eq(seasons.ownerId, from), inArray(seasons.id, listed)));
  await transaction.update(leagues).set(owner).where(eq(leagues.id, leagueId));
}

/** Gives the recordings of a user in the seasons of a league to its owner, but those that the owner has as well. */
export async function passRecordings(
  transaction: Transaction,
  { leagueId, from, to }: { leagueId: string; from: string; to: string },
): Promise<void> {
  await transaction.execute(sql`update sessions set user_id = ${to}, version = version + 1
    where user_id = ${from} and deleted_at is null
    and exists (select from event_sessions as held join events as held_by on held_by.id = held.event_id
      join seasons as holder on holder.id = held_by.season_id and holder.owner_id = ${to}
      join league_seasons as listing on listing.season_id = holder.id and listing.league_id = ${leagueId}
      where held.session_id = sessions.id)
    and not exists (select from sessions as own where own.user_id = ${to} and own.deleted_at is null
      and own.internal_session_id = sessions.internal_session_id
      and own.session_start_time = sessions.session_start_time)`);
}

/**
 * Lets the recordings of a member count in the seasons of the league when the member records for it no longer. Private ones
 * stay private, also when the seasons hold them no longer.
 */
export async function keepRecordings(transaction: Transaction, leagueId: string, userId: string): Promise<void> {
  await transaction.execute(sql`update event_sessions set is_kept = true
    from sessions, events, seasons, league_seasons, leagues
    where sessions.id = event_sessions.session_id and sessions.user_id = ${userId}
      and events.id = event_sessions.event_id and seasons.id = events.season_id
      and league_seasons.season_id = seasons.id and league_seasons.league_id = ${leagueId}
      and leagues.id = league_seasons.league_id and leagues.owner_id = seasons.owner_id`);
  const isKept = sql`exists (select from event_sessions as kept where kept.session_id = sessions.id and kept.is_kept)`;
  await transaction
    .update(sessions)
    .set({ visibility: 'leftSeason' })
    .where(and(eq(sessions.userId, userId), isNull(sessions.visibility), isKept, not(isPublicSession)));
}

/** Stores an invitation. */
export async function insertInvitation(transaction: Transaction, row: typeof invitations.$inferInsert): Promise<void> {
  await transaction.insert(invitations).values(row);
}

const isValid = (now: string) => sql`${invitations.expiresAt} > ${now} and ${invitations.left} > 0`;

/** The invitations of a league that can still be accepted, those first that end first. */
export function listInvitationRows(transaction: Transaction, leagueId: string, now: string) {
  return transaction
    .select({
      id: invitations.id,
      roles: invitations.roles,
      madeBy: profiles.username,
      expiresAt: invitations.expiresAt,
      left: invitations.left,
    })
    .from(invitations)
    .leftJoin(profiles, eq(profiles.id, invitations.madeBy))
    .where(and(eq(invitations.leagueId, leagueId), isValid(now)))
    .orderBy(asc(invitations.expiresAt), asc(invitations.id));
}

/** The invitation of a token that can still be accepted. */
export async function findInvitation(transaction: Transaction, tokenHash: string, now: string) {
  const [row] = await transaction
    .select()
    .from(invitations)
    .where(and(eq(invitations.tokenHash, tokenHash), isValid(now)));
  return row ?? null;
}

/** Counts one user who has accepted an invitation. Returns false when it cannot be accepted any more. */
export async function countAcceptance(transaction: Transaction, id: string, now: string): Promise<boolean> {
  const used = await transaction
    .update(invitations)
    .set({ left: sql`${invitations.left} - 1` })
    .where(and(eq(invitations.id, id), isValid(now)))
    .returning({ id: invitations.id });
  return used.length > 0;
}

/** Deletes an invitation of a league, or all of them. Returns their number. */
export async function deleteInvitations(transaction: Transaction, leagueId: string, id?: string): Promise<number> {
  const deleted = await transaction
    .delete(invitations)
    .where(and(eq(invitations.leagueId, leagueId), id === undefined ? undefined : eq(invitations.id, id)))
    .returning({ id: invitations.id });
  return deleted.length;
}

/** Stores entries of the logs of leagues. */
export async function insertLog(transaction: Transaction, rows: (typeof leagueLog.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await transaction.insert(leagueLog).values(rows);
}

/** Who has made the last change of a season, or of one of these leagues itself, and when; null without one in the log. */
export async function findLastChange(
  transaction: Transaction,
  { leagueIds, seasonId }: { readonly leagueIds: readonly string[]; readonly seasonId: string | null },
): Promise<{ readonly userName: string | null; readonly at: string } | null> {
  if (leagueIds.length === 0) return null;
  const [last] = await transaction
    .select({ userName: profiles.username, at: leagueLog.at })
    .from(leagueLog)
    .leftJoin(profiles, eq(profiles.id, leagueLog.authorId))
    .where(
      and(
        inArray(leagueLog.leagueId, [...leagueIds]),
        seasonId === null ? isNull(leagueLog.seasonId) : eq(leagueLog.seasonId, seasonId),
      ),
    )
    .orderBy(desc(leagueLog.at), desc(leagueLog.id))
    .limit(1);
  return last ?? null;
}

/** A page of the log of a league, newest first. */
export function listLogRows(transaction: Transaction, leagueId: string, after: string | undefined, limit: number) {
  return transaction
    .select({
      id: leagueLog.id,
      at: leagueLog.at,
      seasonId: leagueLog.seasonId,
      seasonName: seasons.name,
      userId: leagueLog.authorId,
      userName: profiles.username,
      action: leagueLog.action,
      subject: leagueLog.subject,
    })
    .from(leagueLog)
    .leftJoin(seasons, and(eq(seasons.id, leagueLog.seasonId), isNull(seasons.deletedAt)))
    .leftJoin(profiles, eq(profiles.id, leagueLog.authorId))
    .where(and(eq(leagueLog.leagueId, leagueId), isAfter({ time: leagueLog.at, id: leagueLog.id }, after)))
    .orderBy(desc(leagueLog.at), desc(leagueLog.id))
    .limit(limit);
}

/** The leagues of a season's own owner that contain it, the oldest listing first. */
export async function listLeagueIdsOf(transaction: Transaction, seasonId: string): Promise<string[]> {
  const rows = await transaction
    .select({ id: leagues.id })
    .from(leagueSeasons)
    .innerJoin(seasons, eq(seasons.id, leagueSeasons.seasonId))
    .innerJoin(leagues, and(eq(leagues.id, leagueSeasons.leagueId), eq(leagues.ownerId, seasons.ownerId)))
    .where(and(eq(leagueSeasons.seasonId, seasonId), isNull(leagues.deletedAt)))
    .orderBy(asc(leagueSeasons.addedAt), asc(leagues.id));
  return rows.map(({ id }) => id);
}

/** The roles of a user in each of these seasons of others, as a member of the leagues of the season's owner that contain it. */
export async function listSeasonRoles(
  transaction: Transaction,
  userId: string,
  seasonIds: readonly string[],
): Promise<Map<string, StaffRole[]>> {
  if (seasonIds.length === 0) return new Map();
  const rows = await transaction
    .select({ id: seasons.id, roles: members.roles })
    .from(members)
    .innerJoin(leagues, and(eq(leagues.id, members.leagueId), isNull(leagues.deletedAt)))
    .innerJoin(leagueSeasons, eq(leagueSeasons.leagueId, leagues.id))
    .innerJoin(seasons, and(eq(seasons.id, leagueSeasons.seasonId), eq(seasons.ownerId, leagues.ownerId)))
    .where(and(inArray(seasons.id, [...seasonIds]), eq(members.userId, userId)));
  const found = new Map<string, StaffRole[]>();
  for (const { id, roles } of rows) found.set(id, [...new Set([...(found.get(id) ?? []), ...roles])]);
  return found;
}
