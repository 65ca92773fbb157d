import { expect, test } from 'vitest';
import { formatCount } from './count.ts';

test.each([
  [formatCount(0, 'league'), '0 leagues'],
  [formatCount(1, 'league'), '1 league'],
  [formatCount(2, 'league'), '2 leagues'],
  [formatCount(3, 'penalty', 'penalties'), '3 penalties'],
])('%s has the number of its noun', (text, expected) => {
  expect(text).toBe(expected);
});
