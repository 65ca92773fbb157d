import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { activationPatience } from '#contract/constants';
import { unreached } from '../tests/machine-coverage.ts';
import { appUpdateMachine } from './app-update.ts';

type News = 'worker.ready' | 'worker.waiting' | 'worker.controlling';

function start({ isBroken = false, isWaiting = true, isSilent = false, heldUp = 0 } = {}) {
  const clock = new SimulatedClock();
  const done: string[] = [];
  let looks = 0;
  let tell: (event: { type: News }) => void = () => undefined;
  const machine = appUpdateMachine.provide({
    actors: {
      watchWorker: fromCallback(({ sendBack }) => {
        tell = sendBack;
      }),
      activate: fromPromise(async () => {
        if (isSilent) return new Promise<boolean>(() => undefined);
        done.push('activate');
        if (isBroken) throw new Error('no worker');
        return isWaiting;
      }),
      isWaiting: fromPromise(async () => {
        if (isSilent) return new Promise<boolean>(() => undefined);
        looks += 1;
        if (isBroken) throw new Error('no worker');
        return looks <= heldUp;
      }),
    },
    actions: { reload: () => done.push('reload') },
  });
  const actor = createActor(machine, { clock }).start();
  return { actor, clock, done, news: (type: News) => tell({ type }), tags: () => [...actor.getSnapshot().tags] };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a first install says once that it works without a network', () => {
  const { clock, news, tags, done } = start();
  news('worker.ready');
  expect(tags()).toEqual(['ready']);
  clock.increment(6_000);
  expect([tags(), done]).toEqual([[], []]);
});

test('a new version is offered, however often it is told, and reloads once it has taken over', async () => {
  const { actor, clock, news, tags, done } = start();
  for (let count = 0; count < 3; count += 1) news('worker.waiting');
  expect(tags()).toEqual(['offered']);
  actor.send({ type: 'update.accept' });
  await settled();
  expect([tags(), done]).toEqual([['applying'], ['activate']]);
  news('worker.controlling');
  clock.increment(60_000);
  expect(done).toEqual(['activate', 'reload']);
});

test.each([false, true])('without a word from the browser it reloads all the same (broken: %s)', async (isBroken) => {
  const { actor, clock, news, done } = start({ isBroken });
  news('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  clock.increment(activationPatience);
  await settled();
  expect(done).toEqual(['activate', 'reload']);
});

test('a version that is held up is waited for: a reload before it has taken over would bring the old one', async () => {
  const { actor, clock, news, tags, done } = start({ heldUp: 2 });
  news('worker.waiting');
  actor.send({ type: 'update.accept' });
  for (let count = 0; count < 2; count += 1) {
    await settled();
    clock.increment(activationPatience);
  }
  await settled();
  expect([tags(), done]).toEqual([['applying'], ['activate']]);
  clock.increment(activationPatience);
  await settled();
  expect(done).toEqual(['activate', 'reload']);
});

test('a browser that answers nothing is not waited for', async () => {
  const { actor, clock, done, news } = start({ isSilent: true });
  news('worker.waiting');
  actor.send({ type: 'update.accept' });
  clock.increment(activationPatience);
  clock.increment(activationPatience);
  expect(done).toEqual(['reload']);
});

test('what is typed after the yes is kept too', async () => {
  const { actor, clock, news, tags, done } = start();
  news('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  actor.send({ type: 'page.typed' });
  news('worker.controlling');
  clock.increment(60_000);
  expect([tags(), done]).toEqual([['quiet'], ['activate']]);
});

test('a version that took over without a word is offered', () => {
  const { news, tags, done } = start();
  news('worker.controlling');
  expect([tags(), done]).toEqual([['offered'], []]);
});

test('a version that has taken over already needs no word', async () => {
  const { actor, news, done } = start({ isWaiting: false });
  news('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  expect(done).toEqual(['activate', 'reload']);
});

test('nothing reloads unasked, not even when another tab has said yes', () => {
  const { news, tags, done } = start();
  news('worker.waiting');
  news('worker.controlling');
  expect([tags(), done]).toEqual([['offered'], []]);
});

test('while something is typed one quiet line is all; once it is sent the offer comes', () => {
  const { actor, news, tags } = start();
  actor.send({ type: 'page.typed' });
  news('worker.waiting');
  expect([tags(), actor.getSnapshot().can({ type: 'update.accept' })]).toEqual([['quiet'], false]);
  actor.send({ type: 'page.sent' });
  expect(tags()).toEqual(['offered']);
  actor.send({ type: 'page.typed' });
  expect(tags()).toEqual(['quiet']);
});

test('an offer that is put away comes back with the next version', () => {
  const { actor, news, tags } = start();
  news('worker.waiting');
  actor.send({ type: 'update.dismiss' });
  expect(tags()).toEqual(['dismissed']);
  news('worker.waiting');
  expect(tags()).toEqual(['offered']);
});

test('every state and transition can be reached', () => {
  const events = [
    'worker.ready',
    'worker.waiting',
    'worker.controlling',
    'page.typed',
    'page.sent',
    'update.accept',
    'update.dismiss',
    'xstate.after.activationPatience.appUpdate.applying.telling',
    'xstate.after.activationPatience.appUpdate.applying.waiting',
    'xstate.after.activationPatience.appUpdate.applying.looking',
    'xstate.after.readyNotice.appUpdate.ready',
    'xstate.done.actor.0.appUpdate.applying.telling',
    'xstate.done.actor.0.appUpdate.applying.looking',
    'xstate.error.actor.0.appUpdate.applying.telling',
    'xstate.error.actor.0.appUpdate.applying.looking',
  ].flatMap((type) =>
    type.startsWith('xstate.done') ? [true, false].map((output) => ({ type, output })) : [{ type }],
  );
  // `deciding` and `taken` are left in the step that enters them.
  expect(unreached(appUpdateMachine, { events })).toEqual(['appUpdate.deciding', 'appUpdate.taken']);
});
