import { expect, test } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import type { NetworkStatus } from './connectivity.ts';
import {
  liveConnectionMachine,
  type Refusal,
  type StreamClosed,
  selectLiveStatus,
  selectRefusal,
} from './live-connection.ts';
import { networkEvent } from './network-event.ts';

function start(network: NetworkStatus = 'online') {
  const clock = new SimulatedClock();
  const counts = { streams: 0, open: 0, slow: 0, lost: 0 };
  const machine = liveConnectionMachine.provide({
    actors: {
      watchPage: fromCallback(() => undefined),
      stream: fromCallback(() => {
        counts.streams += 1;
        counts.open += 1;
        return () => {
          counts.open -= 1;
        };
      }),
    },
    actions: {
      reportSilence: () => {
        counts.slow += 1;
      },
      reportLoss: () => {
        counts.lost += 1;
      },
    },
  });
  const actor = createActor(machine, { clock, input: { network } }).start();
  const send = (...types: Parameters<typeof actor.send>[0]['type'][]) => {
    for (const type of types) actor.send({ type } as never);
  };
  return { actor, clock, counts, send, status: () => selectLiveStatus(actor.getSnapshot()) };
}

/** A connection that follows a race. */
function following() {
  const started = start();
  started.send('stream.opened', 'stream.synced');
  return started;
}

const closed = (cause: StreamClosed['cause'], random = 1): StreamClosed => ({
  type: 'stream.closed',
  cause,
  random,
  retryWindow: null,
});
const changed = (status: NetworkStatus, random = 1) => ({ ...networkEvent(status), random });

test('connects, catches up and follows', () => {
  const { send, status } = start();
  const seen = [status()];
  for (const type of ['stream.opened', 'stream.synced', 'stream.gap', 'stream.synced'] as const) {
    send(type);
    seen.push(status());
  }
  expect(seen).toEqual(['connecting', 'catchingUp', 'following', 'catchingUp', 'following']);
});

test('silence is stale, is followed again when something comes, and is a lost connection when nothing does', () => {
  const { actor, counts, send, status } = following();
  send('stream.silent');
  expect([status(), counts]).toEqual(['stale', { streams: 1, open: 1, slow: 1, lost: 0 }]);
  send('stream.message');
  expect(status()).toBe('following');
  send('stream.silent');
  actor.send({ type: 'stream.dead', random: 1 });
  expect([status(), counts]).toEqual(['reconnecting', { streams: 1, open: 0, slow: 2, lost: 1 }]);
});

test('a connection that falls silent before its snapshot is stale, and catches up when something comes', () => {
  const { send, status } = start();
  send('stream.opened', 'stream.silent');
  expect(status()).toBe('stale');
  send('stream.message');
  expect(status()).toBe('catchingUp');
});

test('a silent recorder is named, with its time, until it is back', () => {
  const { actor, send, status } = start();
  send('stream.opened');
  actor.send({ type: 'stream.recorderLost', since: '2026-11-22T21:04:13Z' });
  send('stream.synced');
  expect([status(), actor.getSnapshot().context.silentSince]).toEqual(['recorderSilent', '2026-11-22T21:04:13Z']);
  send('stream.silent');
  expect(status()).toBe('stale');
  send('stream.message');
  expect(status()).toBe('recorderSilent');
  send('stream.recorderBack');
  expect([status(), actor.getSnapshot().context.silentSince]).toEqual(['following', null]);
});

test('comes back after delays that grow from 0.5 s to 20 s, and begins anew after it has followed', () => {
  const { actor, clock, counts, send } = following();
  const delays = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000];
  for (const [index, delay] of delays.entries()) {
    actor.send(closed('lost'));
    clock.increment(delay - 1);
    expect(counts.streams).toBe(index + 1);
    clock.increment(1);
    expect(counts.streams).toBe(index + 2);
  }
  send('stream.opened', 'stream.synced');
  actor.send(closed('lost', 0.5));
  clock.increment(250);
  expect(counts.open).toBe(1);
});

test.each([
  [null, 0, 500],
  [null, 1, 5_000],
  [[2_000, 4_000], 0.5, 3_000],
] as const)(
  'a server that restarts with the window %j and random %d is asked again after %i ms',
  (retryWindow, random, delay) => {
    const { actor, clock, counts } = following();
    actor.send({ ...closed('restarting', random), retryWindow });
    clock.increment(delay - 1);
    expect(counts.open).toBe(0);
    clock.increment(1);
    expect([counts.open, counts.lost]).toEqual([1, 0]);
  },
);

test('a page that is shown does not wait', () => {
  const { actor, counts, send, status } = following();
  for (let failure = 0; failure < 8; failure += 1) {
    actor.send(closed('lost'));
    send('page.shown');
  }
  expect([counts.streams, status()]).toEqual([9, 'reconnecting']);
});

test('a device that is offline closes the connection, and opens one at once when it is online', () => {
  const { actor, counts, status } = following();
  actor.send(changed('offline'));
  expect([status(), counts.open]).toEqual(['offline', 0]);
  actor.send(changed('online'));
  expect([status(), counts.open]).toEqual(['reconnecting', 1]);
});

test('starts offline without a connection', () => {
  const { status, counts } = start('offline');
  expect([status(), counts.streams]).toEqual(['offline', 0]);
});

test('a server that can be reached again is asked within two seconds, whatever the wait was', () => {
  const { actor, clock, counts } = start();
  for (let failure = 0; failure < 8; failure += 1) {
    actor.send(closed('lost'));
    if (failure < 7) clock.increment(20_000);
  }
  actor.send(changed('unreachable'));
  actor.send(changed('online', 0.5));
  clock.increment(999);
  expect(counts.open).toBe(0);
  clock.increment(1);
  expect(counts.open).toBe(1);
});

test('a network fault does not end a connection that works', () => {
  const { actor, status } = following();
  actor.send(changed('captive'));
  expect(status()).toBe('following');
});

test('nobody looks: the connection is given back, and opened again when the page is shown', () => {
  const { counts, send, status } = following();
  send('page.unwatched');
  expect(counts.open).toBe(0);
  send('page.shown');
  expect([counts.open, status()]).toEqual([1, 'reconnecting']);
});

test.each(['forbidden', 'notFound', 'invalid'] as const)('%s ends it until it is started again', (cause: Refusal) => {
  const { actor, clock, counts, send, status } = start();
  actor.send(closed(cause));
  clock.increment(60_000);
  send('page.shown');
  expect([status(), selectRefusal(actor.getSnapshot()), counts.streams]).toEqual(['refused', cause, 1]);
  send('connection.restart');
  expect([status(), selectRefusal(actor.getSnapshot()), counts.streams]).toEqual(['connecting', null, 2]);
});

test('an ended session is not asked for again', () => {
  const { actor, clock, counts, send, status } = following();
  send('stream.ended');
  actor.send(changed('unreachable'));
  actor.send(changed('online'));
  clock.increment(60_000);
  expect([status(), counts]).toEqual(['ended', { streams: 1, open: 0, slow: 0, lost: 0 }]);
});

test('after a gap only a snapshot makes it follow again, whatever falls silent meanwhile', () => {
  const { actor, counts, send, status } = following();
  send('stream.gap', 'stream.silent');
  expect([status(), counts.slow]).toEqual(['stale', 1]);
  send('stream.message');
  expect(status()).toBe('catchingUp');
  send('stream.synced');
  actor.send({ type: 'stream.recorderLost', since: '2026-11-22T21:04:13Z' });
  send('stream.gap');
  expect(status()).toBe('catchingUp');
  send('stream.silent', 'stream.message');
  expect([status(), counts.slow]).toEqual(['catchingUp', 2]);
  send('stream.synced', 'stream.silent');
  expect([status(), counts.slow]).toEqual(['stale', 3]);
});

test('a new connection has nothing of the one before: it waits for its snapshot and for word of the recorder', () => {
  const { actor, clock, counts, send, status } = following();
  actor.send({ type: 'stream.recorderLost', since: '2026-11-22T21:04:13Z' });
  actor.send(closed('lost'));
  expect(counts.lost).toBe(1);
  clock.increment(500);
  expect(actor.getSnapshot().context.silentSince).toBeNull();
  send('stream.opened', 'stream.silent', 'stream.message');
  expect(status()).toBe('catchingUp');
});

test('a connection that was never opened reports its silence, and is named a new try after it was lost', () => {
  const { actor, clock, counts, send, status } = start();
  send('stream.silent');
  expect([status(), counts.slow]).toEqual(['connecting', 1]);
  actor.send({ type: 'stream.dead', random: 1 });
  clock.increment(500);
  expect([status(), counts.streams, counts.lost]).toEqual(['reconnecting', 2, 1]);
});

test.each([
  ['waits', (actor: ReturnType<typeof start>['actor']) => actor.send(closed('lost'))],
  ['is offline', (actor: ReturnType<typeof start>['actor']) => actor.send(changed('offline'))],
])('nobody looks while it %s: it does not connect before the page is shown', (_, lose) => {
  const { actor, clock, counts, send } = following();
  lose(actor);
  send('page.unwatched');
  actor.send(changed('online'));
  clock.increment(60_000);
  expect(counts.streams).toBe(1);
  send('page.shown');
  expect(counts.streams).toBe(2);
});

test('a page that nobody looked at knows that the device is offline when it is shown', () => {
  const { actor, counts, send, status } = following();
  send('page.unwatched');
  actor.send(changed('offline'));
  send('page.shown');
  expect([status(), counts.streams]).toEqual(['offline', 1]);
});

test('a device with a network again, but without the server, waits to try again', () => {
  const { actor, clock, counts, status } = following();
  actor.send(changed('offline'));
  actor.send(changed('unreachable'));
  expect([status(), counts.streams]).toEqual(['reconnecting', 1]);
  clock.increment(500);
  expect(counts.streams).toBe(2);
});

test('every state and transition can be reached', () => {
  const names = ['opened', 'synced', 'gap', 'silent', 'message', 'recorderBack', 'ended'];
  const delays = [
    'backoffDelay.liveConnection.reconnecting.backoff',
    'windowDelay.liveConnection.reconnecting.planned',
  ];
  const events = [
    ...names.map((name) => ({ type: `stream.${name}` })),
    { type: 'stream.recorderLost', since: 'x' },
    { type: 'stream.dead', random: 0 },
    ...(['lost', 'restarting', 'forbidden'] as const).map((cause) => closed(cause, 0)),
    ...(['online', 'offline', 'faulty'] as const).map((status) => changed(status, 0)),
    ...['page.shown', 'page.unwatched', 'connection.restart'].map((type) => ({ type })),
    ...[...delays, 'spreadDelay.liveConnection.reconnecting.spread'].map((name) => ({ type: `xstate.after.${name}` })),
  ];
  const serializeState = ({ value, context }: { value: unknown; context: Record<string, unknown> }) =>
    JSON.stringify([value, context['isInStep'], context['silentSince'], context['network']]);
  const found = (['online', 'offline'] as const).map(
    (network) => new Set(unreached(liveConnectionMachine, { input: { network }, events, serializeState })),
  );
  expect([...(found[0] ?? [])].filter((name) => found[1]?.has(name))).toEqual([]);
});
