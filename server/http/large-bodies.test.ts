import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { hasTooManyValues } from './json-size.ts';
import { LargeBodies } from './large-bodies.ts';

const megabyte = 1024 * 1024;

/** A request with a body of this size. */
function exchange(bytes: number | null) {
  const request = new IncomingMessage(new Socket());
  if (bytes !== null) request.headers['content-length'] = String(bytes);
  return { request, response: new ServerResponse(request) };
}

async function admit(bodies: LargeBodies, bytes: number | null, limit = 8 * megabyte) {
  const { request, response } = exchange(bytes);
  const outcome = await bodies.admit(request, response, limit).then(
    () => 'admitted',
    (error) => error.status,
  );
  return { request, response, outcome };
}

test('large bodies are read while there is room; others wait, and are refused when that takes too long', async () => {
  const bodies = new LargeBodies({ bytes: 10 * megabyte, maxWait: 50 });
  const first = await admit(bodies, 8 * megabyte);
  expect([first.outcome, (await admit(bodies, 8 * megabyte)).outcome]).toEqual(['admitted', 503]);
  expect((await admit(bodies, 100_000)).outcome).toBe('admitted');
  // Without a length it may have as many bytes as the call allows.
  expect((await admit(bodies, null)).outcome).toBe(503);
  const waiting = admit(bodies, 8 * megabyte);
  first.response.emit('close');
  expect((await waiting).outcome).toBe('admitted');
});

test('large bodies are worked on one after another, and the turn of a request ends with its response', async () => {
  const bodies = new LargeBodies({ bytes: 100 * megabyte, maxWait: 50 });
  const [one, two] = [await admit(bodies, megabyte), await admit(bodies, megabyte)];
  const small = await admit(bodies, 1_000);
  await bodies.enter(one.request);
  // It need not wait.
  await bodies.enter(small.request);
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
