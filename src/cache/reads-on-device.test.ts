import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Device, openDevice } from './database.ts';
import { keepInMemory, keepOnDevice } from './kept.ts';
import { readsOnDevice } from './reads-on-device.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

let now = 0;
let laters: (() => void)[] = [];
const roomOf = (quota: number | null) => ({
  quota: async () => quota,
  isPersistent: async () => true,
  persist: async () => undefined,
  sweep: async () => undefined,
  wait: async () => undefined,
  later: (run: () => void) => laters.push(run),
  now: () => now,
});
const row = (key: string, readAt: number, owner: string | null = null, value: unknown = { key }) => ({
  key,
  value,
  storedAt: 1,
  readAt,
  owner,
});

async function keysOn(device: Device): Promise<string[]> {
  return device.run(async (database) => [
    ...(await database.getAllKeys('marks')),
    ...(await database.getAllKeys('values')),
  ]);
}

test('a read is there after a restart, and gone when it is dropped', async () => {
  await readsOnDevice(openDevice(), roomOf(null)).keep(row('/a', 5));
  const device = openDevice();
  const reads = readsOnDevice(device, roomOf(null));
  expect(await reads.read('/a', 9)).toEqual(row('/a', 9));
  expect(await reads.read('/b', 9)).toBeNull();
  await reads.drop('/a');
  expect(await keysOn(device)).toEqual([]);
});

test('what was read last is told, latest first', async () => {
  const reads = readsOnDevice(openDevice(), roomOf(null));
  for (const [index, key] of ['/a', '/b', '/c'].entries()) await reads.keep(row(key, index));
  await reads.read('/a', 9);
  expect((await reads.recent(2)).map(({ key, value }) => [key, value])).toEqual([
    ['/a', { key: '/a' }],
    ['/c', { key: '/c' }],
  ]);
});

test('what somebody owns goes with them, and nothing else', async () => {
  const device = openDevice();
  const reads = readsOnDevice(device, roomOf(null));
  for (const [key, owner] of [
    ['/mine', 'ada'],
    ['/public', null],
    ['/too', 'ada'],
  ] as const)
    await reads.keep(row(key, 1, owner));
  await reads.dropOwned();
  expect(await keysOn(device)).toEqual(['/public', '/public']);
});

test('a write that began before all of somebody’s goes is gone with it', async () => {
  const device = openDevice();
  const reads = readsOnDevice(device, roomOf(null));
  await Promise.all([reads.keep(row('/a', 1, 'ada')), reads.dropOwned()]);
  expect(await keysOn(device)).toEqual([]);
});

/** A device that can be full: so many writes find no room. */
function fillableDevice() {
  const inner = openDevice();
  let fullFor = 0;
  const device: Device = {
    run: (work) =>
      inner.run((database) =>
        work(
          new Proxy(database, {
            get(target, name) {
              if (name === 'transaction' && fullFor > 0 && new Error().stack?.includes('write')) {
                fullFor -= 1;
                // As a browser tells it: the requests were aborted, and the transaction knows why.
                const put = async () => Promise.reject(new DOMException('aborted', 'AbortError'));
                const done = Promise.reject(new DOMException('no room', 'QuotaExceededError'));
                return () => ({ objectStore: () => ({ put }), done });
              }
              const value = Reflect.get(target, name);
              return typeof value === 'function' ? value.bind(target) : value;
            },
          }),
        ),
      ),
  };
  const fillFor = (writes: number) => {
    fullFor = writes;
  };
  return { inner, device, fillFor };
}

describe('room', () => {
  const large = { text: 'x'.repeat(1_000) };

  test('the least recently read goes first; what is kept now stays, however large', async () => {
    const device = openDevice();
    // A quarter of it is for reads: three of these and a bit.
    const reads = readsOnDevice(device, roomOf(4 * 3_300));
    for (const [index, key] of ['/a', '/b', '/c'].entries()) await reads.keep(row(key, index, null, large));
    await reads.read('/a', 10);
    await reads.keep(row('/d', 11, null, large));
    expect(await keysOn(device)).toEqual(['/a', '/c', '/d', '/a', '/c', '/d']);
    await reads.keep(row('/huge', 12, null, { text: 'x'.repeat(10_000) }));
    expect(await keysOn(device)).toEqual(['/huge', '/huge']);
  });

  test('a disk that is full after all makes room once, then gives up and says so', async () => {
    const { inner, device, fillFor } = fillableDevice();
    const reads = readsOnDevice(device, roomOf(0));
    const roomy = readsOnDevice(inner, roomOf(null));
    for (let index = 0; index < 8; index += 1) await roomy.keep(row(`/${index}`, index, null, large));
    // The write, and three tries whether what was dropped before is free by then.
    fillFor(4);
    await readsOnDevice(device, roomOf(null)).keep(row('/new', 99, null, large));
    const left = await inner.run((database) => database.getAllKeys('marks'));
    expect(left).toContain('/new');
    expect(left.length).toBeLessThan(6);
    fillFor(7);
    await expect(reads.keep(row('/newer', 100, null, large))).rejects.toThrow('no room');
  });

  test('room that is free a while after it was made takes nothing that is kept', async () => {
    const { device, fillFor } = fillableDevice();
    let sweeps = 0;
    const sweep = async () => {
      sweeps += 1;
      throw new DOMException('no room', 'QuotaExceededError');
    };
    const reads = readsOnDevice(device, { ...roomOf(null), sweep });
    for (let index = 0; index < 8; index += 1) await reads.keep(row(`/${index}`, index, null, large));
    // Once for what is the first on an empty shelf.
    expect(sweeps).toBe(1);
    fillFor(3);
    await reads.keep(row('/new', 99, null, large));
    expect([(await reads.keys()).size, sweeps]).toEqual([9, 4]);
    // And so the next time.
    fillFor(3);
    await reads.keep(row('/newer', 100, null, large));
    expect([(await reads.keys()).size, sweeps]).toEqual([10, 7]);
  });

  test('the last read that found no room is tried again, unless another came or it was dropped', async () => {
    const { device, fillFor } = fillableDevice();
    laters = [];
    const reads = readsOnDevice(device, roomOf(null));
    const runLater = async () => {
      now += 2_000;
      for (const run of laters.splice(0)) run();
      return [...(await reads.keys())];
    };
    fillFor(99);
    for (const key of ['/first', '/last']) await expect(reads.keep(row(key, 1, 'ada'))).rejects.toThrow();
    expect(await runLater()).toEqual([]);
    await vi.waitFor(() => expect(laters).toHaveLength(1));
    fillFor(0);
    await runLater();
    await vi.waitFor(async () => expect([...(await reads.keys())]).toEqual(['/last']));
    fillFor(99);
    await expect(reads.keep(row('/hers', 1, 'ada'))).rejects.toThrow();
    await reads.dropOwned();
    fillFor(0);
    await runLater();
    await reads.keep(row('/after', 1));
    expect([...(await reads.keys())]).toEqual(['/after']);
  });

  test('a disk that stays full takes half of what is kept, not all of it; what fits then is as much', async () => {
    const { inner, device, fillFor } = fillableDevice();
    const reads = readsOnDevice(device, roomOf(null));
    for (let index = 0; index < 20; index += 1) await reads.keep(row(`/${index}`, index, null, large));
    fillFor(99);
    for (let index = 20; index < 40; index += 1) {
      await expect(reads.keep(row(`/${index}`, index, null, large))).rejects.toThrow('no room');
      now += 2_000;
    }
    now -= 2_000;
    const left = await inner.run((database) => database.getAllKeys('marks'));
    expect(left.length).toBeGreaterThanOrEqual(8);
    expect(left).toContain('/19');
    expect(left).not.toContain('/9');
    fillFor(0);
    await expect(reads.keep(row('/40', 40))).rejects.toThrow('full');
    now += 2_000;
    for (let index = 40; index < 60; index += 1) await reads.keep(row(`/${index}`, index, null, large));
    const then = (await reads.keys()).size;
    expect(then).toBeGreaterThan(10);
    expect(then).toBeLessThan(15);
    // Full once more: room is made again.
    fillFor(4);
    await reads.keep(row('/60', 60, null, large));
    const last = await reads.keys();
    expect(last.size).toBeLessThan(8);
    expect(last).toContain('/60');
  });

  test('200 reads in a small room stay within it', async () => {
    const device = openDevice();
    const reads = readsOnDevice(device, roomOf(4 * 50_000));
    for (let index = 0; index < 200; index += 1) await reads.keep(row(`/${index}`, index, null, large));
    const marks = await device.run((database) => database.getAll('marks'));
    expect(marks.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(50_000);
    expect(marks.map(({ key }) => Number(key.slice(1))).sort((one, other) => one - other)[0]).toBeGreaterThan(140);
  });
});

describe('what is marked to stay', () => {
  const large = { text: 'x'.repeat(1_000) };
  const pin = (id: string, keys: string[], owner: string | null = null) =>
    ({ id, kind: 'session', title: id, path: '/', keys, pinnedAt: 1, owner }) as const;

  test('makes room for nothing, not even on a full disk; once it is taken back it does', async () => {
    const device = openDevice();
    const reads = readsOnDevice(device, roomOf(4 * 3_300));
    await reads.pin(pin('session:a', ['/a', '/b']));
    for (const [index, key] of ['/a', '/b', '/c', '/d', '/e'].entries()) await reads.keep(row(key, index, null, large));
    expect(await reads.keys()).toEqual(new Set(['/a', '/b', '/e']));
    await reads.unpin('session:a');
    for (const [index, key] of ['/f', '/g'].entries()) await reads.keep(row(key, 10 + index, null, large));
    expect(await reads.keys()).toEqual(new Set(['/e', '/f', '/g']));
  });

  test('is counted with its size and what is missing of it', async () => {
    const reads = readsOnDevice(openDevice(), roomOf(null));
    await reads.pin(pin('session:a', ['/a', '/b', '/never']));
    for (const key of ['/a', '/b', '/c']) await reads.keep(row(key, 1, null, large));
    const { pins, count, size, isPersistent } = await reads.shelf();
    expect(pins.map((held) => [held.id, held.size, held.missing])).toEqual([['session:a', 2 * 1_011, 1]]);
    expect([count, size, isPersistent]).toEqual([3, 3 * 1_011, true]);
  });

  test('is removed without what something else holds', async () => {
    const reads = readsOnDevice(openDevice(), roomOf(null));
    await reads.pin(pin('season:a', ['/a', '/b']));
    await reads.pin(pin('session:b', ['/b']));
    for (const key of ['/a', '/b', '/c']) await reads.keep(row(key, 1));
    await reads.remove('season:a');
    expect([await reads.keys(), (await reads.shelf()).pins.map(({ id }) => id)]).toEqual([
      new Set(['/b', '/c']),
      ['session:b'],
    ]);
  });

  test('goes with its person', async () => {
    const reads = readsOnDevice(openDevice(), roomOf(null));
    await reads.pin(pin('session:mine', ['/mine'], 'ada'));
    await reads.pin(pin('session:any', ['/any']));
    await reads.keep(row('/mine', 1, 'ada'));
    await reads.keep(row('/any', 1));
    await reads.dropOwned();
    expect([await reads.keys(), (await reads.shelf()).pins.map(({ id }) => id)]).toEqual([
      new Set(['/any']),
      ['session:any'],
    ]);
  });
});

test('a database of version 2 is brought up to date, with the reads that were in it', async () => {
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
  const reads = readsOnDevice(openDevice(), roomOf(null));
  expect([await reads.read('/a', 9), (await reads.shelf()).pins]).toEqual([row('/a', 9), []]);
});

test('a database of version 1 is brought up to date, with what was in it', async () => {
  const old = await openDB('pitboard', 1, {
    upgrade(database) {
      database.createObjectStore('identity');
      database.createObjectStore('settings');
    },
  });
  await old.put('identity', { userId: 'ada' }, 'me');
  old.close();
  const device = openDevice();
  await readsOnDevice(device, roomOf(null)).keep(row('/a', 1));
  expect(await device.run((database) => database.get('identity', 'me'))).toEqual({ userId: 'ada' });
});

describe('memory before the device', () => {
  test('what memory has is not read again; what it has not comes from the device, once', async () => {
    let asked = 0;
    const stored = readsOnDevice(openDevice(), roomOf(null));
    await stored.keep(row('/a', 1));
    const device = {
      ...stored,
      read: (key: string, readAt: number) => {
        asked += 1;
        return stored.read(key, readAt);
      },
    };
    const kept = keepOnDevice(
      keepInMemory(() => 7),
      Promise.resolve(device),
      () => 7,
      async () => null,
    );
    expect(kept.peek('/a')).toBeNull();
    expect((await kept.read('/a'))?.value).toEqual({ key: '/a' });
    expect((await kept.read('/a'))?.value).toEqual({ key: '/a' });
    expect([asked, kept.peek('/a')?.storedAt]).toEqual([1, 1]);
    await kept.forget();
    expect(kept.peek('/a')).toBeNull();
    await kept.drop('/a');
    expect(await kept.read('/a')).toBeNull();
  });

  test('a row of somebody else is not there, and does not come into memory', async () => {
    const stored = readsOnDevice(openDevice(), roomOf(null));
    await stored.keep(row('/a', 1, 'ada'));
    let reader: string | null = 'bob';
    const kept = keepOnDevice(
      keepInMemory(() => 7),
      Promise.resolve(stored),
      () => 7,
      async () => reader,
    );
    expect([await kept.read('/a'), kept.peek('/a')]).toEqual([null, null]);
    reader = 'ada';
    expect((await kept.read('/a'))?.owner).toBe('ada');
  });

  test('a device that keeps nothing is told, and memory goes on', async () => {
    const broken = Promise.reject(new Error('private mode'));
    broken.catch(() => undefined);
    const kept = keepOnDevice(
      keepInMemory(() => 7),
      broken,
      () => 7,
      async () => null,
    );
    await expect(kept.keep(row('/a', 1))).rejects.toThrow('private mode');
    expect((await kept.read('/a'))?.value).toEqual({ key: '/a' });
  });
});
