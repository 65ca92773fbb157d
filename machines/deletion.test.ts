import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { createFailure } from '#contract/api/problem';
import { unreached } from '../tests/machine-coverage.ts';
import { type DeletedItem, deletionMachine, type RefusedItem } from './deletion.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const monza = { id: '1', title: 'Monza Race' };
const spa = { id: '2', title: 'Spa Race' };
const refusedSpa: RefusedItem = { ...spa, failure: createFailure('problem', { status: 403 }) };

/** Each answer has the refused items of one try. */
function start(answers: readonly (readonly RefusedItem[] | Error | 'hangs')[] = [[]]) {
  const clock = new SimulatedClock();
  const sent: (readonly DeletedItem[])[] = [];
  const onLeave: string[] = [];
  const log: string[] = [];
  let recover = (): void => undefined;
  const machine = deletionMachine.provide({
    actors: {
      remove: fromPromise(async ({ input }) => {
        sent.push(input.items);
        const answer = answers[sent.length - 1] ?? [];
        if (answer instanceof Error) throw answer;
        return answer === 'hangs' ? new Promise<readonly RefusedItem[]>(() => undefined) : answer;
      }),
      watchNetwork: fromCallback(({ sendBack }) => {
        recover = () => sendBack({ type: 'network.online' });
      }),
    },
    actions: {
      reportSlow: () => log.push('slow'),
      sendOnLeave: ({ context }) => onLeave.push(...context.items.map(({ id }) => id)),
    },
  });
  const actor = createActor(machine, { clock, input: { items: [monza, spa] } }).start();
  const state = () => actor.getSnapshot();
  /** Every second starts the timer of the next. */
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) clock.increment(1_000);
  };
  return { actor, clock, pass, sent, log, onLeave, state, recover: () => recover() };
}

test('hides the items for ten seconds, counted down, and deletes them on the server only then', async () => {
  const { clock, pass, sent, state } = start();
  expect([state().hasTag('hidden'), state().context.secondsLeft, state().context.refused]).toEqual([true, 10, []]);
  pass(1);
  expect(state().context.secondsLeft).toBe(9);
  pass(8);
  clock.increment(999);
  expect([sent, state().hasTag('undoable')]).toEqual([[], true]);
  clock.increment(1);
  expect([sent, state().hasTag('undoable'), state().context.secondsLeft]).toEqual([[[monza, spa]], false, 0]);
  await settled();
  expect([state().status, state().value, state().hasTag('hidden')]).toEqual(['done', 'deleted', true]);
});

test('sends nothing after it was undone', () => {
  const { actor, pass, sent, onLeave, state } = start();
  pass(9);
  actor.send({ type: 'deletion.undo' });
  pass(60);
  expect([sent, onLeave, state().hasTag('hidden')]).toEqual([[], [], false]);
});

test('is sent at once when the page is left, also while it is being sent', () => {
  const waiting = start();
  waiting.actor.send({ type: 'page.left' });
  waiting.pass(60);
  expect([waiting.onLeave, waiting.sent, waiting.state().status]).toEqual([['1', '2'], [], 'done']);
  const sending = start();
  sending.pass(10);
  sending.actor.send({ type: 'page.left' });
  expect(sending.onLeave).toEqual(['1', '2']);
});

test('brings back what the server refuses, and deletes only that in the next try', async () => {
  const { actor, pass, sent, state } = start([[refusedSpa], []]);
  pass(10);
  await settled();
  expect([state().hasTag('refused'), state().hasTag('hidden')]).toEqual([true, false]);
  expect([state().context.refused, state().context.items]).toEqual([[refusedSpa], [refusedSpa]]);
  actor.send({ type: 'deletion.retry' });
  expect(state().context.refused).toEqual([]);
  await settled();
  expect([sent[1], state().value]).toEqual([[refusedSpa], 'deleted']);
});

test('brings everything back after an unexpected error, and ends when that was read', async () => {
  const { actor, pass, state } = start([new Error('bug')]);
  pass(10);
  await settled();
  expect(state().context.refused.map(({ id, failure }) => [id, failure.kind, failure.message])).toEqual([
    ['1', 'internal', 'Error: bug'],
    ['2', 'internal', 'Error: bug'],
  ]);
  actor.send({ type: 'deletion.dismiss' });
  expect([state().status, state().hasTag('hidden')]).toEqual(['done', false]);
});

test('says after ten seconds without an answer that it still waits, and can be stopped or sent again', async () => {
  const { actor, pass, sent, log, state } = start(['hangs', 'hangs', []]);
  pass(12);
  expect([log, state().hasTag('overdue')]).toEqual([[], false]);
  pass(1);
  expect([log, state().hasTag('overdue')]).toEqual([['slow'], false]);
  pass(7);
  expect([state().hasTag('overdue'), state().hasTag('hidden')]).toEqual([true, true]);
  actor.send({ type: 'deletion.resend' });
  expect([sent.length, state().hasTag('overdue')]).toEqual([2, false]);
  pass(10);
  actor.send({ type: 'deletion.stop' });
  expect(state().context.refused.map(({ id, failure }) => [id, failure.kind])).toEqual([
    ['1', 'aborted'],
    ['2', 'aborted'],
  ]);
  actor.send({ type: 'deletion.retry' });
  await settled();
  expect([sent.length, state().value]).toEqual([3, 'deleted']);
});

test('is sent again by itself when the network is back, but neither before its time nor after it was refused', async () => {
  const { pass, sent, recover, state } = start(['hangs', [refusedSpa]]);
  recover();
  expect(sent.length).toBe(0);
  pass(10);
  recover();
  await settled();
  recover();
  expect([sent.length, state().hasTag('refused')]).toEqual([2, true]);
});

test('every state and transition can be reached', () => {
  const events = [
    ...['undo', 'retry', 'dismiss', 'stop', 'resend'].map((name) => ({ type: `deletion.${name}` })),
    { type: 'page.left' },
    { type: 'network.online' },
    { type: 'xstate.after.slowRequestDelay.deletion.sending.prompt' },
    { type: 'xstate.after.overdueDelay.deletion.sending.prompt' },
    { type: 'xstate.snapshot.0.deletion.waiting', snapshot: { context: { secondsLeft: 1 } } },
    { type: 'xstate.done.actor.0.deletion.waiting' },
    { type: 'xstate.done.actor.0.deletion.sending', output: [] },
    { type: 'xstate.done.actor.0.deletion.sending', output: [refusedSpa] },
    { type: 'xstate.error.actor.0.deletion.sending', error: new Error('x') },
  ];
  expect(unreached(deletionMachine, { input: { items: [monza, spa] }, events })).toEqual([]);
});
