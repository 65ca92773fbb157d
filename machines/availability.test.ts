import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { type Answer, availabilityMachine } from './availability.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function start(answer: Answer | 'broken') {
  const clock = new SimulatedClock();
  const checked: string[] = [];
  const machine = availabilityMachine.provide({
    actors: {
      check: fromPromise(async ({ input }) => {
        checked.push(input.name);
        if (answer === 'broken') throw new Error('broken');
        return answer;
      }),
    },
  });
  const actor = createActor(machine, { clock }).start();
  return { actor, clock, checked, tags: () => [...actor.getSnapshot().tags] };
}

test('a name is checked about once, after the typing has paused', async () => {
  const { actor, clock, checked, tags } = start({ available: false, reason: 'is taken' });
  expect(actor.getSnapshot().context.answer).toBeNull();
  for (const name of ['a', 'ad', 'ada']) {
    actor.send({ type: 'name.change', name });
    clock.increment(299);
  }
  expect([tags(), checked]).toEqual([['checking'], []]);
  clock.increment(1);
  expect(tags()).toEqual(['checking']);
  await settled();
  expect([tags(), checked, actor.getSnapshot().context.answer]).toEqual([
    ['checked'],
    ['ada'],
    { available: false, reason: 'is taken' },
  ]);
  actor.send({ type: 'name.change', name: 'adam' });
  expect([tags(), actor.getSnapshot().context.answer]).toEqual([['checking'], null]);
});

test('an answer that comes late is for nobody; an empty name is not checked about', async () => {
  const { actor, clock, checked, tags } = start({ available: true, reason: null });
  actor.send({ type: 'name.change', name: 'ada' });
  clock.increment(300);
  actor.send({ type: 'name.change', name: '' });
  await settled();
  expect([tags(), checked, actor.getSnapshot().context.answer]).toEqual([[], ['ada'], null]);
});

test('the answer about a name goes with it when the field is emptied', async () => {
  const { actor, clock, tags } = start({ available: false, reason: 'is taken' });
  actor.send({ type: 'name.change', name: 'ada' });
  clock.increment(300);
  await settled();
  actor.send({ type: 'name.change', name: '' });
  expect([tags(), actor.getSnapshot().context.answer]).toEqual([[], null]);
});

test('who cannot be checked says nothing', async () => {
  const { actor, clock, tags } = start('broken');
  actor.send({ type: 'name.change', name: 'ada' });
  clock.increment(300);
  await settled();
  expect([tags(), actor.getSnapshot().context.answer]).toEqual([[], null]);
});

test('every state and transition can be reached', () => {
  const events = [
    { type: 'name.change', name: 'ada' },
    { type: 'name.change', name: '' },
    { type: 'xstate.after.typingPause.availability.typing' },
    { type: 'xstate.done.actor.0.availability.checking', output: { available: true, reason: null } },
    { type: 'xstate.error.actor.0.availability.checking', error: new Error('x') },
  ];
  expect(unreached(availabilityMachine, { events })).toEqual([]);
});
