import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectTimeout, waitBefore } from './backoff.ts';

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999_999);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const waitOf = (away: number, refusals = 0) => Math.round(waitBefore(away, refusals));

test('a server that restarts is tried every 250 to 500 ms for 30 s, then every 750 to 1,500 ms', () => {
  const times = [0, 500, 29_999, 30_000, 3_600_000];
  expect(times.map((away) => waitOf(away))).toEqual([500, 500, 500, 1_500, 1_500]);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(times.map((away) => waitOf(away))).toEqual([250, 250, 250, 750, 750]);
});

test('a server that is away for less than 30 s is tried within 2 s after it is back, at whatever moment that is', () => {
  // The try before the server was back was answered by nobody, and the one after it takes no time.
  const waits = Array.from({ length: 300 }, (_, index) => connectTimeout(0) + waitOf(index * 100));
  expect(Math.max(...waits)).toBeLessThanOrEqual(2_000);
});

test('a server that refuses is tried more and more rarely', () => {
  expect([1, 2, 3, 5, 6, 2_000].map((refusals) => waitOf(0, refusals))).toEqual([
    1_000, 2_000, 4_000, 16_000, 20_000, 20_000,
  ]);
});

test('a try that nobody answers ends after a second, and after more where that was too short', () => {
  expect([0, 1, 2, 3, 2_000].map(connectTimeout)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
});
