import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { downloadMachine } from './download.ts';

function start() {
  const clock = new SimulatedClock();
  const calls: string[] = [];
  const machine = downloadMachine.provide({
    actions: {
      startDownload: (_, params) => calls.push(`download ${params.url}`),
      openInfoPage: () => calls.push('info'),
    },
  });
  const actor = createActor(machine, { clock }).start();
  return {
    clock,
    calls,
    click: () => actor.send({ type: 'download.start' }),
    find: (url: string | null) => actor.send({ type: 'download.found', url }),
  };
}

test('starts the download at once and opens the info page 1000 ms later', () => {
  const { clock, calls, click, find } = start();
  find('/app.exe');
  click();
  clock.increment(999);
  expect(calls).toEqual(['download /app.exe']);
  clock.increment(1);
  expect(calls).toEqual(['download /app.exe', 'info']);
});

test('starts one download for two clicks, and that of the present file for a click after the info page', () => {
  const { clock, calls, click, find } = start();
  find('/app.exe');
  click();
  click();
  clock.increment(1_000);
  find('/newer.exe');
  click();
  expect(calls).toEqual(['download /app.exe', 'info', 'download /newer.exe']);
});

test.each([
  ['before', 400],
  ['after', 1_400],
])('opens the info page 1000 ms after a click, and starts the download once the file is known %s that', (_, time) => {
  const { clock, calls, click, find } = start();
  click();
  clock.increment(Math.min(time, 999));
  expect(calls).toEqual([]);
  clock.increment(Math.max(0, time - 999));
  find('/app.exe');
  find('/app.exe');
  clock.increment(1_000);
  expect(calls.toSorted()).toEqual(['download /app.exe', 'info']);
  expect(calls[0]).toBe(time < 1_000 ? 'download /app.exe' : 'info');
});

test('opens the info page after 1000 ms when there is no file', () => {
  const { clock, calls, click, find } = start();
  click();
  find(null);
  clock.increment(999);
  expect(calls).toEqual([]);
  clock.increment(1);
  expect(calls).toEqual(['info']);
});

test('every state and transition can be reached', () => {
  const events = [
    { type: 'download.found', url: '/app.exe' },
    { type: 'download.found', url: null },
    { type: 'download.start' },
    { type: 'xstate.after.downloadInfoDelay.download.started' },
  ];
  expect(unreached(downloadMachine, { events })).toEqual([]);
});
