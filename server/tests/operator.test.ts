import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

const token = 'token of the operator';
let server: TestServer;
/** Another server of the same database. */
let other: TestServer;
beforeAll(async () => {
  server = await openTestServer({ SIGN_UP: 'invite' }, undefined, undefined, { options: { confirmEmail: false } });
  other = await openTestServer({}, undefined, undefined, { over: server });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

type Fields = Readonly<Record<string, string>>;

function post(url: string, fields: Fields, headers: Fields = {}) {
  return server.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { host: 'pitboard.test', 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

async function logIn(): Promise<Fields> {
  const { statusCode, headers } = await post('/operator/login', { token });
  expect([statusCode, headers.location]).toEqual([303, '/operator']);
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
}

describe('without a login', () => {
  test('the page asks for the token, and shows nothing', async () => {
    const { statusCode, body, headers } = await server.app.inject('/operator');
    expect([statusCode, headers['cache-control']]).toEqual([401, 'no-store']);
    expect(body).toContain('<form method="post" action="/operator/login">');
    expect(body).not.toContain('Users');
  });

  test('no form does anything, also with a wrong token, an invented cookie or one that has expired', async () => {
    await server.get('getTasks', { as: 'Ann' });
    const fields = { action: 'delete', id: userIdOf('Ann') };
    expect((await post('/operator/login', { token: `${token}s` })).statusCode).toBe(401);
    const valid = await logIn();
    const [, expiresAt = ''] = /=(\d+)/.exec(valid['cookie'] ?? '') ?? [];
    const later = valid['cookie']?.replace(expiresAt, String(Number(expiresAt) + 1)) ?? '';
    for (const cookie of ['', 'pitboard_operator=9999999999.x', later]) {
      for (const url of ['/operator/users', '/operator/invites', '/operator/invites/revoke', '/operator/mail'])
        expect((await post(url, fields, { cookie })).statusCode).toBe(403);
    }
    const { now } = server.clock;
    server.clock.now = new Date(now.getTime() + 9 * 3_600_000);
    expect((await post('/operator/users', fields, valid)).statusCode).toBe(403);
    server.clock.now = now;
    expect((await server.call('getTasks', { as: 'Ann' })).statusCode).toBe(200);
  });
});

test('a cookie from before the operator has logged out opens nothing, and another login stays', async () => {
  const [cookie, other] = [await logIn(), await logIn()];
  const status = async (headers: Fields) => (await server.app.inject({ url: '/operator', headers })).statusCode;
  expect([await status(cookie), await status(other)]).toEqual([200, 200]);
  expect((await post('/operator/logout', {}, cookie)).statusCode).toBe(303);
  expect([await status(cookie), await status(other)]).toEqual([401, 200]);
  const fields = { action: 'block', id: userIdOf('Ann') };
  expect((await post('/operator/users', fields, cookie)).statusCode).toBe(403);
});

test('a user who is blocked reads that, with a token, with a refresh and with the password, and logs in again after it', async () => {
  const cookie = await logIn();
  const auth = (method: 'GET' | 'POST', path: string, payload?: object, token = '') =>
    server.app.inject({
      method,
      url: `/auth/v1${path}`,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        'x-supabase-api-version': '2024-01-01',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
    });
  const credentials = { email: 'blocked@pitboard.test', password: 'long enough 1' };
  const { body } = await post('/operator/invites', { days: '7' }, cookie);
  const invite = /\/signup#invite=([\w-]{43})</.exec(body)?.[1] ?? '';
  const signUp = { method: 'POST', url: '/auth/v1/signup', payload: credentials } as const;
  await server.app.inject({ ...signUp, headers: { 'x-pitboard-invite': invite } });
  const login = () => auth('POST', '/token?grant_type=password', credentials);
  const { access_token, refresh_token, user } = (await login()).json();
  const all = async () => [
    await auth('GET', '/user', undefined, access_token),
    await auth('POST', '/token?grant_type=refresh_token', { refresh_token }),
    await login(),
  ];
  await post('/operator/users', { action: 'block', id: user.id }, cookie);
  expect((await all()).map((answer) => answer.json().code)).toEqual(['user_banned', 'user_banned', 'user_banned']);
  const unblock = () => post('/operator/users', { action: 'unblock', id: user.id }, cookie);
  await unblock();
  // The sessions from before have ended.
  expect((await all()).map((answer) => answer.json().code)).toEqual([
    'session_not_found',
    'refresh_token_not_found',
    undefined,
  ]);
  // A form of a page that was left open ends no login of a user who is not blocked any more.
  const again = (await login()).json();
  await unblock();
  expect((await auth('GET', '/user', undefined, again.access_token)).statusCode).toBe(200);
});

test('a form of another site does nothing', async () => {
  const cookie = await logIn();
  const fields = { action: 'delete', id: userIdOf('Ann') };
  const foreign: Fields[] = [{ origin: 'https://evil.test' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }];
  for (const from of foreign)
    expect((await post('/operator/users', fields, { ...cookie, ...from })).statusCode).toBe(403);
  expect((await post('/operator/login', { token }, { origin: 'https://evil.test' })).statusCode).toBe(403);
  const own = { origin: 'http://pitboard.test', 'sec-fetch-site': 'same-origin' };
  expect((await post('/operator/users', { ...fields, action: 'block' }, { ...cookie, ...own })).statusCode).toBe(303);
  await post('/operator/users', { ...fields, action: 'unblock' }, cookie);
});

test('the operator logs in at a public address with a port, which the proxy leaves out of Host', async () => {
  const away = await openTestServer({ PUBLIC_URL: 'https://race.example:8443' }, undefined, undefined, {
    over: server,
  });
  const logInFrom = async (origin: string) =>
    (
      await away.app.inject({
        method: 'POST',
        url: '/operator/login',
        payload: new URLSearchParams({ token }).toString(),
        headers: { host: 'race.example', 'content-type': 'application/x-www-form-urlencoded', origin },
      })
    ).statusCode;
  expect(await logInFrom('https://race.example:8443')).toBe(303);
  expect(await logInFrom('https://race.example:9443')).toBe(403);
  await away.close();
});

test('the page shows the server and its users, and finds them by a part of name or id', async () => {
  const cookie = await logIn();
  await server.get('createSession', { as: 'Bea <b>', body: upload({ drivers: [driver({})] }) });
  const { body, headers } = await server.app.inject({ url: '/operator', headers: cookie });
  for (const text of ['Free disk', 'Backups', 'Live now', '1 session, 0.0 MB', 'Bea &lt;b&gt;'])
    expect(body).toContain(text);
  expect([body.includes('<b>'), headers['cache-control']]).toEqual([false, 'no-store']);
  for (const search of ['bea', userIdOf('Bea <b>').slice(4, 20)]) {
    const found = (await server.app.inject({ url: `/operator?q=${search}`, headers: cookie })).body;
    expect([found.includes('Bea &lt;b&gt;'), found.includes('<bdi>Ann</bdi>')]).toEqual([true, false]);
  }
});

test('a user who is blocked has no valid token any more, on any server, and can come back', async () => {
  const cookie = await logIn();
  await server.get('getTasks', { as: 'Cleo' });
  const { code } = await server.get('createPairingCode', { as: 'Cleo' });
  const { token: recorderToken } = await server.get('pairRecorder', { body: { code, name: 'Desk' } });
  const live = { params: { id: randomUUID() } };
  await server.get('registerLive', { as: 'Cleo', ...live });
  const statuses = async () => [
    (await server.call('getTasks', { as: 'Cleo' })).statusCode,
    (await other.call('getTasks', { as: 'Cleo' })).statusCode,
    (await other.call('createLeague', { as: 'Cleo', body: { name: 'League' } })).statusCode,
    (await other.call('registerLive', { ...live, headers: { authorization: `Bearer ${recorderToken}` } })).statusCode,
  ];
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const fields = { id: userIdOf('Cleo') };
  expect((await post('/operator/users', { ...fields, action: 'block' }, cookie)).statusCode).toBe(303);
  expect(await statuses()).toEqual([401, 401, 401, 401]);
  expect(await server.get('listUserLive', { params: { userId: userIdOf('Cleo') } })).toEqual([]);
  expect((await server.app.inject({ url: '/operator?q=cleo', headers: cookie })).body).toContain('>Unblock</button>');
  await post('/operator/users', { ...fields, action: 'unblock' }, cookie);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
});

test('without users and invitations the page says that the database does not answer, and shows the rest', async () => {
  const cookie = await logIn();
  const { database } = server.storage;
  const names = ['auth_invites', 'profiles'];
  for (const name of names) await database.execute(`alter table ${name} rename to ${name}_away`);
  const { statusCode, body } = await server.app.inject({ url: '/operator', headers: cookie });
  for (const name of names) await database.execute(`alter table ${name}_away rename to ${name}`);
  expect(statusCode).toBe(200);
  for (const words of ['Free disk', 'invitations are not shown', 'users are not shown']) expect(body).toContain(words);
});

test('a refused form is told why on the page itself, and the search stays', async () => {
  const cookie = await logIn();
  await server.get('getTasks', { as: 'Eve' });
  const alertOf = ({ body }: { body: string }) => /role="alert">([^<]*)</.exec(body)?.[1];
  const missing = { action: 'block', id: randomUUID(), q: 'Eve' };
  const gone = await post('/operator/users', missing, cookie);
  expect([gone.statusCode, alertOf(gone)]).toEqual([404, 'That is not there any more.']);
  expect([gone.body.includes('value="Eve"'), gone.body.includes('<bdi>Ann</bdi>')]).toEqual([true, false]);
  const days = await post('/operator/invites', { days: '91' }, cookie);
  expect([days.statusCode, alertOf(days)]).toEqual([400, 'days: must be a number from 1 to 90']);
  // A login that has ended meanwhile.
  const ended = await post('/operator/users', missing);
  expect([ended.statusCode, alertOf(ended)]).toEqual([403, 'Log in as the operator first: nothing was done.']);
  expect(ended.body).toContain('<form method="post" action="/operator/login">');

  const { body } = await server.app.inject({ url: '/operator?q=Eve', headers: cookie });
  expect(body).toContain('<input type="hidden" name="q" value="Eve">');
  for (const action of ['block', 'unblock']) {
    const done = await post('/operator/users', { action, id: userIdOf('Eve'), q: 'Eve' }, cookie);
    expect(done.headers.location).toBe(`/operator?done=${action}&q=Eve`);
  }
});

test('a user who is deleted is gone with everything', async () => {
  const cookie = await logIn();
  const { id } = await server.get('createLeague', { as: 'Dora', body: { name: 'League' } });
  const answer = await post('/operator/users', { action: 'delete', id: userIdOf('Dora') }, cookie);
  expect(answer.headers.location).toBe('/operator?done=delete');
  expect((await server.call('getLeague', { params: { leagueId: id } })).statusCode).toBe(404);
  expect((await post('/operator/users', { action: 'delete', id: randomUUID() }, cookie)).statusCode).toBe(404);
  expect((await post('/operator/users', { action: 'delete', id: 'x' }, cookie)).statusCode).toBe(400);
});

describe('an invitation', () => {
  async function invite(): Promise<string> {
    const { body } = await post('/operator/invites', { days: '7' }, await logIn());
    return /\/signup#invite=([\w-]{43})</.exec(body)?.[1] ?? '';
  }

  function signUp(email: string, invited?: string, from = server) {
    return from.app.inject({
      method: 'POST',
      url: '/auth/v1/signup',
      payload: { email, password: 'long enough 1' },
      headers: invited === undefined ? {} : { 'x-pitboard-invite': invited },
    });
  }

  const codeOf = (response: Awaited<ReturnType<typeof signUp>>) => [response.statusCode, response.json().error_code];
  const invalid = [422, 'invite_invalid'];

  test('is needed to sign up, and is used once', async () => {
    expect(codeOf(await signUp('a@pitboard.test'))).toEqual([422, 'signup_disabled']);
    const invited = await invite();
    expect((await signUp('a@pitboard.test', invited)).statusCode).toBe(200);
    expect(codeOf(await signUp('b@pitboard.test', invited))).toEqual(invalid);
    // An address that has an account uses none.
    const second = await invite();
    expect(codeOf(await signUp('a@pitboard.test', second))).toEqual([422, 'user_already_exists']);
    expect((await signUp('b@pitboard.test', second)).statusCode).toBe(200);
  });

  test('makes one account of twenty sign-ups at once', async () => {
    const invited = await invite();
    const emails = Array.from({ length: 20 }, (_, index) => `crowd${index}@pitboard.test`);
    const all = await Promise.all(emails.map((email) => signUp(email, invited)));
    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('expires, and can be revoked', async () => {
    const { now } = server.clock;
    const invited = await invite();
    server.clock.now = new Date(now.getTime() + 8 * 24 * 3_600_000);
    expect(codeOf(await signUp('c@pitboard.test', invited))).toEqual(invalid);
    server.clock.now = now;
    const cookie = await logIn();
    const { body } = await server.app.inject({ url: '/operator', headers: cookie });
    const ids = [...body.matchAll(/revoke"><input type="hidden" name="id" value="([\w-]+)"/g)].map(([, id = '']) => id);
    expect(ids).toHaveLength(1);
    expect((await post('/operator/invites/revoke', { id: ids[0] ?? '' }, cookie)).statusCode).toBe(303);
    expect(codeOf(await signUp('c@pitboard.test', invited))).toEqual(invalid);
  });

  test('is used when the address is confirmed, and a mail that is sent again has it too', async () => {
    const options = { over: server, limits: { mailPause: 0 } };
    const mailed = await openTestServer({ SIGN_UP: 'invite' }, undefined, undefined, options);
    try {
      const mails = async () =>
        (
          await mailed.app.inject({ url: '/outbox', headers: { accept: 'application/json', host: 'localhost' } })
        ).json();
      const confirm = async (email: string) => {
        const mail = (await mails()).find(({ to }: { to: string }) => to === email);
        const payload = { type: 'signup', email, token: mail?.code };
        return (await mailed.app.inject({ method: 'POST', url: '/auth/v1/verify', payload })).statusCode;
      };
      const invited = await invite();
      for (const email of ['d@pitboard.test', 'e@pitboard.test'])
        expect((await signUp(email, invited, mailed)).statusCode).toBe(200);
      const again = { type: 'signup', email: 'd@pitboard.test' };
      await mailed.app.inject({ method: 'POST', url: '/auth/v1/resend', payload: again });
      expect((await mails())[0].to).toBe('d@pitboard.test');
      expect(await confirm('d@pitboard.test')).toBe(200);
      expect(await confirm('e@pitboard.test')).toBe(403);
    } finally {
      await mailed.close();
    }
  });
});
