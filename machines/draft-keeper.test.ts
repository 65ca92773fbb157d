import { expect, test } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromPromise, SimulatedClock } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { createDraftKeeper, draftKeeperMachine, statusOf } from './draft-keeper.ts';
import type { Draft } from './editor-content.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const draftOf = (value: string): Draft<string> => ({ value, base: '', version: null, attempts: [] });

/** A keeper over a store; an Error is thrown for each access. */
async function open(store: { stored: Draft<string> | null | Error; isFull?: boolean }) {
  const clock = new SimulatedClock();
  const writes: string[] = [];
  const machine = createDraftKeeper<string>().provide({
    actors: {
      readDraft: fromPromise(async () => {
        if (store.stored instanceof Error) throw store.stored;
        return store.stored;
      }),
      writeDraft: fromPromise(async ({ input }) => {
        if (store.isFull === true) throw new Error('full');
        writes.push(input.draft.value);
        store.stored = input.draft;
      }),
      removeDraft: fromPromise(async () => {
        if (store.isFull === true) throw new Error('full');
        store.stored = null;
      }),
    },
  });
  const actor = createActor(machine, { clock }).start();
  await settled();
  return {
    writes,
    status: () => statusOf(actor.getSnapshot()),
    change: async (draft: Draft<string> | null) => {
      actor.send({ type: 'draft.changed', draft });
      await settled();
    },
    flush: async () => {
      actor.send({ type: 'draft.flush' });
      await settled();
    },
    pass: async (time: number) => {
      clock.increment(time);
      await settled();
    },
  };
}

test('stores a change a moment later, the latest of several, and removes the draft when there is none', async () => {
  const store = { stored: null };
  const { writes, change, pass } = await open(store);
  await change(draftOf('a'));
  await pass(200);
  await change(draftOf('ab'));
  await pass(99);
  expect(writes).toEqual([]);
  await pass(1);
  expect([writes, store.stored]).toEqual([['ab'], draftOf('ab')]);
  await change(null);
  expect(store.stored).toBeNull();
});

test('restores the draft of an earlier visit, and writes it again only when it has changed', async () => {
  const found = draftOf('found');
  const { writes, status, change, pass } = await open({ stored: found });
  expect(status()).toEqual({ stored: found, isRead: true, isRefused: false, hasFailed: false });
  await change(found);
  await pass(1_000);
  expect(writes).toEqual([]);
});

test('writes at once when it is to, and says so when the store refuses it', async () => {
  const store = { stored: null, isFull: true };
  const { writes, status, change, flush } = await open(store);
  await change(draftOf('a'));
  await flush();
  expect(status()).toMatchObject({ stored: null, isRefused: true, hasFailed: true });
  store.isFull = false;
  await flush();
  expect([writes, status().isRefused]).toEqual([['a'], false]);
});

test.each(['after', 'before'] as const)(
  'removes a draft that is discarded %s the store has refused it, and tries again where that is refused too',
  async (when) => {
    const store: { stored: Draft<string> | null; isFull: boolean } = { stored: draftOf('found'), isFull: true };
    const { status, change, flush } = await open(store);
    await change(draftOf('a'));
    const refused = flush();
    if (when === 'after') {
      await refused;
      expect(status()).toMatchObject({ isRefused: true, hasFailed: true });
    }
    await change(null);
    expect(status()).toMatchObject({ stored: draftOf('found'), isRefused: false, hasFailed: false });
    store.isFull = false;
    await flush();
    expect([store.stored, status().stored]).toEqual([null, null]);
  },
);

test('never overwrites what it could not read', async () => {
  const { writes, status, change, flush } = await open({ stored: new Error('broken') });
  await change(draftOf('a'));
  await flush();
  expect([writes, status()]).toEqual([[], { stored: null, isRead: true, isRefused: true, hasFailed: true }]);
});

test('every state and transition can be reached', () => {
  const events = [
    ...[draftOf('a'), draftOf('b'), null].map((draft) => ({ type: 'draft.changed', draft })),
    { type: 'draft.flush' },
    { type: 'xstate.after.draftDelay.draftKeeper.pending' },
    ...[draftOf('a'), null].map((output) => ({ type: 'xstate.done.actor.0.draftKeeper.reading', output })),
    ...['writing', 'removing'].map((state) => ({ type: `xstate.done.actor.0.draftKeeper.${state}` })),
    ...['reading', 'writing', 'removing'].map((state) => ({ type: `xstate.error.actor.0.draftKeeper.${state}` })),
  ];
  const serializeState = ({ value, context }: AnyMachineSnapshot) => {
    const { draft, stored, writing, canStore, isRefused } = context;
    return JSON.stringify([
      value,
      draft === stored,
      draft === writing,
      draft?.value,
      stored?.value,
      canStore,
      isRefused,
    ]);
  };
  expect(unreached(draftKeeperMachine, { events, serializeState })).toEqual([]);
});
