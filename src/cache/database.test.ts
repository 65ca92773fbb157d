import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Identity } from '#contract/auth';
import { openDevice } from './database.ts';
import { rememberOn } from './memory.ts';

const ada: Identity = { userId: 'ada', email: 'ada@x.test', profile: null, lastVerifiedAt: '2026-05-01T18:00:00.000Z' };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an identity and settings are there after a restart, and gone when they are dropped', async () => {
  const first = rememberOn(openDevice());
  expect([await first.readIdentity(), await first.readSetting('x')]).toEqual([null, undefined]);
  await first.keepIdentity(ada);
  await first.keepSetting('x', [1, { y: 2 }]);
  const second = rememberOn(openDevice());
  expect([await second.readIdentity(), await second.readSetting('x')]).toEqual([ada, [1, { y: 2 }]]);
  await second.dropIdentity();
  expect(await first.readIdentity()).toBeNull();
});

test('a handle that was closed behind the app is replaced, and the work done once more', async () => {
  const device = openDevice();
  const memory = rememberOn(device);
  await memory.keepIdentity(ada);
  await device.run(async (database) => database.close());
  expect(await memory.readIdentity()).toEqual(ada);
});

test('work that fails for another reason is done once, and told', async () => {
  let count = 0;
  const device = openDevice();
  await expect(
    device.run(async () => {
      count += 1;
      throw new DOMException('full', 'QuotaExceededError');
    }),
  ).rejects.toThrow('full');
  expect(count).toBe(1);
});

test('a tab with a newer version gets the database at once, and this one says that it is old', async () => {
  let isOutdated = false;
  const device = openDevice({
    outdated: () => {
      isOutdated = true;
    },
  });
  await rememberOn(device).keepIdentity(ada);
  const newer = await openDB('pitboard', 99);
  expect(isOutdated).toBe(true);
  newer.close();
  // The old tab cannot go back: it says so each time, and whoever asked goes on without.
  await expect(rememberOn(device).readIdentity()).rejects.toThrow();
});

test('a tab of old that does not let go is not waited for, and once it does the database is there', async () => {
  const old = await openDB('pitboard', 1, {
    upgrade(database) {
      database.createObjectStore('identity');
      database.createObjectStore('settings');
    },
  });
  const memory = rememberOn(openDevice({ outdated: () => undefined }, 20));
  await expect(memory.readIdentity()).rejects.toThrow('does not open');
  // Nobody waits a second time.
  await expect(memory.readIdentity()).rejects.toThrow('does not open');
  old.close();
  await vi.waitFor(async () => expect(await memory.readIdentity()).toBeNull());
});

test('a browser that never opens it is not waited for', async () => {
  const hanging = Object.create(IDBOpenDBRequest.prototype, { addEventListener: { value: () => undefined } });
  vi.stubGlobal('indexedDB', { open: () => hanging });
  await expect(openDevice({ outdated: () => undefined }, 20).run(async () => 1)).rejects.toThrow('does not open');
});
