import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoader, loadUntilPresent } from './load-late.ts';

const missing = () => new TypeError('Failed to fetch dynamically imported module: https://example.test/part.js');

/** A load that is missing so many times, and then is there. */
function failing(failures: number, error: () => Error = missing) {
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads <= failures) throw error();
    return `load ${loads}`;
  };
  return { load, loads: () => loads };
}

const network = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is loaded once is shared, and a missing chunk is loaded again by the next call', async () => {
  const { load, loads } = failing(1);
  const loader = createLoader(load);
  const both = [loader(), loader()];
  for (const attempt of both) await expect(attempt).rejects.toThrow('dynamically imported');
  expect(loads()).toBe(1);
  expect([await loader(), await loader()]).toEqual(['load 2', 'load 2']);
});

test('a failure of what was loaded stays', async () => {
  const { load, loads } = failing(1, () => new Error('the database is blocked'));
  const loader = createLoader(load);
  await expect(loader()).rejects.toThrow('blocked');
  await expect(loader()).rejects.toThrow('blocked');
  expect(loads()).toBe(1);
});

test('a missing chunk is loaded again after 1 s, 2 s and so on up to 30 s', async () => {
  const { load, loads } = failing(8);
  const onMissing = vi.fn();
  const loaded = loadUntilPresent(load, onMissing);
  const counts: number[] = [];
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    const before = loads();
    await vi.advanceTimersByTimeAsync(1);
    counts.push(loads() - before);
  }
  expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await loaded).toBe('load 9');
  expect(onMissing).toHaveBeenCalledTimes(8);
});

test('a missing chunk is loaded again at once when the network is back', async () => {
  const { load } = failing(1);
  const loaded = loadUntilPresent(load);
  await vi.advanceTimersByTimeAsync(1);
  network.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('load 2');
  expect(vi.getTimerCount()).toBe(0);
});

test('any other failure is not tried again', async () => {
  const { load, loads } = failing(1, () => new SyntaxError('Unexpected token'));
  await expect(loadUntilPresent(load)).rejects.toThrow('Unexpected token');
  expect(loads()).toBe(1);
});
