import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitBefore } from './backoff.ts';

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999_999);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const waits = [0, 1, 2, 5, 20, 2_000];

test('a server that is away is tried again within 1.5 s, however long it was away', () => {
  expect(waits.map((failures) => Math.round(waitBefore(failures, 0)))).toEqual([
    500, 1_000, 1_500, 1_500, 1_500, 1_500,
  ]);
});

test('a server that refuses is tried more and more rarely', () => {
  expect(waits.map((refusals) => Math.round(waitBefore(0, refusals)))).toEqual([
    500, 1_000, 2_000, 16_000, 20_000, 20_000,
  ]);
});
