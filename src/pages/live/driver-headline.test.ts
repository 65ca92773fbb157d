import { expect, test } from 'vitest';
import type { LiveRow } from '../../format/live-row.ts';
import { driverHeadline } from './driver-headline.ts';

// The texts that it is made of.
const row = (given: Partial<LiveRow>) =>
  ({ place: 3, state: '', interval: '+0.300', gap: '+1.247', best: '1:12.345', ...given }) as LiveRow;

test.each([
  [{}, true, 'P3 · +1.247'],
  [{ place: 1, interval: 'Leader', gap: '' }, true, 'P1 · Leader'],
  [{ gap: '—' }, true, 'P3'],
  [{ place: 19, state: 'RET', gap: '' }, true, 'P19 · RET'],
  [{ gap: '+0.112' }, false, 'P3 · 1:12.345 · +0.112'],
  [{ place: 1, interval: '—', gap: '' }, false, 'P1 · 1:12.345'],
  [{ best: '—', gap: '—' }, false, 'P3'],
])('a driver with %j, of a race %s, is %s', (given, isOfRace, text) => {
  expect(driverHeadline(row(given), isOfRace)).toBe(text);
});
