import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { createFailure } from '#contract/api/problem';
import { deletionMachine, type RefusedItem } from './deletion.ts';
import { deletionsMachine } from './deletions.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const monza = { id: '1', title: 'Monza Race' };
const spa = { id: '2', title: 'Spa Race' };

/** The deletions of a page; the server does not delete `refused`. */
function start(refused: readonly RefusedItem[] = []) {
  const clock = new SimulatedClock();
  const log: string[] = [];
  let leave = (): void => undefined;
  const machine = deletionsMachine.provide({
    actors: {
      deletion: deletionMachine.provide({
        actors: {
          remove: fromPromise(async () => refused),
          watchNetwork: fromCallback(() => undefined),
        },
        actions: { sendOnLeave: ({ context }) => log.push(...context.items.map(({ title }) => title)) },
      }),
      watchPage: fromCallback(({ sendBack }) => {
        leave = () => sendBack({ type: 'page.left' });
      }),
    },
  });
  const actor = createActor(machine, { clock });
  actor.on('deletions.deleted', () => log.push('deleted'));
  actor.start();
  actor.send({ type: 'deletions.add', key: 'a', items: [monza] });
  actor.send({ type: 'deletions.add', key: 'b', items: [spa] });
  /** Every second starts the timer of the next. */
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) clock.increment(1_000);
  };
  const list = () => actor.getSnapshot().context.deletions;
  return { actor, pass, log, list, leave: () => leave() };
}

test('run beside each other, and every change of one is a new list', () => {
  const { pass, list } = start();
  const before = list();
  expect(before.map(({ ref }) => ref.getSnapshot().context.items)).toEqual([[monza], [spa]]);
  pass(1);
  const counted = list();
  expect(counted).not.toBe(before);
  before[0]?.ref.send({ type: 'deletion.undo' });
  expect(list()).not.toBe(counted);
  expect(list().map(({ ref }) => ref.getSnapshot().hasTag('hidden'))).toEqual([false, true]);
});

test('are all sent when the page is left, except those that were undone', () => {
  const { list, leave, log } = start();
  list()[0]?.ref.send({ type: 'deletion.undo' });
  leave();
  expect(log).toEqual(['Spa Race']);
});

test('report those that the server has deleted, and neither undone nor refused ones', async () => {
  const done = start();
  done.list()[0]?.ref.send({ type: 'deletion.undo' });
  done.pass(10);
  const sent = done.list();
  await settled();
  expect(done.log).toEqual(['deleted']);
  expect(done.list()).not.toBe(sent);
  const refused = start([{ ...monza, failure: createFailure('problem', { status: 403 }) }]);
  refused.pass(10);
  await settled();
  for (const { ref } of refused.list()) ref.send({ type: 'deletion.dismiss' });
  expect([refused.log, refused.list().map(({ ref }) => ref.getSnapshot().status)]).toEqual([[], ['done', 'done']]);
});
