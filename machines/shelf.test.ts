import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { type Shelf, selectShelf, shelfMachine } from './shelf.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const pin = (id: string) => ({ id, title: id, path: '/', size: 1, missing: 0 });

function start(failing: 'load' | 'remove' | null = null) {
  let pins = [pin('a'), pin('b')];
  const machine = shelfMachine.provide({
    actors: {
      load: fromPromise<Shelf, undefined>(async () => {
        if (failing === 'load') throw new Error('private mode');
        return { pins, recent: [], count: 2, size: 2, isPersistent: false };
      }),
      remove: fromPromise(async ({ input }) => {
        if (failing === 'remove') throw new Error('lost');
        pins = pins.filter(({ id }) => id !== input.id);
      }),
    },
  });
  const actor = createActor(machine).start();
  const ids = () => selectShelf(actor.getSnapshot())?.pins.map(({ id }) => id);
  return { actor, ids, tags: () => [...actor.getSnapshot().tags] };
}

test('the list is loaded, stays shown while something is removed, and is loaded anew', async () => {
  const { actor, ids, tags } = start();
  expect([tags(), ids()]).toEqual([['loading'], undefined]);
  await settled();
  actor.send({ type: 'shelf.remove', id: 'a' });
  expect([tags(), ids()]).toEqual([
    ['shown', 'removing'],
    ['a', 'b'],
  ]);
  await settled();
  await settled();
  expect([tags(), ids()]).toEqual([['shown'], ['b']]);
});

test('what cannot be removed is still in the list; a device that keeps nothing has none', async () => {
  const { actor, ids } = start('remove');
  await settled();
  actor.send({ type: 'shelf.remove', id: 'a' });
  await settled();
  await settled();
  expect(ids()).toEqual(['a', 'b']);
  const broken = start('load');
  await settled();
  expect(broken.tags()).toEqual(['impossible']);
});

test('every state and transition can be reached', () => {
  const events = [
    { type: 'shelf.remove', id: 'a' },
    { type: 'xstate.done.actor.0.shelf.loading', output: null },
    { type: 'xstate.error.actor.0.shelf.loading', error: new Error('x') },
    { type: 'xstate.done.actor.0.shelf.removing' },
    { type: 'xstate.error.actor.0.shelf.removing', error: new Error('x') },
  ];
  expect(unreached(shelfMachine, { events })).toEqual([]);
});
