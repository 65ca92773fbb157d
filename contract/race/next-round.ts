import type { LeagueSeason } from '../entities/record.ts';
import type { Track } from '../enumerations.ts';
import { isOverdue } from './season-progress.ts';

/** A round that starts next, with the season and the league that drive it. */
export interface UpcomingRound extends Pick<LeagueSeason, 'leagueId' | 'seasonId' | 'seasonName'> {
  /** Counts from 1. */
  readonly round: number;
  readonly track: Track;
  readonly eventName: string | null;
  readonly startsAt: string;
}

/**
 * The round that starts first among the next rounds of all leagues, at `now` in ms; null if no round has a start in the
 * future.
 */
export function nextRoundOf(seasons: readonly LeagueSeason[], now: number): UpcomingRound | null {
  const [first] = seasons
    .flatMap(({ leagueId, seasonId, seasonName, nextRound, ahead }) =>
      (ahead ?? [nextRound]).flatMap((each): UpcomingRound[] => {
        if (each?.startsAt == null || isOverdue(each.startsAt, now)) return [];
        const { round, track, eventName, startsAt } = each;
        return [{ leagueId, seasonId, seasonName, round, track, eventName, startsAt }];
      }),
    )
    .sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  return first ?? null;
}
