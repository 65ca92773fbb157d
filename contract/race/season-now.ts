import type { Season, SeasonEvent } from '../entities/season.ts';
import { nextRoundIn } from './season-progress.ts';
import { sessionsOfSeason } from './season-sessions.ts';
import { isFinish } from './standings.ts';

/** An event with its number in the season. */
interface Round {
  readonly event: SeasonEvent;
  /** Counts from 1. */
  readonly round: number;
}

/** A round whose race is live. */
export interface LiveRound extends Round {
  readonly liveId: string;
}

/**
 * The last race of a season with its first three after rulings, the rounds whose races are live, and the round that is next.
 */
export interface SeasonNow {
  readonly last:
    | (Round & {
        readonly sessionId: string;
        readonly startedAt: string;
        readonly podium: readonly { readonly position: number; readonly name: string; readonly team: string | null }[];
      })
    | null;
  readonly live: readonly LiveRound[];
  readonly next: Round | null;
}

/** `now` in ms since 1970. */
export function seasonNowOf(season: Pick<Season, 'events' | 'standings'>, now: number): SeasonNow {
  const { events, standings } = season;
  const podiumOf = (sessionId: string) =>
    standings.drivers
      .flatMap(({ name, team, results }) =>
        results
          .filter((result) => result.sessionId === sessionId && isFinish(result))
          .flatMap(({ position }) => (position === null || position > 3 ? [] : [{ position, name, team }])),
      )
      .sort((one, other) => one.position - other.position);
  const [last] = sessionsOfSeason(season)
    .filter(({ scoring }) => scoring === 'race')
    .map(({ event, round, session: { id: sessionId, sessionStartTime: startedAt } }) => ({
      event,
      round,
      sessionId,
      startedAt,
      podium: podiumOf(sessionId),
    }))
    .filter(({ podium }) => podium.length > 0);
  return { last: last ?? null, live: liveRoundsOf(season), next: nextRoundIn(events, now) };
}

/** The rounds whose races are live, in the order of the calendar. */
export function liveRoundsOf({ events }: Pick<Season, 'events'>): LiveRound[] {
  return events.flatMap((event, index) =>
    event.liveId === undefined ? [] : [{ event, round: index + 1, liveId: event.liveId }],
  );
}
