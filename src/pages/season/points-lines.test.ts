import { expect, test } from 'vitest';
import type { Ruling } from '#contract/entities/ruling';
import type { Result } from '#contract/entities/season';
import { pointsLines } from './points-lines.ts';

const result: Result = {
  sessionId: 's',
  driverIdx: 3,
  position: 2,
  points: 19,
  resultStatus: 3,
  fastestLap: true,
  base: 18,
  bonuses: [{ kind: 'fastestLap', points: 1 }],
};
const texts = (...given: Parameters<typeof pointsLines>) =>
  pointsLines(...given).map(({ label, detail, value }) => [label, detail, value]);

test('the points of a result are those of its place and its bonuses', () => {
  expect(texts(result, 1, [])).toEqual([
    ['Points for P2', null, '18'],
    ['Fastest lap', null, '+1'],
    ['Total', null, '19'],
  ]);
});

test('a ruling is listed with its reason, and with its points where it gives or takes some', () => {
  const made = { sessionId: 's', authorName: null, madeAt: '2026-01-01T00:00:00.000Z', withdrawnAt: null, carIndex: 3 };
  const rulings: Ruling[] = [
    { ...made, id: 'a', kind: 'time', milliseconds: 5_000, reason: 'Track limits' },
    { ...made, id: 'b', kind: 'points', points: -3, reason: 'Late' },
  ];
  expect(texts({ ...result, bonuses: [], points: 15, rulings: ['a', 'b'] }, 1, rulings)).toEqual([
    ['Points for P2', null, '18'],
    ['+5 s', 'Track limits', ''],
    ['−3 points', 'Late', '−3'],
    ['Total', null, '15'],
  ]);
});

test('half points and a dropped result are said', () => {
  expect(texts({ ...result, base: 9, bonuses: [], points: 9, dropped: true }, 0.5, [])).toEqual([
    ['Points for P2, × 0.5', null, '9'],
    ['Dropped: one of the worst results', null, 'not counted'],
    ['Total', null, '9'],
  ]);
});

test('the points of rulings on a dropped result count', () => {
  const made = { sessionId: 's', authorName: null, madeAt: '2026-01-01T00:00:00.000Z', withdrawnAt: null, carIndex: 3 };
  const rulings: Ruling[] = [{ ...made, id: 'b', kind: 'points', points: -3, reason: 'Late' }];
  const given: Result = { ...result, bonuses: [], points: 15, rulings: ['b'], dropped: true, counted: -3 };
  expect(texts(given, 1, rulings).slice(2)).toEqual([
    ['Dropped: one of the worst results', 'The points of rulings count.', 'not counted'],
    ['Total', null, '-3'],
  ]);
});
