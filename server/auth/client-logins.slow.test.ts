import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AuthClient,
  connectAuthClient,
  newestMail,
  openLink,
  storageOver,
  storedSession,
} from '../tests/support/auth-clients.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import { pollValue } from '../tests/support/poll-value.ts';

const password = 'correct horse 9';
const email = 'ada@x.test';

let server: TestServer;
let url = '';
beforeAll(async () => {
  server = await openTestServer({}, undefined, undefined, {
    options: { confirmEmail: false, mailLink: 'verify', redirectUrls: ['http://pitboard.test/**'] },
    limits: { mailPause: 0 },
  });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  await connectAuthClient(url).auth.signUp({ email, password });
  // The first mail to an address that was accepted without one would end its sessions.
  await server.storage.database.execute(sql`update auth_users set is_email_unproven = false`);
});
afterAll(() => server.close());

const opened: AuthClient[] = [];
afterEach(async () => {
  for (const { auth } of opened.splice(0)) await auth.dispose();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function connect(...options: Parameters<typeof connectAuthClient> extends [string, ...infer Rest] ? Rest : never) {
  const client = connectAuthClient(url, ...options);
  opened.push(client);
  return client;
}

/** A client with a session of its own. */
async function signedIn(settings: object = {}) {
  const client = connect({ auth: settings });
  await client.auth.signInWithPassword({ email, password });
  return client;
}

const silence = (method: 'error' | 'warn') => vi.spyOn(console, method).mockImplementation(() => undefined);
const seconds = () => Math.floor(Date.now() / 1_000);
const failure = ({ error }: { error: object | null }) => {
  const { name, status, code } = Object(error);
  return [name, status, code];
};
const refreshes = ({ requests }: AuthClient) => requests.filter((line) => line.includes('refresh_token')).length;
const unknownToken = 'x'.repeat(43);

/** Lets the stored session end in this many seconds, as far as its client knows. */
function endIn(client: AuthClient, left: number, change: object = {}): void {
  const session = { ...storedSession(client), expires_at: seconds() + left, ...change };
  client.stored.set(client.storageKey, JSON.stringify(session));
}

/** A token with this header, these claims and a forged signature. */
function forge(header: object, claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode(header)}.${encode(claims)}.${Buffer.from('no signature').toString('base64url')}`;
}

describe('a refresh', () => {
  test.each([
    ['of the stored session', false],
    ['of a token that is handed over', true],
  ])('%s gives new tokens for the same user, stored and told', async (_, isHandedOver) => {
    const client = await signedIn();
    const before = storedSession(client);
    const { refresh_token } = before;
    const { data, error } = await client.auth.refreshSession(isHandedOver ? { refresh_token } : undefined);
    expect([error, data.session?.user.id, data.user?.id]).toEqual([null, before.user.id, before.user.id]);
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3_600, expires_at: expect.any(Number) });
    expect(data.session?.refresh_token).not.toBe(before.refresh_token);
    expect(data.session?.access_token).not.toBe(before.access_token);
    expect(storedSession(client)).toEqual(data.session);
    expect(client.events.at(-1)).toBe('TOKEN_REFRESHED');
  });

  test('that is asked for twice at once is made once', async () => {
    const client = await signedIn();
    const [one, other] = await Promise.all([client.auth.refreshSession(), client.auth.refreshSession()]);
    expect([one.error, refreshes(client)]).toEqual([null, 1]);
    expect(other.data.session).toEqual(one.data.session);
  });

  test('in two clients with one session gives both the same next token', async () => {
    const client = await signedIn();
    const other = connect({ session: storedSession(client) });
    const answers = await Promise.all([client.auth.refreshSession(), other.auth.refreshSession()]);
    expect(answers.map(({ error }) => error)).toEqual([null, null]);
    expect(answers[0]?.data.session?.refresh_token).toBe(answers[1]?.data.session?.refresh_token);
  });

  test('without a session is refused before it is sent', async () => {
    for (const client of [connect(), connect({ session: { access_token: '', refresh_token: '', expires_at: null } })]) {
      const answer = await client.auth.refreshSession();
      expect([failure(answer)[0], answer.data.session]).toEqual(['AuthSessionMissingError', null]);
      expect(client.requests).toEqual([]);
    }
  });

  test.each([
    ['is no token', 'invalid-refresh-token', 'validation_failed', 'Refresh token is not valid'],
    ['is unknown', unknownToken, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
  ])('of a text that %s is refused', async (_, refresh_token, code, message) => {
    const answer = await connect().auth.refreshSession({ refresh_token });
    expect([answer.data.session, answer.error?.message]).toEqual([null, message]);
    expect(failure(answer)).toEqual(['AuthApiError', 400, code]);
  });

  test('that is refused keeps a session that has not ended, and is not tried again at once', async () => {
    const client = await signedIn();
    endIn(client, 60, { refresh_token: unknownToken });
    for (let round = 0; round < 3; round += 1)
      expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect([refreshes(client), storedSession(client).refresh_token]).toEqual([1, unknownToken]);
    expect((await client.auth.getSession()).data.session?.user.email).toBe(email);
    expect(client.events).not.toContain('SIGNED_OUT');
  });

  test('is free again for the next one after one that failed', async () => {
    const client = await signedIn();
    const { refresh_token } = storedSession(client);
    expect((await client.auth.refreshSession({ refresh_token: unknownToken })).error).not.toBeNull();
    expect((await client.auth.refreshSession({ refresh_token })).error).toBeNull();
  });
});

describe('a session that is handed over', () => {
  test('is stored, told and used from then on', async () => {
    const { access_token, refresh_token } = storedSession(await signedIn());
    const client = connect();
    const { data, error } = await client.auth.setSession({ access_token, refresh_token });
    expect([error, data.user?.email, data.session?.refresh_token]).toEqual([null, email, refresh_token]);
    expect([storedSession(client), client.events.at(-1)]).toEqual([data.session, 'SIGNED_IN']);
    const { data: updated } = await client.auth.updateUser({ data: { hello: 'world' } });
    expect(updated.user?.user_metadata).toMatchObject({ hello: 'world' });
    expect((await client.auth.getSession()).data.session?.user.user_metadata).toMatchObject({ hello: 'world' });
  });

  test('with an access token that has ended is refreshed first', async () => {
    const session = storedSession(await signedIn());
    const client = connect();
    const access_token = forge({ alg: 'ES256' }, { exp: seconds() - 60 });
    const { data, error } = await client.auth.setSession({ access_token, refresh_token: session.refresh_token });
    expect([error, data.user?.id, refreshes(client)]).toEqual([null, session.user.id, 1]);
    expect(storedSession(client)).toEqual(data.session);
  });

  test('with an access token that has ended and an unknown refresh token is refused', async () => {
    const client = connect();
    const access_token = forge({ alg: 'ES256' }, { exp: seconds() - 60 });
    const answer = await client.auth.setSession({ access_token, refresh_token: unknownToken });
    expect(failure(answer)).toEqual(['AuthApiError', 400, 'refresh_token_not_found']);
    expect([answer.data.session, client.stored.size]).toEqual([null, 0]);
  });

  test('that was ended elsewhere is none any more', async () => {
    const { access_token, refresh_token } = storedSession(await signedIn());
    await (await signedIn()).auth.signOut({ scope: 'others' });
    const client = connect();
    const answer = await client.auth.setSession({ access_token, refresh_token });
    expect([failure(answer)[0], answer.data.session]).toEqual(['AuthSessionMissingError', null]);
    expect(client.stored.size).toBe(0);
  });

  test('with an access token that is none is refused before it is sent', async () => {
    const client = connect();
    const answer = await client.auth.setSession({ access_token: 'no-token', refresh_token: unknownToken });
    expect([answer.data.session, answer.error?.message]).toEqual([null, 'Invalid JWT structure']);
    expect(client.requests).toEqual([]);
  });

  test('with an access token that the server did not sign is refused', async () => {
    const client = connect();
    const access_token = forge(
      { alg: 'ES256' },
      { exp: seconds() + 600, sub: storedSession(await signedIn()).user.id },
    );
    const answer = await client.auth.setSession({ access_token, refresh_token: unknownToken });
    expect(failure(answer)).toEqual(['AuthApiError', 403, 'bad_jwt']);
    expect(client.stored.size).toBe(0);
  });

  test.each([{ access_token: 'a.b.c' }, { refresh_token: unknownToken }])('as %j alone is none', async (part) => {
    const client = connect();
    const answer = await client.auth.setSession(part as never);
    expect([answer.data.session, answer.error?.message, client.requests]).toEqual([null, 'Auth session missing!', []]);
  });
});

describe('a stored session', () => {
  test('is read without asking the server', async () => {
    const client = connect({ session: storedSession(await signedIn()) });
    const { data, error } = await client.auth.getSession();
    expect([error, data.session?.user.email, client.requests]).toEqual([null, email, []]);
    expect(data.session?.access_token).toBe(storedSession(client).access_token);
  });

  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['no JSON', 'invalid-json'],
    ['true', 'true'],
    ['null', 'null'],
    ['half a session', { access_token: 'test' }],
  ])('is nobody when the storage holds %s', async (_, session) => {
    silence('error');
    const client = connect(session === undefined ? {} : { session });
    expect(await client.auth.getSession()).toEqual({ data: { session: null }, error: null });
    expect(client.requests).toEqual([]);
  });

  test('that has not ended is believed, whatever its tokens are', async () => {
    const session = { access_token: 'no-token', refresh_token: 'none', expires_at: seconds() + 3_600, user: {} };
    const client = connect({ session });
    expect(await client.auth.getSession()).toEqual({ data: { session }, error: null });
    expect((await client.auth.getUser()).error?.code).toBe('bad_jwt');
  });

  test.each([-60, 60])('that ends in %i s is refreshed when it is read', async (left) => {
    const client = await signedIn();
    const { access_token } = storedSession(client);
    endIn(client, left);
    const { data, error } = await client.auth.getSession();
    expect([error, refreshes(client), data.session?.user.email]).toEqual([null, 1, email]);
    expect(data.session?.access_token).not.toBe(access_token);
  });

  test('that has ended and cannot be refreshed is removed, and that is told', async () => {
    const client = await signedIn();
    endIn(client, -3_600, { access_token: 'ended', refresh_token: unknownToken });
    const answer = await client.auth.getSession();
    expect([answer.data.session, answer.error?.message]).toEqual([
      null,
      'Invalid Refresh Token: Refresh Token Not Found',
    ]);
    expect([client.stored.size, client.events.at(-1)]).toEqual([0, 'SIGNED_OUT']);
  });

  test.each([
    ['that is to store none', { persistSession: false }],
    ['that has no storage', { storage: undefined }],
  ])('is kept in memory by a client %s', async (_, settings) => {
    const client = await signedIn(settings);
    expect((await client.auth.getSession()).data.session?.user.email).toBe(email);
    expect(client.stored.size).toBe(0);
  });
});

/** The first events of a client. */
async function firstEvents({ events }: AuthClient) {
  await expect.poll(() => events).toContain('INITIAL_SESSION');
  return events;
}

describe('a start', () => {
  test('tells a session that is still good', async () => {
    const client = connect({ session: storedSession(await signedIn()) });
    expect(await firstEvents(client)).toEqual(['SIGNED_IN', 'INITIAL_SESSION']);
    expect(client.requests).toEqual([]);
  });

  test('tells nobody', async () => expect(await firstEvents(connect())).toEqual(['INITIAL_SESSION']));

  test('refreshes a session that has ended before it tells it', async () => {
    const session = { ...storedSession(await signedIn()), expires_at: seconds() - 60 };
    const client = connect({ session, auth: { autoRefreshToken: true } });
    expect(await firstEvents(client)).toEqual(['TOKEN_REFRESHED', 'INITIAL_SESSION']);
    expect(storedSession(client).refresh_token).not.toBe(session.refresh_token);
  });

  test('removes a session that has ended for good', async () => {
    const session = { ...storedSession(await signedIn()), expires_at: seconds() - 60, refresh_token: unknownToken };
    const client = connect({ session, auth: { autoRefreshToken: true } });
    expect(await firstEvents(client)).toEqual(['SIGNED_OUT', 'INITIAL_SESSION']);
    expect(client.stored.size).toBe(0);
  });

  test('asks for the user of a session that was stored without one', async () => {
    const { user, ...session } = storedSession(await signedIn());
    const client = connect({ session });
    expect(await firstEvents(client)).toContain('SIGNED_IN');
    expect([storedSession(client).user.id, client.requests]).toEqual([user.id, ['GET /user']]);
  });

  test('takes a session that does not say when it ends as one that does not', async () => {
    const client = connect({ session: { ...storedSession(await signedIn()), expires_at: null } });
    expect(await firstEvents(client)).toEqual(['SIGNED_IN', 'INITIAL_SESSION']);
    expect((await client.auth.getSession()).data.session?.user.email).toBe(email);
  });
});

describe('a refresh in the background', () => {
  test('is made at once for a session that ends soon', async () => {
    const client = await signedIn();
    endIn(client, 100);
    const { refresh_token } = storedSession(client);
    await client.auth.startAutoRefresh();
    await expect.poll(() => storedSession(client).refresh_token).not.toBe(refresh_token);
    expect([refreshes(client), client.events.at(-1)]).toEqual([1, 'TOKEN_REFRESHED']);
  });

  test('is made every half minute once a session ends soon, until it is stopped', async () => {
    const client = await signedIn();
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });
    await client.auth.startAutoRefresh();
    await client.auth.startAutoRefresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refreshes(client)).toBe(0);
    endIn(client, 100);
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    await expect.poll(() => client.events.at(-1)).toBe('TOKEN_REFRESHED');
    expect(refreshes(client)).toBe(1);
  });

  test('is not made after it was stopped, or for nobody', async () => {
    const [client, nobody] = [await signedIn(), connect()];
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });
    endIn(client, 100);
    await client.auth.startAutoRefresh();
    await client.auth.stopAutoRefresh();
    await client.auth.stopAutoRefresh();
    await nobody.auth.startAutoRefresh();
    await vi.advanceTimersByTimeAsync(90_000);
    expect([refreshes(client), nobody.requests]).toEqual([0, []]);
  });
});

describe('a sign-out', () => {
  /** Two clients of a new account, each with a session. */
  async function twoClients() {
    const [one, other] = [connect(), connect()];
    const own = `leaver${++leavers}@x.test`;
    await one.auth.signUp({ email: own, password });
    await other.auth.signInWithPassword({ email: own, password });
    return { one, other };
  }
  let leavers = 0;
  const isAlive = async ({ auth }: AuthClient) => (await auth.refreshSession()).error === null;

  test('ends all sessions of the user, and leaves nothing behind', async () => {
    const { one, other } = await twoClients();
    one.stored.set(`${one.storageKey}-code-verifier`, '"verifier"');
    expect(await one.auth.signOut()).toEqual({ error: null });
    expect([one.stored.size, one.events.at(-1), one.requests.at(-1)]).toEqual([
      0,
      'SIGNED_OUT',
      'POST /logout?scope=global',
    ]);
    expect((await one.auth.getUser()).data.user).toBeNull();
    expect(await one.auth.getSession()).toEqual({ data: { session: null }, error: null });
    expect(await isAlive(other)).toBe(false);
  });

  test('of this session leaves the others', async () => {
    const { one, other } = await twoClients();
    const session = storedSession(one);
    expect(await one.auth.signOut({ scope: 'local' })).toEqual({ error: null });
    expect([one.stored.size, await isAlive(other)]).toEqual([0, true]);
    expect(await isAlive(connect({ session }))).toBe(false);
  });

  test('of the others leaves this session, and is told to nobody', async () => {
    const { one, other } = await twoClients();
    const before = [...one.events];
    expect(await one.auth.signOut({ scope: 'others' })).toEqual({ error: null });
    expect(one.events).toEqual(before);
    expect([await isAlive(one), await isAlive(other)]).toEqual([true, false]);
  });

  test('works for an account that is gone, and for a token that is none', async () => {
    const { one } = await twoClients();
    await server.storage.database.execute(sql`delete from auth_users where id = ${storedSession(one).user.id}`);
    expect(failure(await one.auth.getUser())).toEqual(['AuthApiError', 403, 'user_not_found']);
    const other = connect({ session: { access_token: 'no-token', refresh_token: 'x', expires_at: seconds() + 3_600 } });
    for (const client of [one, other]) {
      expect(await client.auth.signOut()).toEqual({ error: null });
      expect([client.stored.size, client.events.at(-1)]).toEqual([0, 'SIGNED_OUT']);
    }
  });

  test('without a session asks nothing', async () => {
    const client = connect();
    expect(await client.auth.signOut()).toEqual({ error: null });
    expect(client.requests).toEqual([]);
  });

  test('of the others that does not reach the server fails and keeps the session', async () => {
    silence('error');
    const session = storedSession(await signedIn());
    const client = connect({ session, fetcher: () => Promise.reject(new Error('no network')) });
    expect(failure(await client.auth.signOut({ scope: 'others' }))[0]).toBe('AuthRetryableFetchError');
    expect(storedSession(client)).toEqual(session);
  });
});

describe('the claims of a token', () => {
  const keyRequests = ({ requests }: AuthClient) => requests.filter((line) => line.includes('jwks.json')).length;

  test('are nothing without a session', async () => {
    expect(await connect().auth.getClaims()).toEqual({ data: null, error: null });
  });

  test('are checked with the published keys, which are asked for once in ten minutes', async () => {
    const client = await signedIn();
    const { data, error } = await client.auth.getClaims();
    expect([error, data?.claims.email, data?.header.alg]).toEqual([null, email, 'ES256']);
    expect(data?.claims).toMatchObject({ sub: storedSession(client).user.id, role: 'authenticated', aal: 'aal1' });
    await client.auth.getClaims();
    expect([keyRequests(client), client.requests.includes('GET /user')]).toEqual([1, false]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect((await client.auth.getClaims()).error).toBeNull();
    expect(keyRequests(client)).toBe(2);
  });

  test('are checked with keys that another client of the same storage has fetched', async () => {
    const client = await signedIn();
    await client.auth.getClaims();
    const other = connect({ stored: client.stored, auth: { storageKey: client.storageKey } });
    expect((await other.auth.getClaims()).data?.claims.email).toBe(email);
    expect(keyRequests(other)).toBe(0);
  });

  test('are checked with keys that are handed over', async () => {
    const client = connect();
    const { access_token } = storedSession(await signedIn());
    const jwks = await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json();
    expect((await client.auth.getClaims(access_token, { jwks })).data?.claims.email).toBe(email);
    expect(client.requests).toEqual([]);
  });

  test('are asked of the server for a key that it does not publish', async () => {
    const client = connect();
    const answer = await client.auth.getClaims(forge({ alg: 'ES256', kid: 'another' }, { exp: seconds() + 60 }));
    expect(failure(answer)).toEqual(['AuthApiError', 403, 'bad_jwt']);
    expect(client.requests).toEqual(['GET /.well-known/jwks.json', 'GET /user']);
  });

  test('are refused with a signature of something else', async () => {
    const client = await signedIn();
    const [header, claims, signature] = storedSession(client).access_token.split('.');
    const changed = { ...JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()), role: 'admin' };
    const token = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`;
    const answer = await client.auth.getClaims(token);
    expect([answer.data, answer.error?.message]).toEqual([null, 'Invalid JWT signature']);
  });

  test('are refused by the server with a signature by a shared secret', async () => {
    const client = await signedIn();
    const claims = { sub: storedSession(client).user.id, aud: 'authenticated', exp: seconds() + 3_600 };
    endIn(client, 3_600, { access_token: forge({ alg: 'HS256', typ: 'JWT' }, claims) });
    const answer = await client.auth.getClaims();
    expect([answer.data, failure(answer)]).toEqual([null, ['AuthApiError', 403, 'bad_jwt']]);
    expect(answer.error?.message).toContain('unable to parse or verify signature');
  });

  test.each([
    ['is no token', () => 'no-token', 'Invalid JWT structure'],
    ['is written with other letters', () => 'a+b.c/d.e=', 'JWT not in base64url format'],
    ['has ended', () => forge({ alg: 'ES256', kid: 'any' }, { exp: seconds() - 60 }), 'JWT has expired'],
    ['never ends', () => forge({ alg: 'ES256', kid: 'any' }, { sub: 'any' }), 'Missing exp claim'],
  ])('are refused when it %s, and nothing is asked', async (_, token, message) => {
    const client = connect();
    const answer = await client.auth.getClaims(token());
    expect([answer.data, answer.error?.message, client.requests]).toEqual([null, message, []]);
    expect(failure(answer)).toEqual(['AuthInvalidJwtError', 400, 'invalid_jwt']);
  });

  test('are read from a token that has ended where that is allowed', async () => {
    const client = await signedIn();
    const { access_token } = storedSession(client);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    expect((await client.auth.getClaims(access_token)).error?.message).toBe('JWT has expired');
    const { data } = await client.auth.getClaims(access_token, { allowExpired: true });
    expect(data?.claims.email).toBe(email);
  });

  test('of a session that has ended are those of the next one', async () => {
    const client = await signedIn();
    endIn(client, -3_600);
    const { data, error } = await client.auth.getClaims();
    expect([error, data?.claims.email, refreshes(client)]).toEqual([null, email, 1]);
  });
});

describe('subscribers', () => {
  test('are all told, with the session, until they unsubscribe', async () => {
    const { auth } = connect();
    const told: unknown[] = [];
    const first = auth.onAuthStateChange((event, session) => {
      told.push(['first', event, session?.user.email]);
    });
    auth.onAuthStateChange((event, session) => {
      told.push(['second', event, session?.user.email]);
    });
    await expect.poll(() => told.length).toBe(2);
    await auth.signInWithPassword({ email, password });
    expect(told.slice(2)).toEqual([
      ['first', 'SIGNED_IN', email],
      ['second', 'SIGNED_IN', email],
    ]);
    first.data.subscription.unsubscribe();
    await auth.signOut({ scope: 'local' });
    expect(told.slice(4)).toEqual([['second', 'SIGNED_OUT', undefined]]);
  });

  test('are told although one of them fails, all who wait are told that, and the session is stored', async () => {
    silence('error');
    const client = await signedIn();
    const { refresh_token } = storedSession(client);
    client.auth.onAuthStateChange((event) => {
      if (event === 'TOKEN_REFRESHED') throw new Error('a subscriber fails');
    });
    const waiting = await Promise.allSettled([client.auth.refreshSession(), client.auth.refreshSession()]);
    expect(waiting.map((outcome) => 'reason' in outcome && outcome.reason.message)).toEqual([
      'a subscriber fails',
      'a subscriber fails',
    ]);
    expect(client.events.at(-1)).toBe('TOKEN_REFRESHED');
    expect(storedSession(client).refresh_token).not.toBe(refresh_token);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });
});

describe('a storage', () => {
  /** A client that has started, whose storage fails from then on. */
  async function failing(methods: readonly string[], session?: object) {
    const stored = new Map<string, string>();
    const storage: Record<string, (key: string, value: string) => unknown> = { ...storageOver(stored) };
    const client = connect({ stored, auth: { storage: storage as never }, session });
    await firstEvents(client);
    for (const method of methods) storage[method] = () => Promise.reject(new Error(`${method} failed`));
    return client;
  }

  test('that cannot be read fails what needs the session', async () => {
    const { auth } = await failing(['getItem', 'setItem', 'removeItem']);
    await expect(auth.getSession()).rejects.toThrow('getItem failed');
    await expect(auth.signOut()).rejects.toThrow('getItem failed');
  });

  test('that cannot be written fails a sign-in, and nobody is signed in', async () => {
    const { auth, events } = await failing(['setItem']);
    await expect(auth.signInWithPassword({ email, password })).rejects.toThrow('setItem failed');
    expect([(await auth.getSession()).data.session, events.includes('SIGNED_IN')]).toEqual([null, false]);
  });

  test('that cannot forget fails a sign-out', async () => {
    const { auth } = await failing(['removeItem'], storedSession(await signedIn()));
    await expect(auth.signOut({ scope: 'local' })).rejects.toThrow('removeItem failed');
  });

  test('holds the newest session only', async () => {
    const client = await signedIn();
    const first = storedSession(client);
    await client.auth.signInWithPassword({ email, password });
    expect([client.stored.size, storedSession(client).refresh_token === first.refresh_token]).toEqual([1, false]);
  });

  test('of the user alone holds the user, and the other one the tokens', async () => {
    const users = new Map<string, string>();
    const client = await signedIn({ userStorage: storageOver(users) });
    expect('user' in storedSession(client)).toBe(false);
    expect(JSON.parse(users.get(`${client.storageKey}-user`) ?? '').user.email).toBe(email);
    expect((await client.auth.getSession()).data.session?.user.email).toBe(email);
    users.clear();
    const { data } = await client.auth.getSession();
    expect(() => data.session?.user.email).toThrow('userStorage');
  });

  test('on a server warns once of a user that nobody has checked, when the user is looked at', async () => {
    const warn = silence('warn');
    const stored = new Map<string, string>();
    const storage = { ...storageOver(stored), isServer: true };
    const client = connect({ stored, auth: { storage }, session: storedSession(await signedIn()) });
    const { data } = await client.auth.getSession();
    expect([data.session?.user === null, Object.keys(data.session?.user ?? {}).length > 0]).toEqual([false, true]);
    expect(warn).not.toHaveBeenCalled();
    expect([data.session?.user.email, data.session?.user.role]).toEqual([email, 'authenticated']);
    expect(JSON.stringify(data.session?.user)).toContain(email);
    expect(warn.mock.calls.map(([text]) => String(text).slice(0, 47))).toEqual([
      'Using the user object as returned from supabase',
    ]);
  });

  test('on a server does not warn of a user that was checked', async () => {
    const warn = silence('warn');
    const stored = new Map<string, string>();
    const storage = { ...storageOver(stored), isServer: true };
    const client = connect({ stored, auth: { storage }, session: storedSession(await signedIn()) });
    await client.auth.getUser();
    expect((await client.auth.getSession()).data.session?.user.email).toBe(email);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('a page', () => {
  /** Stands in for the page that a client is created on. */
  function openPage(href: string) {
    const listeners = new Map<string, () => void>();
    const page = { href, state: 'visible', change: () => listeners.get('visibilitychange')?.() };
    vi.stubGlobal('document', {
      get visibilityState() {
        return page.state;
      },
    });
    vi.stubGlobal('window', {
      location: {
        get href() {
          return page.href;
        },
        set hash(text: string) {
          const address = new URL(page.href);
          address.hash = text;
          page.href = address.href;
        },
      },
      history: { state: null, replaceState: (_: unknown, __: string, address: string) => (page.href = address) },
      addEventListener: (name: string, work: () => void) => listeners.set(name, work),
      removeEventListener: (name: string) => listeners.delete(name),
    });
    return page;
  }

  /** The address that the link for a new password leads to. */
  async function recoveryTarget({ auth }: AuthClient): Promise<string> {
    const earlier = (await newestMail(server, email))?.code;
    await auth.resetPasswordForEmail(email, { redirectTo: 'http://pitboard.test/welcome?from=mail' });
    const mail = await pollValue(async () => {
      const newest = await newestMail(server, email);
      return newest?.code === earlier ? undefined : newest;
    });
    return (await openLink(url, mail)).href;
  }

  const detecting = { detectSessionInUrl: true };

  test('that a link leads to has its session, and the address loses it', async () => {
    const page = openPage(await recoveryTarget(connect()));
    expect(page.href).toContain('#access_token=');
    const client = connect({ auth: detecting });
    expect(await client.auth.initialize()).toEqual({ error: null });
    expect((await client.auth.getSession()).data.session?.user.email).toBe(email);
    expect(page.href).toBe('http://pitboard.test/welcome?from=mail');
    await expect.poll(() => client.events).toContain('PASSWORD_RECOVERY');
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  test('that a link leads to exchanges its code, and the address loses it', async () => {
    const asking = connect({ auth: { flowType: 'pkce' } });
    const page = openPage(await recoveryTarget(asking));
    const settings = { ...detecting, flowType: 'pkce', storageKey: asking.storageKey } as const;
    silence('warn');
    const client = connect({ stored: asking.stored, auth: settings });
    expect(await client.auth.initialize()).toEqual({ error: null });
    expect((await client.auth.getSession()).data.session?.user.email).toBe(email);
    expect(page.href).toBe('http://pitboard.test/welcome?from=mail');
    await expect.poll(() => client.events).toContain('PASSWORD_RECOVERY');
  });

  test('with a code that this client did not ask for is left as it is', async () => {
    const page = openPage(await recoveryTarget(connect({ auth: { flowType: 'pkce' } })));
    const { href } = page;
    const client = connect({ auth: { ...detecting, flowType: 'pkce' } });
    expect(await client.auth.initialize()).toEqual({ error: null });
    expect([client.requests, page.href, client.stored.size]).toEqual([[], href, 0]);
  });

  test('with a code is refused by a client that does not exchange codes', async () => {
    openPage('http://pitboard.test/?code=any');
    const client = connectAuthClient(url, {
      auth: { ...detecting, storageKey: 'mixed' },
      stored: new Map([['mixed-code-verifier', '"any"']]),
    });
    opened.push(client);
    expect(failure(await client.auth.initialize())[0]).toBe('AuthImplicitGrantRedirectError');
    expect(client.requests).toEqual([]);
  });

  test('with a session is refused by a client that exchanges codes', async () => {
    openPage(await recoveryTarget(connect()));
    const client = connect({ auth: { ...detecting, flowType: 'pkce' } });
    expect(failure(await client.auth.initialize())[0]).toBe('AuthPKCEGrantCodeExchangeError');
    expect((await client.auth.getSession()).data.session).toBeNull();
  });

  test('of a link that was used tells why, and a session that is there stays', async () => {
    openPage('http://pitboard.test/');
    const first = connect();
    await recoveryTarget(first);
    const mail = await newestMail(server, email);
    const page = openPage((await openLink(url, mail)).href);
    const client = connect({ auth: detecting, session: storedSession(await signedIn()) });
    const answer = await client.auth.initialize();
    expect(JSON.parse(JSON.stringify(answer.error))).toMatchObject({
      name: 'AuthImplicitGrantRedirectError',
      message: 'Email link is invalid or has expired',
      details: { error: 'access_denied', code: 'otp_expired' },
    });
    expect(page.href).toContain('error_code=otp_expired');
    expect((await client.auth.getSession()).data.session?.user.email).toBe(email);
  });

  test.each([
    ['with half a session', '#access_token=a&expires_in=3600', 'No session defined in URL'],
    ['with a session of another server', '#access_token=a.b.c&refresh_token=d&expires_in=60&token_type=bearer', 'JWT'],
  ])('%s signs nobody in', async (_, hash, message) => {
    silence('warn');
    openPage(`http://pitboard.test/${hash}`);
    const client = connect({ auth: detecting });
    expect((await client.auth.initialize()).error?.message).toContain(message);
    expect([(await client.auth.getSession()).data.session, client.stored.size]).toEqual([null, 0]);
  });

  test('is looked at as the app decides', async () => {
    const href = await recoveryTarget(connect());
    const page = openPage(href);
    const seen: unknown[] = [];
    const decide = (isOurs: boolean) => (address: URL, parameters: { [name: string]: string }) => {
      seen.push([address.href, 'access_token' in parameters]);
      return isOurs;
    };
    const passing = connect({ auth: { detectSessionInUrl: decide(false) } });
    await passing.auth.initialize();
    expect([passing.requests, page.href]).toEqual([[], href]);
    const taking = connect({ auth: { detectSessionInUrl: decide(true) } });
    await taking.auth.initialize();
    expect((await taking.auth.getSession()).data.session?.user.email).toBe(email);
    expect(seen).toEqual([
      [href, true],
      [href, true],
    ]);
    const failing = () => {
      throw new Error('the app fails');
    };
    const answer = await connect({ auth: { detectSessionInUrl: failing } }).auth.initialize();
    expect([failure(answer)[0], answer.error?.message]).toEqual([
      'AuthUnknownError',
      'Unexpected error during initialization',
    ]);
  });

  test('that is open twice tells the other one who comes and goes', async () => {
    const warn = silence('warn');
    openPage('http://pitboard.test/');
    const one = connect();
    connect();
    expect(warn).not.toHaveBeenCalled();
    const other = connect({ stored: one.stored, auth: { storageKey: one.storageKey } });
    expect(warn.mock.calls.flat().join()).toContain('Multiple GoTrueClient instances');
    await expect.poll(() => other.events).toEqual(['INITIAL_SESSION']);
    await one.auth.signInWithPassword({ email, password });
    await one.auth.signOut({ scope: 'local' });
    await expect.poll(() => other.events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'SIGNED_OUT']);
    expect(other.requests).toEqual([]);
  });

  test('that is looked at again refreshes a session that has ended meanwhile', async () => {
    const page = openPage('http://pitboard.test/');
    const client = await signedIn({ autoRefreshToken: true });
    page.state = 'hidden';
    page.change();
    endIn(client, -60);
    page.state = 'visible';
    page.change();
    await expect.poll(() => client.events.at(-1)).toBe('TOKEN_REFRESHED');
    expect(refreshes(client)).toBe(1);
  });
});
