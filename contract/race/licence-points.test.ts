import { expect, test } from 'vitest';
import { event, finisher, race, ruling } from '../../tests/fixtures/scored.ts';
import { licencePointsOf } from './licence-points.ts';
import { defaultRules, standingsOf } from './scoring.ts';

const events = ['s1', 's2'].map((sessionId, round) =>
  event([race([finisher(0, 1), finisher(1, 2), finisher(2, 3)], { sessionId })], { id: `e${round}` }),
);

test('licence points of a driver are added up over sessions and names, without withdrawn rulings', () => {
  const rulings = [
    ruling({ kind: 'time', carIndex: 0, milliseconds: 5_000, licencePoints: 2 }),
    ruling({ kind: 'points', carIndex: 0, points: 0, licencePoints: 1, sessionId: 's2' }),
    ruling({ kind: 'disqualify', carIndex: 1, licencePoints: 3 }),
    ruling({ kind: 'points', carIndex: 1, points: 0, licencePoints: 9, withdrawnAt: '2026-01-02T00:00:00.000Z' }),
    ruling({ kind: 'places', carIndex: 2, places: 3 }),
  ];
  const aliases = [{ name: 'Ada', recordedNames: ['Driver 0'] }];
  const standings = standingsOf(events, defaultRules, aliases, rulings);
  expect([...licencePointsOf({ standings, rulings })].sort()).toEqual([
    ['Ada', 3],
    ['Driver 1', 3],
  ]);
});

test('licence points change no result', () => {
  const made = ruling({ kind: 'points', carIndex: 0, points: 0, licencePoints: 12 });
  const { drivers } = standingsOf(events, defaultRules, [], [made]);
  const before = standingsOf(events).drivers;
  expect(drivers.map(({ name, points }) => [name, points])).toEqual(before.map(({ name, points }) => [name, points]));
});
