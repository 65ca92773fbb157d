import { Track } from '#contract/enumerations';
import { trackName } from './names.ts';

interface OnTrack {
  readonly trackId: Track | null;
}

/** The track of a session where it is not that of its event; null while one of them is not known. */
export function otherTrackOf({ trackId }: OnTrack, track: Track): Track | null {
  const isKnown = trackId !== null && trackId !== Track.Unknown && track !== Track.Unknown;
  return isKnown && trackId !== track ? trackId : null;
}

/** A warning of a session at another track than its event; null where there is nothing to warn of. */
export function otherTrackText(session: OnTrack, track: Track, noun: 'session' | 'race' = 'session'): string | null {
  const other = otherTrackOf(session, track);
  return other === null ? null : `This ${noun} is at ${trackName(other)}, and the event is at ${trackName(track)}.`;
}

/** The same for sessions that go to one event together. */
export function otherTracksText(sessions: readonly OnTrack[], track: Track): string | null {
  const others = sessions.filter((session) => otherTrackOf(session, track) !== null);
  const [first] = others;
  if (first === undefined) return null;
  if (sessions.length === 1) return otherTrackText(first, track);
  const which = others.length === sessions.length ? 'These' : `${others.length} of these ${sessions.length}`;
  const verb = others.length === 1 ? 'is' : 'are';
  return `${which} sessions ${verb} at another track: the event is at ${trackName(track)}.`;
}
