import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderError } from '../error-handler.ts';
import { RequestRates } from './request-rates.ts';

let app: FastifyInstance;
beforeEach(async () => {
  app = Fastify({ trustProxy: true });
  app.setErrorHandler(renderError);
  const rates = new RequestRates({ network: 3, account: 5, seconds: 10 });
  rates.mount(app);
  // The token is the name of the user.
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers;
    if (authorization !== undefined && authorization !== 'wrong') await rates.countMember(request, authorization);
  });
  for (const url of ['/read', '/api/health', '/readyz']) app.get(url, async () => 'ok');
  await app.ready();
});
afterEach(() => app.close());

/** The statuses of so many requests of a client. */
async function statusesOf(count: number, from: string, authorization?: string, url = '/read'): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const headers = { 'x-forwarded-for': from, ...(authorization === undefined ? {} : { authorization }) };
    statuses.push((await app.inject({ url, headers })).statusCode);
  }
  return statuses;
}

test('beyond the rate of a network its visitors are refused with Retry-After, and no other network, member or monitor', async () => {
  expect(await statusesOf(4, '192.0.2.1')).toEqual([200, 200, 200, 503]);
  const refused = await app.inject({ url: '/read', headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect([refused.headers['retry-after'], refused.json().status]).toEqual(['10', 503]);
  expect(await statusesOf(1, '192.0.2.2')).toEqual([200]);
  expect(await statusesOf(5, '192.0.2.1', 'ann')).toEqual([200, 200, 200, 200, 200]);
  expect(await statusesOf(1, '192.0.2.1', undefined, '/api/health')).toEqual([200]);
  expect(await statusesOf(1, '192.0.2.1', undefined, '/readyz')).toEqual([200]);
});

test('the networks of a site have four times that rate together', async () => {
  for (const network of [1, 2, 3, 4]) expect(await statusesOf(3, `2001:db8:1:${network}::1`)).toEqual([200, 200, 200]);
  expect(await statusesOf(1, '2001:db8:1:5::1')).toEqual([503]);
  expect(await statusesOf(1, '2001:db8:2:5::1')).toEqual([200]);
});

test('a member has a rate of their own, from wherever they ask', async () => {
  for (const digit of [1, 2, 3, 4, 5]) expect(await statusesOf(1, `192.0.2.${digit}`, 'ann')).toEqual([200]);
  expect(await statusesOf(1, '192.0.2.6', 'ann')).toEqual([503]);
  expect(await statusesOf(1, '192.0.2.6', 'bob')).toEqual([200]);
});

test('tokens that are wrong count in their network', async () => {
  expect(await statusesOf(4, '192.0.2.1', 'wrong')).toEqual([200, 200, 200, 503]);
});

test('clients on this machine are not counted', async () => {
  expect(await statusesOf(10, '127.0.0.1')).toEqual(Array.from({ length: 10 }, () => 200));
});
