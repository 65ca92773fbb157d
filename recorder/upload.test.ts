import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { convert } from '#contract/pits-n-giggles/convert';
import { savedRace } from '../tests/fixtures/saved-session.ts';
import { ServerRefused } from './call-server.ts';
import { uploadSession } from './upload.ts';

const upload = convert(JSON.stringify(savedRace()), '2026-09-06T20:00:00.000Z');
const id = '01900000-0000-7000-8000-000000000001';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

/** The next answer of the server, and the requests it received. */
let next: Answer = { status: 500, body: '' };
const received: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] =
  [];
let server: Server;
let address: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ method: request.method, url: request.url, headers: request.headers, body: JSON.parse(body) });
    response.writeHead(next.status, next.headers).end(next.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const send = (given = upload) => uploadSession(given, { server: address, token: 'good' });

async function refusal(answer: Answer): Promise<[message: string, isFinal: boolean]> {
  next = answer;
  const error = await send().catch((thrown: unknown) => thrown);
  if (!(error instanceof ServerRefused)) throw new Error('not refused');
  return [error.message, error.isFinal];
}

const asProblem = { 'content-type': 'application/problem+json; charset=utf-8' };
const problem = (status: number, more: object = {}) => ({
  status,
  headers: asProblem,
  body: JSON.stringify({ status, ...more }),
});

test('a session is sent as the contract describes, each attempt with an Idempotency-Key of its own', async () => {
  const stored = { ...upload, id, sessionId: id, userId: id, userName: null, weekendId: null, podium: [] };
  const answer = { ...stored, uploadResult: 'created' };
  next = { status: 200, body: JSON.stringify(answer) };
  expect((await send()).id).toBe(id);
  await send();
  const [first, second] = received;
  expect([first?.method, first?.url, first?.headers.authorization, first?.headers['content-type']]).toEqual([
    'POST',
    '/api/Sessions',
    'Bearer good',
    'application/json',
  ]);
  expect(v.parse(SessionUpload, first?.body)).toEqual(upload);
  expect(first?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
});

test('a refusal names the refused values', async () => {
  const errors = [1, 2, 3, 4, 5].map((index) => ({ path: `drivers.${index}.name`, message: 'must not be empty' }));
  expect(
    await refusal(problem(400, { title: 'Bad Request', detail: 'A server side error occurred.', errors })),
  ).toEqual([
    'the server refused it with 400: A server side error occurred.; drivers.1.name: must not be empty; ' +
      'drivers.2.name: must not be empty; drivers.3.name: must not be empty; and 2 more',
    false,
  ]);
  expect(await refusal(problem(422, { title: 'The key was used for another body' }))).toEqual([
    'the server refused it with 422: The key was used for another body',
    false,
  ]);
});

test('a refusal that every session would get is final', async () => {
  expect(await refusal(problem(401))).toEqual([
    'the token has expired or is for another server: mint one with npm run token, with the DATA_DIR and PUBLIC_URL of this one',
    true,
  ]);
  expect(await refusal({ ...problem(429), headers: { ...asProblem, 'retry-after': '37' } })).toEqual([
    'too many uploads: try again in 37 s',
    true,
  ]);
  expect(await refusal({ status: 503, body: '<h1>down</h1>' })).toEqual(['the server refused it with 503', true]);
  expect(await refusal({ status: 404, body: 'nothing here' })).toEqual([`${address} is not a Pitboard server`, true]);
  for (const body of ['<h1>Welcome</h1>', '{}']) {
    expect(await refusal({ status: 200, body })).toEqual([
      `${address} answers, but is not a Pitboard server of this version`,
      true,
    ]);
  }
});

test('a session that is too large is refused by the server, or before it is sent', async () => {
  const tooLarge = 'it is larger than 8 MiB';
  expect(await refusal(problem(413))).toEqual([tooLarge, false]);
  expect(await refusal({ status: 413, body: '<h1>413 Request Entity Too Large</h1>' })).toEqual([
    `a proxy before ${address} refuses bodies of this size: its limit must be raised`,
    true,
  ]);
  const sent = received.length;
  const [overtake] = upload.overtakes;
  const overtakes = Array.from({ length: 120_000 }, () => overtake).flatMap((one) => one ?? []);
  await expect(send({ ...upload, overtakes })).rejects.toThrow(tooLarge);
  expect(received).toHaveLength(sent);
});

test('a server that cannot be reached is reported with its address', async () => {
  const nowhere = { server: 'http://127.0.0.1:1', token: 'good' };
  await expect(uploadSession(upload, nowhere)).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1 cannot be reached \(.+\)$/);
});
