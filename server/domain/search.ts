import * as v from 'valibot';
import type { SearchResult } from '#contract/api/search';
import { searchBound, unpagedBound } from '#contract/constants';
import type { SessionSummary } from '#contract/entities/session';
import { SessionType, Track } from '#contract/enumerations';
import { foldText } from '#contract/text/fold-text';
import { Instant, Uuid } from '#contract/values/values';
import { invalid } from '../http/problem.ts';
import {
  filterSessions,
  type SessionFilter,
  searchLeagues,
  searchProfiles,
  searchSeasons,
  type Word,
} from '../storage/search.ts';
import { searchSessions } from '../storage/search-sessions.ts';
import { type Context, callerIdOf, viewerOf } from './context.ts';
import { withEvents } from './session-events.ts';

const maxWords = 10;

/** Leagues, seasons, sessions and users that match a text, best first, at most 10 of each. */
export async function search(context: Context, text: string): Promise<SearchResult> {
  const { transaction } = context;
  const query = text.trim().replaceAll(/\s+/g, ' ');
  if (query === '') return { leagues: [], seasons: [], sessions: [], users: [] };
  const userId = callerIdOf(context);
  const words = query.split(' ').slice(0, maxWords).map(toWord);
  return {
    leagues: await searchLeagues(transaction, query, userId, searchBound),
    seasons: await searchSeasons(transaction, query, userId, searchBound),
    sessions: await withEvents(context, await searchSessions(transaction, viewerOf(context), words, searchBound)),
    users: await searchProfiles(transaction, query, searchBound),
  };
}

/** Sessions that match a filter text. @throws Problem 400 that names the invalid qualifier. */
export async function listFiltered(context: Context, filters: string): Promise<SessionSummary[]> {
  const found = await filterSessions(context.transaction, parseFilters(filters), viewerOf(context), unpagedBound);
  return withEvents(context, found);
}

const maxParts = 20;

/** Splits a text into words and `key:value` parts; quotes keep spaces together. One pass, no backtracking. */
function splitParts(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted || !/\s/.test(character)) part += character;
    else if (part !== '') {
      parts.push(part);
      part = '';
    }
  }
  return part === '' ? parts : [...parts, part];
}

function filterError(message: string): Error {
  return invalid([{ path: 'filters', message }]);
}

/**
 * Parses a filter text such as `monza race user:max after:2026-01-01 track:Monza type:Race season:<id>`.
 * @throws Problem 400 that names the invalid qualifier.
 */
function parseFilters(text: string): SessionFilter {
  const parts = splitParts(text);
  if (parts.length > maxParts) throw filterError(`must have at most ${maxParts} words`);
  const values = new Map<string, string>();
  const words: Word[] = [];
  for (const part of parts) {
    const colon = part.indexOf(':');
    if (colon <= 0) {
      words.push(toWord(part));
      continue;
    }
    const key = part.slice(0, colon).toLowerCase();
    if (values.has(key)) throw filterError(`${key}: is given twice`);
    values.set(key, part.slice(colon + 1));
  }
  const filter = {
    words,
    user: values.get('user') ?? null,
    trackIds: parseNames('track', values.get('track'), Track),
    sessionTypes: parseNames('type', values.get('type'), SessionType),
    seasonId: parseSeasonId(values.get('season')),
    after: parseInstant('after', values.get('after')),
    before: parseInstant('before', values.get('before')),
  };
  for (const [key, value] of values) {
    if (!qualifiers.has(key)) throw filterError(`${key}: is not one of ${[...qualifiers].join(': ')}:`);
    if (value === '') throw filterError(`${key}: has no value`);
  }
  return filter;
}

const qualifiers = new Set(['user', 'track', 'type', 'season', 'after', 'before']);

/** Ignores case, accents and spaces, so that `las vegas` in quotes matches LasVegas. */
function normalize(name: string): string {
  return foldText(name).replaceAll(/[\s_-]+/g, '');
}

function findByName(text: string, enumeration: Record<string, number>): number[] {
  const normalized = normalize(text);
  if (normalized === '') return [];
  return Object.entries(enumeration).flatMap(([name, number]) =>
    normalize(name).includes(normalized) ? [number] : [],
  );
}

/** A word with the tracks and session types whose names contain it. */
function toWord(text: string): Word {
  return { text, trackIds: findByName(text, Track), sessionTypes: findByName(text, SessionType) };
}

function parseNames(key: string, value: string | undefined, enumeration: Record<string, number>): number[] | null {
  if (value === undefined) return null;
  const exact = Object.entries(enumeration).find(([name]) => normalize(name) === normalize(value));
  if (exact !== undefined) return [exact[1]];
  const found = findByName(value, enumeration);
  if (found.length === 0) throw filterError(`${key}:${value} is not known`);
  return found;
}

function parseSeasonId(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!v.is(Uuid, value)) throw filterError('season: must be the id of a season');
  return value;
}

function parseInstant(key: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  const instant = value.includes('T') ? value : `${value}T00:00:00Z`;
  if (!v.is(Instant, instant)) throw filterError(`${key}: must be a day such as 2026-01-31`);
  return instant;
}
