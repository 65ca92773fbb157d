import { calls } from '#contract/calls/by-name';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFailure } from '#contract/api/problem';
import { quotaOf, row } from '../../tests/fixtures/cache-rows.ts';
import { openDatabase } from '../storage/database.ts';
import type { DeviceStorage } from '../storage/device-storage.ts';
import { createPersistentCache } from '../storage/persistent-cache.ts';
import { addExtras, checkCopy, DownloadError, downloadCopy, removeCopy } from './offline-copies.ts';
import { type QueryCache, type Resource, resourceKeyOf } from './query-cache.ts';

type Fetched = Awaited<ReturnType<QueryCache['fetch']>>;

const ids = ['a', 'b', 'c', 'd', 'e'];
const item = {
  id: 'a',
  kind: 'season',
  title: 'Season',
  path: '/season/a',
  resources: ids.map((id): Resource => ({ call: calls.getSession, params: { id } })),
  extras: [] as Resource[],
} as const;

const copy = (id: string): Fetched => ({ copy: { value: { id }, storedAt: 1, version: '"1"' } });
const refused = (status: number) => ({ failure: createFailure('problem', { status }) });

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

/** A device without anything, and a server that answers with copies but for some ids. */
function openDevice(answers: Readonly<Record<string, Fetched>> = {}) {
  const cache = createPersistentCache(openDatabase(), quotaOf(null));
  const pinnedAtFetch: number[] = [];
  /** Whether each request bypassed the caches. */
  const forced: boolean[] = [];
  const queries = {
    openStorage: async () => ({ cache }) as DeviceStorage,
    serverTime: () => 7,
    settledUserId: async () => 'ada',
    fetch: async ({ params }: Resource, _: AbortSignal, force: boolean): Promise<Fetched> => {
      forced.push(force);
      pinnedAtFetch.push((await cache.usage()).pins.length);
      const id = params?.['id'] ?? '';
      return answers[id] ?? copy(id);
    },
    store: async (resource: Resource, { value, storedAt }: { readonly value: unknown; readonly storedAt: number }) =>
      cache.store({ ...row(resourceKeyOf(resource), storedAt), value }),
  };
  const progress: string[] = [];
  const download = () =>
    downloadCopy(queries, item, new AbortController().signal, (done, total) => progress.push(`${done}/${total}`));
  return { cache, queries, progress, pinnedAtFetch, forced, download };
}

test('everything that an item needs is stored, and kept for its user', async () => {
  const { cache, queries, progress, download } = openDevice();
  expect(await checkCopy(queries, item)).toEqual({ isPinned: false, done: 0, total: 5 });
  await download();
  expect(await checkCopy(queries, item)).toEqual({ isPinned: true, done: 5, total: 5 });
  expect(progress).toEqual(['0/5', '1/5', '2/5', '3/5', '4/5', '5/5']);
  const { pins } = await cache.usage();
  expect(pins).toMatchObject([{ id: 'season:a', title: 'Season', owner: 'ada', pinnedAt: 7, missing: 0 }]);
});

test('an item is not kept because another one is', async () => {
  const { queries, download } = openDevice();
  await download();
  expect(await checkCopy(queries, { ...item, id: 'b' })).toMatchObject({ isPinned: false });
});

test('what is downloaded is what the server has now, also where a page has read it before', async () => {
  const { forced, download } = openDevice();
  await download();
  expect(forced).toEqual([true, true, true, true, true]);
});

test('an item is kept before the first of its responses is stored, so that no response makes room for another', async () => {
  const { pinnedAtFetch, download } = openDevice();
  await download();
  expect(pinnedAtFetch).toEqual([1, 1, 1, 1, 1]);
});

test.each([404, 403])('what answers %i is not a part of the item', async (status) => {
  const { cache, progress, download } = openDevice({ b: refused(status), e: refused(status) });
  await download();
  const { pins } = await cache.usage();
  expect([pins[0]?.keys.length, pins[0]?.missing, progress.at(-1)]).toEqual([3, 0, '5/5']);
});

test.each([
  ['a 401', refused(401), 'signedOut'],
  ['a failure of the server', refused(500), 'network'],
  ['no network', { failure: createFailure('unreachable') }, 'network'],
  [
    'a 404 of another server, such as a captive portal',
    { failure: createFailure('unexpected', { status: 404 }) },
    'network',
  ],
] as const)('after %s the rest is missing, and said to be', async (_, answer, problem) => {
  const { queries, download } = openDevice({ b: answer });
  const error = await download().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DownloadError);
  expect(error).toMatchObject({ problem });
  const { isPinned, done, total } = await checkCopy(queries, item);
  expect([isPinned, done < total, total]).toEqual([true, true, 5]);
});

test('an item that is no longer kept leaves its responses until their room is needed', async () => {
  const { queries, download } = openDevice();
  await download();
  await removeCopy(queries, item);
  expect(await checkCopy(queries, item)).toEqual({ isPinned: false, done: 5, total: 5 });
});

/** The item as an earlier version has kept it, without its extras. */
async function openKeptDevice(answers: Readonly<Record<string, Fetched>> = {}) {
  const device = openDevice(answers);
  await device.download();
  const now = { ...item, extras: ['x', 'y'].map((id): Resource => ({ call: calls.getSession, params: { id } })) };
  const add = (signal = new AbortController().signal) => addExtras(device.queries, now, signal);
  const keptExtras = async () => {
    const [{ pins }, keys] = await Promise.all([device.cache.usage(), device.cache.keys()]);
    const isKept = (key: string) => keys.has(key) && pins[0]?.keys.includes(key) === true;
    return now.extras.map((extra) => isKept(resourceKeyOf(extra)));
  };
  return { ...device, now, add, keptExtras };
}

test('an item that was kept without its extras is complete, and gets them', async () => {
  const { cache, queries, now, add, keptExtras } = await openKeptDevice({ x: refused(500) });
  expect(await checkCopy(queries, now)).toEqual({ isPinned: true, done: 7, total: 7 });
  await add();
  expect(await keptExtras()).toEqual([false, true]);
  const { pins } = await cache.usage();
  expect(pins).toMatchObject([{ id: 'season:a', pinnedAt: 7, missing: 0 }]);
  expect(await checkCopy(queries, now)).toEqual({ isPinned: true, done: 7, total: 7 });
});

test('an extra that a page has stored meanwhile is kept without another request', async () => {
  const { queries, now, add, keptExtras, pinnedAtFetch } = await openKeptDevice();
  for (const extra of now.extras) await queries.store(extra, { value: 1, storedAt: 1 });
  await add();
  expect([await keptExtras(), pinnedAtFetch.length]).toEqual([[true, true], 5]);
});

test('an extra whose room was needed is stored again, as one part of the item', async () => {
  const { cache, now, add, keptExtras, forced } = await openKeptDevice();
  await add();
  for (const extra of now.extras) await cache.remove(resourceKeyOf(extra));
  expect(await keptExtras()).toEqual([false, false]);
  await add();
  expect(await keptExtras()).toEqual([true, true]);
  // A page may have read it a moment ago: the server is not asked past that.
  expect(forced.slice(5)).toEqual([false, false, false, false]);
  const [pin] = (await cache.usage()).pins;
  expect(pin?.keys.length).toBe(new Set(pin?.keys).size);
});

test('an item that is not kept gets no extras, and another one that is kept gets none of them', async () => {
  const { cache, queries, now } = await openKeptDevice();
  await addExtras(queries, { ...now, id: 'b' }, new AbortController().signal);
  const [{ pins }, keys] = await Promise.all([cache.usage(), cache.keys()]);
  expect([pins.map((pin) => pin.keys.length), keys.size]).toEqual([[5], 5]);
});

test('an item that is removed while its extras arrive, or is not kept, gets none', async () => {
  const { queries, now, add, keptExtras, cache } = await openKeptDevice();
  await add(AbortSignal.abort());
  expect(await keptExtras()).toEqual([false, false]);
  await removeCopy(queries, now);
  await add();
  expect([(await cache.usage()).pins, (await cache.keys()).size]).toEqual([[], 5]);
});
