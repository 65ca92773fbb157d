import { type AnyColumn, and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { leagues, seasons, sessions } from './tables.ts';

/** The reader: a user, and the hash of the key of a private race that came with the request. */
export interface Viewer {
  readonly userId: string | null;
  readonly keyHash: string | null;
}

// Drizzle leaves out table names in a query of one table: they are written here, as subqueries need them.

/** Condition: public leagues, and private leagues of this user. */
export function leaguesVisibleTo(userId: string | null): SQL | undefined {
  const isPublic = eq(leagues.isPublic, true);
  return and(isNull(leagues.deletedAt), userId === null ? isPublic : or(isPublic, eq(leagues.ownerId, userId)));
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

/** Condition: the season is not hidden, or this user owns it. The user may be a column of the query. */
export function seasonsVisibleTo(userId: string | AnyColumn | null): SQL | undefined {
  const isShown = sql.raw(isOpen('seasons'));
  return and(isNull(seasons.deletedAt), userId === null ? isShown : or(eq(seasons.ownerId, userId), isShown));
}

/** A session belongs to a season with the consent of its owner: anybody can attach a public one. */
const isAgreed = (season: string, session: string) => `(${season}.owner_id = ${session}.user_id or exists (
  select from roster_claims as own_claim where own_claim.season_id = ${season}.id
    and own_claim.user_id = ${session}.user_id and own_claim.confirmed_at is not null))`;

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

/** Condition: a season belongs to the owner of a session, or has them as a confirmed driver. */
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

/** Condition: the user runs a season that a session belongs to. Its owner does; roles of a league are to be asked here. */
function isStaff(userId: string): SQL {
  return sql`exists (select from ${sql.raw(holding('sessions'))} and holder.owner_id = ${userId})`;
}

/** Condition: public sessions, those of this user and of the seasons that they run, and those of a race with this key. */
export function sessionsVisibleTo({ userId, keyHash }: Viewer): SQL | undefined {
  return and(
    isNull(sessions.deletedAt),
    or(
      userId === null ? undefined : sql`sessions.user_id = ${userId}`,
      keyHash === null ? undefined : sql`sessions.key_hash = ${keyHash}`,
      isPublicSession,
      userId === null ? undefined : isStaff(userId),
    ),
  );
}
