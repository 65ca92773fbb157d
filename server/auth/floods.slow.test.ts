import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import { defaultLimits } from './limits.ts';

const password = 'correct horse 9';
const waiting: (() => void)[] = [];
let isHolding = false;
const timer = {
  elapsed: () => performance.now(),
  pause: async () => {
    if (isHolding) await new Promise<void>((resolve) => waiting.push(resolve));
  },
};

let server: TestServer;
let confirming: TestServer;
beforeAll(async () => {
  server = await openTestServer({}, undefined, undefined, { options: { confirmEmail: false }, timer });
  const limits = { ...defaultLimits, mails: 300 };
  confirming = await openTestServer({}, undefined, undefined, { over: server, limits });
});
afterAll(async () => {
  await confirming.close();
  await server.close();
});

const post = (url: string, payload: object, remoteAddress: string, { app } = server) =>
  app.inject({ method: 'POST', url: `/auth/v1${url}`, payload, remoteAddress });
const signIn = (email: string, chosen: string, remoteAddress: string) =>
  post('/token?grant_type=password', { email, password: chosen }, remoteAddress);
const range = (length: number) => Array.from({ length }, (_, index) => index);

/** Nine tries of ten accounts from each of two /48 and of four addresses: the last three of nine are delayed. */
function tryPasswords() {
  const sources = [1, 2, 3, 4, 5, 6].map(
    (source) => (index: number) => (source < 3 ? `2001:db8:${source}:${index.toString(16)}::1` : `203.0.113.${source}`),
  );
  return sources.map(
    (addressOf) => () => range(90).map((index) => signIn(`victim ${index % 10}@x.test`, 'wrong', addressOf(index))),
  );
}

test('540 tries of passwords that wait keep nobody from logging in, refreshing and reading profiles', async () => {
  const members: { id: string; email: string; access: string; refresh: string }[] = [];
  for (const index of range(6)) {
    const email = `${index}@x.test`;
    const {
      access_token: access,
      refresh_token: refresh,
      user: { id },
    } = (await post('/signup', { email, password }, '198.51.100.1')).json();
    members.push({ id, email, access, refresh });
  }
  isHolding = true;
  const tries: ReturnType<typeof signIn>[] = [];
  for (const start of tryPasswords()) {
    tries.push(...start());
    await expect.poll(() => waiting.length, { timeout: 60_000 }).toBe(tries.length);
  }
  expect(waiting.length).toBe(540);
  isHolding = false;

  const expectServed = async () => {
    for (const [index, { id, email, access, refresh }] of members.entries()) {
      const remoteAddress = `198.51.100.${index + 10}`;
      expect((await signIn(email, password, remoteAddress)).statusCode).toBe(200);
      const refreshed = await post('/token?grant_type=refresh_token', { refresh_token: refresh }, remoteAddress);
      expect(refreshed.statusCode).toBe(200);
      const url = `/rest/v1/profiles?select=id,username,avatar_url&id=eq.${id}`;
      const headers = { authorization: `Bearer ${access}` };
      expect((await server.app.inject({ url, headers, remoteAddress })).statusCode).toBe(200);
    }
  };
  await expectServed();
  // Now all of them are to be checked.
  for (const go of waiting) go();
  await expectServed();
  const statuses = new Set((await Promise.all(tries)).map(({ statusCode }) => statusCode));
  expect([...statuses].sort()).toEqual([400, 429]);
}, 120_000);

test('216 sign-ups of one /48 use up the mails of no member, in that site and elsewhere, nor the sign-ups of others', async () => {
  const members = ['home@x.test', 'away@x.test'];
  for (const email of members)
    expect((await post('/signup', { email, password }, '198.51.100.1')).statusCode).toBe(200);
  const ask = (url: string, email: string, remoteAddress: string) =>
    post(url, { email, password }, remoteAddress, confirming);
  const statuses: number[] = [];
  for (const network of range(36)) {
    const asked = range(6).map((index) => ask('/signup', `${network}.${index}@y.test`, `2001:db8:9:${network}::1`));
    statuses.push(...(await Promise.all(asked)).map(({ statusCode }) => statusCode));
  }
  expect(statuses.map(String).sort().join()).toBe([...range(60).map(() => 200), ...range(156).map(() => 429)].join());
  expect((await ask('/recover', 'home@x.test', '2001:db8:9:77::1')).statusCode).toBe(200);
  expect((await ask('/recover', 'away@x.test', '198.51.100.7')).statusCode).toBe(200);
  expect((await ask('/signup', 'new@x.test', '198.51.100.8')).statusCode).toBe(200);
  const mails = (await confirming.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })).json();
  const sentTo = mails.slice(0, 3).map(({ to }: { to: string }) => to);
  expect(sentTo).toEqual(['new@x.test', 'away@x.test', 'home@x.test']);
}, 120_000);
