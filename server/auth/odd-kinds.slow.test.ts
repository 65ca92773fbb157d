import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

const password = 'correct horse 9';
const site = 'http://pitboard.test';

let server: TestServer;
beforeAll(async () => {
  const over = { options: { phone: 'sms' as const, mailLink: 'verify' as const }, limits: { mailPause: 0 } };
  server = await openTestServer({}, undefined, undefined, over);
  for (const email of ['confirmed@x.test', 'pending@x.test', 'changing@x.test']) {
    await send('POST', '/auth/v1/signup', { email, password });
    if (email !== 'pending@x.test')
      await send('POST', '/auth/v1/verify', { type: 'signup', token_hash: await readNewestToken() });
  }
  await send('POST', '/auth/v1/signup', { phone: '+491701111111', password });
  const { database } = server.storage;
  await database.execute(sql`update auth_users set new_email = 'new@x.test' where email = 'changing@x.test'`);
});
afterAll(() => server.close());

async function send(method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) {
  const body: InjectOptions =
    payload === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' } };
  const text = payload === undefined ? {} : { payload: JSON.stringify(payload) };
  const { statusCode, body: answer, headers: sent } = await server.app.inject({ method, url, ...body, ...text });
  return { status: statusCode, body: answer, location: sent.location };
}

async function readNewestToken(): Promise<string> {
  const [mail] = (await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })).json();
  return new URL(mail.link).searchParams.get('token') ?? '';
}

/** Names that every object has, names of nothing, and names of kinds that are not offered. */
const oddKinds = [
  'toString',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  'length',
  'email_change_current',
  'reauthentication',
  'magiclink',
  'SIGNUP',
  'signup ',
  '\u0000',
];

const known = [
  { email: 'confirmed@x.test' },
  { email: 'pending@x.test' },
  { email: 'changing@x.test' },
  { email: 'new@x.test' },
  { phone: '+491701111111' },
];
const unknownOf = (account: object) => ('phone' in account ? { phone: '+491709999999' } : { email: 'nobody@x.test' });

/** Every endpoint with an address and a kind in its request. */
const endpoints: readonly (readonly [string, (kind: string, account: object) => readonly [string, object]])[] = [
  ['verify with a code', (type, account) => ['/auth/v1/verify', { type, ...account, token: '12345678' }]],
  ['resend', (type, account) => ['/auth/v1/resend', { type, ...account }]],
  [
    'token',
    (grant, account) => [`/auth/v1/token?grant_type=${encodeURIComponent(grant)}`, { ...account, password: 'wrong' }],
  ],
  [
    'recover',
    (kind, account) => [
      '/auth/v1/recover',
      { ...account, code_challenge: 'c'.repeat(43), code_challenge_method: kind },
    ],
  ],
];

describe.each(endpoints)('%s', (endpoint, requestOf) => {
  test.each(oddKinds)('answers %j for a known address as for an unknown one', async (kind) => {
    await Promise.all(
      known.map(async (account) => {
        const accounts = [account, unknownOf(account)];
        const [answer, expected] = await Promise.all(accounts.map((each) => send('POST', ...requestOf(kind, each))));
        expect(answer).toEqual(expected);
        // An unknown kind of code is refused like a wrong code.
        const isWrongCode = endpoint === 'verify with a code' && 'email' in account && kind !== '\u0000';
        expect(answer?.status).toBe(isWrongCode ? 403 : 400);
      }),
    );
  });
});

describe('a link of a mail', () => {
  test.each(oddKinds)('is refused as %j like a link that never was, and stays usable', async (kind) => {
    await send('POST', '/auth/v1/recover', { email: 'confirmed@x.test' });
    const token = await readNewestToken();
    const forged = token.replaceAll(/\w/g, 'A');
    const byCall = (hash: string, type = kind) => send('POST', '/auth/v1/verify', { type, token_hash: hash });
    const byVisit = (hash: string) =>
      send('GET', `/auth/v1/verify?${new URLSearchParams({ type: kind, token: hash, redirect_to: site })}`);
    expect(await byCall(token)).toEqual(await byCall(forged));
    expect(await byVisit(token)).toEqual(await byVisit(forged));
    expect((await byCall(token, 'recovery')).status).toBe(200);
  });
});

describe('the data interface', () => {
  const odd = oddKinds.filter((kind) => kind !== '\u0000');

  test.each(odd)('refuses %j as table, column, operator, order and conflict target', async (kind) => {
    const name = encodeURIComponent(kind);
    const statuses = await Promise.all(
      [
        `/rest/v1/${name}`,
        `/rest/v1/profiles?select=${name}`,
        `/rest/v1/profiles?${name}=eq.x`,
        `/rest/v1/profiles?id=${name}.x`,
        `/rest/v1/profiles?order=${name}`,
        `/rest/v1/profiles?on_conflict=${name}`,
        `/rest/v1/profiles?columns=${name}`,
      ].map(async (url) => (await send('GET', url)).status),
    );
    expect(statuses).toEqual([404, 400, 400, 400, 400, 400, 400]);
    const authorization = `Bearer ${await server.tokenOf('max')}`;
    expect((await send('POST', '/rest/v1/profiles', { [kind]: 'x' }, { authorization })).status).toBe(400);
  });
});
