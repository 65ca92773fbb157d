import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { overloaded } from '../http/problem.ts';
import { mountOperator } from './mount-operator.ts';

const token = 'token of the operator';
/** The error of every change and every login. */
let failure: Error | null;
let app: FastifyInstance;
beforeEach(async () => {
  failure = null;
  const fail = async () => {
    if (failure !== null) throw failure;
  };
  const view = { parts: [['Database', 'does not store', true]], canMail: true, signUp: 'invite' } as const;
  const failing = { block: fail, unblock: fail, remove: fail, revoke: fail };
  const asking = { invite: async () => `${await fail()}`, testMail: async () => `${await fail()}` };
  app = fastify();
  await mountOperator(app, {
    ...{ token, secret: Buffer.from('secret'), publicUrl: 'http://pitboard.test', now: () => new Date(0) },
    ...{ countLogin: fail, audit: () => undefined },
    logins: { begin: async () => 'a'.repeat(43), has: async () => true, end: async () => undefined },
    operations: { view: async (search) => ({ ...view, search, invites: null, users: null }), ...failing, ...asking },
  });
});
afterEach(() => app.close());

async function post(url: string, fields: Readonly<Record<string, string>>, cookie = '') {
  const payload = new URLSearchParams(fields).toString();
  const headers = { host: 'pitboard.test', 'content-type': 'application/x-www-form-urlencoded', cookie };
  const answer = await app.inject({ method: 'POST', url, payload, headers });
  const { body, statusCode } = answer;
  return { answer, statusCode, alert: /role="alert">([^<]*)</.exec(body)?.[1], body };
}

const id = '0192f0c4-0000-7000-8000-000000000001';
const unreachable = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
const databaseFault = 'The database does not answer: try again later.';

test('a form that fails without the database, under load or by an error says so on the page', async () => {
  const { answer } = await post('/operator/login', { token });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const forms = {
    '/operator/users': { action: 'block', id, q: 'Eve' },
    '/operator/invites': { days: '7' },
    '/operator/invites/revoke': { id },
    '/operator/mail': { to: 'a@pitboard.test' },
  };
  failure = unreachable();
  for (const [url, fields] of Object.entries(forms)) {
    const refused = await post(url, fields, cookie);
    expect([url, refused.statusCode, refused.alert]).toEqual([url, 503, databaseFault]);
    expect([refused.answer.headers['retry-after'], refused.body.includes('does not store')]).toEqual(['5', true]);
  }
  const block = () => post('/operator/users', forms['/operator/users'], cookie);
  expect((await block()).body).toContain('name="q" type="search" value="Eve"');
  failure = overloaded('Too many changes');
  expect(await block()).toMatchObject({ statusCode: 503, alert: 'Too many changes: try again in 1 s.' });
  failure = Object.assign(new Error('deadlock'), { code: '40P01' });
  expect(await block()).toMatchObject({ statusCode: 409, alert: 'Another change was in progress. Try again.' });
  failure = new Error('secret of the server');
  expect(await block()).toMatchObject({ statusCode: 500, alert: 'The server made an error, which its log explains.' });
});

test('a login that cannot be counted says why beside the token', async () => {
  failure = unreachable();
  const refused = await post('/operator/login', { token });
  expect(refused).toMatchObject({ statusCode: 503, alert: databaseFault });
  expect([refused.body.includes('name="token"'), refused.answer.headers['set-cookie']]).toEqual([true, undefined]);
});
