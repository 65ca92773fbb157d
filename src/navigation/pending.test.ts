import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withSkeletonTime } from './pending.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Ms until a value is passed on that is loaded after `loadTime`. */
async function timeUntilShown(loadTime: number): Promise<number> {
  const startedAt = performance.now();
  const loading = new Promise<string>((resolve) => setTimeout(() => resolve('page'), loadTime));
  const shown = withSkeletonTime(loading).then((value) => ({ value, time: performance.now() - startedAt }));
  await vi.runAllTimersAsync();
  const { value, time } = await shown;
  expect(value).toBe('page');
  return time;
}

test.each([
  ['at once when it is loaded before the skeleton appears', 0, 0],
  ['at once when it is loaded just before the skeleton appears', 999, 999],
  ['500 ms after the skeleton when it is loaded together with it', 1_000, 1_500],
  ['500 ms after the skeleton when it is loaded soon after it', 1_001, 1_500],
  ['at once when the skeleton has been there for 500 ms', 1_500, 1_500],
  ['at once when it is loaded much later', 9_000, 9_000],
])('a page is shown %s', async (_, loadTime, shownAfter) => {
  expect(await timeUntilShown(loadTime)).toBe(shownAfter);
});

test('a page that cannot be loaded fails at once', async () => {
  const failing = withSkeletonTime(
    new Promise((_, reject) => setTimeout(() => reject(new Error('gone')), 1_100)),
  ).catch((error: unknown) => [String(error), performance.now()]);
  const startedAt = performance.now();
  await vi.runAllTimersAsync();
  expect(await failing).toEqual(['Error: gone', startedAt + 1_100]);
});
