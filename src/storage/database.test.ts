import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Identity } from '#contract/entities/identity';
import { commit, compactDatabase, openDatabase } from './database.ts';
import { createSettingsStore } from './settings-store.ts';

const ada: Identity = { userId: 'ada', email: 'ada@x.test', profile: null, lastVerifiedAt: '2026-05-01T18:00:00.000Z' };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('identity and settings survive a restart, and are gone when they are removed', async () => {
  const first = createSettingsStore(openDatabase());
  expect([await first.readIdentity(), await first.readSetting('x')]).toEqual([null, undefined]);
  await first.storeIdentity(ada);
  await first.storeSetting('x', [1, { y: 2 }]);
  const second = createSettingsStore(openDatabase());
  expect([await second.readIdentity(), await second.readSetting('x')]).toEqual([ada, [1, { y: 2 }]]);
  await second.removeIdentity();
  expect(await first.readIdentity()).toBeNull();
});

test('a database of version 3 keeps its rows and gets an empty store of drafts', async () => {
  const old = await openDB('pitboard', 3, {
    upgrade(database) {
      database.createObjectStore('identity');
      database.createObjectStore('settings');
      database.createObjectStore('marks', { keyPath: 'key' });
      database.createObjectStore('values');
      database.createObjectStore('pins', { keyPath: 'id' });
    },
  });
  await old.put('identity', ada, 'me');
  await old.put('pins', { id: 'season:1' });
  old.close();
  const read = await openDatabase().run(async (connection) => [
    await connection.getAll('identity'),
    await connection.getAll('pins'),
    await connection.getAll('drafts'),
    [...connection.objectStoreNames],
  ]);
  expect(read).toEqual([
    [ada],
    [{ id: 'season:1' }],
    [],
    ['drafts', 'identity', 'marks', 'pins', 'settings', 'values'],
  ]);
});

test('a connection that the browser has closed is replaced and the work repeated', async () => {
  const device = openDatabase();
  const memory = createSettingsStore(device);
  await memory.storeIdentity(ada);
  await device.run(async (connection) => connection.close());
  expect(await memory.readIdentity()).toEqual(ada);
});

test('work that fails for another reason is done once and rejects', async () => {
  let count = 0;
  const device = openDatabase();
  await expect(
    device.run(async () => {
      count += 1;
      throw new DOMException('full', 'QuotaExceededError');
    }),
  ).rejects.toThrow('full');
  expect(count).toBe(1);
});

test('a tab with a newer version gets the database at once, and this one reports that it is outdated', async () => {
  let isOutdated = false;
  const device = openDatabase({
    onOutdated: () => {
      isOutdated = true;
    },
  });
  await createSettingsStore(device).storeIdentity(ada);
  const newer = await openDB('pitboard', 99);
  expect(isOutdated).toBe(true);
  newer.close();
  await expect(createSettingsStore(device).readIdentity()).rejects.toThrow();
});

test('an old tab that keeps the database is not waited for; when it closes, the database opens', async () => {
  const old = await openDB('pitboard', 1, {
    upgrade(database) {
      database.createObjectStore('identity');
      database.createObjectStore('settings');
    },
  });
  const memory = createSettingsStore(openDatabase({ onOutdated: () => undefined }, 20));
  await expect(memory.readIdentity()).rejects.toThrow('does not open');
  await expect(memory.readIdentity()).rejects.toThrow('does not open');
  old.close();
  await expect.poll(() => memory.readIdentity()).toBeNull();
});

test('a browser that never opens the database is not waited for', async () => {
  const hanging = Object.create(IDBOpenDBRequest.prototype, { addEventListener: { value: () => undefined } });
  vi.stubGlobal('indexedDB', { open: () => hanging });
  await expect(openDatabase({ onOutdated: () => undefined }, 20).run(async () => 1)).rejects.toThrow('does not open');
});

test('compacting rejects when the browser aborts it, and leaves no other promise rejected', async () => {
  const { createObjectStore } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementationOnce(function (this: IDBDatabase, store) {
    const created = createObjectStore.call(this, store);
    created.transaction.abort();
    return created;
  });
  const unhandled = vi.fn();
  process.once('unhandledRejection', unhandled);
  await expect(compactDatabase()).rejects.toThrow();
  await new Promise(setImmediate);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('compacting leaves nothing behind, and does not wait for a suspended tab', async () => {
  await compactDatabase();
  expect(await indexedDB.databases()).toEqual([]);
  const asleep = await openDB('pitboard-cleanup', 1);
  await expect(compactDatabase(20)).rejects.toThrow('does not open');
  asleep.close();
  await expect.poll(() => indexedDB.databases()).toEqual([]);
});

test('a database that is deleted while it is open is not reported as outdated, and is made anew', async () => {
  let isOutdated = false;
  const settings = createSettingsStore(
    openDatabase({
      onOutdated: () => {
        isOutdated = true;
      },
    }),
  );
  await settings.storeIdentity(ada);
  await deleteDB('pitboard');
  expect([await settings.readIdentity(), isOutdated]).toEqual([null, false]);
});

test('a pause ends transactions that are open, and not those that are being committed; work goes on after it', async () => {
  const database = openDatabase();
  const settings = createSettingsStore(database);
  await settings.storeSetting('first', 1);
  const committed = database.run((connection) => {
    const transaction = connection.transaction('settings', 'readwrite');
    return commit(transaction, [transaction.store.put(2, 'committed')]);
  });
  const open = database.run(async (connection) => {
    const { store, done } = connection.transaction('settings', 'readwrite');
    const keepOpen = async (): Promise<void> => store.put(3, 'open').then(keepOpen);
    await Promise.all([done, keepOpen()]);
  });
  await database.run(async () => undefined);
  database.pause();
  await Promise.all([committed, expect(open).rejects.toHaveProperty('name', 'AbortError')]);
  let isRead = false;
  const read = (name: string) => settings.readSetting(name).finally(() => (isRead = true));
  const first = read('first');
  await Promise.resolve();
  expect(isRead).toBe(false);
  database.resume();
  await first;
  expect([await read('first'), await read('committed'), await read('open')]).toEqual([1, 2, undefined]);
});

test('a page that is left while its database is made anew leaves no half of it, and the next page makes it', async () => {
  const left = openDatabase();
  const first = createSettingsStore(left).storeSetting('first', 1);
  // The browser asks for the stores of a new database in a task of its own.
  const createStore = IDBDatabase.prototype.createObjectStore;
  await new Promise<void>((asked) => {
    IDBDatabase.prototype.createObjectStore = function (...parameters) {
      asked();
      return createStore.apply(this, parameters);
    };
  });
  IDBDatabase.prototype.createObjectStore = createStore;
  left.pause();
  await expect(first).rejects.toHaveProperty('name', 'AbortError');
  const settings = createSettingsStore(openDatabase());
  await settings.storeSetting('second', 2);
  expect(await settings.readSetting('second')).toBe(2);
});
