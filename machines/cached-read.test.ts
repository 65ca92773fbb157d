import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { pendingDelay, pendingMinimum, stillWaitingDelay } from '#contract/constants';
import type { Failure } from '#contract/problem';
import { type Copy, cachedReadMachine, type Fetched, selectCopy, selectFailure, selectIsKept } from './cached-read.ts';

const old: Copy = { value: 'old', storedAt: 1 };
const fresh: Copy = { value: 'fresh', storedAt: 2 };

function failureOf(kind: Failure['kind'], status: number | null = null): Failure {
  return { kind, message: 'x', status, problem: null, detail: null };
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

function start(known: Copy | null = null) {
  const clock = new SimulatedClock();
  const kept = promiseLater<Copy | null>();
  const fetches: ReturnType<typeof promiseLater<Fetched>>[] = [];
  const written: (Copy | null)[] = [];
  const dropped: string[] = [];
  const watchers = new Set<() => void>();
  const machine = cachedReadMachine.provide({
    actors: {
      readKept: fromPromise(() => kept.promise),
      fetchFresh: fromPromise(() => {
        const later = promiseLater<Fetched>();
        fetches.push(later);
        return later.promise;
      }),
      keep: fromPromise(({ input }: { input: { readonly key: string; readonly copy: Copy | null } }) => {
        written.push(input.copy);
        return Promise.reject(new Error('disk full'));
      }),
      dropKept: fromPromise(({ input }: { input: { readonly key: string } }) => {
        dropped.push(input.key);
        return Promise.resolve();
      }),
      watchNetwork: fromCallback(({ sendBack }) => {
        const restored = () => sendBack({ type: 'network.restored' });
        watchers.add(restored);
        return () => watchers.delete(restored);
      }),
    },
  });
  const actor = createActor(machine, { input: { key: '/api/League', known }, clock }).start();
  const tags = () => [...actor.getSnapshot().tags].sort();
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { actor, clock, kept, fetches, written, dropped, watchers, tags, settled };
}

describe('waiting', () => {
  test('nothing for a second, then a skeleton for at least half a second', async () => {
    const { clock, fetches, tags, settled } = start();
    expect(tags()).toEqual(['asking', 'waiting']);
    clock.increment(pendingDelay - 1);
    expect(tags()).toEqual(['asking', 'waiting']);
    clock.increment(1);
    expect(tags()).toEqual(['asking', 'pending']);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['pending']);
    clock.increment(pendingMinimum);
    expect(tags()).toEqual(['shown']);
  });

  test('a quick answer shows no skeleton at all, and is kept; a full disk changes nothing', async () => {
    const { actor, fetches, written, tags, settled } = start();
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['shown']);
    expect(written).toEqual([fresh]);
    expect(selectIsKept(actor.getSnapshot())).toBe(false);
  });

  test('after ten seconds it says that it is still waiting, and the answer still comes', async () => {
    const { clock, fetches, tags, settled } = start();
    clock.increment(pendingDelay);
    clock.increment(pendingMinimum);
    clock.increment(stillWaitingDelay - pendingDelay - pendingMinimum - 1);
    expect(tags()).toEqual(['asking', 'pending']);
    clock.increment(1);
    expect(tags()).toEqual(['asking', 'pending', 'stillWaiting']);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['shown']);
  });
});

describe('the kept copy', () => {
  test('is shown at once, then the fresh one', async () => {
    const { actor, kept, fetches, tags, settled } = start();
    kept.resolve(old);
    await settled();
    expect(tags()).toEqual(['asking', 'shown']);
    expect([selectCopy(actor.getSnapshot()), selectIsKept(actor.getSnapshot())]).toEqual([old, true]);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect([selectCopy(actor.getSnapshot()), selectIsKept(actor.getSnapshot())]).toEqual([fresh, false]);
  });

  test('stays when the network fails, and goes when a retry brings the fresh one', async () => {
    const { actor, kept, fetches, tags, settled } = start();
    kept.resolve(old);
    fetches[0]?.resolve({ failure: failureOf('unreachable') });
    await settled();
    expect(tags()).toEqual(['shown', 'unrefreshed']);
    expect(selectFailure(actor.getSnapshot())).toEqual(failureOf('unreachable'));
    actor.send({ type: 'read.retry' });
    expect(tags()).toEqual(['asking', 'shown']);
    fetches[1]?.resolve({ copy: fresh });
    await settled();
    expect(selectCopy(actor.getSnapshot())).toEqual(fresh);
  });

  test.each([404, 403])('is taken away by %i', async (status) => {
    const { actor, kept, fetches, dropped, tags, settled } = start();
    kept.resolve(old);
    await settled();
    fetches[0]?.resolve({ failure: failureOf('problem', status) });
    await settled();
    expect(tags()).toEqual(['notFound']);
    expect(selectCopy(actor.getSnapshot())).toBeNull();
    expect(dropped).toEqual(['/api/League']);
  });

  test('known from the start needs no reading', () => {
    const { actor, tags } = start(old);
    expect(tags()).toEqual(['asking', 'shown']);
    expect(actor.getSnapshot().matches({ kept: 'read' })).toBe(true);
  });

  test('that cannot be read leaves the network alone', async () => {
    const { kept, fetches, tags, settled } = start();
    kept.reject(new Error('UnknownError'));
    await settled();
    expect(tags()).toEqual(['asking', 'waiting']);
    fetches[0]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['shown']);
  });

  test('that comes after the failure is shown still', async () => {
    const { kept, fetches, tags, settled } = start();
    fetches[0]?.resolve({ failure: failureOf('offline') });
    await settled();
    expect(tags()).toEqual(['unrefreshed', 'waiting']);
    kept.resolve(old);
    await settled();
    expect(tags()).toEqual(['shown', 'unrefreshed']);
  });
});

describe('failure without a copy', () => {
  test('says so, and a retry begins again', async () => {
    const { actor, kept, fetches, tags, settled } = start();
    kept.resolve(null);
    fetches[0]?.resolve({ failure: failureOf('unexpected', 500) });
    await settled();
    expect(tags()).toEqual(['failed', 'unrefreshed']);
    actor.send({ type: 'read.retry' });
    expect(tags()).toEqual(['asking', 'waiting']);
    expect(selectFailure(actor.getSnapshot())).toBeNull();
  });

  test('asks again by itself when the network is back, and listens no longer', async () => {
    const { kept, fetches, watchers, tags, settled } = start();
    kept.resolve(null);
    expect(watchers.size).toBe(0);
    fetches[0]?.resolve({ failure: failureOf('offline') });
    await settled();
    expect([tags(), watchers.size]).toEqual([['failed', 'unrefreshed'], 1]);
    for (const restored of watchers) restored();
    expect([tags(), watchers.size]).toEqual([['asking', 'waiting'], 0]);
    fetches[1]?.resolve({ copy: fresh });
    await settled();
    expect(tags()).toEqual(['shown']);
  });

  test('an actor that throws is a failure too', async () => {
    const { actor, kept, fetches, tags, settled } = start();
    kept.resolve(null);
    fetches[0]?.reject(new Error('a bug'));
    await settled();
    expect(tags()).toEqual(['failed', 'unrefreshed']);
    expect(selectFailure(actor.getSnapshot())?.kind).toBe('internal');
  });
});

test('a stopped read takes its call back', () => {
  let isAborted = false;
  const machine = cachedReadMachine.provide({
    actors: {
      fetchFresh: fromPromise(({ signal }) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return new Promise<Fetched>(() => undefined);
      }),
    },
  });
  const actor = createActor(machine, { input: { key: 'x', known: null } }).start();
  actor.stop();
  expect(isAborted).toBe(true);
});

test('every state can be reached', () => {
  const outcomes = [{ copy: fresh }, { failure: failureOf('problem', 404) }, { failure: failureOf('offline') }];
  const events = [
    { type: 'read.retry' },
    { type: 'xstate.done.actor.0.cachedRead.kept.reading', output: null },
    { type: 'xstate.done.actor.0.cachedRead.kept.reading', output: old },
    ...outcomes.map((output) => ({ type: 'xstate.done.actor.0.cachedRead.data.asking', output })),
    ...['pendingDelay', 'pendingMinimum', 'stillWaitingDelay'].flatMap((delay) =>
      ['waiting', 'pending', 'pendingLong'].map((state) => ({
        type: `xstate.after.${delay}.cachedRead.view.${state}`,
      })),
    ),
  ];
  const paths = getShortestPaths(cachedReadMachine, {
    input: { key: 'x', known: null },
    events: events as never,
    limit: 5_000,
  });
  const reached = new Set(
    paths.flatMap(({ state }) => Object.entries(state.value as object).map(([region, name]) => `${region}.${name}`)),
  );
  const all = Object.entries(cachedReadMachine.config.states ?? {}).flatMap(([region, { states }]) =>
    Object.keys(states ?? {}).map((name) => `${region}.${name}`),
  );
  expect([...reached].sort()).toEqual(all.sort());
});
