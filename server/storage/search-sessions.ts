import { and, desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SessionSummary } from '#contract/entities/session';
import type { Transaction } from './open-storage.ts';
import { contains, matchesWord, type Word } from './search.ts';
import { selectSummaries } from './sessions.ts';
import { profiles, sessionDrivers, sessions } from './tables.ts';
import { sessionsVisibleTo, type Viewer } from './visibility.ts';

/** The number of newest sessions that are searched first. */
const newest = 100;
/** The limit of sessions searched for words that many sessions have, or that no index finds. */
const bound = 200;
/** Names are found by three letters in a row; texts without them have no index. */
const indexed = /[\p{L}\p{N}]{3}/u;

/**
 * Sessions where each word names the track, the type, the user or a driver. Newest first. Words that are in many sessions
 * are in some of the newest; only others are looked up by the indexes of the names. Where every word is in many sessions, or
 * has two letters, the older sessions are looked through in part, so that a search takes as long among a hundred thousand.
 */
export async function searchSessions(
  transaction: Transaction,
  viewer: Viewer,
  words: readonly Word[],
  limit: number,
): Promise<SessionSummary[]> {
  const recent = await listNewestIds(transaction, viewer, newest);
  const isNamed = words.map((word) => or(matchesWord(transaction, word), hasDriver(word.text)));
  const found = await selectSummaries(transaction, viewer, and(isAmong(sessions.id, recent), ...isNamed), limit);
  if (found.length === limit || recent.length < newest) return found;
  const older = await searchOlder(transaction, viewer, words, limit);
  const ids = new Set(found.map(({ id }) => id));
  return [...found, ...older.filter(({ id }) => !ids.has(id))].slice(0, limit);
}

interface ResolvedWord extends Word {
  /** Users. */
  readonly userIds: readonly string[];
  /** Some of the sessions with a driver of this name. */
  readonly driven: readonly string[];
  /** Whether there are more. */
  readonly hasMore: boolean;
}

async function searchOlder(
  transaction: Transaction,
  viewer: Viewer,
  words: readonly Word[],
  limit: number,
): Promise<readonly SessionSummary[]> {
  const resolved: ResolvedWord[] = [];
  for (const word of words) resolved.push(await resolve(transaction, word));
  const condition = and(...resolved.map(conditionOf));
  const isCheap = resolved.every(({ hasMore }) => !hasMore) || resolved.some(isRare);
  if (isCheap) return selectSummaries(transaction, viewer, condition, limit);
  const candidates = await listNewestIds(transaction, viewer, bound);
  for (const word of resolved) {
    const ids = word.hasMore ? word.driven : await listNewestIds(transaction, viewer, bound, conditionOf(word));
    candidates.push(...ids);
  }
  return selectSummaries(transaction, viewer, and(isAmong(sessions.id, candidates), condition), limit);
}

/** Whether a word is in a few sessions only. */
function isRare({ hasMore, userIds, trackIds, sessionTypes }: ResolvedWord): boolean {
  return !hasMore && userIds.length + trackIds.length + sessionTypes.length === 0;
}

function conditionOf({ text, userIds, trackIds, sessionTypes, driven, hasMore }: ResolvedWord): SQL | undefined {
  return or(
    userIds.length > 0 ? isAmong(sessions.userId, userIds) : undefined,
    trackIds.length > 0 ? inArray(sessions.trackId, [...trackIds]) : undefined,
    sessionTypes.length > 0 ? inArray(sessions.sessionType, [...sessionTypes]) : undefined,
    hasMore ? hasDriver(text) : isAmong(sessions.id, driven),
  );
}

async function resolve(transaction: Transaction, word: Word): Promise<ResolvedWord> {
  const users = await transaction
    .select({ id: profiles.id })
    .from(profiles)
    .where(contains(profiles.username, word.text))
    .limit(bound);
  const userIds = users.map(({ id }) => id);
  if (!indexed.test(word.text)) return { ...word, userIds, driven: [], hasMore: true };
  const rows = await transaction
    .select({ id: sessionDrivers.sessionId })
    .from(sessionDrivers)
    .where(contains(sessionDrivers.name, word.text))
    .limit(bound + 1);
  const driven = rows.slice(0, bound).map(({ id }) => id);
  return { ...word, userIds, driven, hasMore: rows.length > bound };
}

async function listNewestIds(
  transaction: Transaction,
  viewer: Viewer,
  limit: number,
  condition?: SQL,
): Promise<string[]> {
  const rows = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(condition, sessionsVisibleTo(viewer)))
    .orderBy(desc(sessions.sessionStartTime), desc(sessions.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Condition: one of these ids. One parameter instead of hundreds, which take long to plan; as rows, because PostgreSQL would
 * look for the members of an array in the order of time, through all sessions.
 */
function isAmong(column: PgColumn, ids: readonly string[]): SQL {
  return sql`${column} in (select unnest(${`{${ids.join(',')}}`}::uuid[]))`;
}

/**
 * Condition: a session that other conditions have found has a driver whose name contains the text. OFFSET keeps PostgreSQL
 * from looking at all drivers first.
 */
function hasDriver(text: string): SQL {
  const isNamed = contains(sessionDrivers.name, text);
  return sql`exists (select from ${sessionDrivers} where ${sessionDrivers.sessionId} = ${sessions.id} and ${isNamed} offset 0)`;
}
