import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { League } from '#contract/league';
import type { Profile } from '#contract/profile';
import type { SeasonSummary } from '#contract/season';
import type { SessionSummary } from '#contract/session';
import { selectLeagues } from './leagues.ts';
import type { Transaction } from './open-storage.ts';
import { selectSeasonSummaries } from './seasons.ts';
import { selectSummaries } from './sessions.ts';
import { eventSessions, events, leagues, profiles, seasons, sessionDrivers, sessions } from './tables.ts';
import { leaguesVisibleTo, seasonsVisibleTo } from './visibility.ts';

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

/** Escapes the characters that LIKE treats as wildcards. */
function escapeLike(text: string): string {
  return text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
}

function contains(column: PgColumn, text: string): SQL {
  return sql`lower(${column}) like ${`%${escapeLike(text)}%`}`;
}

/** Orders matches: 0 equal, 1 starts with the text, 2 a word starts with it, 3 contains it. */
function rank(column: PgColumn, text: string): SQL {
  const pattern = escapeLike(text);
  return sql`case
    when lower(${column}) = ${text.toLowerCase()} then 0
    when lower(${column}) like ${`${pattern}%`} then 1
    when lower(${column}) like ${`% ${pattern}%`} then 2
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
  const ids = await findBestIds(transaction, seasons, seasonsVisibleTo(transaction, userId), text, limit);
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

/** So many of the newest sessions are looked through first. */
const newest = 100;
/** Names are found by three letters in a row; texts without them have no index. */
const indexed = /[\p{L}\p{N}]{3}/u;

/**
 * Sessions where each word names the track, the type, the user or a driver. Newest first. Words that are in many sessions
 * are in some of the newest; only others are looked up by the indexes of the names. Drivers with a word of two letters are
 * found in the newest sessions, and in those that another word names.
 */
export async function searchSessions(
  transaction: Transaction,
  words: readonly Word[],
  limit: number,
): Promise<SessionSummary[]> {
  const recent = await listNewestIds(transaction, newest);
  const isNamed = words.map((word) => or(matchesWord(transaction, word), hasDriver(transaction, word.text, recent)));
  const found = await selectSummaries(transaction, and(isAmong(sessions.id, recent), ...isNamed), limit);
  if (found.length === limit || recent.length < newest) return found;
  const hasIndexed = words.some(({ text }) => indexed.test(text));
  const conditions = words.map((word) =>
    indexed.test(word.text) || !hasIndexed
      ? inArray(sessions.id, idsOf(transaction, word))
      : or(matchesWord(transaction, word), hasDriverOneByOne(word.text)),
  );
  const older = await selectSummaries(transaction, and(...conditions), limit);
  const ids = new Set(found.map(({ id }) => id));
  return [...found, ...older.filter(({ id }) => !ids.has(id))].slice(0, limit);
}

async function listNewestIds(transaction: Transaction, limit: number): Promise<string[]> {
  const rows = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .orderBy(desc(sessions.sessionStartTime), desc(sessions.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The ids of the sessions that a word names: each kind of name has an index of its own. */
function idsOf(transaction: Transaction, word: Word) {
  const driven = transaction
    .select({ id: sessionDrivers.sessionId })
    .from(sessionDrivers)
    .where(contains(sessionDrivers.name, word.text));
  const named = transaction
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(contains(profiles.username, word.text));
  const { trackIds, sessionTypes } = word;
  const byName = indexed.test(word.text) ? driven.unionAll(named) : named;
  if (trackIds.length === 0 && sessionTypes.length === 0) return byName;
  const typed = transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(or(inArray(sessions.trackId, [...trackIds]), inArray(sessions.sessionType, [...sessionTypes])));
  return byName.unionAll(typed);
}

/** Condition: one of these ids. One parameter instead of hundreds, which take long to plan. */
function isAmong(column: PgColumn, ids: readonly string[]): SQL {
  return sql`${column} = any(${`{${ids.join(',')}}`}::uuid[])`;
}

/** Condition: a session, one of `among`, has a driver whose name contains the text. */
function hasDriver(transaction: Transaction, text: string, among: readonly string[]): SQL {
  const driven = transaction
    .select({ id: sessionDrivers.sessionId })
    .from(sessionDrivers)
    .where(and(isAmong(sessionDrivers.sessionId, among), contains(sessionDrivers.name, text)));
  return inArray(sessions.id, driven);
}

/** The same for a session that other conditions have found: OFFSET keeps PostgreSQL from looking at all drivers first. */
function hasDriverOneByOne(text: string): SQL {
  const isNamed = contains(sessionDrivers.name, text);
  return sql`exists (select from ${sessionDrivers} where ${sessionDrivers.sessionId} = ${sessions.id} and ${isNamed} offset 0)`;
}

function matchesWord(transaction: Transaction, { text, trackIds, sessionTypes }: Word): SQL | undefined {
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
  userId: string | null,
  limit: number,
): Promise<SessionSummary[]> {
  const { words, user, trackIds, sessionTypes, seasonId, after, before } = filter;
  const ofSeason = transaction
    .select({ id: eventSessions.sessionId })
    .from(eventSessions)
    .innerJoin(events, eq(events.id, eventSessions.eventId))
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .where(and(eq(seasons.id, seasonId ?? ''), seasonsVisibleTo(transaction, userId)));
  const condition = and(
    ...words.map((word) => matchesWord(transaction, word)),
    user === null ? undefined : matchesUser(transaction, user),
    trackIds === null ? undefined : inArray(sessions.trackId, [...trackIds]),
    sessionTypes === null ? undefined : inArray(sessions.sessionType, [...sessionTypes]),
    after === null ? undefined : gte(sessions.sessionStartTime, after),
    before === null ? undefined : lt(sessions.sessionStartTime, before),
    seasonId === null ? undefined : inArray(sessions.id, ofSeason),
  );
  return selectSummaries(transaction, condition, limit);
}
