import type { SearchResult } from '#contract/api/search';
import { searchBound, unpagedBound } from '#contract/constants';
import type { SessionSummary } from '#contract/entities/session';
import { filterSessions, searchLeagues, searchProfiles, searchSeasons } from '../storage/search.ts';
import { searchSessions } from '../storage/search-sessions.ts';
import { type Context, callerIdOf } from './context.ts';
import { parseFilters, toWord } from './filters.ts';
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
    sessions: await withEvents(context, await searchSessions(transaction, words, searchBound)),
    users: await searchProfiles(transaction, query, searchBound),
  };
}

/** Sessions that match a filter text. @throws Problem 400 that names the invalid qualifier. */
export async function listFiltered(context: Context, filters: string): Promise<SessionSummary[]> {
  const found = await filterSessions(context.transaction, parseFilters(filters), callerIdOf(context), unpagedBound);
  return withEvents(context, found);
}
