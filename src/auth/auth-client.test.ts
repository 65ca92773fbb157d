import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Failure } from '#contract/api/problem';
import type { SessionEnd } from '#contract/entities/identity';
import { createAuthClient } from './auth-client.ts';

const servers: Server[] = [];
/** Each takes the network from a client, which would refresh its token for as long as the process lives. */
const clients: (() => void)[] = [];
beforeEach(() => {
  // The client wants one in Node 20, and never opens it here. It logs every request that fails.
  vi.stubGlobal('WebSocket', class {});
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const end of clients.splice(0)) end();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Answer = readonly [status: number, body: unknown] | 'portal' | 'hangs';
type Service = (path: string, bearer: string | undefined) => Answer | Promise<Answer>;

const page = '<html>Please accept our terms</html>';
const ada = '01900000-0000-7000-8000-00000000000a';
const seconds = () => Math.floor(Date.now() / 1_000);
const session = (name: string, expiresIn = 3_600) => ({
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
  token_type: 'bearer',
  expires_in: expiresIn,
  expires_at: seconds() + expiresIn,
  user: { id: ada, email: 'ada@x.test', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '' },
});

function storageOf(stored: object | null): Storage {
  const storage: Record<string, unknown> = stored === null ? {} : { 'pitboard-auth': JSON.stringify(stored) };
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value;
    },
    removeItem: (key: string) => {
      delete storage[key];
    },
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value });
  return storage as unknown as Storage;
}

/** The app's client with a stored session, over a service on this machine that answers as given. */
async function start(
  service: Service,
  stored: object | null = session('first'),
  { isEmbedded = true, startsOnline = true, serverTime = () => Date.now() } = {},
) {
  const requests: string[] = [];
  const devices: (string | undefined)[] = [];
  const current = { service };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = String(request.url).replace('/auth/v1', '');
    requests.push(`${request.method} ${path.split('&')[0]} ${request.headers.authorization ?? ''}`);
    devices.push(request.headers['x-pitboard-device']?.toString());
    const given = await current.service(path, request.headers.authorization);
    if (given === 'hangs') return;
    if (given === 'portal') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else
      response
        .writeHead(given[0], { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' })
        .end(given[1] === page ? page : JSON.stringify(given[1]));
  };
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const storage = storageOf(stored);
  const ends: SessionEnd[] = [];
  const settled: (Failure | null)[] = [];
  const events: string[] = [];
  const listeners = new Set<() => void>();
  let isOnline = startsOnline;
  const client = createAuthClient({
    endpoint: async () => ({ url, publishableKey: 'key', isEmbedded }),
    storage,
    fetcher: (input, init) => fetch(input, init),
    elapsed: () => performance.now(),
    serverTime,
    origin: 'http://pitboard.test',
    network: {
      isOnline: () => isOnline,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    pendingRevocations: { read: async () => [], store: async () => undefined },
    onSettled: (failure) => settled.push(failure),
    onEnded: async (end) => {
      ends.push(end);
    },
  });
  const stop = client.watch(
    ({ event }) => events.push(event),
    () => events.push('failed'),
  );
  await expect.poll(() => events).not.toEqual([]);
  const setOnline = (next: boolean) => {
    isOnline = next;
    for (const listener of [...listeners]) listener();
  };
  clients.push(() => setOnline(false));
  return { client, current, requests, devices, storage, ends, events, settled, stop, setOnline };
}

const refused = (status: number, code: string): Answer => [status, { code, message: 'x' }];
const isRefresh = (path: string) => path.startsWith('/token?grant_type=refresh_token');
const signal = new AbortController().signal;
const portals: [string, Answer][] = [
  ['200 and a page', 'portal'],
  ['200 and JSON of its own', [200, { hello: 1 }]],
  ['403 and a page', [403, page]],
  ['403 and JSON of its own', [403, { error: 'sign in' }]],
  ['511 and a page', [511, page]],
];

describe('a profile', () => {
  const profile = { id: ada, username: 'ada', avatar_url: null };
  const find = async (answer: Answer) => (await start(() => answer)).client.findProfile({ userId: ada }, signal);

  test('is the row of a list, and missing where the list is empty', async () => {
    expect(await find([200, [profile]])).toEqual({ profile });
    expect(await find([200, []])).toBe('missing');
  });

  test.each([
    ...portals,
    ['404 and a page', [404, page]],
    ['404 and an empty list', [404, []]],
    ['406 and a page', [406, page]],
    ['the profile of somebody else', [200, [{ ...profile, id: ada.replace('a', 'b') }]]],
    ['429', refused(429, 'over_request_rate_limit')],
    ['502 of a proxy', [502, page]],
  ] as [string, Answer][])('could not be asked for with %s', async (_, answer) => {
    expect(await find(answer)).toBe('unreachable');
  });

  test.each([
    [500, 'XX000'],
    [404, 'PGRST205'],
    [403, '42501'],
  ])('has failed with %i %s', async (status, code) => {
    expect(await find(refused(status, code))).toBe('failed');
  });
});

describe('a sign-in', () => {
  const credentials = { email: 'ada@x.test', phone: null, password: 'x' };

  test.each(portals)(
    'behind a captive portal that answers %s is no refusal, and the network is checked',
    async (_, answer) => {
      const { client, settled, storage } = await start(() => answer, null);
      expect(await client.signIn(credentials, signal)).toMatchObject({ failure: { kind: 'mismatch' } });
      expect(settled.map((failure) => failure?.kind)).toEqual(['mismatch']);
      expect(await client.signUp({ ...credentials, target: '/dashboard' }, signal)).toMatchObject({
        failure: { kind: 'mismatch' },
      });
      expect(Object.keys(storage)).toEqual([]);
    },
  );

  test('that is stopped is aborted: an answer that would come later signs nobody in', async () => {
    const { client, current, requests, settled, storage } = await start(() => 'hangs', null);
    const controller = new AbortController();
    const outcome = client.signIn(credentials, controller.signal);
    await expect.poll(() => requests.length).toBe(1);
    controller.abort();
    expect(await outcome).toMatchObject({ failure: { kind: 'unreachable' } });
    expect([settled, Object.keys(storage)]).toEqual([[], []]);
    current.service = () => [200, session('first')];
    expect(await client.signIn(credentials, signal)).toMatchObject({ value: null });
    expect(Object.keys(storage)).toEqual(['pitboard-device', 'pitboard-auth']);
  });
});

describe('a sign-up', () => {
  const credentials = { email: 'ada@x.test', phone: null, password: 'x' };
  const { user } = session('first');
  const service: Service = (path) => [200, path.startsWith('/verify') ? session('first') : user];
  const link = { token: 'token', type: 'signup' } as const;

  test('is confirmed with what it was made with, which stays on the device', async () => {
    const { client, devices, storage } = await start(service, null);
    await client.signUp({ ...credentials, target: '/dashboard' }, signal);
    const [device] = devices;
    expect([device, storage.getItem('pitboard-device')]).toEqual([expect.stringMatching(/^[\w-]{36}$/), device]);
    await client.resendConfirmation({ email: 'ada@x.test', target: '/dashboard' }, signal);
    await client.verifyToken(link, signal);
    expect(devices).toEqual([device, device, device]);
  });

  test('leads back to the page that asked for it, with the first link and with one that is sent again', async () => {
    const { client, requests } = await start(service, null);
    const target = '/invitation#token';
    await client.signUp({ ...credentials, target }, signal);
    await client.resendConfirmation({ email: 'ada@x.test', target }, signal);
    const page = encodeURIComponent(`/login?redirect=${encodeURIComponent(target)}`);
    expect(requests.map((request) => request.includes(page))).toEqual([true, true]);
  });

  test('of another device is confirmed with something else, which is not stored', async () => {
    const { client, devices, storage } = await start(service, null);
    await client.verifyToken(link, signal);
    expect([devices, storage.getItem('pitboard-device')]).toEqual([[expect.stringMatching(/^[\w-]{36}$/)], null]);
  });

  test('needs a password where the service says that the account has none', async () => {
    const without = { ...session('first'), user: { ...user, app_metadata: { has_password: false } } };
    const { client, current } = await start(service, null);
    expect(await client.verifyToken(link, signal)).toMatchObject({ value: { needsPassword: false } });
    current.service = () => [200, without];
    expect(await client.verifyToken(link, signal)).toMatchObject({ value: { needsPassword: true } });
  });

  test('at a hosted project sends nothing that such a project does not know', async () => {
    const { client, devices, storage } = await start(service, null, { isEmbedded: false });
    await client.signUp({ ...credentials, target: '/dashboard' }, signal);
    await client.verifyToken(link, signal);
    expect([devices, storage.getItem('pitboard-device')]).toEqual([[undefined, undefined], null]);
  });
});

describe('a session whose refresh is refused', () => {
  test.each([
    ['refresh_token_not_found', 'session_not_found', 'elsewhere'],
    ['session_not_found', 'session_not_found', 'elsewhere'],
    ['refresh_token_not_found', 'user_not_found', 'deleted'],
    ['refresh_token_not_found', 'user_banned', 'closed'],
    ['refresh_token_not_found', 'bad_jwt', 'unknown'],
    ['refresh_token_already_used', 'never asked', 'reused'],
    ['session_expired', 'never asked', 'expired'],
    ['user_banned', 'never asked', 'closed'],
  ] as const)('with %s and %s ends as %s, although its access token has not expired', async (code, ofUser, end) => {
    const service: Service = (path) => (isRefresh(path) ? refused(400, code) : refused(403, ofUser));
    const { client, storage, ends, events, requests } = await start(service);
    expect(await client.accessToken('read')).toBe('access-first');
    expect(await client.renewToken()).toBeNull();
    expect([ends, events.at(-1), Object.keys(storage)]).toEqual([[end], 'SIGNED_OUT', []]);
    expect([await client.accessToken('read'), client.hasSession()]).toEqual([null, false]);
    expect(requests.some((request) => request.startsWith('GET /user'))).toBe(ofUser !== 'never asked');
  });

  test('ends once, whoever has asked for the refresh: here the client itself at its start', async () => {
    const service: Service = (path) =>
      isRefresh(path) ? refused(400, 'refresh_token_not_found') : refused(403, 'bad_jwt');
    const { ends, events, storage } = await start(service, session('old', -60));
    expect([ends, events, Object.keys(storage)]).toEqual([['unknown'], ['SIGNED_OUT', 'INITIAL_SESSION'], []]);
  });

  test.each([
    ...portals,
    ['429', refused(429, 'over_request_rate_limit')],
    ['409', refused(409, 'conflict')],
    ['502', [502, page]],
    ['500', [500, {}]],
    ['200 without a session', [200, {}]],
  ] as [string, Answer][])('by %s is kept: that may pass', async (_, answer) => {
    const { client, storage, ends, events, settled, stop } = await start((path) =>
      isRefresh(path) ? answer : refused(403, 'x'),
    );
    void client.renewToken();
    await expect.poll(() => settled.length).toBeGreaterThan(0);
    stop();
    expect([ends, Object.keys(storage)]).toEqual([[], ['pitboard-auth']]);
    expect(events).not.toContain('SIGNED_OUT');
    expect(await client.accessToken('read')).toBe('access-first');
  });

  test('is kept when another tab has a newer one by then', async () => {
    const { client, current, storage, ends } = await start(() => 'portal');
    current.service = (path) => {
      if (!isRefresh(path)) return refused(403, 'session_not_found');
      storage.setItem('pitboard-auth', JSON.stringify(session('other')));
      return refused(400, 'refresh_token_not_found');
    };
    await client.renewToken();
    expect([ends, storage.getItem('pitboard-auth')]).toEqual([[], expect.stringContaining('refresh-other')]);
  });

  test('is over in a tab that has missed it, with the next request', async () => {
    const { client, storage, events } = await start(() => 'portal');
    storage.removeItem('pitboard-auth');
    expect(await client.accessToken('read')).toBeNull();
    expect(events.at(-1)).toBe('SIGNED_OUT');
  });
});

test('a read does not wait long for a session that is being restored, and a write waits for its token', async () => {
  let answerRefresh: (answer: Answer) => void = () => undefined;
  const held = new Promise<Answer>((resolve) => {
    answerRefresh = resolve;
  });
  const service: Service = (path) => (isRefresh(path) ? held : [200, {}]);
  const { client, stop, setOnline } = await start(service, session('old', -60), { startsOnline: false });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  setOnline(true);
  const write = client.accessToken('write');
  const read = client.accessToken('read');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await read).toBeNull();
  answerRefresh([200, session('new')]);
  expect(await write).toBe('access-new');
  setOnline(false);
  stop();
});

test('a token that was just refreshed is used, although this device takes it for expired', async () => {
  // What is known of the server's time is from before this device's clock was set.
  const serverTime = () => Date.now() + 3 * 3_600_000;
  const service: Service = (path) => (isRefresh(path) ? [200, session('new')] : [200, {}]);
  const { client, stop } = await start(service, session('first'), { serverTime });
  expect(await client.accessToken('write')).toBe('access-new');
  stop();
});

describe('without a network', () => {
  test('there is no token and nothing is sent; the session is back with the network', async () => {
    const { client, requests, events, setOnline, stop } = await start(() => [200, {}], session('first'), {
      startsOnline: false,
    });
    expect([await client.accessToken('read'), await client.refresh(), requests, events]).toEqual([
      null,
      null,
      [],
      ['SESSION_UNAVAILABLE'],
    ]);
    setOnline(true);
    await expect.poll(() => events).toContain('SIGNED_IN');
    expect(await client.accessToken('read')).toBe('access-first');
    setOnline(false);
    stop();
  });

  test('a network that is lost leaves the token, which is refreshed once it is back', async () => {
    const { client, requests, setOnline, stop } = await start((path) =>
      isRefresh(path) ? [200, session('second')] : [200, {}],
    );
    setOnline(false);
    expect([await client.accessToken('read'), await client.renewToken(), requests]).toEqual(['access-first', null, []]);
    setOnline(true);
    expect(await client.renewToken()).toBe('access-second');
    setOnline(false);
    stop();
  });
});

describe('a token that the service does not accept', () => {
  const profile = { id: ada, username: 'ada', avatar_url: null };

  test.each([
    [401, 'PGRST301'],
    [401, 'PGRST303'],
    [403, 'bad_jwt'],
  ])('with %i %s is renewed once and the request made anew, as after its key was replaced', async (status, code) => {
    const service: Service = (path, bearer) => {
      if (isRefresh(path)) return [200, session('second')];
      if (bearer !== 'Bearer access-second') return refused(status, code);
      return path.startsWith('/rest') ? [200, [profile]] : [200, session('x').user];
    };
    const { client, ends, requests } = await start(service);
    expect(await client.findProfile({ userId: ada }, signal)).toEqual({ profile });
    expect([ends, requests.filter((request) => request.includes('refresh_token')).length]).toEqual([[], 1]);
    expect(await client.setPassword({ password: 'y' }, signal)).toMatchObject({ value: null });
  });

  test('ends the session where the refresh is refused too', async () => {
    const service: Service = (path) => {
      if (isRefresh(path)) return refused(400, 'refresh_token_not_found');
      return path.startsWith('/rest') ? refused(401, 'PGRST303') : refused(403, 'session_not_found');
    };
    const { client, ends, events } = await start(service);
    expect(await client.findProfile({ userId: ada }, signal)).toBe('unreachable');
    expect([ends, events.at(-1)]).toEqual([['elsewhere'], 'SIGNED_OUT']);
  });
});

test.each(portals)('a sign-out behind a captive portal that answers %s is not carried out yet', async (_, answer) => {
  const { client, requests } = await start(() => answer);
  await client.signOut({ scope: 'local' }, async () => undefined);
  expect(requests.filter((request) => request.startsWith('POST /token'))).toEqual([]);
});
