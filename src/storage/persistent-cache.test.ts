import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { quotaOf, row } from '../../tests/fixtures/cache-rows.ts';
import { createLayeredCache, createMemoryCache } from '../queries/layered-cache.ts';
import { type Database, openDatabase } from './database.ts';
import { createPersistentCache } from './persistent-cache.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function keysOn(device: Database): Promise<string[]> {
  return device.run(async (connection) => [
    ...(await connection.getAllKeys('marks')),
    ...(await connection.getAllKeys('values')),
  ]);
}

test('a row survives a restart, and is gone when it is removed', async () => {
  await createPersistentCache(openDatabase(), quotaOf(null)).store(row('/a', 5));
  const device = openDatabase();
  const reads = createPersistentCache(device, quotaOf(null));
  expect(await reads.read('/a', 9)).toEqual(row('/a', 9));
  expect(await reads.read('/b', 9)).toBeNull();
  await reads.remove('/a');
  expect(await keysOn(device)).toEqual([]);
});

test('recent rows are listed by the time they were read, latest first', async () => {
  const reads = createPersistentCache(openDatabase(), quotaOf(null));
  for (const [index, key] of ['/a', '/b', '/c'].entries()) await reads.store(row(key, index));
  await reads.read('/a', 9);
  expect((await reads.recent(2)).map(({ key, value }) => [key, value])).toEqual([
    ['/a', { key: '/a' }],
    ['/c', { key: '/c' }],
  ]);
});

test('removeOwned removes rows with an owner and no others', async () => {
  const device = openDatabase();
  const reads = createPersistentCache(device, quotaOf(null));
  for (const [key, owner] of [
    ['/mine', 'ada'],
    ['/public', null],
    ['/too', 'ada'],
  ] as const)
    await reads.store(row(key, 1, owner));
  await reads.removeOwned();
  expect(await keysOn(device)).toEqual(['/public', '/public']);
});

test('a row that is being stored while owned rows are removed is removed too', async () => {
  const device = openDatabase();
  const reads = createPersistentCache(device, quotaOf(null));
  await Promise.all([reads.store(row('/a', 1, 'ada')), reads.removeOwned()]);
  expect(await keysOn(device)).toEqual([]);
});

test('the least recently read row is evicted first; the row being stored stays, however large', async () => {
  const device = openDatabase();
  // A quarter of it is for reads: three of these and a bit.
  const reads = createPersistentCache(device, quotaOf(4 * 3_300));
  for (const [index, key] of ['/a', '/b', '/c'].entries())
    await reads.store(row(key, index, null, { text: 'x'.repeat(1_000) }));
  await reads.read('/a', 10);
  await reads.store(row('/d', 11, null, { text: 'x'.repeat(1_000) }));
  expect(await keysOn(device)).toEqual(['/a', '/c', '/d', '/a', '/c', '/d']);
  await reads.store(row('/huge', 12, null, { text: 'x'.repeat(10_000) }));
  expect(await keysOn(device)).toEqual(['/huge', '/huge']);
});

describe('a pin', () => {
  const large = { text: 'x'.repeat(1_000) };
  const pin = (id: string, keys: string[], owner: string | null = null) =>
    ({ id, kind: 'session', title: id, path: '/', keys, pinnedAt: 1, owner }) as const;

  test('is not evicted until it is unpinned', async () => {
    const device = openDatabase();
    const reads = createPersistentCache(device, quotaOf(4 * 3_300));
    await reads.pin(pin('session:a', ['/a', '/b']));
    for (const [index, key] of ['/a', '/b', '/c', '/d', '/e'].entries())
      await reads.store(row(key, index, null, large));
    expect(await reads.keys()).toEqual(new Set(['/a', '/b', '/e']));
    await reads.unpin('session:a');
    for (const [index, key] of ['/f', '/g'].entries()) await reads.store(row(key, 10 + index, null, large));
    expect(await reads.keys()).toEqual(new Set(['/e', '/f', '/g']));
  });

  test('is listed with its size and what is missing', async () => {
    const reads = createPersistentCache(openDatabase(), quotaOf(null));
    await reads.pin(pin('session:a', ['/a', '/b', '/never']));
    for (const key of ['/a', '/b', '/c']) await reads.store(row(key, 1, null, large));
    const { pins, count, size, isPersistent } = await reads.usage();
    expect(pins.map((held) => [held.id, held.size, held.missing])).toEqual([['session:a', 2 * 1_011, 1]]);
    expect([count, size, isPersistent]).toEqual([3, 3 * 1_011, true]);
  });

  test('is removed without the rows that another pin needs', async () => {
    const reads = createPersistentCache(openDatabase(), quotaOf(null));
    await reads.pin(pin('season:a', ['/a', '/b']));
    await reads.pin(pin('session:b', ['/b']));
    for (const key of ['/a', '/b', '/c']) await reads.store(row(key, 1));
    await reads.removePin('season:a');
    expect([await reads.keys(), (await reads.usage()).pins.map(({ id }) => id)]).toEqual([
      new Set(['/b', '/c']),
      ['session:b'],
    ]);
  });

  test('is removed when its owner signs out', async () => {
    const reads = createPersistentCache(openDatabase(), quotaOf(null));
    await reads.pin(pin('session:mine', ['/mine'], 'ada'));
    await reads.pin(pin('session:any', ['/any']));
    await reads.store(row('/mine', 1, 'ada'));
    await reads.store(row('/any', 1));
    await reads.removeOwned();
    expect([await reads.keys(), (await reads.usage()).pins.map(({ id }) => id)]).toEqual([
      new Set(['/any']),
      ['session:any'],
    ]);
  });
});

test('a database of version 2 is migrated with its rows', async () => {
  const old = await openDB('pitboard', 2, {
    upgrade(database) {
      database.createObjectStore('identity');
      database.createObjectStore('settings');
      database.createObjectStore('marks', { keyPath: 'key' });
      database.createObjectStore('values');
    },
  });
  await old.put('marks', { key: '/a', storedAt: 1, readAt: 1, owner: null, size: 12 });
  await old.put('values', { key: '/a' }, '/a');
  old.close();
  const reads = createPersistentCache(openDatabase(), quotaOf(null));
  expect([await reads.read('/a', 9), (await reads.usage()).pins]).toEqual([row('/a', 9), []]);
});

test('a database of version 1 is migrated with its rows', async () => {
  const old = await openDB('pitboard', 1, {
    upgrade(database) {
      database.createObjectStore('identity');
      database.createObjectStore('settings');
    },
  });
  await old.put('identity', { userId: 'ada' }, 'me');
  old.close();
  const device = openDatabase();
  await createPersistentCache(device, quotaOf(null)).store(row('/a', 1));
  expect(await device.run((connection) => connection.get('identity', 'me'))).toEqual({ userId: 'ada' });
});

describe('layered under memory', () => {
  test('a row in memory is not read again from the device', async () => {
    let reads = 0;
    const stored = createPersistentCache(openDatabase(), quotaOf(null));
    await stored.store(row('/a', 1));
    const device = {
      ...stored,
      read: (key: string, readAt: number) => {
        reads += 1;
        return stored.read(key, readAt);
      },
    };
    const layered = createLayeredCache(
      createMemoryCache(() => 7),
      async () => device,
      () => 7,
      async () => null,
    );
    expect(layered.peek('/a')).toBeNull();
    expect((await layered.read('/a'))?.value).toEqual({ key: '/a' });
    expect((await layered.read('/a'))?.value).toEqual({ key: '/a' });
    expect([reads, layered.peek('/a')?.storedAt]).toEqual([1, 1]);
    await layered.clear();
    expect(layered.peek('/a')).toBeNull();
    await layered.remove('/a');
    expect(await layered.read('/a')).toBeNull();
  });

  test('a row of another user is not returned and not put into memory', async () => {
    const stored = createPersistentCache(openDatabase(), quotaOf(null));
    await stored.store(row('/a', 1, 'ada'));
    let userId: string | null = 'bob';
    const layered = createLayeredCache(
      createMemoryCache(() => 7),
      async () => stored,
      () => 7,
      async () => userId,
    );
    expect([await layered.read('/a'), layered.peek('/a')]).toEqual([null, null]);
    userId = 'ada';
    expect((await layered.read('/a'))?.owner).toBe('ada');
  });

  test('a device that cannot store rejects, and the row is still in memory', async () => {
    const broken = Promise.reject(new Error('private mode'));
    broken.catch(() => undefined);
    const layered = createLayeredCache(
      createMemoryCache(() => 7),
      () => broken,
      () => 7,
      async () => null,
    );
    await expect(layered.store(row('/a', 1))).rejects.toThrow('private mode');
    expect((await layered.read('/a'))?.value).toEqual({ key: '/a' });
  });
});
