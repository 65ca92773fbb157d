import { expect, test } from 'vitest';
import { event, finisher, race, ruling } from '../../tests/fixtures/scored.ts';
import type { Ruling } from '../entities/ruling.ts';
import { officialResults } from './official-results.ts';
import { defaultRules, standingsOf } from './scoring.ts';

const first = event([race([finisher(0, 1), finisher(1, 2)])], { id: 'e1' });
const second = event([race([finisher(1, 1), finisher(0, 2)], { sessionId: 's2' })], { id: 'e2' });
const published = standingsOf([first]);

test('a result is official while the published standings have the same places, statuses and points', () => {
  const later = (rulings: readonly Ruling[], rules = defaultRules) =>
    Object.fromEntries(officialResults(standingsOf([first, second], rules, [], rulings), published));
  expect(later([])).toEqual({ s1: true, s2: false });
  expect(later([ruling({ kind: 'time', carIndex: 0, milliseconds: 500 })])).toEqual({ s1: true, s2: false });
  expect(later([ruling({ kind: 'time', carIndex: 0, milliseconds: 5_000 })]).s1).toBe(false);
  expect(later([ruling({ kind: 'points', carIndex: 1, points: -1 })]).s1).toBe(false);
  expect(later([], { ...defaultRules, racePoints: [10] }).s1).toBe(false);
  expect(later([ruling({ kind: 'excludeSession' })])).toEqual({ s2: false });
});
