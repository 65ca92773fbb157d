import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import { defaultLimits } from './limits.ts';
import type { StoredMail } from './mailer.ts';

/** Guesses of a mailed code, from a network of their own each, and the number of comparisons. */
const isLong = process.env.PITBOARD_LONG === '1';
const guesses = isLong ? 100_000 : 1_000;
const atOnce = 50;
const password = 'correct horse 9';
/** Another one in each test: counters outlast it. */
let email = '';
let changed = '';
let tests = 0;

let server: TestServer;
beforeAll(async () => {
  const options = { tokenLifetime: 7_200 };
  // The limits of a server, not those of other tests.
  const limits = { ...defaultLimits, mails: 300, mailPause: 0 };
  server = await openTestServer({}, undefined, undefined, { options, limits });
});
afterAll(() => server.close());
beforeEach(async () => {
  tests += 1;
  [email, changed] = [`a${tests}@x.test`, `new${tests}@x.test`];
  const tables = 'auth_users, auth_sign_ups, auth_wrong_codes, rate_limits';
  await server.storage.database.execute(sql.raw(`truncate ${tables} cascade`));
  server.clock.now = new Date(server.clock.now.getTime() + 24 * 3_600_000);
});

/** An address of a new network. */
const newNetwork = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

async function send(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const body = payload === undefined ? {} : { payload };
  return server.app.inject({ method, url: `/auth/v1${path}`, headers, remoteAddress: newNetwork(), ...body });
}

async function readOutbox(to = email): Promise<StoredMail[]> {
  const answer = await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
  return answer.json<StoredMail[]>().filter((mail) => mail.to === to);
}

const tokenIn = (mail: StoredMail | undefined) => new URL(mail?.link ?? '').searchParams.get('token_hash');
const newestCode = async (to = email) => (await readOutbox(to))[0]?.code ?? '';

async function createMember(): Promise<string> {
  await send('POST', '/signup', { email, password });
  const proof = { type: 'signup', token_hash: tokenIn((await readOutbox())[0]) };
  return (await send('POST', '/verify', proof)).json().access_token;
}

/** The comparisons in the log of the server. */
function countCompared() {
  const log = vi.spyOn(server.app.log, 'info');
  return () => log.mock.calls.filter(([, text]) => String(text).startsWith('sign-in: wrong code')).length;
}

/** Sends so many wrong codes, many at once; each takes its time of the clock. */
async function guess(count: number, seconds: number, tryCode: (code: string) => Promise<number>, right: string) {
  const statuses = new Set<number>();
  const start = server.clock.now.getTime();
  for (let sent = 0; sent < count; sent += atOnce) {
    server.clock.now = new Date(start + (sent / count) * seconds * 1_000);
    const codes = Array.from({ length: Math.min(atOnce, count - sent) }, (_, index) => sent + index);
    const different = codes.map((code) => String((Number(right) + 1 + code) % 100_000_000).padStart(8, '0'));
    for (const status of await Promise.all(different.map(tryCode))) statuses.add(status);
  }
  return [...statuses];
}

test('codes have eight digits', async () => {
  await createMember();
  expect(await newestCode()).toMatch(/^\d{8}$/);
});

/** Every kind of mailed code: how it is asked for, and how it is tried. */
const kinds: readonly [
  name: string,
  prepare: () => Promise<{ ask: () => Promise<unknown>; tryCode: (code: string) => Promise<number>; to?: string }>,
][] = [
  [
    'of a new password',
    async () => {
      await createMember();
      return { ask: () => send('POST', '/recover', { email }), tryCode: verify('recovery', email) };
    },
  ],
  [
    'of a sign-up',
    async () => ({
      ask: () => send('POST', '/signup', { email, password }),
      tryCode: verify('signup', email),
    }),
  ],
  [
    'of a new password of an address that is not confirmed',
    async () => {
      await send('POST', '/signup', { email, password });
      return { ask: () => send('POST', '/recover', { email }), tryCode: verify('recovery', email) };
    },
  ],
  [
    'of a change of the address, at the new one',
    async () => {
      const token = await createMember();
      const ask = () => send('PUT', '/user', { email: changed, current_password: password }, token);
      return { ask, tryCode: verify('email_change', changed), to: changed };
    },
  ],
  [
    'of a change of the address, at the old one',
    async () => {
      const token = await createMember();
      const ask = () => send('PUT', '/user', { email: changed, current_password: password }, token);
      return { ask, tryCode: verify('email_change', email) };
    },
  ],
  [
    'for a change of the password',
    async () => {
      const token = await createMember();
      await server.storage.database.execute(sql`update auth_sessions set created_at = '2020-01-01'`);
      const tryCode = async (nonce: string) =>
        (await send('PUT', '/user', { password: 'a new one 12', nonce }, token)).statusCode;
      return { ask: () => send('GET', '/reauthenticate', undefined, token), tryCode };
    },
  ],
];

function verify(type: string, address: string) {
  return async (token: string) => (await send('POST', '/verify', { type, email: address, token })).statusCode;
}

test.each(kinds)('a code %s is compared ten times in an hour, whatever is sent at once', async (_, prepare) => {
  const { ask, tryCode, to } = await prepare();
  await ask();
  const compared = countCompared();
  const right = await newestCode(to);
  await guess(100, 60, tryCode, right);
  expect(compared()).toBe(10);
  expect(await tryCode(right)).not.toBe(200);
  // A new code changes nothing before the hour is over.
  await ask();
  expect(await tryCode(await newestCode(to))).not.toBe(200);
  expect(compared()).toBe(10);
  server.clock.now = new Date(server.clock.now.getTime() + 3_601_000);
  await ask();
  expect(await tryCode(await newestCode(to))).toBe(200);
});

test('a code that is right before ten were wrong is accepted', async () => {
  await createMember();
  await send('POST', '/recover', { email });
  const right = await newestCode();
  await guess(9, 9, verify('recovery', email), right);
  expect(await verify('recovery', email)(right)).toBe(200);
});

test(`of ${guesses} guesses in an hour, with new codes in between, ten are compared, and the last link works`, async () => {
  await createMember();
  await send('POST', '/recover', { email });
  const compared = countCompared();
  const rounds = 30;
  for (let round = 0; round < rounds; round += 1) {
    expect((await send('POST', '/recover', { email })).statusCode).toBe(200);
    const statuses = await guess(guesses / rounds, 3_500 / rounds, verify('recovery', email), await newestCode());
    expect(statuses).toEqual([403]);
  }
  expect(compared()).toBe(10);
  const [newest] = await readOutbox();
  expect((await send('POST', '/verify', { type: 'recovery', token_hash: tokenIn(newest) })).statusCode).toBe(200);
}, 3_600_000);

test('a request over the budget of its recipient changes nothing of what was mailed', async () => {
  await createMember();
  const before = (await readOutbox()).length;
  for (let count = 0; count < 30; count += 1) expect((await send('POST', '/recover', { email })).statusCode).toBe(200);
  const mails = await readOutbox();
  expect(mails.length - before).toBe(6);
  const proof = { type: 'recovery', token_hash: tokenIn(mails[0]) };
  expect((await send('POST', '/verify', proof)).statusCode).toBe(200);
});

test('a change of the address over the budget is refused, and the links that were mailed stay valid', async () => {
  const token = await createMember();
  const change = () => send('PUT', '/user', { email: changed, data: { kept: 'no' } }, token);
  for (let count = 0; count < 6; count += 1) expect((await change()).statusCode).toBe(200);
  const refused = await change();
  expect([refused.statusCode, refused.json().error_code]).toEqual([429, 'over_email_send_rate_limit']);
  const redeem = async (to: string) =>
    (await send('POST', '/verify', { type: 'email_change', token_hash: tokenIn((await readOutbox(to))[0]) })).json();
  expect((await redeem(email)).code).toBe('200');
  expect((await redeem(changed)).user.email).toBe(changed);
});
