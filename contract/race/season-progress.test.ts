import { expect, test } from 'vitest';
import { SessionStatus, SessionType } from '../enumerations.ts';
import { eventStateOf, nextRoundIn, progressOf, progressText, roundsAhead } from './season-progress.ts';

const now = Date.parse('2026-05-09T20:00:00.000Z');
const [past, begun, later] = ['2026-05-09T18:00:00.000Z', '2026-05-09T18:01:00.000Z', '2026-05-09T21:00:00.000Z'];
const { Race, ShortQualifying } = SessionType;
const race = { sessionType: Race, sessionStatus: SessionStatus.Finished };
const abandoned = { sessionType: Race, sessionStatus: SessionStatus.InProgress };
const qualifying = { sessionType: ShortQualifying, sessionStatus: SessionStatus.Finished };

const blank = { startsAt: null, sessions: [] };
const raced = { ...blank, sessions: [{ session: race }] };

test.each([
  ['undated', {}],
  ['planned', { startsAt: later }],
  ['planned', { startsAt: begun }],
  ['overdue', { startsAt: past }],
  ['overdue', { startsAt: past, sessions: [{ session: qualifying }] }],
  ['overdue', { startsAt: past, sessions: [{ session: abandoned }] }],
  ['overdue', { startsAt: past, sessions: [{ session: race, scoring: 'none' as const }] }],
  ['raced', { startsAt: past, sessions: [{ session: race }] }],
  ['raced', { startsAt: past, sessions: [{ ...race }] }],
  ['raced', { startsAt: past, sessions: [{ session: abandoned, scoring: 'race' as const }] }],
  ['live', { startsAt: past, liveId: 'l' }],
  ['live', { startsAt: later, liveId: 'l', sessions: [{ session: race }] }],
] as const)('an event is %s with %j', (state, given) => {
  expect(eventStateOf({ ...blank, ...given }, now)).toBe(state);
});

test('a season stands at the last round with a race, although one before it has none', () => {
  expect(progressOf([raced, blank, raced, blank])).toEqual({ round: 3, rounds: 4 });
  expect(progressOf([{ ...blank, sessions: [{ session: qualifying }, { session: abandoned }] }])).toEqual({
    round: 0,
    rounds: 1,
  });
});

test('the next round is neither past nor live', () => {
  const nextOf = (...events: Parameters<typeof nextRoundIn>[0][number][]) => nextRoundIn(events, now)?.round ?? null;
  expect(nextOf(raced, { ...blank, startsAt: past }, { ...blank, startsAt: later })).toBe(3);
  expect(nextOf(raced, { ...blank, startsAt: begun }, { ...blank, startsAt: later })).toBe(2);
  expect(nextOf(raced, { ...blank, startsAt: later, liveId: 'l' }, blank)).toBe(3);
  expect(nextOf({ ...blank, startsAt: later, liveId: 'l' })).toBeNull();
  expect(nextOf({ ...blank, startsAt: past })).toBeNull();
  expect(nextOf(blank, raced)).toBeNull();
  expect(roundsAhead([raced, { ...blank, liveId: 'l' }, blank]).map(({ round }) => round)).toEqual([3]);
});

test.each([
  [0, 0, 'No events yet'],
  [0, 1, '1 event, not driven yet'],
  [0, 6, '6 events, none driven yet'],
  [1, 6, 'Round 1 of 6'],
  [6, 6, 'Round 6 of 6'],
])('a season at round %i of %i: %s', (round, rounds, text) => {
  expect(progressText({ round, rounds })).toBe(text);
});
