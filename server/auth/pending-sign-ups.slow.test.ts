import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authUsers, pendingSignUps } from '../storage/auth-tables.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import type { StoredMail } from './mailer.ts';

/** Sign-ups with one address by its owner and by a stranger. Other orders are tried by `sign-up-histories.test.ts`. */
const own = 'the secret of the owner';
const foreign = 'the secret of a stranger';

let server: TestServer;
/** The same database where nothing has to be confirmed. */
let unconfirmed: TestServer;
let email = '';
let count = 0;
beforeAll(async () => {
  server = await openTestServer({}, undefined, undefined, { limits: { mailPause: 0 } });
  const options = { confirmEmail: false };
  const keys = { DATA_DIR: server.env.dataDir };
  unconfirmed = await openTestServer(keys, undefined, undefined, { over: server, options, limits: { mailPause: 0 } });
});
afterAll(async () => {
  await unconfirmed.close();
  await server.close();
});
beforeEach(() => {
  count += 1;
  email = `owner${count}@x.test`;
});

async function send(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, token?: string, at = server) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const body = payload === undefined ? {} : { payload };
  return at.app.inject({ method, url: `/auth/v1${path}`, headers, ...body });
}

const signUp = (password: string, at = server) =>
  send('POST', '/signup', { email, password, data: { by: password } }, undefined, at);
const signIn = (password: string) => send('POST', '/token?grant_type=password', { email, password });

async function newestToken(): Promise<string> {
  const outbox = await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
  const mail = outbox.json<StoredMail[]>().find(({ to }) => to === email);
  return new URL(mail?.link ?? '').searchParams.get('token_hash') ?? '';
}

const redeem = (type: string, token_hash: string) => send('POST', '/verify', { type, token_hash });
const readUsers = () => server.storage.database.select().from(authUsers).where(eq(authUsers.email, email));

describe('a sign-up that is not confirmed', () => {
  test('is no user, and nobody signs in to it', async () => {
    await signUp(own);
    expect(await readUsers()).toEqual([]);
    const { statusCode, body } = await signIn(own);
    expect([statusCode, JSON.parse(body).error_code]).toEqual([400, 'email_not_confirmed']);
  });

  test.each([
    ['after a stranger', [foreign, own], 1],
    ['before a stranger', [own, foreign], 0],
  ] as const)('%s gives the account what its own mail carries', async (_, order, index) => {
    const tokens: string[] = [];
    for (const password of order) {
      await signUp(password);
      tokens.push(await newestToken());
    }
    const { statusCode, body } = await redeem('signup', tokens[index] ?? '');
    expect([statusCode, JSON.parse(body).user.user_metadata.by]).toEqual([200, own]);
    expect([(await signIn(own)).statusCode, (await signIn(foreign)).statusCode]).toEqual([200, 400]);
    expect((await redeem('signup', tokens[1 - index] ?? '')).statusCode).toBe(403);
    expect(
      await server.storage.database.select().from(pendingSignUps).where(eq(pendingSignUps.address, email)),
    ).toEqual([]);
  });

  test('is sent again with its password and data while it is the only one', async () => {
    await signUp(own);
    await send('POST', '/resend', { type: 'signup', email });
    await redeem('signup', await newestToken());
    expect((await signIn(own)).json().user.user_metadata.by).toBe(own);
  });

  test('of a stranger is not sent again with its password for somebody else', async () => {
    await signUp(foreign);
    const payload = { type: 'signup', email };
    await server.app.inject({ method: 'POST', url: '/auth/v1/resend', payload, remoteAddress: '198.51.100.1' });
    const { user } = (await redeem('signup', await newestToken())).json();
    expect([user.user_metadata.by, (await signIn(foreign)).statusCode]).toEqual([undefined, 400]);
  });

  test('is sent again without a password when there are several', async () => {
    await signUp(own);
    await signUp(foreign);
    await send('POST', '/resend', { type: 'signup', email });
    const { access_token: token, user } = (await redeem('signup', await newestToken())).json();
    expect([user.user_metadata.by, (await signIn(foreign)).statusCode]).toEqual([undefined, 400]);
    expect((await send('PUT', '/user', { password: own }, token)).statusCode).toBe(200);
    expect((await signIn(own)).statusCode).toBe(200);
  });

  test('ends with a link for a new password, which carries nothing of it', async () => {
    await signUp(foreign);
    const signUpToken = await newestToken();
    await send('POST', '/recover', { email });
    const { access_token: token, user } = (await redeem('recovery', await newestToken())).json();
    expect([user.user_metadata.by, user.email]).toEqual([undefined, email]);
    expect((await send('PUT', '/user', { password: own }, token)).statusCode).toBe(200);
    expect((await redeem('signup', signUpToken)).statusCode).toBe(403);
    expect([(await signIn(own)).statusCode, (await signIn(foreign)).statusCode]).toEqual([200, 400]);
  });

  test('holds up nobody who changes to its address', async () => {
    const address = email;
    await signUp(foreign);
    const stranger = await newestToken();
    email = `before-${address}`;
    await signUp(own);
    const { access_token: token } = (await redeem('signup', await newestToken())).json();
    expect((await send('PUT', '/user', { email: address }, token)).statusCode).toBe(200);
    expect((await redeem('email_change', await newestToken())).json().code).toBe('200');
    email = address;
    expect((await redeem('email_change', await newestToken())).json().user.email).toBe(address);
    expect((await redeem('signup', stranger)).statusCode).toBe(403);
    expect([(await signIn(own)).statusCode, (await signIn(foreign)).statusCode]).toEqual([200, 400]);
  });

  test('by a release before, as a user with a password, gives way to the one that is redeemed', async () => {
    const now = server.clock.now.toISOString();
    const before = { id: '01900000-0000-7000-8000-000000000001', email, createdAt: now, updatedAt: now };
    await server.storage.database
      .insert(authUsers)
      .values({ ...before, passwordHash: 'of a stranger', userMetadata: { by: foreign } });
    await signUp(own);
    await redeem('signup', await newestToken());
    expect((await readUsers()).map(({ userMetadata }) => userMetadata)).toEqual([{ by: own }]);
    expect((await signIn(own)).statusCode).toBe(200);
  });
});

describe('a sign-up by the app', () => {
  const [desk, phone, strange] = ['the-desk-of-the-owner-1', 'the-phone-of-the-owner-1', 'a-device-of-a-stranger'];
  const ask = (path: string, payload: object, device: string) =>
    server.app.inject({ method: 'POST', url: `/auth/v1${path}`, headers: { 'x-pitboard-device': device }, payload });
  const signUpOn = (device: string, password: string) =>
    ask('/signup', { email, password, data: { by: password } }, device);
  const redeemOn = async (device: string) =>
    (await ask('/verify', { type: 'signup', token_hash: await newestToken() }, device)).json();
  const has = async (password: string) => (await signIn(password)).statusCode === 200;

  test('has its password and data when its mail is opened on the same device', async () => {
    await signUpOn(desk, own);
    const { user } = await redeemOn(desk);
    expect([user.user_metadata.by, user.app_metadata.has_password, await has(own)]).toEqual([own, undefined, true]);
  });

  test('has neither on another device, where a password is asked for, also the same', async () => {
    await signUpOn(desk, own);
    const { access_token: token, user } = await redeemOn(phone);
    expect([user.user_metadata.by, user.app_metadata.has_password, await has(own)]).toEqual([undefined, false, false]);
    const set = await send('PUT', '/user', { password: own }, token);
    expect([set.statusCode, set.json().app_metadata.has_password, await has(own)]).toEqual([200, undefined, true]);
  });

  test('of a stranger after the own one gives the stranger nothing when its mail is opened', async () => {
    await signUpOn(desk, own);
    await signUpOn(strange, foreign);
    const { user } = await redeemOn(desk);
    expect([user.user_metadata.by, user.app_metadata.has_password, await has(foreign)]).toEqual([
      undefined,
      false,
      false,
    ]);
  });

  test('of a stranger with another client gives the stranger nothing either', async () => {
    await signUpOn(desk, own);
    await signUp(foreign);
    const { user } = await redeemOn(desk);
    expect([user.user_metadata.by, await has(foreign)]).toEqual([undefined, false]);
  });

  test('is sent again with what was chosen on the device that asks for it', async () => {
    await signUpOn(desk, own);
    await signUpOn(strange, foreign);
    await ask('/resend', { type: 'signup', email }, desk);
    const { user } = await redeemOn(desk);
    expect([user.user_metadata.by, await has(own)]).toEqual([own, true]);
  });

  test('is confirmed by the code of its mail in the same way', async () => {
    await signUpOn(strange, foreign);
    const outbox = await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
    const token = outbox.json<StoredMail[]>().find(({ to }) => to === email)?.code;
    const { user } = (await ask('/verify', { type: 'signup', email, token }, phone)).json();
    expect([user.app_metadata.has_password, await has(foreign)]).toEqual([false, false]);
  });
});

describe('an account that was accepted without a mail', () => {
  test('keeps working once mails are required', async () => {
    const { refresh_token } = (await signUp(own, unconfirmed)).json();
    const refreshed = await send('POST', '/token?grant_type=refresh_token', { refresh_token });
    expect([refreshed.statusCode, (await signIn(own)).statusCode]).toEqual([200, 200]);
  });

  test('has nothing of who made it after its address is proved for the first time', async () => {
    const { access_token: strange, refresh_token } = (await signUp(foreign, unconfirmed)).json();
    await signUp(own);
    await send('POST', '/recover', { email });
    const { access_token: token, user } = (await redeem('recovery', await newestToken())).json();
    expect([user.user_metadata.by, (await signIn(foreign)).statusCode]).toEqual([undefined, 400]);
    expect((await send('GET', '/user', undefined, strange, unconfirmed)).json().error_code).toBe('session_not_found');
    expect((await send('POST', '/token?grant_type=refresh_token', { refresh_token })).statusCode).toBe(400);
    expect((await send('PUT', '/user', { password: own, data: { by: own } }, token)).statusCode).toBe(200);
    await send('POST', '/recover', { email });
    const again = (await redeem('recovery', await newestToken())).json();
    expect([again.user.user_metadata.by, (await signIn(own)).statusCode]).toEqual([own, 200]);
  });

  test('ends sign-ups that were mailed before', async () => {
    await signUp(foreign);
    const token = await newestToken();
    expect((await signUp(own, unconfirmed)).statusCode).toBe(200);
    expect((await redeem('signup', token)).statusCode).toBe(403);
    expect([(await signIn(own)).statusCode, (await signIn(foreign)).statusCode]).toEqual([200, 400]);
  });
});

describe('a database that fails', () => {
  test('is no wrong password: later sign-ins are not delayed by it', async () => {
    const pauses: number[] = [];
    const timer = { elapsed: () => 0, pause: async (milliseconds: number) => void pauses.push(milliseconds) };
    const limited = await openTestServer({}, undefined, undefined, { over: server, timer });
    const { database } = server.storage;
    await database.execute('alter table auth_users rename to auth_users_away');
    for (let tries = 0; tries < 8; tries += 1) {
      const answer = await send('POST', '/token?grant_type=password', { email, password: own }, undefined, limited);
      expect(answer.statusCode).toBe(500);
    }
    await database.execute('alter table auth_users_away rename to auth_users');
    pauses.splice(0);
    await send('POST', '/token?grant_type=password', { email, password: own }, undefined, limited);
    expect(pauses[0]).toBe(0);
    await limited.close();
  });

  test('is no missing member: a request for the mails of a change is not answered as if it was sent', async () => {
    await signUp(own);
    const { access_token: token } = (await redeem('signup', await newestToken())).json();
    const { database } = server.storage;
    await database.execute('alter table auth_sessions rename to auth_sessions_away');
    const answer = await send('POST', '/resend', { type: 'email_change', email }, token);
    await database.execute('alter table auth_sessions_away rename to auth_sessions');
    expect(answer.statusCode).toBe(500);
  });
});
