import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quotaOf, row } from '../../tests/fixtures/cache-rows.ts';
import { type Database, openDatabase } from './database.ts';
import { createPersistentCache } from './persistent-cache.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A database on a disk that can be full: the next writes find no room. */
function fillableDatabase() {
  const inner = openDatabase();
  const disk = { failingWrites: 0 };
  const database: Database = {
    run: (work) => inner.run((connection) => work(onFullDisk(connection, disk))),
  };
  const failWrites = (count: number) => {
    disk.failingWrites = count;
  };
  return { inner, database, failWrites };
}

/** Transactions that put something are aborted as browsers do it: only the transaction says that the disk is full. */
function onFullDisk<Connection extends object>(connection: Connection, disk: { failingWrites: number }): Connection {
  return replace(connection, 'transaction', (open) => (...parameters: unknown[]) => {
    const transaction = open(...parameters);
    let isFull = false;
    const put = () => {
      if (!isFull) disk.failingWrites -= 1;
      isFull = true;
      return Promise.reject(new DOMException('aborted', 'AbortError'));
    };
    const stores = replace(transaction, 'objectStore', (openStore) => (name: string) => {
      const store = openStore(name);
      return replace(store, 'put', (write) => (disk.failingWrites > 0 || isFull ? put : write));
    });
    return new Proxy(stores, {
      get(target, name) {
        if (name === 'commit' && isFull) return () => undefined;
        if (name !== 'done' || !isFull) return Reflect.get(target, name);
        transaction.abort();
        transaction.done.catch(() => undefined);
        return Promise.reject(new DOMException('no room', 'QuotaExceededError'));
      },
    });
  });
}

// biome-ignore lint/suspicious/noExplicitAny: idb's overloads cannot be named here
type AnyFunction = (...parameters: any[]) => any;

/** The same object with another method in one place; all others keep their receiver. */
function replace<Target extends object>(
  target: Target,
  name: string,
  by: (method: AnyFunction) => AnyFunction,
): Target {
  return new Proxy(target, {
    get(_, key) {
      const value = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      const bound = value.bind(target);
      return key === name ? by(bound) : bound;
    },
  });
}

/** A quota whose clock runs when scheduled work is run; `runLater` returns after which delays that was. */
function timedQuota() {
  let now = 0;
  let waiting: { readonly run: () => void; readonly delay: number }[] = [];
  const pass = (time: number) => {
    now += time;
  };
  const schedule = (run: () => void, delay: number) => void waiting.push({ run, delay });
  const runLater = () => {
    const due = waiting;
    waiting = [];
    for (const { run, delay } of due) {
      pass(delay);
      run();
    }
    return due.map(({ delay }) => delay);
  };
  return { quota: { ...quotaOf(null), schedule, now: () => now }, pass, runLater };
}

const large = { text: 'x'.repeat(1_000) };

test('on a full disk half is evicted once, then a write is rejected', async () => {
  const { inner, database, failWrites } = fillableDatabase();
  const reads = createPersistentCache(database, quotaOf(0));
  const roomy = createPersistentCache(inner, quotaOf(null));
  for (let index = 0; index < 8; index += 1) await roomy.store(row(`/${index}`, index, null, large));
  // The write, and three tries after compaction.
  failWrites(4);
  await createPersistentCache(database, quotaOf(null)).store(row('/new', 99, null, large));
  const left = await inner.run((connection) => connection.getAllKeys('marks'));
  expect(left).toContain('/new');
  expect(left.length).toBeLessThan(6);
  failWrites(7);
  await expect(reads.store(row('/newer', 100, null, large))).rejects.toThrow('no room');
});

test('nothing more is evicted when earlier evictions become free after compaction', async () => {
  const { database, failWrites } = fillableDatabase();
  let compactions = 0;
  const compact = async () => {
    compactions += 1;
    throw new DOMException('no room', 'QuotaExceededError');
  };
  const reads = createPersistentCache(database, { ...quotaOf(null), compact });
  for (let index = 0; index < 8; index += 1) await reads.store(row(`/${index}`, index, null, large));
  // Once after the first row of an empty cache.
  expect(compactions).toBe(1);
  failWrites(3);
  await reads.store(row('/new', 99, null, large));
  expect([(await reads.keys()).size, compactions]).toEqual([9, 4]);
  failWrites(3);
  await reads.store(row('/newer', 100, null, large));
  expect([(await reads.keys()).size, compactions]).toEqual([10, 7]);
});

test('the last row that found no room is stored later, unless a later row came or its owner signed out', async () => {
  const { database, failWrites } = fillableDatabase();
  const { quota, runLater } = timedQuota();
  const reads = createPersistentCache(database, quota);
  // Changes run one after another: when this one is done, so are those before it.
  const keysAfterQueue = async () => {
    await reads.removePin('/none');
    return [...(await reads.keys())];
  };
  failWrites(99);
  for (const key of ['/first', '/last']) await expect(reads.store(row(key, 1, 'ada'))).rejects.toThrow();
  failWrites(0);
  runLater();
  expect(await keysAfterQueue()).toEqual(['/last']);
  failWrites(99);
  await expect(reads.store(row('/hers', 1, 'ada'))).rejects.toThrow();
  await reads.removeOwned();
  failWrites(0);
  runLater();
  expect(await keysAfterQueue()).toEqual([]);
});

test('the last row that found no room takes the place of the oldest when it is tried again', async () => {
  const { inner, database, failWrites } = fillableDatabase();
  const { quota, runLater } = timedQuota();
  const roomy = createPersistentCache(inner, quotaOf(null));
  for (let index = 0; index < 12; index += 1) await roomy.store(row(`/${index}`, index, null, large));
  const reads = createPersistentCache(database, quota);
  failWrites(99);
  await expect(reads.store(row('/last', 99, null, large))).rejects.toThrow('no room');
  expect([...(await reads.keys())].sort()).toEqual(['/10', '/11', '/7', '/8', '/9']);
  runLater();
  await reads.removePin('/none');
  expect([...(await reads.keys())].sort()).toEqual(['/10', '/11', '/9']);
  failWrites(0);
  runLater();
  await reads.removePin('/none');
  expect([...(await reads.keys())].sort()).toEqual(['/10', '/11', '/9', '/last']);
});

test('a disk that stays full is retried with doubling delays, five times', async () => {
  const { database, failWrites } = fillableDatabase();
  const { quota, runLater } = timedQuota();
  const reads = createPersistentCache(database, quota);
  failWrites(99);
  await expect(reads.store(row('/last', 1))).rejects.toThrow('no room');
  const delays: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    delays.push(...runLater());
    await reads.removePin('/none');
  }
  expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
});

test('with room again a device that could store nothing keeps a row beside the small ones after it', async () => {
  const { database, failWrites } = fillableDatabase();
  const { quota, pass } = timedQuota();
  const reads = createPersistentCache(database, quota);
  failWrites(99);
  await expect(reads.store(row('/first', 1, null, large))).rejects.toThrow('no room');
  failWrites(0);
  pass(2_000);
  await reads.store(row('/race', 2, null, large));
  await reads.store(row('/weekend', 3));
  expect(await reads.keys()).toEqual(new Set(['/race', '/weekend']));
});

test('a disk that stays full costs half of the rows, not all, and as many fit afterwards', async () => {
  const { inner, database, failWrites } = fillableDatabase();
  const { quota, pass } = timedQuota();
  const reads = createPersistentCache(database, quota);
  for (let index = 0; index < 20; index += 1) await reads.store(row(`/${index}`, index, null, large));
  failWrites(99);
  for (let index = 20; index < 40; index += 1) {
    await expect(reads.store(row(`/${index}`, index, null, large))).rejects.toThrow('no room');
    if (index < 39) pass(2_000);
  }
  const left = await inner.run((connection) => connection.getAllKeys('marks'));
  expect(left.length).toBeGreaterThanOrEqual(8);
  expect(left).toContain('/19');
  expect(left).not.toContain('/9');
  failWrites(0);
  await expect(reads.store(row('/40', 40))).rejects.toThrow('full');
  pass(2_000);
  for (let index = 40; index < 60; index += 1) await reads.store(row(`/${index}`, index, null, large));
  const then = (await reads.keys()).size;
  expect(then).toBeGreaterThan(10);
  expect(then).toBeLessThan(15);
  failWrites(4);
  await reads.store(row('/60', 60, null, large));
  const last = await reads.keys();
  expect(last.size).toBeLessThan(8);
  expect(last).toContain('/60');
});

test('200 rows in a small quota stay within it', async () => {
  const database = openDatabase();
  const reads = createPersistentCache(database, quotaOf(4 * 50_000));
  for (let index = 0; index < 200; index += 1) await reads.store(row(`/${index}`, index, null, large));
  const marks = await database.run((connection) => connection.getAll('marks'));
  expect(marks.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(50_000);
  expect(marks.map(({ key }) => Number(key.slice(1))).sort((one, other) => one - other)[0]).toBeGreaterThan(140);
});
