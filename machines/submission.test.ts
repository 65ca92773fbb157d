import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { AuthOutcome } from '#contract/auth';
import { unreached } from '../tests/machine-coverage.ts';
import { selectRefusal, selectWait, submissionMachine } from './submission.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function start(outcomes: (AuthOutcome | 'broken')[]) {
  const clock = new SimulatedClock();
  const sent: unknown[] = [];
  const machine = submissionMachine.provide({
    actors: {
      send: fromPromise(async ({ input }) => {
        sent.push(input.values);
        const outcome = outcomes.shift();
        if (outcome === undefined || outcome === 'broken') throw new Error('broken');
        return outcome;
      }),
    },
  });
  const actor = createActor(machine, { clock }).start();
  return { actor, clock, sent, tags: () => [...actor.getSnapshot().tags] };
}

const refusal = (retryAfter: number | null) => ({
  failure: { code: 'x', message: 'x', status: 429, reasons: [], retryAfter },
});

test('a form is busy, then done, and open again once it is changed', async () => {
  const { actor, sent, tags } = start([{ value: null }, { value: null }]);
  actor.send({ type: 'form.send', values: 1 });
  expect(tags()).toEqual(['busy']);
  await settled();
  expect(tags()).toEqual(['done']);
  actor.send({ type: 'form.changed' });
  expect(tags()).toEqual([]);
  actor.send({ type: 'form.send', values: 2 });
  await settled();
  actor.send({ type: 'form.send', values: 3 });
  expect(sent).toEqual([1, 2, 3]);
});

test('a refusal says why and may be sent again at once', async () => {
  const { actor, clock, tags } = start([refusal(null), 'broken', { value: null }]);
  actor.send({ type: 'form.send', values: 1 });
  await settled();
  expect([tags(), selectRefusal(actor.getSnapshot())?.code, selectWait(actor.getSnapshot())]).toEqual([
    ['refused'],
    'x',
    0,
  ]);
  clock.increment(1_000);
  expect(tags()).toEqual(['refused']);
  actor.send({ type: 'form.send', values: 1 });
  expect(selectRefusal(actor.getSnapshot())).toBeNull();
  await settled();
  expect(selectRefusal(actor.getSnapshot())?.code).toBe('internal');
  actor.send({ type: 'form.send', values: 1 });
  await settled();
  expect(tags()).toEqual(['done']);
});

test('a refusal with a time is counted down, and sent again only after it', async () => {
  const { actor, clock, sent, tags } = start([refusal(3), { value: null }]);
  actor.send({ type: 'form.send', values: 1 });
  await settled();
  for (const left of [3, 2, 1]) {
    expect([tags(), selectWait(actor.getSnapshot())]).toEqual([['refused'], left]);
    actor.send({ type: 'form.send', values: 1 });
    expect(sent.length).toBe(1);
    clock.increment(1_000);
  }
  expect([tags(), selectRefusal(actor.getSnapshot())]).toEqual([[], null]);
  actor.send({ type: 'form.send', values: 1 });
  await settled();
  expect(tags()).toEqual(['done']);
});

test('every state and transition can be reached', () => {
  const ended = (output: unknown) => ({ type: 'xstate.done.actor.0.submission.sending', output });
  const events = [
    { type: 'form.send', values: 1 },
    { type: 'form.changed' },
    ended({ value: null }),
    ended(refusal(2)),
    ended(refusal(null)),
    { type: 'xstate.error.actor.0.submission.sending', error: new Error('x') },
    { type: 'xstate.after.second.submission.refused' },
  ];
  expect(unreached(submissionMachine, { events })).toEqual([]);
});
