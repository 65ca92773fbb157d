import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { LeagueSignUp, SignUp } from '#contract/entities/entry';
import type { League } from '#contract/entities/league';
import type { LeagueStaff } from '#contract/entities/member';
import type { RosterDriver } from '#contract/entities/roster';
import { freePlaces } from '#contract/race/entries';
import type { Transaction } from './open-storage.ts';
import { isAfter } from './page-keys.ts';
import {
  eventSessions,
  events,
  leagueSeasons,
  leagues,
  leagueThumbnails,
  members,
  profiles,
  rosterClaims,
  seasons,
  sessionDrivers,
  sessions,
} from './tables.ts';
import { countsInSeason, leaguesVisibleTo, seasonsVisibleTo } from './visibility.ts';

type Row = typeof leagues.$inferSelect & Pick<League, 'staff'>;

/** A league with the version of its row. */
export type StoredLeague = League & { readonly version: number };

/** The filter of a list of leagues. */
export interface LeagueFilter {
  /** The user who reads the list; null without a login. */
  readonly visibleTo: string | null;
  /** Only leagues that this user owns, works for or drives in. */
  readonly participantId?: string;
  /** The key of a page: only what follows it. */
  readonly after?: string | undefined;
}

/**
 * Condition: the user owns the league, works for it, or drives in one of its seasons that the reader may see: by a claim that the owner of
 * both has confirmed, or by name in an upload of their own. A name that others have recorded puts nobody into a league.
 */
function hasParticipant(transaction: Transaction, userId: string, readerId: string | null): SQL | undefined {
  const claimed = transaction
    .select({ one: sql`1` })
    .from(leagueSeasons)
    .innerJoin(seasons, eq(seasons.id, leagueSeasons.seasonId))
    .innerJoin(rosterClaims, eq(rosterClaims.seasonId, seasons.id))
    .where(
      and(
        eq(leagueSeasons.leagueId, leagues.id),
        // Others can put a season into their leagues, too.
        eq(seasons.ownerId, leagues.ownerId),
        eq(rosterClaims.userId, userId),
        isNotNull(rosterClaims.confirmedAt),
        seasonsVisibleTo(readerId),
      ),
    );
  const driven = transaction
    .select({ one: sql`1` })
    .from(leagueSeasons)
    .innerJoin(seasons, eq(seasons.id, leagueSeasons.seasonId))
    .innerJoin(events, eq(events.seasonId, leagueSeasons.seasonId))
    .innerJoin(eventSessions, eq(eventSessions.eventId, events.id))
    .innerJoin(sessions, and(eq(sessions.id, eventSessions.sessionId), eq(sessions.userId, userId)))
    .innerJoin(sessionDrivers, eq(sessionDrivers.sessionId, sessions.id))
    .innerJoin(profiles, sql`search_text(${profiles.username}) = search_text(${sessionDrivers.name})`)
    .where(
      and(
        eq(leagueSeasons.leagueId, leagues.id),
        eq(profiles.id, userId),
        isNull(events.deletedAt),
        seasonsVisibleTo(readerId),
        countsInSeason(),
      ),
    );
  const worksFor = transaction
    .select({ one: sql`1` })
    .from(members)
    .where(and(eq(members.leagueId, leagues.id), eq(members.userId, userId)));
  return or(eq(leagues.ownerId, userId), exists(worksFor), exists(claimed), exists(driven));
}

function conditionOf(transaction: Transaction, filter: LeagueFilter): SQL | undefined {
  const { participantId } = filter;
  return and(
    leaguesVisibleTo(filter.visibleTo),
    participantId === undefined ? undefined : hasParticipant(transaction, participantId, filter.visibleTo),
    isAfter({ time: leagues.createdAt, id: leagues.id }, filter.after),
  );
}

/** Leagues that match a filter, newest first. */
export function listLeagueRows(
  transaction: Transaction,
  filter: LeagueFilter,
  limit: number,
  offset: number,
): Promise<StoredLeague[]> {
  return selectLeagues(transaction, conditionOf(transaction, filter), filter.visibleTo, limit, offset);
}

/** Number of leagues that match a filter. */
export function countLeagues(transaction: Transaction, filter: LeagueFilter): Promise<number> {
  return transaction.$count(leagues, conditionOf(transaction, filter));
}

/** Leagues that match an SQL condition, as this user may see them, newest first. For the functions of this folder. */
export async function selectLeagues(
  transaction: Transaction,
  condition: SQL | undefined,
  userId: string | null,
  limit: number,
  offset = 0,
): Promise<StoredLeague[]> {
  const rows = await transaction
    .select({ ...getTableColumns(leagues), staff })
    .from(leagues)
    .where(and(isNull(leagues.deletedAt), condition))
    .orderBy(desc(leagues.createdAt), desc(leagues.id))
    .limit(limit)
    .offset(offset);
  return withSeasons(transaction, rows, userId);
}

/** A league by id, with the seasons that this user may see. `lock` locks the row until the transaction ends. */
export async function findLeague(
  transaction: Transaction,
  id: string,
  userId: string | null,
  lock = false,
): Promise<StoredLeague | null> {
  const query = transaction
    .select({ ...getTableColumns(leagues), staff })
    .from(leagues)
    .where(and(eq(leagues.id, id), isNull(leagues.deletedAt)));
  const rows = lock ? await query.for('update') : await query;
  const [league] = await withSeasons(transaction, rows, userId);
  return league ?? null;
}

/** The owner of a league and its members, in the order in which they joined. */
const staff = sql<LeagueStaff[]>`(
  select jsonb_agg(jsonb_build_object('userId', person.user_id, 'userName', named.username, 'roles', person.roles)
    order by person.joined_at nulls first, person.user_id)
  from (select leagues.owner_id as user_id, array['owner'] as roles, null::timestamptz as joined_at
    union all select members.user_id, members.roles, members.joined_at from members
    where members.league_id = leagues.id) as person
  left join profiles as named on named.id = person.user_id)`;

const isSignUpAhead = sql`(${seasons.signUp} is not null and coalesce((${seasons.signUp} ->> 'closesAt')::timestamptz > now(), true))`;

async function withSeasons(
  transaction: Transaction,
  rows: readonly Row[],
  userId: string | null,
): Promise<StoredLeague[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const links = await transaction
    .select({
      leagueId: leagueSeasons.leagueId,
      seasonId: leagueSeasons.seasonId,
      seasonName: seasons.name,
      // Of many seasons only the few whose sign-up is not over.
      signUp: sql<SignUp | null>`case when ${isSignUpAhead} then ${seasons.signUp} end`,
      roster: sql<RosterDriver[] | null>`case when ${isSignUpAhead} then ${seasons.roster} end`,
    })
    .from(leagueSeasons)
    .innerJoin(seasons, eq(seasons.id, leagueSeasons.seasonId))
    .where(and(inArray(leagueSeasons.leagueId, ids), seasonsVisibleTo(userId)))
    .orderBy(asc(leagueSeasons.addedAt), asc(leagueSeasons.seasonId));
  const seasonsOf = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const link of links) seasonsOf.get(link.leagueId)?.push(link.seasonId);
  return rows.map(({ deletedAt: _, ...row }) => {
    const signUps = links.flatMap((link) => (link.leagueId === row.id ? signUpOf(link) : []));
    return { ...row, seasonIds: seasonsOf.get(row.id) ?? [], ...(signUps.length === 0 ? {} : { signUps }) };
  });
}

function signUpOf({
  seasonId,
  seasonName,
  signUp,
  roster,
}: {
  readonly seasonId: string;
  readonly seasonName: string;
  readonly signUp: SignUp | null;
  readonly roster: RosterDriver[] | null;
}): LeagueSignUp[] {
  if (signUp === null) return [];
  const { opensAt, closesAt } = signUp;
  return [{ seasonId, seasonName, opensAt, closesAt, free: freePlaces(signUp, roster ?? []) }];
}

/** Whether a league is public, or this user sees it for another reason. */
export async function leagueIsVisible(transaction: Transaction, id: string, userId: string): Promise<boolean> {
  return (await transaction.$count(leagues, and(eq(leagues.id, id), leaguesVisibleTo(userId)))) > 0;
}

/** Stores a new league. */
export async function insertLeague(transaction: Transaction, row: typeof leagues.$inferInsert): Promise<void> {
  await transaction.insert(leagues).values(row);
}

/** Updates a league and increments its version. */
export async function updateLeagueRow(
  transaction: Transaction,
  id: string,
  changes: Partial<typeof leagues.$inferInsert>,
): Promise<void> {
  await transaction
    .update(leagues)
    .set({ ...changes, version: sql`${leagues.version} + 1` })
    .where(eq(leagues.id, id));
}

/** Adds a season to a league. Returns false when the league already has it. */
export async function linkSeason(transaction: Transaction, row: typeof leagueSeasons.$inferInsert): Promise<boolean> {
  const written = await transaction.insert(leagueSeasons).values(row).onConflictDoNothing().returning();
  return written.length > 0;
}

/** Removes a season from a league. Returns false when the league does not have it. */
export async function unlinkSeason(transaction: Transaction, leagueId: string, seasonId: string): Promise<boolean> {
  const stored = transaction.select({ id: seasons.id }).from(seasons).where(isNull(seasons.deletedAt));
  const isMeant = and(eq(leagueSeasons.seasonId, seasonId), inArray(leagueSeasons.seasonId, stored));
  const removed = await transaction
    .delete(leagueSeasons)
    .where(and(eq(leagueSeasons.leagueId, leagueId), isMeant))
    .returning();
  return removed.length > 0;
}

/** Replaces or removes the thumbnail of a league. */
export async function writeThumbnail(
  transaction: Transaction,
  leagueId: string,
  thumbnail: { id: string; image: Uint8Array } | null,
): Promise<void> {
  await transaction.delete(leagueThumbnails).where(eq(leagueThumbnails.leagueId, leagueId));
  if (thumbnail !== null) await transaction.insert(leagueThumbnails).values({ ...thumbnail, leagueId });
}

/** How many leagues of a user have a thumbnail, one league left out. */
export function countThumbnails(transaction: Transaction, ownerId: string, exceptId: string): Promise<number> {
  const isCounted = and(
    eq(leagues.ownerId, ownerId),
    isNotNull(leagues.thumbnailId),
    isNull(leagues.deletedAt),
    ne(leagues.id, exceptId),
  );
  return transaction.$count(leagues, isCounted);
}

/**
 * The thumbnail of a league that this user may see, if its owner has this season too: a league can contain the seasons of
 * others, whose pictures it must not change.
 */
export async function findThumbnailOfOwner(
  transaction: Transaction,
  { leagueId, seasonId, visibleTo }: { leagueId: string; seasonId: string; visibleTo: string | null },
) {
  const [row] = await transaction
    .select({ id: leagueThumbnails.id, image: leagueThumbnails.image })
    .from(leagueThumbnails)
    .innerJoin(leagues, eq(leagues.id, leagueThumbnails.leagueId))
    .innerJoin(seasons, eq(seasons.ownerId, leagues.ownerId))
    .where(
      and(eq(leagues.id, leagueId), eq(seasons.id, seasonId), isNull(seasons.deletedAt), leaguesVisibleTo(visibleTo)),
    );
  return row ?? null;
}

/** The thumbnail of a league, or null. */
export async function findThumbnail(transaction: Transaction, leagueId: string) {
  const [row] = await transaction.select().from(leagueThumbnails).where(eq(leagueThumbnails.leagueId, leagueId));
  return row ?? null;
}
