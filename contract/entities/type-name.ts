import { SessionType } from '../enumerations.ts';

const typeNames: Record<SessionType, string> = {
  [SessionType.Unknown]: 'Session',
  [SessionType.P1]: 'Practice 1',
  [SessionType.P2]: 'Practice 2',
  [SessionType.P3]: 'Practice 3',
  [SessionType.ShortPractice]: 'Short practice',
  [SessionType.Q1]: 'Qualifying 1',
  [SessionType.Q2]: 'Qualifying 2',
  [SessionType.Q3]: 'Qualifying 3',
  [SessionType.ShortQualifying]: 'Short qualifying',
  [SessionType.OneShotQualifying]: 'One-shot qualifying',
  [SessionType.Race]: 'Race',
  [SessionType.Race2]: 'Race 2',
  [SessionType.Race3]: 'Race 3',
  [SessionType.TimeTrial]: 'Time trial',
  [SessionType.SprintShootout1]: 'Sprint shootout 1',
  [SessionType.SprintShootout2]: 'Sprint shootout 2',
  [SessionType.SprintShootout3]: 'Sprint shootout 3',
  [SessionType.ShortSprintShootout]: 'Short sprint shootout',
  [SessionType.OneShotSprintShootout]: 'One-shot sprint shootout',
};

/** The name of a session type, on screens and in files. */
export function typeName(type: SessionType): string {
  return typeNames[type];
}
