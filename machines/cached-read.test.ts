import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { pendingDelay, pendingMinimum, stillWaitingDelay } from '#contract/constants';
import type { Failure } from '#contract/problem';
import { unreached } from '../tests/machine-coverage.ts';
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

test('every state and transition can be reached', () => {
  const outcomes = [{ copy: fresh }, { failure: failureOf('problem', 404) }, { failure: failureOf('offline') }];
  const ended = (path: string, output: unknown) => ({ type: `xstate.done.actor.0.cachedRead.${path}`, output });
  const broke = (path: string) => ({ type: `xstate.error.actor.0.cachedRead.${path}`, error: new Error('x') });
  const events = [
    { type: 'read.retry' },
    { type: 'network.restored' },
    ended('kept.reading', null),
    ended('kept.reading', old),
    broke('kept.reading'),
    ...outcomes.map((output) => ended('data.asking', output)),
    broke('data.asking'),
    ...['data.fresh', 'data.gone'].flatMap((path) => [ended(path, undefined), broke(path)]),
    { type: 'xstate.after.pendingDelay.cachedRead.view.waiting' },
    { type: 'xstate.after.pendingMinimum.cachedRead.view.pending' },
    { type: 'xstate.after.stillWaitingDelay.cachedRead.view.pendingLong' },
  ];
  expect(unreached(cachedReadMachine, { input: { key: 'x', known: null }, events })).toEqual([]);
});
