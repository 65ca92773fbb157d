import { and, asc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { League } from '#contract/entities/league';
import type { Profile } from '#contract/entities/profile';
import type { SeasonSummary } from '#contract/entities/season';
import type { SessionSummary } from '#contract/entities/session';
import { foldText } from '#contract/text/fold-text';
import { selectLeagues } from './leagues.ts';
import type { Transaction } from './open-storage.ts';
import { selectSeasonSummaries } from './seasons.ts';
import { selectSummaries } from './sessions.ts';
import { eventSessions, events, leagues, profiles, seasons, sessions } from './tables.ts';
import { leaguesVisibleTo, seasonsVisibleTo, type Viewer } from './visibility.ts';

/** A word of a search with the tracks and session types whose names contain it. */
export interface Word {
  readonly text: string;
  readonly trackIds: readonly number[];
  readonly sessionTypes: readonly number[];
}

/** The conditions of a filter text; a session must meet all of them. */
export interface SessionFilter {
  /** Each word must be in the user's name, or name the track or the session type. */
  readonly words: readonly Word[];
  readonly user: string | null;
  readonly trackIds: readonly number[] | null;
  readonly sessionTypes: readonly number[] | null;
  readonly seasonId: string | null;
  /** ISO 8601, inclusive. */
  readonly after: string | null;
  /** ISO 8601, exclusive. */
  readonly before: string | null;
}

/** A text as names are compared; the database's own function, because its idea of lower case is not that of this process. */
const folded = (value: PgColumn | string) => sql`search_text(${value})`;

/** Escapes the wildcards of LIKE, also characters that folding turns into one, such as a wide `％`. */
const escapeLike = (text: string) => text.normalize('NFKD').replaceAll(/[\\%_]/g, '\\$&');

/**
 * Condition: a name contains the text, whatever the case and accents of both. A text of accents alone matches no name.
 */
export function contains(column: PgColumn, text: string): SQL {
  if (foldText(text) === '') return sql`false`;
  return sql`${folded(column)} like ${folded(`%${escapeLike(text)}%`)}`;
}

/** Orders matches: 0 equal, 1 starts with the text, 2 a word starts with it, 3 contains it. */
function rank(column: PgColumn, text: string): SQL {
  const pattern = escapeLike(text);
  return sql`case
    when ${folded(column)} = ${folded(text)} then 0
    when ${folded(column)} like ${folded(`${pattern}%`)} then 1
    when ${folded(column)} like ${folded(`% ${pattern}%`)} then 2
    else 3 end`;
}

/** Ids of the best matches by name, best first. */
async function findBestIds(
  transaction: Transaction,
  table: typeof leagues | typeof seasons,
  condition: SQL | undefined,
  text: string,
  limit: number,
): Promise<string[]> {
  const rows = await transaction
    .select({ id: table.id })
    .from(table)
    .where(and(contains(table.name, text), condition))
    .orderBy(rank(table.name, text), asc(table.name), asc(table.id))
    .limit(limit);
  return rows.map((row) => row.id);
}

function sortByIds<Found extends { readonly id: string }>(ids: readonly string[], found: readonly Found[]): Found[] {
  return ids.flatMap((id) => found.find((entry) => entry.id === id) ?? []);
}

/** Leagues whose name contains the text and that this user may see. */
export async function searchLeagues(
  transaction: Transaction,
  text: string,
  userId: string | null,
  limit: number,
): Promise<League[]> {
  const ids = await findBestIds(transaction, leagues, leaguesVisibleTo(userId), text, limit);
  const found = ids.length === 0 ? [] : await selectLeagues(transaction, inArray(leagues.id, ids), userId, limit);
  return sortByIds(ids, found).map(({ version: _, ...league }) => league);
}

/** Seasons whose name contains the text and that this user may see. */
export async function searchSeasons(
  transaction: Transaction,
  text: string,
  userId: string | null,
  limit: number,
): Promise<SeasonSummary[]> {
  const ids = await findBestIds(transaction, seasons, seasonsVisibleTo(userId), text, limit);
  const found = ids.length === 0 ? [] : await selectSeasonSummaries(transaction, inArray(seasons.id, ids), limit);
  return sortByIds(ids, found);
}

/** Users whose name contains the text. */
export function searchProfiles(transaction: Transaction, text: string, limit: number): Promise<Profile[]> {
  return transaction
    .select({ id: profiles.id, username: profiles.username, avatar_url: profiles.avatarUrl })
    .from(profiles)
    .where(contains(profiles.username, text))
    .orderBy(rank(profiles.username, text), asc(profiles.username))
    .limit(limit);
}

/** Condition: a word names the track, the type or the user of a session. */
export function matchesWord(transaction: Transaction, { text, trackIds, sessionTypes }: Word): SQL | undefined {
  return or(
    trackIds.length > 0 ? inArray(sessions.trackId, [...trackIds]) : undefined,
    sessionTypes.length > 0 ? inArray(sessions.sessionType, [...sessionTypes]) : undefined,
    matchesUser(transaction, text),
  );
}

function matchesUser(transaction: Transaction, text: string): SQL {
  const users = transaction.select({ id: profiles.id }).from(profiles).where(contains(profiles.username, text));
  return inArray(sessions.userId, users);
}

/** Sessions that match a filter, newest first. A season that the caller may not see matches no session. */
export function filterSessions(
  transaction: Transaction,
  filter: SessionFilter,
  viewer: Viewer,
  limit: number,
): Promise<SessionSummary[]> {
  const { words, user, trackIds, sessionTypes, seasonId, after, before } = filter;
  const ofSeason = transaction
    .select({ id: eventSessions.sessionId })
    .from(eventSessions)
    .innerJoin(events, eq(events.id, eventSessions.eventId))
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .where(and(eq(seasons.id, seasonId ?? ''), isNull(events.deletedAt), seasonsVisibleTo(viewer.userId)));
  const condition = and(
    ...words.map((word) => matchesWord(transaction, word)),
    user === null ? undefined : matchesUser(transaction, user),
    trackIds === null ? undefined : inArray(sessions.trackId, [...trackIds]),
    sessionTypes === null ? undefined : inArray(sessions.sessionType, [...sessionTypes]),
    after === null ? undefined : gte(sessions.sessionStartTime, after),
    before === null ? undefined : lt(sessions.sessionStartTime, before),
    seasonId === null ? undefined : inArray(sessions.id, ofSeason),
  );
  return selectSummaries(transaction, viewer, condition, limit);
}
