import { expect, test } from 'vitest';
import type { CacheRow } from '../storage/cache-row.ts';
import { createLayeredCache, createMemoryCache } from './layered-cache.ts';

function start() {
  const clock = { now: 1_000 };
  return { clock, store: createMemoryCache(() => clock.now) };
}

function row(key: string) {
  return { key, value: { key }, storedAt: 1, owner: null };
}

test('stores a row with the time it was read', async () => {
  const { clock, store } = start();
  await store.store(row('/a'));
  clock.now += 500;
  expect(await store.read('/a')).toEqual({ ...row('/a'), readAt: 1_500 });
  expect(store.peek('/b')).toBeNull();
});

test('evicts a row that was not read for five minutes', async () => {
  const { clock, store } = start();
  await store.store(row('/a'));
  clock.now += 299_000;
  expect(store.peek('/a')).not.toBeNull();
  clock.now += 299_000;
  expect(store.peek('/a')).not.toBeNull();
  clock.now += 300_001;
  expect(store.peek('/a')).toBeNull();
});

test('keeps two hundred rows and evicts the least recently read first', async () => {
  const { store } = start();
  for (let index = 0; index < 200; index += 1) await store.store(row(`/${index}`));
  store.peek('/0');
  await store.store(row('/200'));
  expect([store.peek('/0'), store.peek('/1')].map((found) => found?.key)).toEqual(['/0', undefined]);
});

test('removes a row', async () => {
  const { store } = start();
  await store.store(row('/a'));
  await store.remove('/a');
  expect(store.peek('/a')).toBeNull();
});

test('a slow read of the device does not replace a response that arrived meanwhile', async () => {
  const { store } = start();
  let tell: (row: CacheRow) => void = () => undefined;
  const told = new Promise<CacheRow>((resolve) => {
    tell = resolve;
  });
  const device = { read: async () => told, store: async () => undefined, remove: async () => undefined };
  const both = createLayeredCache(
    store,
    async () => ({ ...device, removeOwned: async () => undefined }),
    () => 0,
    async () => null,
  );
  const reading = both.read('/a');
  await both.store({ ...row('/a'), value: 'new' });
  tell({ ...row('/a'), value: 'old', readAt: 0 });
  expect((await reading)?.value).toBe('new');
  expect(store.peek('/a')?.value).toBe('new');
});

/** Both caches; `read` and `removed` list what was read and removed of the device. */
function startLayered(rows: readonly CacheRow[], userId: string | null) {
  const memory = start().store;
  const stored: CacheRow[] = [];
  const read: string[] = [];
  const removed: string[] = [];
  const device = {
    read: async (key: string) => {
      read.push(key);
      return rows.find((one) => one.key === key) ?? null;
    },
    store: async (one: CacheRow) => void stored.push(one),
    remove: async (key: string) => void removed.push(key),
    removeOwned: async () => void removed.push('all of the user'),
  };
  const both = createLayeredCache(
    memory,
    async () => device,
    () => 7,
    async () => userId,
  );
  return { both, stored, read, removed };
}

test.each([
  ['anybody', null, null, true],
  ['anybody', null, 'ada', true],
  ['its owner', 'ada', 'ada', true],
  ['another user', 'ada', 'bo', false],
  ['a visitor', 'ada', null, false],
])('a row on the device is read by %s (of %s, by %s): %s', async (_, owner, userId, isRead) => {
  const { both } = startLayered([{ ...row('/a'), owner, readAt: 0 }], userId);
  expect((await both.read('/a')) !== null).toBe(isRead);
  expect(both.peek('/a') !== null).toBe(isRead);
});

test('a row that is nowhere is none, and one in memory is not read of the device', async () => {
  const { both, stored, read } = startLayered([], 'ada');
  expect(await both.read('/a')).toBeNull();
  await both.store(row('/a'));
  expect(stored).toEqual([{ ...row('/a'), readAt: 7 }]);
  expect((await both.read('/a'))?.value).toEqual({ key: '/a' });
  expect(read).toEqual(['/a']);
});

test('a row is removed of memory and of the device, and those of a user too', async () => {
  const { both, removed } = startLayered([], 'ada');
  await both.store(row('/a'));
  await both.store(row('/b'));
  await both.remove('/a');
  expect([both.peek('/a'), both.peek('/b')?.key, removed]).toEqual([null, '/b', ['/a']]);
  await both.clear();
  expect([both.peek('/b'), removed]).toEqual([null, ['/a', 'all of the user']]);
});
