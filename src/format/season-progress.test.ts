import { expect, test } from 'vitest';
import { seasonProgress } from './season-progress.ts';

test.each([
  [0, 0, 'No events yet'],
  [0, 1, '1 event, not driven yet'],
  [0, 6, '6 events, none driven yet'],
  [1, 6, 'Round 1 of 6'],
  [6, 6, 'Round 6 of 6'],
])('a season of which %i of %i rounds are driven: %s', (run, all, text) => {
  expect(seasonProgress({ run, all })).toBe(text);
});
