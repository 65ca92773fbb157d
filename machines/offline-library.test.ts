import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { type OfflineLibrary, offlineLibraryMachine, selectIsUnsupported } from './offline-library.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const item = (id: string) => ({ id, title: id, path: '/', size: 1, missing: 0 });

function start(failing: 'load' | 'remove' | null = null) {
  let items = [item('a'), item('b')];
  let announce: () => void = () => undefined;
  const machine = offlineLibraryMachine.provide({
    actors: {
      load: fromPromise<OfflineLibrary, undefined>(async () => {
        if (failing === 'load') throw new Error('private mode');
        return { items, recent: [], size: 2, isPersistent: false };
      }),
      removeItem: fromPromise(async ({ input }) => {
        if (failing === 'remove') throw new Error('lost');
        items = items.filter(({ id }) => id !== input.id);
      }),
      watchLibrary: fromCallback(({ sendBack }) => {
        announce = () => sendBack({ type: 'library.changed' });
      }),
    },
  });
  const actor = createActor(machine).start();
  return {
    actor,
    ids: () => actor.getSnapshot().context.library?.items.map(({ id }) => id),
    tags: () => [...actor.getSnapshot().tags],
    addElsewhere: (id: string) => {
      items = [...items, item(id)];
      announce();
    },
  };
}

test('a removed item leaves the list at once, and the list is loaded again afterwards', async () => {
  const { actor, ids, tags } = start();
  expect([tags(), ids()]).toEqual([['loading'], undefined]);
  await settled();
  actor.send({ type: 'item.remove', id: 'a' });
  expect([tags(), ids()]).toEqual([['shown', 'removing'], ['b']]);
  await settled();
  await settled();
  expect([tags(), ids()]).toEqual([['shown'], ['b']]);
});

test('items that are removed quickly one after another are all removed', async () => {
  const { actor, ids } = start();
  await settled();
  actor.send({ type: 'item.remove', id: 'a' });
  actor.send({ type: 'item.remove', id: 'b' });
  expect(ids()).toEqual([]);
  await settled();
  await settled();
  expect(ids()).toEqual([]);
});

test('an item is removed while the list is loaded again', async () => {
  const { actor, ids, addElsewhere } = start();
  await settled();
  addElsewhere('c');
  actor.send({ type: 'item.remove', id: 'a' });
  expect(ids()).toEqual(['b']);
  await settled();
  await settled();
  expect(ids()).toEqual(['b', 'c']);
});

test('still lists an item whose removal failed', async () => {
  const { actor, ids } = start('remove');
  await settled();
  actor.send({ type: 'item.remove', id: 'a' });
  await settled();
  await settled();
  expect(ids()).toEqual(['a', 'b']);
});

test('loads the list again when it changed elsewhere, also while it is being loaded', async () => {
  const { ids, addElsewhere } = start();
  addElsewhere('c');
  await settled();
  expect(ids()).toEqual(['a', 'b', 'c']);
  addElsewhere('d');
  await settled();
  expect(ids()).toEqual(['a', 'b', 'c', 'd']);
});

test('is unsupported when the list cannot be loaded', async () => {
  const { actor } = start('load');
  await settled();
  expect(selectIsUnsupported(actor.getSnapshot())).toBe(true);
});

test('every state and transition can be reached', () => {
  const events = [
    { type: 'item.remove', id: 'a' },
    { type: 'library.changed' },
    { type: 'xstate.done.actor.0.offlineLibrary.loading', output: null },
    { type: 'xstate.error.actor.0.offlineLibrary.loading', error: new Error('x') },
    { type: 'xstate.done.actor.0.offlineLibrary.removing' },
    { type: 'xstate.error.actor.0.offlineLibrary.removing', error: new Error('x') },
  ];
  expect(unreached(offlineLibraryMachine, { events })).toEqual([]);
});
