import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { type Holding, keepOfflineMachine, selectProgress } from './keep-offline.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function start(holding: Holding | 'broken', isReleaseBroken = false) {
  const done: string[] = [];
  let tell: (event: never) => void = () => undefined;
  const machine = keepOfflineMachine.provide({
    actors: {
      look: fromPromise(async () => {
        if (holding === 'broken') throw new Error('private mode');
        return holding;
      }),
      collect: fromCallback(({ sendBack }) => {
        done.push('collect');
        tell = sendBack as typeof tell;
        return () => done.push('end');
      }),
      release: fromPromise(async () => {
        done.push('release');
        if (isReleaseBroken) throw new Error('lost');
      }),
    },
  });
  const actor = createActor(machine).start();
  await settled();
  const state = () => {
    const snapshot = actor.getSnapshot();
    return [[...snapshot.tags], selectProgress(snapshot)] as const;
  };
  return { actor, done, state, tell: (event: object) => tell(event as never) };
}

const nothing = { isPinned: false, done: 1, of: 3 };

test('all of it is fetched, with what is done so far, and it is kept until it is taken back', async () => {
  const { actor, done, state, tell } = await start(nothing);
  expect(state()[0]).toEqual(['free']);
  actor.send({ type: 'keep.order' });
  tell({ type: 'keep.progressed', done: 2, of: 3 });
  expect(state()).toEqual([['keeping'], { done: 2, of: 3, trouble: null }]);
  tell({ type: 'keep.finished' });
  expect([state()[0], done]).toEqual([['kept'], ['collect', 'end']]);
  actor.send({ type: 'keep.release' });
  await settled();
  expect([state()[0], done.at(-1)]).toEqual([['free'], 'release']);
});

test.each(['network', 'full'] as const)(
  'trouble with %s leaves what came, says so, and is tried again',
  async (trouble) => {
    const { actor, state, tell } = await start(nothing);
    actor.send({ type: 'keep.order' });
    tell({ type: 'keep.progressed', done: 2, of: 3 });
    tell({ type: 'keep.failed', trouble });
    expect(state()).toEqual([['partly'], { done: 2, of: 3, trouble }]);
    actor.send({ type: 'keep.order' });
    expect(state()).toEqual([['keeping'], { done: 2, of: 3, trouble: null }]);
  },
);

test('what was marked earlier is known, and so is what has grown since', async () => {
  expect((await start({ isPinned: true, done: 3, of: 3 })).state()[0]).toEqual(['kept']);
  expect((await start({ isPinned: true, done: 3, of: 4 })).state()).toEqual([
    ['partly'],
    { done: 3, of: 4, trouble: null },
  ]);
});

test('stopping ends the fetching and looks at what is there', async () => {
  const { actor, done, state } = await start({ isPinned: true, done: 1, of: 3 });
  actor.send({ type: 'keep.order' });
  actor.send({ type: 'keep.stop' });
  await settled();
  expect([done, state()[0]]).toEqual([['collect', 'end'], ['partly']]);
});

test('a device that keeps nothing offers nothing; one that fails to let go is looked at again', async () => {
  expect((await start('broken')).state()[0]).toEqual([]);
  const { actor, state } = await start({ isPinned: true, done: 3, of: 3 }, true);
  actor.send({ type: 'keep.release' });
  await settled();
  expect(state()[0]).toEqual(['kept']);
});

test('every state and transition can be reached', () => {
  const look = [nothing, { isPinned: true, done: 3, of: 3 }, { isPinned: true, done: 2, of: 3 }];
  const events = [
    ...look.map((output) => ({ type: 'xstate.done.actor.0.keepOffline.looking', output })),
    { type: 'xstate.error.actor.0.keepOffline.looking', error: new Error('x') },
    { type: 'xstate.done.actor.0.keepOffline.releasing' },
    { type: 'xstate.error.actor.0.keepOffline.releasing', error: new Error('x') },
    ...['keep.order', 'keep.release', 'keep.stop', 'keep.finished'].map((type) => ({ type })),
    { type: 'keep.progressed', done: 2, of: 3 },
    { type: 'keep.failed', trouble: 'full' },
  ];
  expect(unreached(keepOfflineMachine, { events })).toEqual([]);
});
