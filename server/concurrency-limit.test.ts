import { request } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitConcurrency } from './concurrency-limit.ts';

let app: FastifyInstance;
/** Requests in progress, by path; calling one answers it. */
const held = new Map<string, () => void>();

beforeEach(async () => {
  app = Fastify({ trustProxy: true });
  limitConcurrency(app, { perAddress: 2, total: 4 });
  app.get('/held/:name', (_, reply) => new Promise((resolve) => held.set(_.url, () => resolve(reply.send('late')))));
  app.get('/free', async () => 'at once');
  await app.ready();
});
afterEach(() => {
  for (const answer of held.values()) answer();
  held.clear();
  return app.close();
});

const from = (address: string, url: string) => app.inject({ url, headers: { 'x-forwarded-for': address } });
const statusOf = async (address: string) => (await from(address, '/free')).statusCode;

/** Starts a request and waits until its handler has it. */
async function hold(address: string, name: string) {
  const url = `/held/${name}`;
  const response = from(address, url);
  response.catch(() => undefined);
  while (!held.has(url)) await new Promise(setImmediate);
  return {
    finish: async () => {
      held.get(url)?.();
      return (await response).statusCode;
    },
  };
}

test('refuses the requests of an address beyond its limit, and those of no other', async () => {
  const first = await hold('192.0.2.1', 'a');
  const second = await hold('192.0.2.1', 'b');
  const refused = await from('192.0.2.1', '/free');
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
  expect(await statusOf('192.0.2.2')).toBe(200);
  expect(await first.finish()).toBe(200);
  expect(await statusOf('192.0.2.1')).toBe(200);
  expect(await second.finish()).toBe(200);
  await hold('192.0.2.1', 'c');
  expect(await statusOf('192.0.2.1')).toBe(200);
});

test('refuses the requests of all addresses beyond the total', async () => {
  const requests = [];
  for (const digit of [1, 2, 3, 4]) requests.push(await hold(`192.0.2.${digit}`, String(digit)));
  expect([await statusOf('192.0.2.5'), await statusOf('127.0.0.1')]).toEqual([503, 503]);
  expect(await requests[0]?.finish()).toBe(200);
  expect(await statusOf('192.0.2.5')).toBe(200);
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'counts requests from %s only towards the total',
  async (address) => {
    for (const name of ['a', 'b', 'c']) await hold(address, name);
    expect(await statusOf(address)).toBe(200);
    await hold(address, 'd');
    expect(await statusOf(address)).toBe(503);
  },
);

test('does not count a request whose client has gone', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  for (const name of ['a', 'b']) {
    const client = request({ port, host: '127.0.0.1', path: `/held/${name}`, headers });
    client.on('error', () => undefined);
    client.end();
    while (!held.has(`/held/${name}`)) await new Promise(setImmediate);
    expect(await statusOf('192.0.2.1')).toBe(name === 'a' ? 200 : 503);
    if (name === 'b') client.destroy();
  }
  while ((await statusOf('192.0.2.1')) !== 200) await new Promise(setImmediate);
});
