import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { createFailure, type Failure } from '#contract/api/problem';
import { pendingDelay, pendingMinimum, stillWaitingDelay } from '#contract/constants';
import { unreached } from '../tests/machine-coverage.ts';
import {
  type Copy,
  cachedReadMachine,
  type Fetched,
  type NetworkChanged,
  selectCopy,
  selectFailure,
  selectIsCached,
  selectNetwork,
} from './cached-read.ts';
import { networkEvent } from './network-event.ts';

const old: Copy = { value: 'old', storedAt: 1, version: null };
const fresh: Copy = { value: 'fresh', storedAt: 2, version: '"1-a"' };

function failureOf(kind: Failure['kind'], status: number | null = null): Failure {
  return createFailure(kind, { message: 'x', status });
}

/** A promise that the test ends when it wants to. */
function promiseLater<Value>() {
  const settle: { resolve: (value: Value) => void; reject: (error: unknown) => void } = {
    resolve: () => undefined,
    reject: () => undefined,
  };
  const promise = new Promise<Value>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return {
    promise,
    ...{ resolve: (value: Value) => settle.resolve(value), reject: (error: unknown) => settle.reject(error) },
  };
}

type WatchEvent = NetworkChanged | { type: 'query.invalidated' } | { type: 'query.updated'; copy: Copy };

function start(copy: Copy | null = null, waited = 0, isDiskFull = false) {
  const clock = new SimulatedClock();
  const cached = promiseLater<Copy | null>();
  const fetches: (ReturnType<typeof promiseLater<Fetched>> & { readonly force: boolean; isAborted: boolean })[] = [];
  const stored: (Copy | null)[] = [];
  const removed: string[] = [];
  /** The requests. */
  const keys: string[] = [];
  const watchers = new Set<(event: WatchEvent) => void>();
  const watched: string[] = [];
  const slow = { reports: 0 };
  const machine = cachedReadMachine.provide({
    actors: {
      readCached: fromPromise(({ input }) => {
        keys.push(input.key);
        return cached.promise;
      }),
      fetchFresh: fromPromise(({ input, signal }) => {
        keys.push(input.key);
        const later = { ...promiseLater<Fetched>(), force: input.force, isAborted: false };
        signal.addEventListener('abort', () => {
          later.isAborted = true;
        });
        fetches.push(later);
        return later.promise;
      }),
      store: fromPromise<void, { readonly key: string; readonly copy: Copy | null }>(async ({ input }) => {
        stored.push(input.copy);
        if (isDiskFull) throw new Error('disk full');
      }),
      removeCached: fromPromise(({ input }: { input: { readonly key: string } }) => {
        removed.push(input.key);
        return Promise.resolve();
      }),
      watch: fromCallback(({ sendBack, input }) => {
        watched.push(input.key);
        watchers.add(sendBack);
        return () => watchers.delete(sendBack);
      }),
    },
    actions: {
      reportSlow: () => {
        slow.reports += 1;
      },
    },
  });
  const input = { key: '/api/League', copy, network: 'online' as const, waited };
  const actor = createActor(machine, { input, clock }).start();
  const tags = () => [...actor.getSnapshot().tags].sort();
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const report = (event: WatchEvent) => {
    for (const send of watchers) send(event);
  };
  const network = (status: NetworkChanged['status'], now = 0) => report({ ...networkEvent(status), now });
  return {
    actor,
    clock,
    cached,
    fetches,
    keys,
    stored,
    removed,
    watchers,
    watched,
    slow,
    tags,
    settled,
    report,
    network,
  };
}

describe('waiting', () => {
  test('shows nothing for a second, then a skeleton for at least half a second', async () => {
    const { clock, fetches, tags, settled } = start();
    expect(tags()).toEqual(['fetching', 'waiting']);
    clock.increment(pendingDelay - 1);
    expect(tags()).toEqual(['fetching', 'waiting']);
    clock.increment(1);
    expect(tags()).toEqual(['fetching', 'pending']);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['pending']);
    clock.increment(pendingMinimum);
    expect(tags()).toEqual(['shown']);
  });

  test('the wait for the page counts: there is one second for both', async () => {
    const { clock, tags } = start(null, 900);
    clock.increment(99);
    expect(tags()).toEqual(['fetching', 'waiting']);
    clock.increment(1);
    expect(tags()).toEqual(['fetching', 'pending']);
  });

  test('after a page whose own skeleton was shown it stays, until the answer', async () => {
    const { fetches, tags, settled } = start(null, pendingDelay + pendingMinimum);
    expect(tags()).toEqual(['fetching', 'pending']);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['shown']);
    expect(start(old, pendingDelay).tags()).toEqual(['fetching', 'shown']);
  });

  test.each([false, true])('a quick answer shows no skeleton and is stored (disk full: %s)', async (isDiskFull) => {
    const { actor, fetches, stored, tags, settled } = start(null, 0, isDiskFull);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['shown']);
    expect(stored).toEqual([fresh]);
    expect(selectIsCached(actor.getSnapshot())).toBe(false);
  });

  test('after ten seconds still waiting is shown, and a later answer is shown', async () => {
    const { clock, fetches, tags, settled } = start();
    clock.increment(pendingDelay);
    clock.increment(pendingMinimum);
    clock.increment(stillWaitingDelay - pendingDelay - pendingMinimum - 1);
    expect(tags()).toEqual(['fetching', 'pending']);
    clock.increment(1);
    expect(tags()).toEqual(['fetching', 'pending', 'stillWaiting']);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['shown']);
  });
});

describe('the cached copy', () => {
  test('is shown at once, then the fresh one', async () => {
    const { actor, cached, fetches, tags, settled } = start();
    cached.resolve(old);
    await settled();
    expect(tags()).toEqual(['fetching', 'shown']);
    expect([selectCopy(actor.getSnapshot()), selectIsCached(actor.getSnapshot())]).toEqual([old, true]);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect([selectCopy(actor.getSnapshot()), selectIsCached(actor.getSnapshot())]).toEqual([fresh, false]);
  });

  test('stays when the network fails, and is replaced after a retry', async () => {
    const { actor, cached, fetches, tags, settled } = start();
    cached.resolve(old);
    fetches[0]?.resolve({ failure: failureOf('unreachable') });
    await settled();
    expect(tags()).toEqual(['shown', 'stale']);
    expect(selectFailure(actor.getSnapshot())).toEqual(failureOf('unreachable'));
    actor.send({ type: 'read.retry' });
    expect(tags()).toEqual(['fetching', 'shown']);
    fetches[1]?.resolve({ copy: fresh });
    await settled();
    expect(selectCopy(actor.getSnapshot())).toEqual(fresh);
  });

  test.each([404, 403])('is removed by %i', async (status) => {
    const { actor, cached, fetches, removed, tags, settled } = start();
    cached.resolve(old);
    await settled();
    fetches[0]?.resolve({ failure: failureOf('problem', status) });
    await settled();
    expect(tags()).toEqual(['notFound']);
    expect(selectCopy(actor.getSnapshot())).toBeNull();
    expect(removed).toEqual(['/api/League']);
  });

  test.each([404, 403])('is not removed by %i of another server, such as a captive portal', async (status) => {
    const { actor, fetches, removed, tags, settled } = start(old);
    fetches[0]?.resolve({ failure: failureOf('unexpected', status) });
    await settled();
    expect([tags(), selectCopy(actor.getSnapshot()), removed]).toEqual([['shown', 'stale'], old, []]);
  });

  test('that was removed is waited for when a person tries again', async () => {
    const { actor, fetches, tags, settled } = start(old);
    fetches[0]?.resolve({ failure: failureOf('problem', 404) });
    await settled();
    expect([tags(), selectFailure(actor.getSnapshot())?.status]).toEqual([['notFound'], 404]);
    actor.send({ type: 'read.retry' });
    expect(tags()).toEqual(['fetching', 'waiting']);
  });

  test('in memory that was removed does not hide why a person who tries again gets nothing', async () => {
    const { actor, fetches, tags, settled } = start(old);
    fetches[0]?.resolve({ failure: failureOf('problem', 404) });
    await settled();
    actor.send({ type: 'read.retry' });
    fetches[1]?.resolve({ failure: failureOf('problem', 400) });
    await settled();
    expect([tags(), selectFailure(actor.getSnapshot())?.status]).toEqual([['failed', 'stale'], 400]);
  });

  test('that the server gave before the device was read, and removed later, does not hide a failure after that', async () => {
    const { actor, fetches, tags, report, settled } = start();
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    report({ type: 'query.invalidated' });
    fetches[1]?.resolve({ failure: failureOf('problem', 404) });
    await settled();
    expect(tags()).toEqual(['notFound']);
    actor.send({ type: 'read.retry' });
    fetches[2]?.resolve({ failure: failureOf('problem', 400) });
    await settled();
    expect([tags(), selectFailure(actor.getSnapshot())?.status]).toEqual([['failed', 'stale'], 400]);
  });

  test('in memory from the start is shown without reading the device', () => {
    const { actor, tags } = start(old);
    expect(tags()).toEqual(['fetching', 'shown']);
    expect(actor.getSnapshot().matches({ cache: 'read' })).toBe(true);
  });

  test('that cannot be read does not stop the request', async () => {
    const { cached, fetches, tags, settled } = start();
    cached.reject(new Error('UnknownError'));
    await settled();
    expect(tags()).toEqual(['fetching', 'waiting']);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['shown']);
  });

  test('that is read after the failure is still shown', async () => {
    const { cached, fetches, tags, settled } = start();
    fetches[0]?.resolve({ failure: failureOf('offline') });
    await settled();
    expect(tags()).toEqual(['stale', 'waiting']);
    cached.resolve(old);
    await settled();
    expect(tags()).toEqual(['shown', 'stale']);
  });
});

describe('failure without a copy', () => {
  test('is tried again after longer and longer delays, of 30 s at most, past every cache', async () => {
    const { clock, fetches, settled } = start();
    for (const [index, delay] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      fetches[index]?.resolve({ failure: failureOf('unreachable') });
      await settled();
      clock.increment(delay - 1);
      expect(fetches.length).toBe(index + 1);
      clock.increment(1);
      expect(fetches.length).toBe(index + 2);
    }
    expect(fetches.map(({ force }) => force)).toEqual([false, ...Array.from({ length: 7 }, () => true)]);
  });

  test('is shown, and a retry starts the wait again', async () => {
    const { actor, cached, fetches, tags, settled } = start();
    cached.resolve(null);
    fetches[0]?.resolve({ failure: failureOf('unexpected', 500) });
    await settled();
    expect(tags()).toEqual(['failed', 'stale']);
    actor.send({ type: 'read.retry' });
    expect(tags()).toEqual(['fetching', 'waiting']);
    expect(selectFailure(actor.getSnapshot())).toBeNull();
  });

  test('is fetched again as soon as the server can be reached again', async () => {
    const { actor, cached, fetches, tags, settled, network } = start();
    cached.resolve(null);
    fetches[0]?.resolve({ failure: failureOf('unreachable') });
    await settled();
    network('unreachable');
    expect([tags(), fetches.length]).toEqual([['failed', 'stale'], 1]);
    expect(selectNetwork(actor.getSnapshot())).toBe('unreachable');
    network('online');
    expect(selectNetwork(actor.getSnapshot())).toBe('online');
    expect([tags(), fetches[1]?.force]).toEqual([['failed', 'fetching'], true]);
    fetches[1]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['shown']);
  });

  test.each([failureOf('unreachable'), failureOf('mismatch'), failureOf('unexpected', 502)])(
    'is tried again with growing delays while the network is online ($kind)',
    async (failure) => {
      const { clock, cached, fetches, settled } = start();
      cached.resolve(null);
      for (const [count, delay] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
        fetches[count]?.resolve({ failure });
        await settled();
        clock.increment(delay - 1);
        expect(fetches.length).toBe(count + 1);
        clock.increment(1);
        expect(fetches.length).toBe(count + 2);
      }
    },
  );

  test.each([failureOf('problem', 400), failureOf('internal')])(
    'is not tried again when the same request would fail again ($kind)',
    async (failure) => {
      const { clock, cached, fetches, settled } = start();
      cached.resolve(null);
      fetches[0]?.resolve({ failure });
      await settled();
      clock.increment(60_000);
      expect(fetches.length).toBe(1);
    },
  );

  test('is not tried again while the server cannot be reached', async () => {
    const { clock, cached, fetches, settled, network } = start();
    cached.resolve(null);
    fetches[0]?.resolve({ failure: failureOf('unreachable') });
    await settled();
    network('captive');
    clock.increment(60_000);
    expect(fetches.length).toBe(1);
  });

  test('429 is tried again after its Retry-After', async () => {
    const { clock, cached, fetches, settled } = start();
    cached.resolve(null);
    fetches[0]?.resolve({ failure: { ...failureOf('problem', 429), retryAfter: 20 } });
    await settled();
    clock.increment(19_999);
    expect(fetches.length).toBe(1);
    clock.increment(1);
    expect(fetches.length).toBe(2);
  });

  test('an actor that throws is an internal failure', async () => {
    const { actor, cached, fetches, tags, settled } = start();
    cached.resolve(null);
    fetches[0]?.reject(new Error('a bug'));
    await settled();
    expect(tags()).toEqual(['failed', 'stale']);
    expect(selectFailure(actor.getSnapshot())).toMatchObject({ kind: 'internal', message: 'Error: a bug' });
  });
});

describe('after a write', () => {
  test('an updated value is shown at once, and a request from before it is cancelled', async () => {
    const { actor, fetches, tags, stored, report, settled } = start(old);
    const copy = { value: 'written', storedAt: 3, version: '"2-b"' };
    report({ type: 'query.updated', copy });
    expect([tags(), selectCopy(actor.getSnapshot()), selectIsCached(actor.getSnapshot())]).toEqual([
      ['shown'],
      copy,
      false,
    ]);
    await settled();
    expect([fetches[0]?.isAborted, stored]).toEqual([true, []]);
  });

  test('an invalidated value stays on the screen while it is fetched again', async () => {
    const { actor, fetches, tags, report, settled } = start();
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    report({ type: 'query.invalidated' });
    expect([tags(), selectCopy(actor.getSnapshot()), fetches[1]?.force]).toEqual([['fetching', 'shown'], fresh, true]);
  });

  test('a value that was gone and is created again is shown', async () => {
    const { fetches, tags, report, settled } = start();
    fetches[0]?.resolve({ failure: failureOf('problem', 404) });
    await settled();
    expect(tags()).toEqual(['notFound']);
    report({ type: 'query.updated', copy: fresh });
    expect(tags()).toEqual(['shown']);
  });
});

describe('a value fetched before an outage', () => {
  test.each([
    ['older than 30 s is fetched again', false, 30_002, 2],
    ['younger than 30 s is kept', false, 30_001, 1],
    ['older than 30 s that could not be stored is fetched again', true, 30_002, 2],
  ])('%s when the server is back', async (_, isDiskFull, now, count) => {
    const { fetches, network, settled } = start(null, 0, isDiskFull);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    network('offline', 10);
    network('online', now);
    expect(fetches.length).toBe(count);
  });
});

test('a value that cannot be fetched after an outage is tried again, as the network is back', async () => {
  const { clock, fetches, settled, network } = start();
  fetches[0]?.resolve({ copy: fresh });
  await settled();
  network('offline');
  network('online', 60_000);
  fetches[1]?.resolve({ failure: failureOf('unreachable') });
  await settled();
  clock.increment(1_000);
  expect(fetches.length).toBe(3);
});

test('changes of the read that is shown are watched', () => {
  const { actor, watched } = start();
  expect([watched, selectIsCached(actor.getSnapshot())]).toEqual([['/api/League'], false]);
});

test('a request without an answer for three seconds is reported as slow', () => {
  const { clock, slow } = start();
  clock.increment(2_999);
  expect(slow.reports).toBe(0);
  clock.increment(1);
  expect(slow.reports).toBe(1);
});

test('a stopped read cancels its request and stops watching', () => {
  const { actor, fetches, watchers } = start();
  actor.stop();
  expect([fetches[0]?.isAborted, watchers.size]).toEqual([true, 0]);
});

describe('the network of a read', () => {
  const unavailable: Fetched = { failure: failureOf('problem', 503) };

  test('asks again neither while it changes in other ways, nor for a young copy', async () => {
    const { fetches, keys, settled, network } = start();
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    const later = 1_000_000_000;
    network('online', later);
    network('offline', later);
    network('unreachable', later);
    network('online', 3);
    expect(fetches.length).toBe(1);
    network('offline', later);
    network('online', later);
    expect([fetches.length, fetches[1]?.force]).toEqual([2, true]);
    expect(new Set(keys)).toEqual(new Set(['/api/League']));
  });

  test('that comes back ends the wait after a failure, and later waits are short again', async () => {
    const { clock, fetches, settled, network } = start();
    for (const [index, delay] of [1_000, 2_000].entries()) {
      fetches[index]?.resolve(unavailable);
      await settled();
      clock.increment(delay);
    }
    fetches[2]?.resolve(unavailable);
    await settled();
    network('online');
    network('unreachable');
    network('captive');
    expect(fetches.length).toBe(3);
    network('online');
    expect([fetches.length, fetches[3]?.force]).toEqual([4, true]);
    fetches[3]?.resolve(unavailable);
    await settled();
    clock.increment(999);
    expect(fetches.length).toBe(4);
    clock.increment(1);
    expect(fetches.length).toBe(5);
  });

  test.each([
    [500, true],
    [503, true],
    [429, true],
    [400, false],
  ])('a failure of status %i is tried again: %s', async (status, isTriedAgain) => {
    const { clock, fetches, settled } = start();
    fetches[0]?.resolve({ failure: failureOf('problem', status) });
    await settled();
    clock.increment(1_000);
    expect(fetches.length).toBe(isTriedAgain ? 2 : 1);
  });

  test('is asked in any case: a cache that fails has no copy, and then the failure is shown', async () => {
    const { cached, fetches, tags, settled } = start();
    fetches[0]?.resolve({ failure: failureOf('problem', 400) });
    await settled();
    expect(tags()).toContain('waiting');
    cached.reject(new Error('broken'));
    await settled();
    expect(tags()).toContain('failed');
  });

  test('is asked without force at first, and with it when a person tries again', async () => {
    const { actor, fetches } = start();
    actor.send({ type: 'read.retry' });
    expect(fetches.map(({ force }) => force)).toEqual([false, true]);
  });
});

test('every state and transition can be reached', () => {
  const outcomes = [{ copy: fresh }, { failure: failureOf('problem', 404) }, { failure: failureOf('offline') }];
  const done = (path: string, output: unknown) => ({ type: `xstate.done.actor.0.cachedRead.${path}`, output });
  const failed = (path: string) => ({ type: `xstate.error.actor.0.cachedRead.${path}`, error: new Error('x') });
  const events = [
    { type: 'read.retry' },
    { type: 'query.invalidated' },
    { type: 'query.updated', copy: fresh },
    { ...networkEvent('online'), now: 40_000 },
    { ...networkEvent('offline'), now: 40_000 },
    done('cache.reading', null),
    done('cache.reading', old),
    failed('cache.reading'),
    ...outcomes.map((output) => done('data.fetching', output)),
    failed('data.fetching'),
    ...['data.fresh', 'data.gone'].flatMap((path) => [done(path, undefined), failed(path)]),
    { type: 'xstate.after.slowDelay.cachedRead.data.fetching' },
    { type: 'xstate.after.retryDelay.cachedRead.data.stale' },
    { type: 'xstate.after.pendingDelay.cachedRead.view.waiting' },
    { type: 'xstate.after.pendingMinimum.cachedRead.view.pending' },
    { type: 'xstate.after.stillWaitingDelay.cachedRead.view.pendingLong' },
  ];
  const serializeState = ({ value, context }: { value: unknown; context: Record<string, unknown> }) =>
    JSON.stringify([value, context['network'], context['copy'], context['isCacheRead'], context['failure'] !== null]);
  const input = { key: 'x', copy: null, network: 'online', waited: 0 };
  const late = { input: { ...input, waited: pendingDelay }, events: [] };
  expect(unreached(cachedReadMachine, { input, events, serializeState }, late)).toEqual([]);
});
