import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { replayMachine, selectIsPlaying } from './replay.ts';

function start(time = 5_000) {
  let tick: (elapsed: number) => void = () => undefined;
  const calls: string[] = [];
  const machine = replayMachine.provide({
    actors: {
      clock: fromCallback(({ sendBack }) => {
        calls.push('clock');
        tick = (elapsed) => sendBack({ type: 'clock.ticked', elapsed });
        return () => calls.push('end');
      }),
    },
  });
  const actor = createActor(machine, { input: { start: 1_000, end: 60_000, time } }).start();
  return {
    actor,
    calls,
    tick: (elapsed: number) => tick(elapsed),
    state: () => [selectIsPlaying(actor.getSnapshot()), actor.getSnapshot().context.time],
  };
}

test('begins at its time, within the race, and does not play by itself', () => {
  expect(start().state()).toEqual([false, 5_000]);
  expect(start(0).state()).toEqual([false, 1_000]);
  expect(start(90_000).state()).toEqual([false, 60_000]);
});

test('plays at its speed until it is paused, and its clock stops then', () => {
  const { actor, calls, tick, state } = start();
  actor.send({ type: 'play.toggle' });
  tick(100);
  expect(state()).toEqual([true, 5_100]);
  actor.send({ type: 'speed.change', speed: 16 });
  tick(100);
  expect(state()).toEqual([true, 6_700]);
  actor.send({ type: 'play.toggle' });
  expect([state(), calls]).toEqual([
    [false, 6_700],
    ['clock', 'end'],
  ]);
});

test('moves to a time while it plays and while it is paused, and no further than its ends', () => {
  const { actor, state } = start();
  actor.send({ type: 'time.seek', time: 30_000 });
  expect(state()).toEqual([false, 30_000]);
  actor.send({ type: 'play.toggle' });
  actor.send({ type: 'time.seek', time: -1 });
  expect(state()).toEqual([true, 1_000]);
  actor.send({ type: 'time.seek', time: 1e9 });
  expect(state()).toEqual([true, 60_000]);
});

test('stops at the end of the race, and begins again from there', () => {
  const { actor, tick, state } = start(59_950);
  actor.send({ type: 'play.toggle' });
  tick(100);
  expect(state()).toEqual([false, 60_000]);
  actor.send({ type: 'play.toggle' });
  expect(state()).toEqual([true, 1_000]);
});

test('every state and transition is reached', () => {
  const events = [
    { type: 'play.toggle' },
    { type: 'time.seek', time: 60_000 },
    { type: 'speed.change', speed: 2 },
    { type: 'clock.ticked', elapsed: 10 },
    { type: 'clock.ticked', elapsed: 1e6 },
  ] as const;
  const serializeState = (snapshot: { readonly value: unknown; readonly context: { readonly time: number } }) =>
    `${snapshot.value} ${snapshot.context.time >= 60_000}`;
  expect(unreached(replayMachine, { input: { start: 0, end: 60_000, time: 0 }, events, serializeState })).toEqual([]);
});
