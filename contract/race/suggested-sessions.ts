import type { SeasonEvent } from '../entities/season.ts';
import type { SessionSummary } from '../entities/session.ts';

/** How far a session may lie from the planned start of an event to be suggested for it, in ms. */
const suggestedWithin = 3 * 24 * 60 * 60_000;

/** A session that can be attached to an event. */
export interface AttachableSession {
  readonly session: SessionSummary;
  /** Same track, and near the planned start where the event has one. */
  readonly isSuggested: boolean;
}

/**
 * Sessions that are in no event of the season yet, in the order in which they are likely to belong to this event: those of
 * its track first, of these the ones nearest to its start, otherwise the newest first.
 */
export function attachableSessions(
  event: Pick<SeasonEvent, 'track' | 'startsAt'>,
  sessions: readonly SessionSummary[],
  attachedIds: ReadonlySet<string>,
): AttachableSession[] {
  const planned = event.startsAt === null ? null : Date.parse(event.startsAt);
  return sessions
    .filter(({ id }) => !attachedIds.has(id))
    .map((session) => {
      const started = Date.parse(session.sessionStartTime);
      const isOfTrack = session.trackId === event.track;
      const distance = planned === null ? 0 : Math.abs(started - planned);
      return { session, started, isOfTrack, distance, isSuggested: isOfTrack && distance <= suggestedWithin };
    })
    .sort(
      (one, other) =>
        Number(other.isSuggested) - Number(one.isSuggested) ||
        Number(other.isOfTrack) - Number(one.isOfTrack) ||
        one.distance - other.distance ||
        other.started - one.started,
    )
    .map(({ session, isSuggested }) => ({ session, isSuggested }));
}

/** The ids of all sessions that are attached to events. */
export function attachedSessionIds(events: readonly Pick<SeasonEvent, 'sessions'>[]): Set<string> {
  return new Set(events.flatMap(({ sessions }) => sessions.map(({ session }) => session.id)));
}
