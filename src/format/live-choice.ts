import type { LiveSummary } from '#contract/entities/live-session';
import type { Track } from '#contract/enumerations';
import { trackName, typeName } from './names.ts';
import { otherTrackOf } from './other-track.ts';

type Choice = Pick<LiveSummary, 'trackId' | 'sessionType' | 'userName'>;

/** A live session to choose for an event: `Spa Race by Max · another track`. */
export function liveChoiceText(session: Choice, track: Track): string {
  const { trackId, sessionType, userName } = session;
  const by = `by ${userName ?? 'unknown user'}`;
  if (trackId === null || sessionType === null) return `Private session ${by}`;
  const warning = otherTrackOf(session, track) === null ? '' : ' · another track';
  return `${trackName(trackId)} ${typeName(sessionType)} ${by}${warning}`;
}
