import type { SessionSummary } from '#contract/entities/session';
import { formatDay } from '../../../format/date.ts';
import { trackName, typeName } from '../../../format/names.ts';

/** A session as a person calls it: `Monza Race, 6 Sep 2026`. */
export function sessionTitle({ trackId, sessionType, sessionStartTime }: SessionSummary): string {
  return `${trackName(trackId)} ${typeName(sessionType)}, ${formatDay(sessionStartTime)}`;
}
