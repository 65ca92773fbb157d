import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { type Answer, availabilityMachine, selectAnswer } from './availability.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function start(answer: Answer | 'broken') {
  const clock = new SimulatedClock();
  const asked: string[] = [];
  const machine = availabilityMachine.provide({
    actors: {
      ask: fromPromise(async ({ input }) => {
        asked.push(input.name);
        if (answer === 'broken') throw new Error('broken');
        return answer;
      }),
    },
  });
  const actor = createActor(machine, { clock }).start();
  return { actor, clock, asked, tags: () => [...actor.getSnapshot().tags] };
}

test('a name is asked about once, after the typing has paused', async () => {
  const { actor, clock, asked, tags } = start({ available: false, reason: 'is taken' });
  for (const name of ['a', 'ad', 'ada']) {
    actor.send({ type: 'name.typed', name });
    clock.increment(299);
  }
  expect([tags(), asked]).toEqual([['asking'], []]);
  clock.increment(1);
  await settled();
  expect([tags(), asked, selectAnswer(actor.getSnapshot())]).toEqual([
    ['known'],
    ['ada'],
    { available: false, reason: 'is taken' },
  ]);
  actor.send({ type: 'name.typed', name: 'adam' });
  expect([tags(), selectAnswer(actor.getSnapshot())]).toEqual([['asking'], null]);
});

test('an answer that comes late is for nobody; an empty name is not asked about', async () => {
  const { actor, clock, asked, tags } = start({ available: true, reason: null });
  actor.send({ type: 'name.typed', name: 'ada' });
  clock.increment(300);
  actor.send({ type: 'name.typed', name: '' });
  await settled();
  expect([tags(), asked, selectAnswer(actor.getSnapshot())]).toEqual([[], ['ada'], null]);
});

test('who cannot be asked says nothing', async () => {
  const { actor, clock, tags } = start('broken');
  actor.send({ type: 'name.typed', name: 'ada' });
  clock.increment(300);
  await settled();
  expect([tags(), selectAnswer(actor.getSnapshot())]).toEqual([[], null]);
});

test('every state and transition can be reached', () => {
  const events = [
    { type: 'name.typed', name: 'ada' },
    { type: 'name.typed', name: '' },
    { type: 'xstate.after.typingPause.availability.typing' },
    { type: 'xstate.done.actor.0.availability.asking', output: { available: true, reason: null } },
    { type: 'xstate.error.actor.0.availability.asking', error: new Error('x') },
  ];
  expect(unreached(availabilityMachine, { events })).toEqual([]);
});
