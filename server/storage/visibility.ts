import { type AnyColumn, and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Right, rights, staffRoles } from '#contract/rights';
import { leagues, seasons, sessions } from './tables.ts';

/** The reader: a user, and the hash of the key of a private race that came with the request. */
export interface Viewer {
  readonly userId: string | null;
  readonly keyHash: string | null;
}

// Drizzle leaves out table names in a query of one table: they are written here, as subqueries need them.

/** The roles of members that have a right, as an array. */
function rolesWith(right: Right): string {
  const allowed: readonly string[] = rights[right];
  return `array[${staffRoles.flatMap((role) => (allowed.includes(role) ? [`'${role}'`] : [])).join()}]::text[]`;
}

/** Condition: a user is a member with a right in a league of a season's own owner that contains it. */
const worksFor = (season: string, user: string, right: Right) =>
  `works_for(${season}.id, ${season}.owner_id, ${user}, ${rolesWith(right)})`;

/** Condition: this user is a member with a right in a season. The user may be a column of the query. */
export function isStaffOf(userId: string | AnyColumn, right: Right, season = 'seasons'): SQL {
  const [before, after] = worksFor(season, '?', right).split('?');
  return sql`${sql.raw(before ?? '')}${userId}${sql.raw(after ?? '')}`;
}

/** Condition: this user is a confirmed driver of a season. */
const drivesIn = (userId: string | AnyColumn, season: string) =>
  sql`exists (select from roster_claims as seat where seat.season_id = ${sql.raw(season)}.id
    and seat.user_id = ${userId} and seat.confirmed_at is not null)`;

/** Condition: this user is a member of the league, or a confirmed driver in a season of its owner. */
const seesHiddenLeague = (userId: string) =>
  or(
    sql`exists (select from members as staff where staff.league_id = leagues.id and staff.user_id = ${userId}
    and staff.roles && ${sql.raw(rolesWith('seeHidden'))})`,
    sql`exists (select from league_seasons as listing join seasons as driven on driven.id = listing.season_id
    where listing.league_id = leagues.id and driven.owner_id = leagues.owner_id and driven.deleted_at is null
    and ${drivesIn(userId, 'driven')})`,
  );

/** Condition: public leagues, and private leagues of this user, and those that they work for or drive in. */
export function leaguesVisibleTo(userId: string | null): SQL | undefined {
  const isPublic = eq(leagues.isPublic, true);
  const isShown = userId === null ? isPublic : or(isPublic, eq(leagues.ownerId, userId), seesHiddenLeague(userId));
  return and(isNull(leagues.deletedAt), isShown);
}

/**
 * A season is hidden when leagues of its own owner contain it and all of those are private. Leagues of other users change
 * nothing, or any user could hide any season.
 */
const isOpen = (season: string) => `coalesce((
  select bool_or(own_league.is_public)
  from league_seasons as listing join leagues as own_league on own_league.id = listing.league_id
  where listing.season_id = ${season}.id and own_league.owner_id = ${season}.owner_id
    and own_league.deleted_at is null), true)`;

/** Condition: the season is not hidden, or this user owns it, works for it or drives in it. The user may be a column of the query. */
export function seasonsVisibleTo(userId: string | AnyColumn | null): SQL | undefined {
  const isShown = sql.raw(isOpen('seasons'));
  if (userId === null) return and(isNull(seasons.deletedAt), isShown);
  const seesHidden = or(isStaffOf(userId, 'seeHidden'), drivesIn(userId, 'seasons'));
  return and(isNull(seasons.deletedAt), or(eq(seasons.ownerId, userId), isShown, seesHidden));
}

/**
 * A session belongs to a season with the consent of its owner, who runs the season, drives in it, or records for it, and has
 * done so until they left: anybody can attach a public one.
 */
const isAgreed = (season: string, session: string) => `(${season}.owner_id = ${session}.user_id or exists (
  select from roster_claims as own_claim where own_claim.season_id = ${season}.id
    and own_claim.user_id = ${session}.user_id and own_claim.confirmed_at is not null)
  or ${worksFor(season, `${session}.user_id`, 'attachRecordings')}
  or exists (select from event_sessions as kept join events as kept_by on kept_by.id = kept.event_id
    where kept.session_id = ${session}.id and kept.is_kept and kept_by.season_id = ${season}.id))`;

/** The seasons that hold a session with the consent of its owner. */
const holding = (session: string) => `event_sessions as held
  join events as held_by on held_by.id = held.event_id
  join seasons as holder on holder.id = held_by.season_id
  where held.session_id = ${session}.id and held_by.deleted_at is null and holder.deleted_at is null
    and ${isAgreed('holder', session)}`;

/**
 * The choice of a session's owner comes first. Otherwise it is private when its race had a key, or when it belongs to
 * seasons and all of them are hidden. Out of those, it stays private until a season that is not hidden holds it.
 */
const isPublic = (session: string) => `case
  when ${session}.visibility in ('public', 'stillPublic') then true
  when ${session}.visibility = 'private' or ${session}.key_hash is not null then false
  else coalesce((select bool_or(${isOpen('holder')}) from ${holding(session)}), ${session}.visibility is null) end`;

/** Condition: everybody may see the session. */
export const isPublicSession: SQL = sql.raw(`(${isPublic('sessions')})`);

/** Condition: a season belongs to the owner of a session, or has them as a confirmed driver or a member who records for it. */
export const isSeasonAgreed: SQL = sql.raw(isAgreed('seasons', 'sessions'));

/**
 * Condition: an attached session counts in its season, for all who see that. A season that everybody sees has public sessions
 * alone. The names are those of the tables in the query.
 */
export function countsInSeason(session = 'sessions', season = 'seasons'): SQL {
  const agreed = isAgreed(season, session);
  // The first part in brackets follows from the others: most sessions need no more.
  return sql.raw(`(${session}.deleted_at is null and (coalesce(${session}.visibility, 'leftSeason') = 'leftSeason' and ${session}.key_hash is null and ${agreed}
    or ${isPublic(session)} or not ${isOpen(season)} and ${agreed}))`);
}

/** Condition: the user runs a season that a session belongs to, or drives in a hidden one. */
function seesHolder(userId: string): SQL {
  const drives = sql`not ${sql.raw(isOpen('holder'))} and ${drivesIn(userId, 'holder')}`;
  return sql`exists (select from ${sql.raw(holding('sessions'))}
    and (holder.owner_id = ${userId} or ${isStaffOf(userId, 'seeHidden', 'holder')} or ${drives}))`;
}

/** Condition: public sessions, those of this user, of seasons that they run, and of hidden ones that they drive in, and those of a race with this key. */
export function sessionsVisibleTo({ userId, keyHash }: Viewer): SQL | undefined {
  return and(
    isNull(sessions.deletedAt),
    or(
      userId === null ? undefined : sql`sessions.user_id = ${userId}`,
      keyHash === null ? undefined : sql`sessions.key_hash = ${keyHash}`,
      isPublicSession,
      userId === null ? undefined : seesHolder(userId),
    ),
  );
}
