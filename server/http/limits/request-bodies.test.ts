import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderError } from '../error-handler.ts';
import { addJsonParser } from '../json-parser.ts';
import { RequestBodies } from './request-bodies.ts';

let app: FastifyInstance;
let port: number;
const sockets: Socket[] = [];
beforeEach(async () => {
  app = Fastify({ trustProxy: true, bodyLimit: 8_000_000 });
  app.setErrorHandler(renderError);
  addJsonParser(app);
  const bodies = new RequestBodies();
  // The token is the name of the user.
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) bodies.identify(request, authorization);
  });
  bodies.mount(app);
  app.post('/echo', async ({ body }) => body);
  app.post('/plain', { config: { readsBody: false } }, async ({ body }) => ({ body: body ?? null }));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** Announces a body and sends its first byte. Resolves when the server has begun with it. */
async function announce(length: number, from: string, name?: string): Promise<Socket> {
  const begun = new Promise((resolve) => app.server.once('request', resolve));
  const token = name === undefined ? [] : [`Authorization: ${name}`];
  const head = ['POST /echo HTTP/1.1', 'Host: a', 'Content-Type: application/json', `Content-Length: ${length}`];
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket.on('error', () => undefined).resume());
  socket.write(`${[...head, ...token, `X-Forwarded-For: ${from}`].join('\r\n')}\r\n\r\n{`);
  await begun;
  return socket;
}

const closed = (socket: Socket | undefined) => new Promise((resolve) => socket?.once('close', resolve));

async function statusOf(from: string, authorization?: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': from,
    ...(authorization === undefined ? {} : { authorization }),
  };
  return (await fetch(`http://127.0.0.1:${port}/echo`, { method: 'POST', headers, body: '{"a":1}' })).status;
}

test('of five large bodies of a member that do not come the oldest is given up, and others are received', async () => {
  const first = await announce(8_000_000, '192.0.2.1', 'ann');
  const gone = closed(first);
  for (let count = 0; count < 3; count += 1) await announce(8_000_000, '192.0.2.1', 'ann');
  expect(first.closed).toBe(false);
  await announce(8_000_000, '192.0.2.1', 'ann');
  await gone;
  expect([await statusOf('192.0.2.1', 'bob'), await statusOf('192.0.2.1', 'ann')]).toEqual([200, 200]);
});

test('of five bodies of 64 KiB of a visitor the oldest is given up, and no member’s', async () => {
  const ofMember = await announce(300_000, '192.0.2.1', 'ann');
  const first = await announce(65_536, '192.0.2.1');
  const gone = closed(first);
  for (let count = 0; count < 4; count += 1) await announce(65_536, '192.0.2.1');
  await gone;
  expect(ofMember.closed).toBe(false);
});

test('of small bodies of a network that do not come the oldest is given up beyond 128', async () => {
  const first = await announce(1_000, '192.0.2.1');
  const gone = closed(first);
  for (let count = 0; count < 128; count += 1) await announce(1_000, '192.0.2.1');
  await gone;
  expect([await statusOf('192.0.2.1'), await statusOf('192.0.2.2')]).toEqual([200, 200]);
});

test('bodies of unknown addresses, and of calls without one, are not read', async () => {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };
  const nothing = await fetch(`http://127.0.0.1:${port}/nothing`, options);
  const plain = await fetch(`http://127.0.0.1:${port}/plain`, options);
  expect([nothing.status, plain.status, await plain.json()]).toEqual([404, 200, { body: null }]);
});
