import type { LiveSummary } from '#contract/entities/live-session';
import { Track } from '#contract/enumerations';
import { trackName, typeName } from './names.ts';

type Choice = Pick<LiveSummary, 'trackId' | 'sessionType' | 'userName'>;

/** The track of a live session where it is not that of the event; null while one of them is not known. */
export function otherTrackOf({ trackId }: Pick<Choice, 'trackId'>, track: Track): Track | null {
  const isKnown = trackId !== null && trackId !== Track.Unknown && track !== Track.Unknown;
  return isKnown && trackId !== track ? trackId : null;
}

/** A live session to choose for an event: `Spa Race by Max · another track`. */
export function liveChoiceText(session: Choice, track: Track): string {
  const { trackId, sessionType, userName } = session;
  const by = `by ${userName ?? 'unknown user'}`;
  if (trackId === null || sessionType === null) return `Private session ${by}`;
  const warning = otherTrackOf(session, track) === null ? '' : ' · another track';
  return `${trackName(trackId)} ${typeName(sessionType)} ${by}${warning}`;
}
