import * as v from 'valibot';
import { League } from '../entities/league.ts';
import { Profile } from '../entities/profile.ts';
import { SeasonSummary } from '../entities/season.ts';
import { SessionSummary } from '../entities/session.ts';

/** What was found, best first, at most ten of each kind. */
export const SearchResult = v.object({
  /** Leagues. */
  leagues: v.array(League),
  /** Seasons. */
  seasons: v.array(SeasonSummary),
  /** Sessions. */
  sessions: v.array(SessionSummary),
  /** Users. */
  users: v.array(Profile),
});

export type SearchResult = v.InferOutput<typeof SearchResult>;
