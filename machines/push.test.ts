import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { type PushServer, type PushState, pushMachine, selectPush } from './push.ts';

const server: PushServer = { publicKey: 'key', endpoints: [] };

/** A device in a state, whose person answers the question. */
function start(first: PushState, answer: PushState | Error = 'subscribed', end: Error | null = null) {
  const device = { state: first, asked: 0, servers: [] as PushServer[] };
  const actor = createActor(
    pushMachine.provide({
      actors: {
        readState: fromPromise<PushState, PushServer>(async ({ input }) => {
          device.servers.push(input);
          return device.state;
        }),
        subscribe: fromPromise<PushState, PushServer>(async () => {
          device.asked += 1;
          if (answer instanceof Error) throw answer;
          device.state = answer;
          return answer;
        }),
        unsubscribe: fromPromise<void, undefined>(async () => {
          if (end !== null) throw end;
          device.state = 'notAsked';
        }),
      },
    }),
    { input: server },
  ).start();
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    return selectPush(actor.getSnapshot());
  };
  return { actor, device, settle };
}

test.each(['off', 'unsupported', 'needsHomeScreen', 'denied', 'notAsked', 'subscribed', 'lost'] as const)(
  'a device that is %s is shown as that, and asks nobody',
  async (state) => {
    const { actor, device, settle } = start(state);
    expect(selectPush(actor.getSnapshot())).toBe('unknown');
    expect([await settle(), device.asked]).toEqual([state, 0]);
  },
);

test.each([
  ['notAsked', 'subscribed'],
  ['notAsked', 'denied'],
  ['notAsked', 'notAsked'],
  ['lost', 'subscribed'],
] as const)('a tap on one that is %s asks once, and it is %s as the person answers', async (first, answer) => {
  const { actor, device, settle } = start(first, answer);
  await settle();
  actor.send({ type: 'push.turnOn' });
  actor.send({ type: 'push.turnOn' });
  expect(selectPush(actor.getSnapshot())).toBe('busy');
  expect([await settle(), device.asked]).toEqual([answer, 1]);
});

test.each(['denied', 'needsHomeScreen', 'off', 'subscribed'] as const)('one that is %s is not asked', async (state) => {
  const { actor, device, settle } = start(state);
  await settle();
  actor.send({ type: 'push.turnOn' });
  expect([await settle(), device.asked]).toEqual([state, 0]);
});

test('a failure is kept with the state that the device is in, until it is tried again', async () => {
  const failure = new Error('no push service');
  const { actor, settle } = start('notAsked', failure);
  await settle();
  actor.send({ type: 'push.turnOn' });
  expect([await settle(), actor.getSnapshot().context.error]).toEqual(['notAsked', failure]);
  actor.send({ type: 'push.turnOn' });
  expect(actor.getSnapshot().context.error).toBeNull();
});

test('push is turned off, or stays on where that fails', async () => {
  const one = start('subscribed');
  await one.settle();
  one.actor.send({ type: 'push.turnOff' });
  expect(await one.settle()).toBe('notAsked');
  const failing = start('subscribed', 'subscribed', new Error('offline'));
  await failing.settle();
  failing.actor.send({ type: 'push.turnOff' });
  expect([await failing.settle(), failing.actor.getSnapshot().context.error]).toEqual([
    'subscribed',
    expect.any(Error),
  ]);
});

test('what the server says later, and a permission that is taken away, are looked at again', async () => {
  const { actor, device, settle } = start('subscribed');
  await settle();
  device.state = 'lost';
  const changed = { publicKey: 'key', endpoints: ['other'] };
  actor.send({ type: 'server.changed', server: changed });
  expect([await settle(), device.servers.at(-1)]).toEqual(['lost', changed]);
  device.state = 'denied';
  actor.send({ type: 'permission.changed' });
  expect(await settle()).toBe('denied');
});

test('an answer of the server does not end the question', async () => {
  const { actor, settle } = start('notAsked');
  await settle();
  actor.send({ type: 'push.turnOn' });
  actor.send({ type: 'server.changed', server: { publicKey: 'key', endpoints: ['this'] } });
  actor.send({ type: 'permission.changed' });
  expect(selectPush(actor.getSnapshot())).toBe('busy');
  expect([await settle(), actor.getSnapshot().context.server.endpoints]).toEqual(['subscribed', ['this']]);
  actor.send({ type: 'push.turnOff' });
  actor.send({ type: 'server.changed', server });
  actor.send({ type: 'permission.changed' });
  expect(await settle()).toBe('notAsked');
});

test('a browser that cannot say what it does is shown as one that cannot be told', async () => {
  const actor = createActor(
    pushMachine.provide({
      actors: { readState: fromPromise<PushState, PushServer>(() => Promise.reject(new Error('broken'))) },
    }),
    { input: server },
  ).start();
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(selectPush(actor.getSnapshot())).toBe('unsupported');
});
