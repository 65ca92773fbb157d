import { expect, test } from 'vitest';
import { SessionType } from '../enumerations.ts';
import { lastSafePlace } from './knock-out.ts';

test.each([
  [SessionType.Q1, 20, 15],
  [SessionType.Q1, 22, 16],
  [SessionType.Q1, 19, 14],
  [SessionType.Q1, 11, 10],
  [SessionType.Q1, 10, null],
  [SessionType.Q2, 15, 10],
  [SessionType.Q2, 8, null],
  [SessionType.SprintShootout1, 20, 15],
  [SessionType.SprintShootout2, 16, 10],
  [SessionType.Q3, 10, null],
  [SessionType.ShortQualifying, 20, null],
  [SessionType.Race, 20, null],
] as const)('in session type %i with %i starters the last safe place is %s', (type, starters, place) => {
  expect(lastSafePlace(type, starters)).toBe(place);
});
