import * as v from 'valibot';
import { League } from '../entities/league.ts';
import { Profile } from '../entities/profile.ts';
import { SeasonSummary } from '../entities/season.ts';
import { SessionSummary } from '../entities/session.ts';

/** Search results, best first, at most `searchBound` of each kind. */
export const SearchResult = v.object({
  leagues: v.array(League),
  seasons: v.array(SeasonSummary),
  sessions: v.array(SessionSummary),
  users: v.array(Profile),
});

export type SearchResult = v.InferOutput<typeof SearchResult>;
