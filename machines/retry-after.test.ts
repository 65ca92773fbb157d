import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { retryAfterMachine } from './retry-after.ts';

test('counts whole seconds down and then ends', () => {
  const clock = new SimulatedClock();
  const actor = createActor(retryAfterMachine, { clock, input: { seconds: 2.4 } }).start();
  const state = () => [actor.getSnapshot().context.secondsLeft, actor.getSnapshot().status];
  const seen = [state()];
  for (let second = 0; second < 3; second += 1) {
    clock.increment(999);
    seen.push(state());
    clock.increment(1);
  }
  expect([...seen, state()]).toEqual([
    [3, 'active'],
    [3, 'active'],
    [2, 'active'],
    [1, 'active'],
    [0, 'done'],
  ]);
});
