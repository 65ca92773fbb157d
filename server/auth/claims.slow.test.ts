import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import type { StoredMail } from './mailer.ts';

/** Several accounts that claim one address or number at the same instant: one gets it, and the others are told. */
const password = 'correct horse 9';
const many = Array.from({ length: 20 }, (_, index) => index);

let confirming: TestServer;
let open: TestServer;
beforeAll(async () => {
  confirming = await openTestServer({}, undefined, undefined, {
    options: { bothConfirmEmail: false },
    limits: { mailPause: 0 },
  });
  const options = { confirmEmail: false, phone: 'confirmed' } as const;
  open = await openTestServer({}, undefined, undefined, { over: confirming, options });
});
afterAll(async () => {
  await open.close();
  await confirming.close();
});

async function send(
  server: TestServer,
  method: 'POST' | 'PUT',
  path: string,
  { token, ...payload }: Record<string, unknown>,
) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await server.app.inject({ method, url: `/auth/v1${path}`, payload, headers });
  return { status: response.statusCode, body: response.json() };
}

const newAddress = () => `${randomUUID()}@x.test`;
const newNumber = () => `49${Date.now()}${Math.floor(Math.random() * 10)}`.slice(0, 14);

/** How many answers there were of each kind. */
function count(answers: readonly { readonly status: number; readonly body: { readonly error_code?: string } }[]) {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = `${status} ${body.error_code ?? ''}`.trim();
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const signIn = (server: TestServer, login: { readonly email: string } | { readonly phone: string }) =>
  send(server, 'POST', '/token?grant_type=password', { ...login, password });

/** The tokens of new accounts that are signed in at a server. */
async function signInMany(server: TestServer): Promise<string[]> {
  return Promise.all(
    many.map(async () => {
      const login = { email: newAddress() };
      await send(open, 'POST', '/signup', { ...login, password });
      return (await signIn(server, login)).body.access_token;
    }),
  );
}

describe.each([
  ['an address', () => ({ email: newAddress() }), 'email_exists'],
  ['a number', () => ({ phone: newNumber() }), 'phone_exists'],
] as const)('%s', (_, create, code) => {
  test('that many sign up with at once belongs to one account', async () => {
    const login = create();
    const answers = await Promise.all(many.map(() => send(open, 'POST', '/signup', { ...login, password })));
    expect(count(answers)).toEqual({ '200': 1, '422 user_already_exists': 19 });
    expect((await signIn(open, login)).status).toBe(200);
  });

  test('that many change to at once belongs to one account', async () => {
    const login = create();
    const tokens = await signInMany(open);
    const answers = await Promise.all(tokens.map((token) => send(open, 'PUT', '/user', { token, ...login })));
    expect(count(answers)).toEqual({ '200': 1, [`422 ${code}`]: 19 });
    expect((await signIn(open, login)).status).toBe(200);
  });
});

test('an address that must be confirmed answers all who sign up with it in the same way, and becomes one account', async () => {
  const login = { email: newAddress(), password };
  const answers = await Promise.all(many.map(() => send(confirming, 'POST', '/signup', login)));
  expect(count(answers)).toEqual({ '200': 20 });
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(20);
  const outbox = await confirming.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
  const links = outbox.json<StoredMail[]>().filter(({ to }) => to === login.email);
  const hashes = links.map(({ link }) => new URL(link ?? '').searchParams.get('token_hash'));
  const verified = hashes.map((token_hash) => send(confirming, 'POST', '/verify', { type: 'signup', token_hash }));
  expect(count(await Promise.all(verified))).toEqual({ '200': 1, '403 otp_expired': 19 });
});

test('an address that many confirm at once belongs to one account', async () => {
  const email = newAddress();
  const tokens = await signInMany(confirming);
  for (const token of tokens) expect((await send(confirming, 'PUT', '/user', { token, email })).status).toBe(200);
  const outbox = await confirming.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
  const links = outbox.json<StoredMail[]>().filter(({ to }) => to === email);
  const hashes = links.map(({ link }) => new URL(link ?? '').searchParams.get('token_hash'));
  expect(hashes.length).toBe(20);
  const verify = (token_hash: string | null) =>
    send(confirming, 'POST', '/verify', { type: 'email_change', token_hash });
  expect(count(await Promise.all(hashes.map(verify)))).toEqual({ '200': 1, '422 email_exists': 19 });
});
