import type { SeasonEvent } from '#contract/entities/season';
import { isRace } from '#contract/enumerations';

/** The state of an event in one or two words. `missing`: its start is over, and it has no race. */
export interface EventStatus {
  readonly kind: 'raced' | 'live' | 'missing' | 'planned' | 'undated';
  readonly label: string;
}

/** How far an event is; `now` in ms since 1970. */
export function eventStatus({ sessions, liveId, startsAt }: SeasonEvent, now: number): EventStatus {
  if (liveId !== undefined) return { kind: 'live', label: 'Live' };
  if (sessions.some(({ session }) => isRace(session.sessionType))) return { kind: 'raced', label: 'Raced' };
  if (startsAt === null) return { kind: 'undated', label: 'No date yet' };
  return Date.parse(startsAt) < now ? { kind: 'missing', label: 'No race yet' } : { kind: 'planned', label: 'Planned' };
}
