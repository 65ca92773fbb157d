import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { connectivityMachine, type ProbeResult, selectNetworkStatus } from './connectivity.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const probeResult = (status: ProbeResult['status'], isTimeout = false): ProbeResult => ({
  status,
  isTimeout,
  random: 1,
});

/** A running machine; `answers` are the results of its probes, the last one repeated; null rejects. */
function start(answers: (ProbeResult | null)[], { isVisible = true, isOffline = false } = {}) {
  const clock = new SimulatedClock();
  const probes = { count: 0 };
  const machine = connectivityMachine.provide({
    actors: {
      watchBrowser: fromCallback(({ sendBack }) => {
        if (isOffline) sendBack({ type: 'browser.offline' });
      }),
      probe: fromPromise(async () => {
        const answer = answers[Math.min(probes.count, answers.length - 1)];
        probes.count += 1;
        if (answer == null) throw new Error('broken');
        return answer;
      }),
    },
  });
  const actor = createActor(machine, { clock, input: { isVisible } }).start();
  return { actor, clock, probes, status: () => selectNetworkStatus(actor.getSnapshot()) };
}

test('is online at the start without a request', async () => {
  const { status, probes } = start([]);
  await settled();
  expect([status(), probes.count]).toEqual(['online', 0]);
});

test('is offline at the start when the browser says so', () => {
  expect(start([], { isOffline: true }).status()).toBe('offline');
});

test.each(['call.failed', 'call.slow', 'page.shown'] as const)('%s starts a probe at once', async (type) => {
  const { actor, status, probes } = start([probeResult('online')]);
  actor.send({ type });
  expect([status(), probes.count]).toEqual(['online', 1]);
  await settled();
  expect(status()).toBe('online');
});

test.each(['unreachable', 'captive', 'faulty'] as const)('a probe that finds %s sets that status', async (found) => {
  const { actor, status } = start([probeResult(found)]);
  actor.send({ type: 'call.failed' });
  await settled();
  expect(status()).toBe(found);
});

test('a probe that throws means unreachable', async () => {
  const { actor, status } = start([null]);
  actor.send({ type: 'call.failed' });
  await settled();
  expect(status()).toBe('unreachable');
});

test('a server that is down is probed with growing delays of at most two seconds until it is back', async () => {
  const down = probeResult('unreachable');
  const { actor, clock, status, probes } = start([down, down, down, down, probeResult('online')]);
  actor.send({ type: 'call.failed' });
  await settled();
  for (const [delay, count] of [
    [1_000, 2],
    [2_000, 3],
    [2_000, 4],
  ] as const) {
    clock.increment(delay - 1);
    expect(probes.count).toBe(count - 1);
    clock.increment(1);
    await settled();
    expect([probes.count, status()]).toEqual([count, 'unreachable']);
  }
  clock.increment(2_000);
  await settled();
  expect(status()).toBe('online');
});

test('after a probe that timed out the next one comes after the shortest delay', async () => {
  const { actor, clock, probes } = start([probeResult('unreachable', true)]);
  actor.send({ type: 'call.failed' });
  await settled();
  for (const count of [2, 3, 4]) {
    clock.increment(500);
    await settled();
    expect(probes.count).toBe(count);
  }
});

test('a hidden page is not probed; a page that is shown is probed at once', async () => {
  const { actor, clock, status, probes } = start([probeResult('captive'), probeResult('online')]);
  actor.send({ type: 'page.hidden' });
  actor.send({ type: 'call.failed' });
  await settled();
  clock.increment(60_000);
  expect([status(), probes.count]).toEqual(['captive', 1]);
  actor.send({ type: 'page.shown' });
  await settled();
  expect([status(), probes.count]).toEqual(['online', 2]);
});

test('stays offline until a probe has reached the server', async () => {
  const { actor, clock, status } = start([probeResult('captive'), probeResult('online')]);
  actor.send({ type: 'browser.offline' });
  expect(status()).toBe('offline');
  actor.send({ type: 'browser.online' });
  expect(status()).toBe('offline');
  await settled();
  expect(status()).toBe('captive');
  clock.increment(1_000);
  await settled();
  expect(status()).toBe('online');
});

test('a call that succeeds while the server counts as unreachable means online', async () => {
  const { actor, status } = start([probeResult('unreachable')]);
  actor.send({ type: 'call.failed' });
  await settled();
  expect(status()).toBe('unreachable');
  actor.send({ type: 'call.succeeded' });
  expect(status()).toBe('online');
});

test.each([
  ['unreachable', 'offline'],
  ['online', 'online'],
] as const)('a response that arrives while the browser is offline is confirmed: %s means %s', async (probe, after) => {
  const { actor, probes, status } = start([probeResult(probe)]);
  actor.send({ type: 'browser.offline' });
  actor.send({ type: 'call.succeeded' });
  expect(status()).toBe('offline');
  await settled();
  expect([status(), probes.count]).toEqual([after, 1]);
});

test('a probe that finds the server while the device is offline, or after, means online', async () => {
  const { actor, status } = start([probeResult('online')]);
  actor.send({ type: 'browser.offline' });
  actor.send({ type: 'browser.online' });
  await settled();
  expect(status()).toBe('online');
});

test('a probe that throws when the network is back means unreachable, and the next one follows', async () => {
  const { actor, clock, status, probes } = start([null, probeResult('online')]);
  actor.send({ type: 'browser.offline' });
  actor.send({ type: 'browser.online' });
  await settled();
  expect(status()).toBe('unreachable');
  clock.increment(750);
  await settled();
  expect([status(), probes.count]).toEqual(['online', 2]);
});

test.each([null, probeResult('captive')])('after a response that was not confirmed the next one is', async (first) => {
  const { actor, status, probes } = start([first, probeResult('online')]);
  actor.send({ type: 'browser.offline' });
  for (const [after, count] of [
    ['offline', 1],
    ['online', 2],
  ] as const) {
    actor.send({ type: 'call.succeeded' });
    await settled();
    expect([status(), probes.count]).toEqual([after, count]);
  }
});

test('a call that succeeds while the server is checked does not end the check', async () => {
  const { actor, status } = start([probeResult('unreachable')]);
  actor.send({ type: 'call.failed' });
  actor.send({ type: 'call.succeeded' });
  await settled();
  expect(status()).toBe('unreachable');
});

test('each call that fails is checked', async () => {
  const { actor, probes } = start([probeResult('online')]);
  for (const count of [1, 2]) {
    actor.send({ type: 'call.failed' });
    await settled();
    expect(probes.count).toBe(count);
  }
});

test('probes that throw come after longer and longer delays, which half a second of jitter shortens', async () => {
  const { actor, clock, probes } = start([null]);
  actor.send({ type: 'call.failed' });
  await settled();
  for (const [delay, count] of [
    [750, 2],
    [1_500, 3],
    [1_500, 4],
  ] as const) {
    clock.increment(delay - 1);
    expect(probes.count).toBe(count - 1);
    clock.increment(1);
    await settled();
    expect(probes.count).toBe(count);
  }
});

test('the jitter of a probe spreads the next one over the second half of its delay', async () => {
  const { actor, clock, probes } = start([{ ...probeResult('unreachable'), random: 0 }]);
  actor.send({ type: 'call.failed' });
  await settled();
  clock.increment(499);
  expect(probes.count).toBe(1);
  clock.increment(1);
  expect(probes.count).toBe(2);
});

test.each([
  ['a call', async ({ actor }: ReturnType<typeof start>) => actor.send({ type: 'call.succeeded' })],
  ['a probe', async ({ clock }: ReturnType<typeof start>) => clock.increment(2_000)],
  [
    'a network',
    async ({ actor }: ReturnType<typeof start>) => {
      actor.send({ type: 'browser.offline' });
      actor.send({ type: 'browser.online' });
    },
  ],
  [
    'a response without a network',
    async ({ actor }: ReturnType<typeof start>) => {
      actor.send({ type: 'browser.offline' });
      actor.send({ type: 'call.succeeded' });
    },
  ],
])('after %s has found the server again, delays begin anew', async (_, recover) => {
  const down = probeResult('unreachable');
  const machine = start([down, down, probeResult('online'), down]);
  const { actor, clock, probes, status } = machine;
  actor.send({ type: 'call.failed' });
  await settled();
  clock.increment(1_000);
  await settled();
  await recover(machine);
  await settled();
  expect(status()).toBe('online');
  // A call needs no probe: the one that finds the server is made here.
  if (probes.count === 2) {
    actor.send({ type: 'call.failed' });
    await settled();
  }
  actor.send({ type: 'call.failed' });
  await settled();
  expect([status(), probes.count]).toEqual(['unreachable', 4]);
  clock.increment(1_000);
  expect(probes.count).toBe(5);
});

test.each([false, true])('a page that was hidden and is shown again is probed on (offline: %s)', async (isOffline) => {
  const { actor, clock, probes } = start([probeResult(isOffline ? 'unreachable' : 'online'), probeResult('captive')]);
  actor.send({ type: 'page.hidden' });
  if (isOffline) actor.send({ type: 'browser.offline' });
  actor.send({ type: 'page.shown' });
  if (isOffline) actor.send({ type: 'browser.online' });
  await settled();
  if (!isOffline) {
    actor.send({ type: 'call.failed' });
    await settled();
  }
  const { count } = probes;
  clock.increment(1_000);
  expect(probes.count).toBe(count + 1);
});

test('a page that was hidden while the server is down, and is shown again, is probed on', async () => {
  const { actor, clock, status, probes } = start([
    probeResult('captive'),
    probeResult('captive'),
    probeResult('online'),
  ]);
  actor.send({ type: 'page.hidden' });
  actor.send({ type: 'call.failed' });
  await settled();
  actor.send({ type: 'page.shown' });
  await settled();
  clock.increment(2_000);
  await settled();
  expect([status(), probes.count]).toEqual(['online', 3]);
});

test('a network that comes back after a captive one, and whose probe throws, is unreachable', async () => {
  const { actor, status } = start([probeResult('captive'), null]);
  actor.send({ type: 'call.failed' });
  await settled();
  expect(status()).toBe('captive');
  actor.send({ type: 'browser.offline' });
  actor.send({ type: 'browser.online' });
  await settled();
  expect(status()).toBe('unreachable');
});

test('a network that comes back is probed at once', async () => {
  const { actor, status } = start([probeResult('unreachable'), probeResult('online')]);
  actor.send({ type: 'call.failed' });
  await settled();
  actor.send({ type: 'browser.online' });
  await settled();
  expect(status()).toBe('online');
});

test('every state and transition can be reached', () => {
  const result = (state: string) => [
    { type: `xstate.done.actor.0.connectivity.${state}`, output: probeResult('online') },
    { type: `xstate.done.actor.0.connectivity.${state}`, output: probeResult('faulty') },
    { type: `xstate.error.actor.0.connectivity.${state}`, error: new Error('x') },
  ];
  const names = ['browser.online', 'browser.offline', 'page.shown', 'page.hidden', 'call.failed', 'call.slow'];
  const events = [
    ...[...names, 'call.succeeded'].map((type) => ({ type })),
    ...['online.checking', 'offline.confirming', 'offline.probing', 'down.probing'].flatMap(result),
    { type: 'xstate.after.probeDelay.connectivity.down.waiting' },
  ];
  const serializeState = ({ value, context }: { value: unknown; context: { isVisible: boolean } }) =>
    JSON.stringify([value, context.isVisible]);
  expect(unreached(connectivityMachine, { input: { isVisible: true }, events, serializeState })).toEqual([]);
});
