import type { Season, SeasonEvent } from '../entities/season.ts';
import type { SessionSummary } from '../entities/session.ts';
import type { Scoring } from '../enumerations.ts';
import { scoringIn } from './preview.ts';

/** A session of a season with its place in the calendar; rounds count from 1. */
export interface SeasonSession {
  readonly event: SeasonEvent;
  readonly round: number;
  readonly session: SessionSummary;
  readonly scoring: Scoring;
}

/** The sessions of a season that give points, or may by a ruling, the latest first. */
export function sessionsOfSeason({ events }: Pick<Season, 'events'>): SeasonSession[] {
  return events
    .flatMap((event, index) =>
      event.sessions.map(({ session }) => ({
        event,
        round: index + 1,
        session,
        scoring: scoringIn(event, session.id),
      })),
    )
    .filter(({ scoring }) => scoring !== 'none')
    .reverse();
}
