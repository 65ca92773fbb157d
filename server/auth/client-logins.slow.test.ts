import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AuthClient,
  connectAuthClient,
  newestMail,
  openLink,
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

  test('in two clients with one session gives both the same next token', async () => {
    const client = await signedIn();
    const other = connect({ session: storedSession(client) });
    const answers = await Promise.all([client.auth.refreshSession(), other.auth.refreshSession()]);
    expect(answers.map(({ error }) => error)).toEqual([null, null]);
    expect(answers[0]?.data.session?.refresh_token).toBe(answers[1]?.data.session?.refresh_token);
  });

  test.each([
    ['is no token', 'invalid-refresh-token', 'validation_failed', 'Refresh token is not valid'],
    ['is unknown', unknownToken, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
  ])('of a text that %s is refused', async (_, refresh_token, code, message) => {
    const answer = await connect().auth.refreshSession({ refresh_token });
    expect([answer.data.session, answer.error?.message]).toEqual([null, message]);
    expect(failure(answer)).toEqual(['AuthApiError', 400, code]);
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

  test('that was ended elsewhere is none any more', async () => {
    const { access_token, refresh_token } = storedSession(await signedIn());
    await (await signedIn()).auth.signOut({ scope: 'others' });
    const client = connect();
    const answer = await client.auth.setSession({ access_token, refresh_token });
    expect([failure(answer)[0], answer.data.session]).toEqual(['AuthSessionMissingError', null]);
    expect(client.stored.size).toBe(0);
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
});

describe('the claims of a token', () => {
  const keyRequests = ({ requests }: AuthClient) => requests.filter((line) => line.includes('jwks.json')).length;

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

  test('are refused by the server with a signature by a shared secret', async () => {
    const client = await signedIn();
    const claims = { sub: storedSession(client).user.id, aud: 'authenticated', exp: seconds() + 3_600 };
    endIn(client, 3_600, { access_token: forge({ alg: 'HS256', typ: 'JWT' }, claims) });
    const answer = await client.auth.getClaims();
    expect([answer.data, failure(answer)]).toEqual([null, ['AuthApiError', 403, 'bad_jwt']]);
    expect(answer.error?.message).toContain('unable to parse or verify signature');
  });
});

describe('a page', () => {
  /** Stands in for the page that a client is created on. */
  function openPage(href: string) {
    const page = { href };
    vi.stubGlobal('document', { visibilityState: 'visible' });
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
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
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
});
