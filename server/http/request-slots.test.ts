import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderError } from './error-handler.ts';
import { addJsonParser } from './json-parser.ts';
import { LargeBodies } from './large-bodies.ts';
import { RequestBodies } from './request-bodies.ts';
import { RequestSlots } from './request-slots.ts';

let app: FastifyInstance;
let slots: RequestSlots;
/** Requests in progress, by path; calling one answers it. */
const held = new Map<string, () => void>();
const sockets: Socket[] = [];

beforeEach(async () => {
  app = Fastify({ trustProxy: true });
  app.setErrorHandler(renderError);
  addJsonParser(app);
  slots = new RequestSlots({
    member: { total: 4, account: 2, network: 3 },
    identification: { total: 4 },
    visitor: { total: 4, network: 2, site: 3 },
  });
  slots.mount(app, new RequestBodies(new LargeBodies()));
  // The token is the name of the user.
  app.addHook('onRequest', async (one) => {
    const { authorization } = one.headers;
    if (authorization !== undefined) slots.identify(one, authorization);
  });
  for (const url of ['/held/:name', '/auth/v1/held/:name'])
    app.get(url, (one, reply) => new Promise((resolve) => held.set(one.url, () => resolve(reply.send('late')))));
  for (const url of ['/free', '/auth/v1/free', '/api/health', '/readyz']) app.get(url, async () => 'at once');
  app.post('/echo', async ({ body }) => body);
  app.post('/plain', { config: { readsBody: false } }, async ({ body }) => ({ body: body ?? null }));
  await app.ready();
});
afterEach(() => {
  vi.useRealTimers();
  for (const answer of held.values()) answer();
  held.clear();
  for (const socket of sockets.splice(0)) socket.destroy();
  return app.close();
});

const headersOf = (address: string, user?: string) => ({
  'x-forwarded-for': address,
  ...(user === undefined ? {} : { authorization: user }),
});
const statusOf = async (address: string, user?: string, url = '/free') =>
  (await app.inject({ url, headers: headersOf(address, user) })).statusCode;

/** Starts a request and waits until its handler has it. Returns what finishes it. */
async function hold(name: string, address: string, { user, path = '/held/' }: { user?: string; path?: string } = {}) {
  const url = `${path}${name}`;
  const response = app.inject({ url, headers: headersOf(address, user) });
  response.catch(() => undefined);
  while (!held.has(url)) await new Promise(setImmediate);
  return async () => {
    held.get(url)?.();
    return (await response).statusCode;
  };
}

describe('requests in progress', () => {
  test('of a network beyond its limit are refused, those of another are not', async () => {
    const first = await hold('a', '2001:db8:1:1::1');
    const second = await hold('b', '2001:db8:1:1::2');
    const refused = await app.inject({ url: '/free', headers: headersOf('2001:db8:1:1::3') });
    expect([refused.statusCode, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([
      503,
      '1',
      'application/problem+json; charset=utf-8',
    ]);
    expect(refused.json()).toEqual({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'Too many requests at the same time: try again in 1 s.',
      instance: '/free',
    });
    await hold('c', '2001:db8:1:2::1');
    // The other networks of a /48 count with it.
    expect(await statusOf('2001:db8:1:3::1')).toBe(503);
    expect(await statusOf('2001:db8:2:1::1')).toBe(200);
    expect([await first(), await second()]).toEqual([200, 200]);
    expect(await statusOf('2001:db8:1:1::1')).toBe(200);
  });

  test('of visitors and members have shares of their own, and those of the sign-in and of monitors none', async () => {
    for (const digit of [1, 2, 3, 4]) await hold(String(digit), `192.0.2.${digit}`);
    await hold('5', '192.0.2.5', { path: '/auth/v1/held/' });
    expect(await statusOf('192.0.2.6')).toBe(503);
    expect(await statusOf('192.0.2.6', undefined, '/auth/v1/free')).toBe(200);
    expect(await statusOf('192.0.2.6', 'ann')).toBe(200);
    expect(await statusOf('192.0.2.6', undefined, '/api/health')).toBe(200);
    expect(await statusOf('192.0.2.6', undefined, '/readyz')).toBe(200);
  });

  test('of members are counted by account, wherever they come from', async () => {
    await hold('a', '192.0.2.1', { user: 'ann' });
    await hold('b', '192.0.2.2', { user: 'ann' });
    expect(await statusOf('192.0.2.3', 'ann')).toBe(503);
    expect(await statusOf('192.0.2.1', 'bob')).toBe(200);
  });

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('from %s count only in all', async (address) => {
    for (const name of ['a', 'b', 'c']) await hold(name, address);
    expect(await statusOf(address)).toBe(200);
    await hold('d', address);
    expect(await statusOf(address)).toBe(503);
  });

  test('do not count once their client has gone', async () => {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    for (const name of ['a', 'b']) {
      const options = { port, host: '127.0.0.1', path: `/held/${name}`, headers: headersOf('192.0.2.1') };
      const client = request(options).on('error', () => undefined);
      client.end();
      while (!held.has(`/held/${name}`)) await new Promise(setImmediate);
      if (name === 'b') {
        expect(await statusOf('192.0.2.1')).toBe(503);
        client.destroy();
      }
    }
    while ((await statusOf('192.0.2.1')) !== 200) await new Promise(setImmediate);
    expect(slots.open).toBe(1);
  });
});

/** Sends the head of a request and a part of its body. Resolves to the answer at the end of the connection. */
async function sendPart(head: string, part: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  // The server may answer before it has read everything: then the connection ends with an error after the answer.
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  socket.write(`${head}\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Type: application/json\r\n${part}`);
  return { socket, answer };
}

describe('a body', () => {
  beforeEach(() => app.listen({ port: 0, host: '127.0.0.1' }));

  test('that does not come takes no slot, and is given up', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const slow = [];
    for (let count = 0; count < 5; count += 1)
      slow.push(await sendPart('POST /echo HTTP/1.1', 'Content-Length: 10\r\n\r\n{'));
    while (slots.open < 5) await new Promise(setImmediate);
    expect(await statusOf('192.0.2.1')).toBe(200);
    vi.advanceTimersByTime(3_000);
    for (const { answer } of slow) {
      expect(await answer).toMatch(
        /^HTTP\/1\.1 408 [\s\S]*"detail":"The body of the request did not arrive in time\."/,
      );
    }
  });

  test('that comes is read, in one piece and in chunks', async () => {
    const whole = await sendPart('POST /echo HTTP/1.1', 'Connection: close\r\nContent-Length: 7\r\n\r\n{"a":1}');
    expect(await whole.answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"a":1\}$/);
    const chunks = 'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n';
    expect(await (await sendPart('POST /echo HTTP/1.1', chunks)).answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"a":1\}$/);
  });

  test.each([
    ['an unknown address', '/nothing', 404],
    ['a call without a body', '/plain', 200],
  ])('that does not come is not awaited by %s', async (_, path, status) => {
    const { answer } = await sendPart(`POST ${path} HTTP/1.1`, 'Connection: close\r\nContent-Length: 10\r\n\r\n{');
    expect(await answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});
