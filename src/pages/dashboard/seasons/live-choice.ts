import type { LiveSummary } from '#contract/entities/live-session';
import type { Track } from '#contract/enumerations';
import { describeSession } from '#contract/race/describe-session';
import { otherTrackOf } from '../../../format/other-track.ts';

type Choice = Pick<LiveSummary, 'trackId' | 'sessionType' | 'userName' | 'state' | 'event'>;

/** A live session to choose for an event: `Spa Race by Max · Round 2 · Spring Cup · another track`. */
export function liveChoiceText(session: Choice, track: Track): string {
  const { userName } = session;
  const { title, place } = describeSession(session);
  const by = `by ${userName ?? 'unknown user'}`;
  if (title === '') return [`Private session ${by}`, place].filter(Boolean).join(' · ');
  const warning = otherTrackOf(session, track) === null ? '' : ' · another track';
  return `${[`${title} ${by}`, place].filter(Boolean).join(' · ')}${warning}`;
}
