import type { SessionSummary } from '#contract/entities/session';
import { SessionType } from '#contract/enumerations';
import { isSprint } from '#contract/race/weekends';
import { typeName } from '../../format/names.ts';

const codes: Partial<Record<SessionType, string>> = {
  [SessionType.P1]: 'P1',
  [SessionType.P2]: 'P2',
  [SessionType.P3]: 'P3',
  [SessionType.ShortPractice]: 'P',
  [SessionType.Q1]: 'Q1',
  [SessionType.Q2]: 'Q2',
  [SessionType.Q3]: 'Q3',
  [SessionType.ShortQualifying]: 'Q',
  [SessionType.OneShotQualifying]: 'Q',
  [SessionType.SprintShootout1]: 'SQ1',
  [SessionType.SprintShootout2]: 'SQ2',
  [SessionType.SprintShootout3]: 'SQ3',
  [SessionType.ShortSprintShootout]: 'SQ',
  [SessionType.OneShotSprintShootout]: 'SQ',
};

/** A session type in a few letters, and in words for screen readers: `Q3`, `Sprint`, `Race`. */
export function typeCode(session: SessionSummary): { code: string; name: string } {
  const name = isSprint(session) ? 'Sprint' : typeName(session.sessionType);
  return { code: isSprint(session) ? name : (codes[session.sessionType] ?? name), name };
}
