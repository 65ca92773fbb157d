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

/**
 * The last race of a season with its first three after rulings, the round whose race is live, and the round that is next.
 */
export interface SeasonNow {
  readonly last:
    | (Round & {
        readonly sessionId: string;
        readonly startedAt: string;
        readonly podium: readonly { readonly position: number; readonly name: string; readonly team: string | null }[];
      })
    | null;
  readonly live: (Round & { readonly liveId: string }) | null;
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
  return { last: last ?? null, live: liveRoundOf(season), next: nextRoundIn(events, now) };
}

/** The round whose race is live; of several the last one. */
export function liveRoundOf({ events }: Pick<Season, 'events'>): SeasonNow['live'] {
  const index = events.findLastIndex(({ liveId }) => liveId !== undefined);
  const event = events[index];
  return event?.liveId === undefined ? null : { event, round: index + 1, liveId: event.liveId };
}
