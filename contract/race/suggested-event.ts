import type { SeasonEvent } from '../entities/season.ts';
import type { SessionSummary } from '../entities/session.ts';
import { attachedSessionIds } from './suggested-sessions.ts';

type Event = Pick<SeasonEvent, 'id' | 'track' | 'startsAt' | 'sessions'>;
type Attached = Pick<SessionSummary, 'id' | 'trackId' | 'sessionStartTime'>;

/**
 * The event that some sessions most likely belong to: at their track, nearest in time, otherwise the first one without
 * sessions. Sessions that are already in an event of the season are ignored. Null when none is left, or no event is at
 * the track of all of them.
 */
export function suggestEvent(events: readonly Event[], sessions: readonly Attached[]): string | null {
  const attached = attachedSessionIds(events);
  const added = sessions.filter(({ id }) => !attached.has(id));
  const [first] = added;
  if (first === undefined) return null;
  const start = Date.parse(first.sessionStartTime);
  const distanceTo = ({ startsAt }: Event) =>
    startsAt === null ? Number.MAX_VALUE : Math.abs(Date.parse(startsAt) - start);
  const ranked = events
    .filter((event) => added.every(({ trackId }) => trackId === event.track))
    .sort((one, other) => distanceTo(one) - distanceTo(other) || one.sessions.length - other.sessions.length);
  return ranked[0]?.id ?? null;
}
