import { describe, expect, test } from 'vitest';
import { createFailure, type Failure, type Outcome } from '#contract/api/problem';
import { calls } from '#contract/calls/by-name';
import { affectedReads } from '#contract/calls/changes';
import type { Api } from '../api/client.ts';
import { createLayeredCache, createMemoryCache } from './layered-cache.ts';
import { type CacheEvent, createQueryCache } from './query-cache.ts';
import type { WriteMessage } from './tab-channel.ts';

const resource = { call: calls.listLeagues } as const;
const key = '/api/League';
const value = { count: 0, leagues: [] };
const ignored = new AbortController().signal;

interface Request {
  readonly signal: AbortSignal | undefined;
  readonly answer: (value: unknown, version?: string) => void;
  readonly fail: (failure: Failure) => void;
  /** The server starts to answer. */
  readonly respond: () => void;
}

/** A cache over an API whose requests end when the test says so. */
function start({ cache = createMemoryCache(() => 0), tabs = createTabs(), auth = {} } = {}) {
  const requests: Request[] = [];
  const user = { id: null as string | null, lacksToken: false };
  const backOnline = new Set<() => void>();
  const clock = { now: 0 };
  const api: Pick<Api, 'send' | 'serverTime'> = {
    send: (_, { signal, onResponse }) =>
      new Promise<Outcome<never>>((resolve) => {
        requests.push({
          signal,
          answer: (answer, version) => resolve({ value: answer as never, version: version ?? null }),
          fail: (failure) => resolve({ failure }),
          respond: () => onResponse?.(),
        });
        signal?.addEventListener('abort', () => resolve({ failure: createFailure('aborted') }));
      }),
    serverTime: () => clock.now,
  };
  const queries = createQueryCache({
    api,
    cache,
    auth: { settledUserId: async () => user.id, lacksToken: async () => user.lacksToken, ...auth },
    openStorage: () => new Promise(() => undefined),
    tabs: tabs.open(),
    contract: 'ours',
    onBackOnline: (listener) => {
      backOnline.add(listener);
      return () => backOnline.delete(listener);
    },
  });
  return { requests, cache, user, clock, queries, backOnline, tabs };
}

/** Channels between tabs: a message reaches all others, and not the sender. */
function createTabs() {
  const listeners: ((message: WriteMessage) => void)[] = [];
  return {
    open: () => {
      const own = listeners.length;
      listeners.push(() => undefined);
      return {
        post: (message: WriteMessage) => {
          for (const [index, listener] of listeners.entries()) if (index !== own) listener(message);
        },
        listen: (listener: (message: WriteMessage) => void) => {
          listeners[own] = listener;
          return () => undefined;
        },
      };
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('requests for one address', () => {
  test('at the same time are one request, aborted when the last view has left', () => {
    const { requests, queries } = start();
    const [one, other] = [new AbortController(), new AbortController()];
    void queries.fetch(resource, one.signal, true);
    void queries.fetch(resource, other.signal, true);
    one.abort();
    expect([requests.length, requests[0]?.signal?.aborted]).toEqual([1, false]);
    other.abort();
    expect(requests[0]?.signal?.aborted).toBe(true);
  });

  test('after an aborted one share a new request', async () => {
    const { requests, queries } = start();
    const first = new AbortController();
    const aborted = queries.fetch(resource, first.signal, true);
    first.abort();
    const second = queries.fetch(resource, ignored, true);
    expect(await aborted).toMatchObject({ failure: { kind: 'aborted' } });
    const third = queries.fetch(resource, ignored, true);
    requests[1]?.answer(value);
    const copy = { value, storedAt: 0, version: null };
    expect(await Promise.all([second, third])).toEqual([{ copy }, { copy }]);
    expect(requests.length).toBe(2);
  });

  test('without an answer are aborted and sent again when the server is back', async () => {
    const { requests, queries, backOnline } = start();
    const fetched = queries.fetch(resource, ignored, true);
    for (const listener of [...backOnline]) listener();
    expect([requests.length, requests[0]?.signal?.aborted]).toEqual([2, true]);
    for (const listener of [...backOnline]) listener();
    expect([requests.length, requests[1]?.signal?.aborted]).toEqual([3, true]);
    // The aborted ones have ended before.
    await settled();
    requests[2]?.answer(value);
    expect(await fetched).toEqual({ copy: { value, storedAt: 0, version: null } });
    expect(backOnline.size).toBe(0);
  });

  test('that are being answered go on when the server is back', async () => {
    const { requests, queries, backOnline } = start();
    void queries.fetch(resource, ignored, true);
    requests[0]?.respond();
    for (const listener of [...backOnline]) listener();
    expect([requests.length, requests[0]?.signal?.aborted]).toEqual([1, false]);
  });

  test('that were sent again are sent once more where only the first one is answered, and too late', async () => {
    const { requests, queries, backOnline } = start();
    void queries.fetch(resource, ignored, true);
    for (const listener of [...backOnline]) listener();
    requests[0]?.respond();
    for (const listener of [...backOnline]) listener();
    expect(requests.length).toBe(3);
  });

  test('that fail unexpectedly fail for all views, and the next one is sent', async () => {
    const { requests, cache, queries } = start({ auth: { lacksToken: () => Promise.reject(new Error('no storage')) } });
    await cache.store({ key, value, storedAt: 0, owner: 'ada' });
    const views = [queries.fetch(resource, ignored, true), queries.fetch(resource, ignored, true)];
    requests[0]?.fail(createFailure('problem', { status: 404 }));
    const ends = await Promise.allSettled(views);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    void queries.fetch(resource, ignored, true);
    expect(requests.length).toBe(2);
  });

  test('that were sent again are aborted when the last view has left', () => {
    const { requests, queries, backOnline } = start();
    const view = new AbortController();
    void queries.fetch(resource, view.signal, true);
    for (const listener of [...backOnline]) listener();
    view.abort();
    expect(requests[1]?.signal?.aborted).toBe(true);
  });
});

describe('a cached value', () => {
  test('is in memory when its link is followed while the server is gone', async () => {
    const row = { key, value, storedAt: 0, readAt: 0, owner: null };
    const device = { read: async () => row, store: async () => undefined, remove: async () => undefined };
    const persistent = Promise.resolve({ ...device, removeOwned: async () => undefined });
    const cache = createLayeredCache(
      createMemoryCache(() => 0),
      () => persistent,
      () => 0,
      async () => null,
    );
    const { requests, queries } = start({ cache });
    const prefetching = queries.prefetch(resource);
    expect(queries.readMemory(resource)).toBeNull();
    requests[0]?.fail(createFailure('unreachable'));
    await prefetching;
    expect(queries.readMemory(resource)).toEqual({ value, storedAt: 0, version: null });
  });

  test('is parsed again unless this contract has parsed it', async () => {
    const { cache, queries } = start();
    const outdated = { leagues: 'none' };
    for (const contract of [undefined, 'another']) {
      await cache.store({ key, value: outdated, storedAt: 0, owner: null, ...(contract && { contract }) });
      expect(queries.readMemory(resource)).toBeNull();
      expect(await queries.readCached(resource)).toBeNull();
    }
    await cache.store({ key, value: outdated, storedAt: 0, owner: null, contract: 'ours' });
    expect(queries.readMemory(resource)).toEqual({ value: outdated, storedAt: 0, version: null });
  });

  test('of another contract that fits this one too is shown', async () => {
    const { cache, queries } = start();
    await cache.store({ key, value, storedAt: 0, owner: null, contract: 'another' });
    expect(queries.readMemory(resource)).toEqual({ value, storedAt: 0, version: null });
  });

  test('younger than 30 s is not fetched again, unless forced', async () => {
    const { requests, clock, queries } = start();
    const storedAt = 100_000;
    clock.now = storedAt;
    const prefetching = queries.prefetch(resource);
    requests[0]?.answer(value, '"1-a"');
    await prefetching;
    clock.now = storedAt + 29_999;
    expect(await queries.fetch(resource, ignored, false)).toEqual({ copy: { value, storedAt, version: '"1-a"' } });
    await queries.prefetch(resource);
    expect(requests.length).toBe(1);
    void queries.fetch(resource, ignored, true);
    expect(requests.length).toBe(2);
    requests[1]?.fail(createFailure('unreachable'));
    await settled();
    clock.now = storedAt + 30_000;
    void queries.fetch(resource, ignored, false);
    expect(requests.length).toBe(3);
  });

  test('that was changed replaces the old one, and an equal part of nothing is no value', async () => {
    const { requests, cache, queries } = start();
    await cache.store({ key, value, storedAt: 0, owner: null, contract: 'ours' });
    const changed = { count: 1, leagues: [] };
    const fetched = queries.fetch(resource, ignored, true);
    requests[0]?.answer(changed);
    expect(await fetched).toEqual({ copy: { value: changed, storedAt: 0, version: null } });
  });

  test('is stored by those who fetched it, and can be removed', async () => {
    const { requests, cache, queries } = start();
    const fetched = queries.fetch(resource, ignored, true);
    requests[0]?.answer(value, '"1-a"');
    const outcome = await fetched;
    if (!('copy' in outcome)) throw new Error('there is no answer');
    expect(cache.peek(key)).toBeNull();
    await queries.store(resource, outcome.copy);
    expect(queries.readMemory(resource)).toEqual({ value, storedAt: 0, version: '"1-a"' });
    await queries.remove(resource);
    expect(queries.readMemory(resource)).toBeNull();
  });

  test('that nobody has fetched is not stored', async () => {
    const { cache, queries } = start();
    const events: CacheEvent[] = [];
    queries.subscribe(resource, (event) => events.push(event));
    await queries.store(resource, { value, storedAt: 0, version: null });
    expect([cache.peek(key), events]).toEqual([null, []]);
  });

  test('is not replaced by a prefetch that fails', async () => {
    const { requests, cache, queries } = start();
    await cache.store({ key, value, storedAt: 0, owner: null, contract: 'ours' });
    const failing = queries.prefetch(resource);
    requests[0]?.fail(createFailure('problem', { status: 500 }));
    await failing;
    expect(cache.peek(key)?.value).toBe(value);
  });

  test('of a user is not replaced by a prefetch for which it is not known who is signed in, and which ends all the same', async () => {
    const lacksToken = () => Promise.reject(new Error('the client did not load'));
    const { requests, cache, queries } = start({ auth: { lacksToken } });
    await cache.store({ key, value, storedAt: 0, owner: 'ada', contract: 'ours' });
    const prefetching = queries.prefetch(resource);
    requests[0]?.fail(createFailure('problem', { status: 404 }));
    await expect(prefetching).resolves.toBeUndefined();
    expect(cache.peek(key)?.value).toBe(value);
  });

  test('from the device is fetched again', async () => {
    const { requests, cache, queries } = start();
    await cache.store({ key, value, storedAt: 0, owner: null, contract: 'ours' });
    void queries.fetch(resource, ignored, false);
    expect(requests.length).toBe(1);
  });

  test('that is equal to the new one keeps its identity', async () => {
    const { requests, cache, queries } = start();
    await cache.store({ key, value, storedAt: 0, owner: null, contract: 'ours' });
    const fetched = queries.fetch(resource, ignored, true);
    requests[0]?.answer({ ...value });
    const outcome = await fetched;
    expect('copy' in outcome && outcome.copy.value).toBe(value);
  });
});

describe('the owner of a cached value', () => {
  test('is the user who made the request', async () => {
    const { requests, cache, user, queries } = start();
    user.id = 'ada';
    const prefetching = queries.prefetch(resource);
    user.id = 'bob';
    requests[0]?.answer(value);
    await prefetching;
    expect(cache.peek(key)?.owner).toBe('ada');
  });

  test('does not cache a response whose user has signed out since', async () => {
    const { requests, cache, user, queries } = start();
    user.id = 'ada';
    const prefetching = queries.prefetch(resource);
    user.id = null;
    await queries.clear();
    requests[0]?.answer(value);
    await prefetching;
    expect(cache.peek(key)).toBeNull();
  });

  test('does not share a request of the last user with the next one', async () => {
    const { requests, queries } = start();
    void queries.fetch(resource, ignored, true);
    await queries.clear();
    void queries.fetch(resource, ignored, true);
    expect(requests.length).toBe(2);
  });

  test.each([
    ['404 with a token means not found', 404, false, 'ada', 'problem', 'problem'],
    ['404 without a token proves nothing about private data', 404, true, 'ada', 'problem', 'unreachable'],
    ['403 without a token proves nothing about private data', 403, true, 'ada', 'problem', 'unreachable'],
    ['404 without a token says that public data is gone', 404, true, null, 'problem', 'problem'],
    ['404 without a token says that what is not stored is not there', 404, true, 'nothing', 'problem', 'problem'],
    ['409 is what it says', 409, true, 'ada', 'problem', 'problem'],
    ['a failure of the server is what it is', 404, true, 'ada', 'unexpected', 'unexpected'],
  ] as const)('%s', async (_, status, lacksToken, owner, given, kind) => {
    const { requests, cache, user, queries } = start();
    user.lacksToken = lacksToken;
    if (owner !== 'nothing') await cache.store({ key, value, storedAt: 0, owner });
    const fetched = queries.fetch(resource, ignored, true);
    requests[0]?.fail(createFailure(given, { status }));
    expect(await fetched).toMatchObject({ failure: { kind, status } });
  });

  test('is put into doubt by each change of user: two changes do not cancel a request of the first', async () => {
    const { requests, cache, queries } = start();
    const prefetching = queries.prefetch(resource);
    queries.put(resource, value, null);
    await queries.clear();
    requests[0]?.answer(value);
    await prefetching;
    await settled();
    expect(cache.peek(key)).toBeNull();
  });
});

describe('a write', () => {
  test('a value that is put before it is known who is signed in is that of views which come meanwhile', async () => {
    let settle: (userId: string | null) => void = () => undefined;
    const signIn = new Promise<string | null>((resolve) => {
      settle = resolve;
    });
    const { queries, requests } = start({ auth: { settledUserId: () => signIn } });
    queries.put(resource, value, null);
    expect(await queries.fetch(resource, ignored, false)).toMatchObject({ copy: { value } });
    settle(null);
    await settled();
    expect(queries.readMemory(resource)?.value).toEqual(value);
    expect(await queries.fetch(resource, ignored, false)).toMatchObject({ copy: { value } });
    expect(requests).toEqual([]);
  });

  const league = { call: calls.getLeague, params: { leagueId: 'a' } } as const;
  const written = { id: 'a' } as never;

  function listen(queries: ReturnType<typeof start>['queries'], to: Parameters<typeof queries.subscribe>[0]) {
    const events: CacheEvent[] = [];
    const stop = queries.subscribe(to, (event) => events.push(event));
    return { events, stop };
  }

  test('puts its answer: views get it at once, and the next fetch returns it', async () => {
    const { requests, queries } = start();
    const { events } = listen(queries, league);
    queries.put(league, written, '"2-b"');
    const copy = { value: written, storedAt: 0, version: '"2-b"' };
    expect(events).toEqual([{ type: 'updated', copy }]);
    await settled();
    expect([await queries.fetch(league, ignored, false), requests.length]).toEqual([{ copy }, 0]);
  });

  test('is not overwritten by a response that was requested before it', async () => {
    const { requests, queries } = start();
    const prefetching = queries.prefetch(league);
    queries.put(league, written, '"2-b"');
    requests[0]?.answer({ id: 'old' }, '"1-a"');
    await prefetching;
    await settled();
    expect(queries.readMemory(league)?.version).toBe('"2-b"');
  });

  test('is not what a view gets once it has fetched again', async () => {
    const { requests, queries } = start();
    queries.put(league, written, '"2-b"');
    await settled();
    const fetching = queries.fetch(league, ignored, true);
    requests[0]?.answer({ id: 'a', name: 'Later' }, '"3-c"');
    const fetched = await fetching;
    if ('failure' in fetched) throw new Error('the read failed');
    await queries.store(league, fetched.copy);
    expect(await queries.fetch(league, ignored, false)).toMatchObject({ copy: { version: '"3-c"' } });
  });

  test('makes views send a new request, and not wait for one that was sent before it', () => {
    const { requests, queries } = start();
    void queries.fetch(resource, ignored, true);
    queries.invalidate(affectedReads(calls.createLeague, {}));
    void queries.fetch(resource, ignored, false);
    expect(requests.length).toBe(2);
  });

  test('invalidates the reads that it changes, and no others, in every tab', () => {
    const tabs = createTabs();
    const here = start({ tabs });
    const there = start({ tabs });
    const [own, list, foreign] = [
      listen(here.queries, league),
      listen(here.queries, resource),
      listen(here.queries, { call: calls.getProfile, params: { userId: 'b' } }),
    ];
    const [otherTab, otherTabList] = [listen(there.queries, league), listen(there.queries, resource)];
    here.queries.put(league, written, null);
    here.queries.invalidate(
      affectedReads(calls.updateLeague, { params: { leagueId: 'a' }, body: { name: 'x' } }),
      league,
    );
    const invalidated = [{ type: 'invalidated' }];
    expect(own.events.map(({ type }) => type)).toEqual(['updated']);
    expect([list.events, foreign.events]).toEqual([invalidated, []]);
    expect([otherTab.events, otherTabList.events]).toEqual([invalidated, invalidated]);
  });

  test('is told from what a view has fetched', async () => {
    const { requests, queries } = start();
    const { events } = listen(queries, league);
    const fetching = queries.fetch(league, ignored, true);
    requests[0]?.answer(written, '"2-b"');
    const fetched = await fetching;
    if ('failure' in fetched) throw new Error('the read failed');
    await queries.store(league, fetched.copy);
    expect(events).toEqual([{ type: 'fetched', copy: fetched.copy }]);
  });

  test('makes a prefetched read be fetched again although nobody watches it', async () => {
    const { requests, queries } = start();
    const prefetching = queries.prefetch(resource);
    requests[0]?.answer(value);
    await prefetching;
    queries.invalidate(affectedReads(calls.createLeague, {}));
    void queries.fetch(resource, ignored, false);
    expect(requests.length).toBe(2);
  });

  test('is not reported to a listener that has unsubscribed, and is to the others', () => {
    const { queries } = start();
    const { events, stop } = listen(queries, league);
    const { events: others } = listen(queries, league);
    stop();
    queries.put(league, written, null);
    expect([events, others.length]).toEqual([[], 1]);
  });

  test('is reported to a listener that comes after all others have left, whoever leaves twice', () => {
    const { queries } = start();
    const first = listen(queries, league);
    first.stop();
    const second = listen(queries, league);
    first.stop();
    queries.put(league, written, null);
    expect([first.events, second.events.length]).toEqual([[], 1]);
  });

  test('of an older version of the app, which names no path, may be of any read', () => {
    const tabs = createTabs();
    const { queries } = start({ tabs });
    const { events } = listen(queries, league);
    tabs.open().post({ affected: [{ params: { leagueId: 'b' } }] });
    expect(events).toEqual([{ type: 'invalidated' }]);
  });

  test('of a newer version of the app is ignored where this one has no such read', () => {
    const tabs = createTabs();
    const { queries } = start({ tabs });
    const { events } = listen(queries, league);
    tabs.open().post({ affected: [{ path: '/api/Everything' }] });
    expect(events).toEqual([]);
  });
});
