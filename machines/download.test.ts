import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { downloadMachine } from './download.ts';

function start(url: string | null) {
  const clock = new SimulatedClock();
  const done: string[] = [];
  const machine = downloadMachine.provide({
    actions: {
      begin: (_, params) => done.push(`begin ${params.url}`),
      openInfo: () => done.push('info'),
    },
  });
  const actor = createActor(machine, { clock, input: { url } }).start();
  return { clock, done, order: () => actor.send({ type: 'download.order' }) };
}

test('the download begins at once, and 1000 ms later the page that says what to do with it', () => {
  const { clock, done, order } = start('/app.exe');
  order();
  clock.increment(999);
  expect(done).toEqual(['begin /app.exe']);
  clock.increment(1);
  expect(done).toEqual(['begin /app.exe', 'info']);
});

test('two clicks are one download; a later one is another', () => {
  const { clock, done, order } = start('/app.exe');
  order();
  order();
  clock.increment(1_000);
  order();
  expect(done).toEqual(['begin /app.exe', 'info', 'begin /app.exe']);
});

test('where there is nothing to download the page says so at once', () => {
  const { done, order } = start(null);
  order();
  expect(done).toEqual(['info']);
});

test('every state and transition can be reached', () => {
  const events = [{ type: 'download.order' }, { type: 'xstate.after.downloadInfoDelay.download.begun' }];
  const found = ['/app.exe', null].map((url) => new Set(unreached(downloadMachine, { input: { url }, events })));
  expect([...(found[0] ?? [])].filter((name) => found[1]?.has(name))).toEqual([]);
});
