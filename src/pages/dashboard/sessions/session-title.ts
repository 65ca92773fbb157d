import type { SessionSummary } from '#contract/entities/session';
import { describeSession } from '#contract/race/describe-session';
import { formatDay } from '../../../format/date.ts';

/** A session as a person calls it: `Monza Race, 6 Sep 2026`. */
export function sessionTitle(session: SessionSummary): string {
  return `${describeSession(session).fullTitle}, ${formatDay(session.sessionStartTime)}`;
}
