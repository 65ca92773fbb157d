import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { downloadMachine } from './download.ts';

function start(url: string | null) {
  const clock = new SimulatedClock();
  const calls: string[] = [];
  const machine = downloadMachine.provide({
    actions: {
      startDownload: (_, params) => calls.push(`download ${params.url}`),
      openInfoPage: () => calls.push('info'),
    },
  });
  const actor = createActor(machine, { clock }).start();
  return { clock, calls, click: (now = url) => actor.send({ type: 'download.start', url: now }) };
}

test('starts the download at once and opens the info page 1000 ms later', () => {
  const { clock, calls, click } = start('/app.exe');
  click();
  clock.increment(999);
  expect(calls).toEqual(['download /app.exe']);
  clock.increment(1);
  expect(calls).toEqual(['download /app.exe', 'info']);
});

test('starts one download for two clicks, and that of the present file for a click after the info page', () => {
  const { clock, calls, click } = start('/app.exe');
  click();
  click();
  clock.increment(1_000);
  click('/newer.exe');
  expect(calls).toEqual(['download /app.exe', 'info', 'download /newer.exe']);
});

test('opens the info page after 1000 ms when there is no file', () => {
  const { clock, calls, click } = start(null);
  click();
  clock.increment(999);
  expect(calls).toEqual([]);
  clock.increment(1);
  expect(calls).toEqual(['info']);
});

test('every state and transition can be reached', () => {
  const events = [
    { type: 'download.start', url: '/app.exe' },
    { type: 'download.start', url: null },
    { type: 'xstate.after.downloadInfoDelay.download.started' },
  ];
  expect(unreached(downloadMachine, { events })).toEqual([]);
});
