import { and, asc, eq, exists, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { League } from '#contract/league';
import type { Profile } from '#contract/profile';
import type { SeasonSummary } from '#contract/season';
import type { SessionSummary } from '#contract/session';
import type { SessionFilter, Word } from '../domain/filters.ts';
import { listLeagueRows, visibleTo } from './leagues.ts';
import type { Transaction } from './open-storage.ts';
import { listSeasonSummaries, seasonsVisibleTo } from './seasons.ts';
import { listSummaries } from './sessions.ts';
import { eventSessions, events, leagues, profiles, seasons, sessionDrivers, sessions } from './tables.ts';

/** LIKE gives meaning to these; what people type has none. */
function literal(text: string): string {
  return text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
}

function holds(column: PgColumn, text: string): SQL {
  return sql`lower(${column}) like ${`%${literal(text)}%`}`;
}

/** 0 the same, 1 begins with it, 2 a word begins with it, 3 it is somewhere inside. */
function rank(column: PgColumn, text: string): SQL {
  const wanted = literal(text);
  return sql`case
    when lower(${column}) = ${text.toLowerCase()} then 0
    when lower(${column}) like ${`${wanted}%`} then 1
    when lower(${column}) like ${`% ${wanted}%`} then 2
    else 3 end`;
}

/** Ids of the best matches by name, best first. */
async function bestIds(
  transaction: Transaction,
  table: typeof leagues | typeof seasons,
  condition: SQL | undefined,
  text: string,
  limit: number,
): Promise<string[]> {
  const rows = await transaction
    .select({ id: table.id })
    .from(table)
    .where(and(holds(table.name, text), condition))
    .orderBy(rank(table.name, text), asc(table.name), asc(table.id))
    .limit(limit);
  return rows.map((row) => row.id);
}

function inOrder<Found extends { readonly id: string }>(ids: readonly string[], found: readonly Found[]): Found[] {
  return ids.flatMap((id) => found.find((entry) => entry.id === id) ?? []);
}

/** Leagues by name that a user may see. */
export async function searchLeagues(
  transaction: Transaction,
  text: string,
  userId: string | null,
  limit: number,
): Promise<League[]> {
  const ids = await bestIds(transaction, leagues, visibleTo(userId), text, limit);
  const found = ids.length === 0 ? [] : await listLeagueRows(transaction, inArray(leagues.id, ids), limit);
  return inOrder(ids, found).map(({ version: _, ...league }) => league);
}

/** Seasons by name that a user may see. */
export async function searchSeasons(
  transaction: Transaction,
  text: string,
  userId: string | null,
  limit: number,
): Promise<SeasonSummary[]> {
  const ids = await bestIds(transaction, seasons, seasonsVisibleTo(transaction, userId), text, limit);
  const found = ids.length === 0 ? [] : await listSeasonSummaries(transaction, inArray(seasons.id, ids), limit);
  return inOrder(ids, found);
}

/** Users by name. */
export function searchProfiles(transaction: Transaction, text: string, limit: number): Promise<Profile[]> {
  return transaction
    .select({ id: profiles.id, username: profiles.username, avatar_url: profiles.avatarUrl })
    .from(profiles)
    .where(holds(profiles.username, text))
    .orderBy(rank(profiles.username, text), asc(profiles.username))
    .limit(limit);
}

/** Sessions of which each word names the track, the type, the user, or (`withDrivers`) a driver; newest first. */
export function searchSessions(
  transaction: Transaction,
  words: readonly Word[],
  limit: number,
  withDrivers: boolean,
): Promise<SessionSummary[]> {
  return listSummaries(transaction, and(...words.map((word) => wordIs(transaction, word, withDrivers))), limit);
}

function wordIs(transaction: Transaction, { text, trackIds, sessionTypes }: Word, withDrivers: boolean) {
  const drivers = transaction
    .select({ one: sql`1` })
    .from(sessionDrivers)
    .where(and(eq(sessionDrivers.sessionId, sessions.id), holds(sessionDrivers.name, text)));
  return or(
    trackIds.length > 0 ? inArray(sessions.trackId, [...trackIds]) : undefined,
    sessionTypes.length > 0 ? inArray(sessions.sessionType, [...sessionTypes]) : undefined,
    userIs(transaction, text),
    withDrivers ? exists(drivers) : undefined,
  );
}

function userIs(transaction: Transaction, text: string): SQL {
  const users = transaction.select({ id: profiles.id }).from(profiles).where(holds(profiles.username, text));
  return inArray(sessions.userId, users);
}

/** Sessions that meet a filter, newest first; a season that the caller may not see holds nothing. */
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
    ...words.map((word) => wordIs(transaction, word, false)),
    user === null ? undefined : userIs(transaction, user),
    trackIds === null ? undefined : inArray(sessions.trackId, [...trackIds]),
    sessionTypes === null ? undefined : inArray(sessions.sessionType, [...sessionTypes]),
    after === null ? undefined : gte(sessions.sessionStartTime, after),
    before === null ? undefined : lt(sessions.sessionStartTime, before),
    seasonId === null ? undefined : inArray(sessions.id, ofSeason),
  );
  return listSummaries(transaction, condition, limit);
}
