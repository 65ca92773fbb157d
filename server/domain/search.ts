import { searchBound, unpagedBound } from '#contract/constants';
import type { SearchResult } from '#contract/search';
import type { SessionSummary } from '#contract/session';
import { filterSessions, searchLeagues, searchProfiles, searchSeasons, searchSessions } from '../storage/search.ts';
import type { Context } from './context.ts';
import { parseFilters, wordOf } from './filters.ts';

/** Leagues, seasons, sessions and users that a text finds, best first, at most 10 of each (design §4). */
export async function search({ transaction, caller }: Context, text: string): Promise<SearchResult> {
  const wanted = text.trim().replaceAll(/\s+/g, ' ');
  if (wanted === '') return { leagues: [], seasons: [], sessions: [], users: [] };
  const userId = caller?.userId ?? null;
  const words = wanted.split(' ').slice(0, 10).map(wordOf);
  return {
    leagues: await searchLeagues(transaction, wanted, userId, searchBound),
    seasons: await searchSeasons(transaction, wanted, userId, searchBound),
    sessions: await searchSessions(transaction, words, searchBound, true),
    users: await searchProfiles(transaction, wanted, searchBound),
  };
}

/** Sessions that meet a filter text. @throws Problem 400 that names a bad qualifier. */
export function listFiltered({ transaction, caller }: Context, filters: string): Promise<SessionSummary[]> {
  return filterSessions(transaction, parseFilters(filters), caller?.userId ?? null, unpagedBound);
}
