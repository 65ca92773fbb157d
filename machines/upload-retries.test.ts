import { expect, test } from 'vitest';
import { createFailure } from '#contract/api/problem';
import { passesByItself, sendTimeout } from './upload-retries.ts';

test.each([
  ['offline', null, true],
  ['unreachable', null, true],
  ['mismatch', 200, true],
  ['unexpected', null, true],
  ['unexpected', 500, true],
  ['unexpected', 502, true],
  ['unexpected', 408, true],
  ['unexpected', 429, true],
  ['unexpected', 404, false],
  ['problem', 408, true],
  ['problem', 429, true],
  ['problem', 413, false],
  ['problem', 422, false],
  ['outdated', 426, false],
  ['aborted', null, false],
  ['internal', null, false],
] as const)('a file whose upload failed as %s with status %s is sent again by itself: %s', (kind, status, expected) => {
  expect(passesByItself(createFailure(kind, { status }))).toBe(expected);
});

test('a request may take 30 s, and as long as its body takes at 16 kB a second', () => {
  expect([0, 160_000, 16_000_000].map(sendTimeout)).toEqual([30_000, 40_000, 1_030_000]);
});
