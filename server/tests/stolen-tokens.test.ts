import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoredMail } from '../auth/mailer.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

const password = 'correct horse 9';
const elevenMinutes = 11 * 60_000;

let server: TestServer;
let count = 0;
let [email, token, refreshToken] = ['', '', ''];
beforeAll(async () => {
  server = await openTestServer({}, undefined, undefined, { limits: { mailPause: 0 } });
});
afterAll(() => server.close());
beforeEach(async () => {
  email = `owner${++count}@x.test`;
  await send('POST', '/auth/v1/signup', { email, password });
  keepSession(await send('POST', '/auth/v1/verify', { type: 'signup', token_hash: tokenIn(await newestMail(email)) }));
});

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, bearer = token) {
  const headers: Record<string, string> = bearer === '' ? {} : { authorization: `Bearer ${bearer}` };
  return server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}

function keepSession(answer: Awaited<ReturnType<typeof send>>): void {
  ({ access_token: token, refresh_token: refreshToken } = answer.json());
}

const logIn = (secret = password) =>
  send('POST', '/auth/v1/token?grant_type=password', { email, password: secret }, '');

async function outbox(): Promise<StoredMail[]> {
  return (await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })).json();
}

async function newestMail(to: string): Promise<StoredMail | undefined> {
  return (await outbox()).find((mail) => mail.to === to);
}

const tokenIn = (mail: StoredMail | undefined) => new URL(mail?.link ?? '').searchParams.get('token_hash');

/** The subjects of the mails to an address since this many mails. */
async function subjectsTo(to: string, since: number): Promise<string[]> {
  const mails = await outbox();
  return mails.slice(0, mails.length - since).flatMap((mail) => (mail.to === to ? [mail.subject] : []));
}

/** An attacker's aims with a stolen token: each outlasts the token. */
const takeovers = {
  token: () => send('POST', '/api/Account/tokens', { name: 'Bot', scope: 'write' }),
  recorder: () => send('POST', '/api/Recorders/code', {}),
  password: () => send('PUT', '/auth/v1/user', { password: 'a new one 12' }),
  address: () => send('PUT', '/auth/v1/user', { email: `new${count}@x.test` }),
};

async function tryAll() {
  const answers = [];
  for (const takeOver of Object.values(takeovers)) answers.push(await takeOver());
  return answers.map((answer) => [answer.statusCode, answer.json().code, answer.json().error_code].slice(0, 3));
}

/** The owner has logged in long ago; the session has been refreshed since. */
async function growOld(): Promise<void> {
  server.step(elevenMinutes);
  keepSession(await send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken }, ''));
}

describe('a stolen access token', () => {
  test('makes no token and no recorder, and changes neither password nor address, without a fresh sign-in', async () => {
    await growOld();
    const before = (await outbox()).length;
    const ofApi = [403, 'reauthentication_needed', undefined];
    const ofSignIn = [400, 400, 'reauthentication_needed'];
    expect(await tryAll()).toEqual([ofApi, ofApi, ofSignIn, ofSignIn]);
    // A guess of the password is not answered by what it is compared with.
    for (const guess of [{ password }, { password, nonce: '00000000' }])
      expect((await send('PUT', '/auth/v1/user', guess)).json().error_code).toMatch(/^reauthentication_/);
    expect(
      (await send('PUT', '/auth/v1/user', { password: 'a new one 12', current_password: 'a guess' })).json(),
    ).toMatchObject({ error_code: 'invalid_credentials' });
    expect(await subjectsTo(email, before)).toEqual([]);
    expect((await logIn()).statusCode).toBe(200);
  });

  test('still changes a name: the owner is not asked for the password for all', async () => {
    await growOld();
    expect((await send('PUT', '/auth/v1/user', { data: { name: 'Ann' } })).statusCode).toBe(200);
  });
});

describe('the owner', () => {
  test('does all four after a fresh sign-in, and is told of each by mail', async () => {
    await growOld();
    keepSession(await logIn());
    const before = (await outbox()).length;
    const { code } = (await takeovers.recorder()).json();
    expect((await send('POST', '/api/Recorders/pair', { code, name: 'Rig' }, '')).statusCode).toBe(200);
    expect((await takeovers.token()).statusCode).toBe(200);
    expect((await takeovers.password()).statusCode).toBe(200);
    await expect.poll(() => subjectsTo(email, before)).toHaveLength(3);
    expect((await subjectsTo(email, before)).sort()).toEqual([
      'A recorder was connected to your Pitboard account',
      'A token was created for your Pitboard account',
      'Your password at Pitboard was changed',
    ]);
    for (const mail of (await outbox()).slice(0, 3)) {
      expect(mail.text).toContain('If this was not you');
      expect(mail.text).toContain('http://pitboard.test/resetPassword');
    }
  });

  test('is told at both addresses after one was exchanged for the other', async () => {
    const changed = `new${count}@x.test`;
    expect((await takeovers.address()).statusCode).toBe(200);
    const mails = [await newestMail(email), await newestMail(changed)];
    const before = (await outbox()).length;
    for (const mail of mails)
      await send('POST', '/auth/v1/verify', { type: 'email_change', token_hash: tokenIn(mail) }, '');
    const subject = 'Your e-mail address at Pitboard was changed';
    expect([await subjectsTo(email, before), await subjectsTo(changed, before)]).toEqual([[subject], [subject]]);
    expect((await newestMail(email))?.text).toContain(`from ${email} to ${changed}`);
    expect((await newestMail(email))?.text).toContain('http://pitboard.test/impressum');
    expect((await newestMail(changed))?.text).toContain('http://pitboard.test/resetPassword');
  });

  test('sets a password at once after a link for a new one', async () => {
    await growOld();
    await send('POST', '/auth/v1/recover', { email }, '');
    const proof = { type: 'recovery', token_hash: tokenIn(await newestMail(email)) };
    keepSession(await send('POST', '/auth/v1/verify', proof, ''));
    expect((await takeovers.password()).statusCode).toBe(200);
  });

  test('proves who asks with the present password, or with the code of a mail', async () => {
    await growOld();
    const change = { password: 'a new one 12', current_password: password };
    expect((await send('PUT', '/auth/v1/user', change)).statusCode).toBe(200);
    await send('GET', '/auth/v1/reauthenticate');
    const nonce = (await newestMail(email))?.code;
    expect((await send('PUT', '/auth/v1/user', { email: `new${count}@x.test`, nonce })).json().new_email).toBe(
      `new${count}@x.test`,
    );
  });
});

describe('recorders and tokens for programs', () => {
  test('all end at once, with the code for another recorder', async () => {
    const pair = async () => {
      const { code } = (await takeovers.recorder()).json();
      return (await send('POST', '/api/Recorders/pair', { code, name: 'Rig' }, '')).json().token;
    };
    const tokens = [await pair(), await pair(), (await takeovers.token()).json().token];
    const { code } = (await takeovers.recorder()).json();
    const statuses = async () =>
      Promise.all(tokens.map(async (each) => (await send('GET', '/api/LiveSession/all', undefined, each)).statusCode));
    expect(await statuses()).not.toContain(401);
    expect((await send('DELETE', '/api/Account/programs')).statusCode).toBe(204);
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await send('POST', '/api/Recorders/pair', { code, name: 'Rig' }, '')).statusCode).toBe(422);
    expect((await send('GET', '/api/Recorders')).json()).toEqual([]);
    expect((await send('GET', '/api/Account/tokens')).json()).toEqual([]);
  });

  test.each([
    ['a new password', () => takeovers.password()],
    ['a log-out of all devices', () => send('POST', '/auth/v1/logout?scope=global')],
  ])('cannot be connected after %s with a code from before', async (_, end) => {
    const { code } = (await takeovers.recorder()).json();
    expect((await end()).statusCode).toBeLessThan(300);
    expect((await send('POST', '/api/Recorders/pair', { code, name: 'Rig' }, '')).statusCode).toBe(422);
  });
});
