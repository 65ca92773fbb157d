import { expect, test } from 'vitest';
import { formatUntil } from './until.ts';

const hour = 3_600_000;

test.each([
  [30_000, 'in 1 min'],
  [hour - 1, 'in 60 min'],
  [hour, 'in 1 h'],
  [47.9 * hour, 'in 47 h'],
  [48 * hour, 'in 2 days'],
  [6.9 * 24 * hour, 'in 6 days'],
  [0, 'now'],
  [1 - 2 * hour, 'now'],
  [-2 * hour, null],
])('%d ms are %s', (left, text) => {
  expect(formatUntil(1_000_000_000 + left, 1_000_000_000)).toBe(text);
});
