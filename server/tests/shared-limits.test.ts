import { Redis } from 'ioredis';
import { afterEach, expect, test, vi } from 'vitest';
import { TestRedis } from '../../tests/redis.ts';
import { consume, createLimiters, type Limiter } from '../storage/limiters.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

const program = TestRedis.find();
if (program === null) console.log('SKIPPED: limits that are shared in Redis (no redis-server on this machine)');
const hasPostgres = process.env.TEST_DATABASE_URL !== undefined;
if (!hasPostgres) console.log('SKIPPED: limits that are shared in PostgreSQL (TEST_DATABASE_URL is not set)');

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const limits = { changes: 1_000_000, searches: 4 };
const auth = { limits: { token: 4 } };

/** Two servers of one database. */
async function openTwo(settings: Record<string, string> = {}): Promise<[TestServer, TestServer]> {
  const one = await openTestServer(settings, undefined, limits, auth);
  closing.push(() => one.close());
  const two = await openTestServer(settings, undefined, limits, { ...auth, over: one });
  closing.push(() => two.close());
  return [one, two];
}

async function search(server: TestServer): Promise<number> {
  return (await server.call('search', { query: { q: 'monza' } })).statusCode;
}

async function signIn({ app }: TestServer): Promise<number> {
  const payload = { email: 'a@x.test', password: 'wrong' };
  return (await app.inject({ method: 'POST', url: '/auth/v1/token?grant_type=password', payload })).statusCode;
}

/** Makes three requests on each server, by turns. */
async function threeOnEach([one, two]: [TestServer, TestServer], request: (server: TestServer) => Promise<number>) {
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) statuses.push(await request(one), await request(two));
  return statuses;
}

async function expectShared(servers: [TestServer, TestServer]): Promise<void> {
  expect(await threeOnEach(servers, search)).toEqual([200, 200, 200, 200, 429, 429]);
  expect(await threeOnEach(servers, signIn)).toEqual([400, 400, 400, 400, 429, 429]);
}

/** Personal data of requests, as limits count them. */
const personal = /203\.0\.113|2001:db8|x\.test/;

/** Requests of somebody, of which limits remember the addresses and the e-mail address. */
async function beCounted({ app }: TestServer): Promise<void> {
  const url = '/auth/v1/token?grant_type=password';
  const payload = { email: 'a@x.test', password: 'wrong' };
  for (const remoteAddress of ['203.0.113.77', '2001:db8::77']) {
    expect((await app.inject({ url: '/api/Search?q=monza', remoteAddress })).statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url, payload, remoteAddress })).statusCode).toBe(400);
  }
}

test.skipIf(!hasPostgres)('PostgreSQL gets no address of those who are counted, and no e-mail address', async () => {
  const [server] = await openTwo();
  await beCounted(server);
  const stored = JSON.stringify(await server.storage.database.execute('select * from rate_limits'));
  expect(stored.match(/"key":"/g)?.length).toBeGreaterThanOrEqual(4);
  expect(stored).not.toMatch(personal);
});

test.skipIf(program === null)('Redis gets no address of those who are counted, and no e-mail address', async () => {
  const redis = await TestRedis.open(program ?? '');
  closing.push(() => redis.close());
  const [server] = await openTwo({ REDIS_URL: redis.url });
  await beCounted(server);
  const client = new Redis(redis.url);
  const keys = await client.keys('pitboard:limit:*');
  client.disconnect();
  expect(keys.length).toBeGreaterThanOrEqual(4);
  expect(keys.join()).not.toMatch(personal);
});

test.skipIf(!hasPostgres)('two servers of one PostgreSQL database count together', async () => {
  await expectShared(await openTwo());
});

test.skipIf(!hasPostgres)(
  'servers whose clocks differ by hours count together, and refuse no longer than others',
  async () => {
    const { storage } = (await openTwo())[0];
    const [ahead, behind] = [1, 2].map(() =>
      createLimiters(null, storage.countersPool, Buffer.alloc(32))('clocks', 2, 1),
    );
    const real = Date.now;
    const count = async (limiter: Limiter | undefined) => {
      vi.spyOn(Date, 'now').mockImplementation(() => real() + (limiter === ahead ? 1 : -1) * 3 * 3_600_000);
      return limiter === undefined ? Number.NaN : consume(limiter, 'somebody').finally(() => vi.restoreAllMocks());
    };
    expect([await count(behind), await count(ahead), await count(ahead), await count(behind)]).toEqual([0, 0, 1, 1]);
    await expect.poll(() => count(behind)).toBe(0);
  },
);

test.skipIf(!hasPostgres)('a server whose database cannot count goes on counting for itself', async () => {
  const [one, two] = await openTwo();
  const { database } = one.storage;
  await database.execute('alter table rate_limits rename to hidden_rate_limits');
  // Other tests get this database afterwards.
  closing.push(async () => void (await database.execute('alter table hidden_rate_limits rename to rate_limits')));
  expect(await threeOnEach([one, two], search)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await threeOnEach([one, one], search)).toEqual([200, 429, 429, 429, 429, 429]);
});

test.skipIf(program === null)(
  'two servers with one Redis count together, and each for itself while it is away',
  async () => {
    const redis = await TestRedis.open(program ?? '');
    closing.push(() => redis.close());
    const [one, two] = await openTwo({ REDIS_URL: redis.url });
    await expectShared([one, two]);
    await redis.kill();
    const sharing = async () => (await one.app.inject({ url: '/readyz' })).json().redis;
    await expect.poll(sharing).toBe('lost');
    expect(await threeOnEach([one, one], search)).toEqual([200, 200, 200, 200, 429, 429]);
  },
);
