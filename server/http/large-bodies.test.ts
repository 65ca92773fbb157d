import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { hasTooManyValues } from './json-size.ts';
import { LargeBodies } from './large-bodies.ts';

function exchange() {
  const request = new IncomingMessage(new Socket());
  return { request, response: new ServerResponse(request) };
}

async function admit(bodies: LargeBodies, account: string) {
  const { request, response } = exchange();
  const outcome = await bodies.admit(request, response, account).then(
    () => 'admitted',
    (error) => error.status,
  );
  return { request, response, outcome };
}

test('an account has two large bodies at a time; others wait, and are refused when that takes too long', async () => {
  const bodies = new LargeBodies(50);
  const first = await admit(bodies, 'ann');
  expect([first.outcome, (await admit(bodies, 'ann')).outcome, (await admit(bodies, 'ann')).outcome]).toEqual([
    'admitted',
    'admitted',
    503,
  ]);
  expect((await admit(bodies, 'bob')).outcome).toBe('admitted');
  const waiting = Array.from({ length: 9 }, () => admit(bodies, 'ann'));
  // Eight may wait.
  expect((await waiting[8])?.outcome).toBe(503);
  first.response.emit('close');
  expect((await waiting[0])?.outcome).toBe('admitted');
});

test('large bodies are worked on one after another, and the turn of a request ends with its response', async () => {
  const bodies = new LargeBodies(50);
  const [one, two] = [await admit(bodies, 'ann'), await admit(bodies, 'bob')];
  await bodies.enter(one.request);
  // A small one need not wait.
  await bodies.enter(exchange().request);
  await expect(bodies.enter(two.request)).rejects.toMatchObject({ status: 503 });
  bodies.leave(one.request);
  await bodies.enter(two.request);
  two.response.emit('close');
  bodies.leave(two.request);
  await bodies.enter(one.request);
});

test('a body with more values than any session has too many', () => {
  const list = (length: number, value: string) => Buffer.from(`[${Array.from({ length }, () => value).join(',')}]`);
  expect([hasTooManyValues(list(100_000, '[]')), hasTooManyValues(list(900_000, '1'))]).toEqual([false, false]);
  expect([hasTooManyValues(list(150_000, '[]')), hasTooManyValues(list(1_100_000, '1'))]).toEqual([true, true]);
});
