import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quotaOf } from '../../tests/fixtures/cache-rows.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { createPersistentCache } from '../storage/persistent-cache.ts';
import { createDraftCopies, type DraftCopies } from './draft-copies.ts';
import type { NewDraft } from './draft-id.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  vi.unstubAllGlobals();
});

const league = { owner: 'ada', form: 'league', entityId: '7' };
const draft: NewDraft = { ...league, title: 'Grüne Hölle', path: '/leagues/7', value: { value: { name: 'x' } } };

/** A store whose clock counts up; each change is later than the one before. */
function storeOn(
  device: Database,
  makeRoom: () => Promise<void> = async () => undefined,
  copies: DraftCopies = copiesOfTab(),
): DraftStore {
  let time = 0;
  return createDraftStore(device, {
    makeRoom,
    copies,
    now: () => {
      time += 1;
      return time;
    },
  });
}

/** Copies in the storage of a tab of its own. */
function copiesOfTab(): DraftCopies {
  const items = new Map<string, string>();
  const storage = {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  };
  return createDraftCopies(() => storage);
}

/** A device on which some writes of drafts find no room, as a browser reports it. */
function fullDevice(failures: number) {
  const inner = openDatabase();
  let left = failures;
  const device: Database = {
    run: (work) =>
      inner.run((connection) =>
        work(
          new Proxy(connection, {
            get(target, name) {
              if (name === 'transaction' && left > 0) {
                left -= 1;
                const put = async () => Promise.reject(new DOMException('aborted', 'AbortError'));
                const commit = () => undefined;
                return () => ({
                  store: { put },
                  commit,
                  done: Promise.reject(new DOMException('full', 'QuotaExceededError')),
                });
              }
              const value = Reflect.get(target, name);
              return typeof value === 'function' ? value.bind(target) : value;
            },
          }),
        ),
      ),
  };
  return { device, isFull: () => left > 0 };
}

test('returns a draft after a restart, and null after it was removed', async () => {
  const first = storeOn(openDatabase());
  expect(await first.read(league)).toBeNull();
  await first.write(draft);
  await first.write({ ...draft, value: 2 });
  const second = storeOn(openDatabase());
  const key = JSON.stringify(['ada', 'league', '7']);
  expect(await second.read(league)).toEqual({ ...draft, key, value: 2, updatedAt: 2 });
  await second.remove(league);
  expect(await first.read(league)).toBeNull();
});

test('commits a draft before its write has succeeded, so that a page that is being closed still stores it', async () => {
  const calls: string[] = [];
  const done = Promise.resolve();
  const put = () => done.then(() => void calls.push('stored'));
  const transaction = { store: { put }, commit: () => void calls.push('commit'), done };
  const connection = { transaction: () => transaction };
  // A store needs no more of a connection to write.
  await storeOn({ run: (work) => work(connection as never) }).write(draft);
  expect(calls).toEqual(['commit', 'stored']);
});

test('keeps drafts of other users, forms and entities apart, also of something that does not exist yet', async () => {
  const store = storeOn(openDatabase());
  const ids = [
    league,
    { ...league, owner: 'eva' },
    { ...league, form: 'season' },
    { ...league, entityId: '8' },
    { ...league, entityId: null },
    { ...league, entityId: 'null' },
    // With a separator between the parts these two would be one.
    { owner: 'a:b', form: 'c', entityId: null },
    { owner: 'a', form: 'b:c', entityId: null },
  ];
  for (const [value, id] of ids.entries()) await store.write({ ...draft, ...id, value });
  const values = await Promise.all(ids.map(async (id) => (await store.read(id))?.value));
  expect(values).toEqual([...ids.keys()]);
});

test('lists the drafts of one user, latest first, and removes them all', async () => {
  const store = storeOn(openDatabase());
  await store.write(draft);
  await store.write({ ...draft, owner: 'eva' });
  await store.write({ ...draft, form: 'season' });
  expect((await store.list('ada')).map(({ form, updatedAt }) => [form, updatedAt])).toEqual([
    ['season', 3],
    ['league', 1],
  ]);
  await store.removeAll('ada');
  expect(await store.list('ada')).toEqual([]);
  expect((await store.list('eva')).length).toBe(1);
});

test('ignores rows of another shape, and removes those of a user with the others', async () => {
  const device = openDatabase();
  const store = storeOn(device);
  await store.write(draft);
  const key = JSON.stringify(['ada', 'season', '7']);
  const rows = [{ key }, { ...draft, key: 'other', title: 5 }];
  // Rows of another version of the app; the types of this one do not allow them.
  for (const row of rows) await device.run((connection) => connection.put('drafts', row as never));
  expect((await store.list('ada')).map(({ form }) => form)).toEqual(['league']);
  expect(await store.read({ ...league, form: 'season' })).toBeNull();
  await store.removeAll('ada');
  expect(await device.run((connection) => connection.getAllKeys('drafts'))).toEqual([key]);
});

test('asks once for room on a full disk and writes again', async () => {
  const { device, isFull } = fullDevice(1);
  const full: boolean[] = [];
  const store = storeOn(device, async () => void full.push(isFull()));
  await store.write(draft);
  expect(full).toEqual([false]);
  expect((await store.read(league))?.value).toEqual(draft.value);
});

test('throws when the disk stays full, and writes again once there is room', async () => {
  const { device } = fullDevice(2);
  let count = 0;
  const store = storeOn(device, async () => {
    count += 1;
    throw new Error('no room to make');
  });
  await expect(store.write(draft)).rejects.toThrow(new DOMException('full', 'QuotaExceededError'));
  expect([count, await store.read(league)]).toEqual([1, null]);
  await store.write(draft);
  expect([count, (await store.read(league))?.value]).toEqual([1, draft.value]);
});

test('a write that waits for room does not undo a removal that came after it', async () => {
  let giveRoom: () => void = () => undefined;
  const room = new Promise<void>((resolve) => {
    giveRoom = resolve;
  });
  const store = storeOn(fullDevice(1).device, () => room);
  const writing = store.write(draft);
  const removing = store.remove(league);
  giveRoom();
  await Promise.all([writing, removing]);
  expect(await store.read(league)).toBeNull();
});

test('eviction of cached reads never removes a draft', async () => {
  const device = openDatabase();
  const store = storeOn(device);
  await store.write(draft);
  const reads = createPersistentCache(device, quotaOf(0));
  for (const key of ['/a', '/b']) {
    await reads.store({ key, value: 'x'.repeat(1_000), storedAt: 1, readAt: 1, owner: 'ada' });
  }
  await reads.removeOwned();
  expect((await store.read(league))?.value).toEqual(draft.value);
});

test('a database of version 3 takes drafts, and keeps what was in it', async () => {
  const old = await openDB('pitboard', 3, {
    upgrade(database) {
      for (const name of ['identity', 'settings', 'values']) database.createObjectStore(name);
      database.createObjectStore('marks', { keyPath: 'key' });
      database.createObjectStore('pins', { keyPath: 'id' });
    },
  });
  await old.put('settings', 1, 'x');
  old.close();
  const device = openDatabase();
  const store = storeOn(device);
  await store.write(draft);
  expect((await store.list('ada')).length).toBe(1);
  expect(await device.run((connection) => connection.get('settings', 'x'))).toBe(1);
});

test('calls listeners of this tab and of others after each change, until they unsubscribe', async () => {
  const device = openDatabase();
  const [mine, theirs] = [storeOn(device), storeOn(device)];
  const calls: string[] = [];
  const stopMine = mine.subscribe(() => calls.push('mine'));
  const stopTheirs = theirs.subscribe(() => calls.push('theirs'));
  cleanups.push(stopMine, stopTheirs);
  const count = (name: string) => calls.filter((call) => call === name).length;
  await mine.write(draft);
  expect(count('mine')).toBe(1);
  await expect.poll(() => calls.toSorted()).toEqual(['mine', 'theirs']);
  await mine.remove(league);
  await expect.poll(() => count('theirs')).toBe(2);
  stopMine();
  // This tab has no listener any more; the other tab is still called.
  await mine.removeAll('ada');
  await expect.poll(() => [count('mine'), count('theirs')]).toEqual([2, 3]);
});

test('holds the channel open only while somebody listens', async () => {
  const open = new Set<object>();
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor() {
        super();
        open.add(this);
      }
      postMessage() {
        if (!open.has(this)) throw new Error('closed');
      }
      close() {
        open.delete(this);
      }
    },
  );
  const store = storeOn(openDatabase());
  await store.write(draft);
  expect(open.size).toBe(0);
  const listener = () => undefined;
  const stops = [store.subscribe(listener), store.subscribe(listener)];
  expect(open.size).toBe(1);
  await store.write(draft);
  stops[0]?.();
  expect(open.size).toBe(1);
  stops[1]?.();
  expect(open.size).toBe(0);
});

test('does not call listeners for a write that failed', async () => {
  const store = storeOn(fullDevice(2).device);
  let count = 0;
  cleanups.push(
    store.subscribe(() => {
      count += 1;
    }),
  );
  await expect(store.write(draft)).rejects.toThrow('full');
  expect(count).toBe(0);
});

test('works in a browser without BroadcastChannel', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  const store = storeOn(openDatabase());
  let count = 0;
  const stop = store.subscribe(() => {
    count += 1;
  });
  await store.write(draft);
  stop();
  expect(count).toBe(1);
});

test('takes over what a tab could not store before its page was left, unless something newer is stored', async () => {
  const copies = copiesOfTab();
  const store = storeOn(openDatabase(), undefined, copies);
  copies.put({ ...draft, value: 'left', typed: null, updatedAt: 7 });
  expect((await store.read(league))?.value).toBe('left');
  expect(copies.list()).toEqual([]);
  copies.put({ ...draft, value: 'older', typed: null, updatedAt: 6 });
  expect((await store.list('ada')).map(({ value }) => value)).toEqual(['left']);
  expect(copies.list()).toEqual([]);
});

test('keeps a copy that is newer than the draft it has written, and none of a draft that was removed', async () => {
  const copies = copiesOfTab();
  const store = storeOn(openDatabase(), undefined, copies);
  const written = store.write({ ...draft, value: 'typed' });
  copies.put({ ...draft, value: 'typed on', typed: null, updatedAt: 2 });
  await written;
  expect(copies.find(league)?.value).toBe('typed on');
  await store.write({ ...draft, value: 'typed on' });
  expect(copies.list()).toEqual([]);
  copies.put({ ...draft, value: 'saved', typed: null, updatedAt: 9 });
  await store.remove(league);
  expect(await store.read(league)).toBeNull();
});

test('leaves what was typed before a form was loaded to the form, and removes copies of another user', async () => {
  const copies = copiesOfTab();
  const store = storeOn(openDatabase(), undefined, copies);
  const typed = { ...draft, value: null, typed: { name: 'early' }, updatedAt: 1 };
  copies.put(typed);
  copies.put({ ...typed, owner: 'eva' });
  expect(await store.list('ada')).toEqual([]);
  expect(copies.list()).toEqual([typed]);
  copies.put({ ...draft, owner: 'eva', typed: null, updatedAt: 1 });
  await store.removeAll('ada');
  expect(copies.list()).toEqual([]);
});

test('returns a copy that finds no room in the store, and keeps it', async () => {
  const copies = copiesOfTab();
  const { device } = fullDevice(99);
  copies.put({ ...draft, value: 'left', typed: null, updatedAt: 7 });
  const store = storeOn(device, undefined, copies);
  expect((await store.read(league))?.value).toBe('left');
  expect(copies.find(league)?.value).toBe('left');
});

test('works without copies where the storage of a tab is blocked', async () => {
  const copies = createDraftCopies(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  copies.put({ ...draft, typed: null, updatedAt: 1 });
  const store = storeOn(openDatabase(), undefined, copies);
  await store.write(draft);
  expect((await store.read(league))?.value).toEqual(draft.value);
});
