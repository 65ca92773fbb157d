import 'fake-indexeddb/auto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitFor } from 'xstate';
import type { ServerConfig } from '#contract/api/config';
import { createFailure, type Outcome } from '#contract/api/problem';
import { sessionRefreshInterval } from '#contract/constants';
import type { NetworkStatus } from '#machines/connectivity';
import { webStorage } from '../browser/web-storage.ts';
import { openDatabase } from '../storage/database.ts';
import { createSettingsStore } from '../storage/settings-store.ts';
import { refreshRegularly, startAuth } from './auth-actor.ts';

const [ada, elin] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000e'];
const emailOf = (userId: string) => `${userId === ada ? 'ada' : 'elin'}@x.test`;

const base64 = (text: string) => Buffer.from(text).toString('base64url');

/** An access token of a user; only a server could tell that nobody has signed it. */
const tokenOf = (userId: string) => {
  const claims = { sub: userId, email: emailOf(userId), exp: Math.floor(Date.now() / 1_000) + 3_600 };
  const [header, payload] = [{ alg: 'ES256', typ: 'JWT' }, claims].map((part) => base64(JSON.stringify(part)));
  return `${header}.${payload}.${base64(`nobody ${userId}`)}`;
};
const linkOf = (userId: string) =>
  `#access_token=${tokenOf(userId)}&refresh_token=refresh&expires_in=3600&token_type=bearer&type=magiclink`;

const servers: Server[] = [];
/** Each ends the sign-in of a page: its client would refresh tokens for as long as the process lives. */
const pages: (() => void)[] = [];
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('WebSocket', class {});
  // The client logs every request that fails.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  for (const close of pages.splice(0)) close();
  webStorage().clear();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

/** An auth service that knows every user of a token. */
async function startService() {
  const requests: string[] = [];
  const server = createServer(({ method, url = '', headers }, response) => {
    const [, payload = ''] = String(headers.authorization).split('.');
    const userId = payload === '' ? null : JSON.parse(Buffer.from(payload, 'base64url').toString()).sub;
    requests.push(`${method} ${url.split('?')[0]}`);
    response.setHeader('content-type', 'application/json');
    if (url.startsWith('/auth/v1/user')) response.end(JSON.stringify({ id: userId, email: emailOf(userId) }));
    else if (url.startsWith('/rest/v1/profiles'))
      response.end(JSON.stringify([{ id: userId, username: emailOf(userId).split('@')[0], avatar_url: null }]));
    else response.writeHead(204).end();
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { requests, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The settings of a server with an auth service of its own. */
const serverConfig: ServerConfig = {
  ...{ publicUrl: 'http://elsewhere.test', communityUrl: null, downloadUrl: null, analyticsId: null, demo: false },
  operator: { name: null, address: null, email: null },
  auth: {
    ...{ url: 'http://elsewhere.test', publishableKey: 'key', isEmbedded: true },
    ...{ isSignUpOpen: true, hasPhone: false, hasMail: true, hasOutbox: false },
  },
};

/** The sign-in of a page that is opened at an address of the site. */
async function open(path: string, { origin, config }: { origin: string; config?: Outcome<ServerConfig> }) {
  const place = { ...urlParts(`${origin}${path}`) };
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, address: string) => Object.assign(place, urlParts(`${origin}${address}`)),
  });
  const settings = createSettingsStore(openDatabase());
  const removed: string[] = [];
  const cached: unknown[] = [];
  const network = { status: 'online' as NetworkStatus, listeners: new Set<(status: NetworkStatus) => void>() };
  const auth = startAuth({
    settings,
    connectivity: {
      status: () => network.status,
      subscribe: (listener) => {
        network.listeners.add(listener);
        return () => network.listeners.delete(listener);
      },
      reportCall: () => undefined,
      reportSlow: () => undefined,
    },
    fetchConfig: async () => config ?? { value: serverConfig, version: null },
    queries: {
      clear: async () => void removed.push('queries'),
      put: ({ call }, value) => void cached.push([call.path, value]),
      serverTime: () => Date.now(),
      subscribe: () => () => undefined,
    },
    removeDrafts: async (userId) => void removed.push(`drafts of ${userId}`),
  });
  pages.push(() => {
    auth.ref.stop();
    network.status = 'offline';
    for (const listener of network.listeners) listener('offline');
  });
  return {
    auth,
    place,
    settings,
    removed,
    cached,
    userId: () => auth.ref.getSnapshot().context.identity?.userId ?? null,
  };
}

function urlParts(address: string) {
  const { href, origin, pathname, search, hash } = new URL(address);
  return { href, origin, pathname, search, hash };
}

const noSignal = new AbortController().signal;

/** Ada is signed in on this device. */
async function signIn(origin: string) {
  const { auth } = await open(`/login${linkOf(ada)}`, { origin });
  expect(await auth.followLink?.(noSignal)).not.toHaveProperty('failure');
  await waitFor(auth.ref, (snapshot) => snapshot.hasTag('member'));
  auth.ref.stop();
}

test('a link signs its user in at once, and leaves no secret in the address', async () => {
  const { origin } = await startService();
  const { auth, place, cached } = await open(`/dashboard?tab=leagues${linkOf(ada)}`, { origin });
  expect(place.href).toBe(`${origin}/dashboard?tab=leagues`);
  expect(await auth.followLink?.(noSignal)).not.toHaveProperty('failure');
  expect([await auth.settledUserId(), auth.accountSwitch]).toEqual([ada, null]);
  // Views need not ask for the settings again.
  expect(cached).toEqual([['/api/config', serverConfig]]);
});

test('a link of the user who is signed in asks nothing', async () => {
  const { origin } = await startService();
  await signIn(origin);
  const { auth } = await open(`/login${linkOf(ada)}`, { origin });
  expect([auth.accountSwitch, auth.followLink === null]).toEqual([null, false]);
});

test.each(['/login', '/season/1'])(
  'a link to another account on %s is not followed before its user accepts that',
  async (path) => {
    const { origin, requests } = await startService();
    await signIn(origin);
    const before = requests.length;
    const { auth, place, userId } = await open(`${path}${linkOf(elin)}`, { origin });
    expect([place.pathname, auth.accountSwitch?.email, auth.followLink]).toEqual(['/login', emailOf(elin), null]);
    expect(await auth.settledUserId()).toBe(ada);
    expect(requests.slice(before)).not.toContain('POST /auth/v1/logout');
    auth.accountSwitch?.accept();
    auth.ref.send({ type: 'auth.signOut', scope: 'local' });
    expect(await auth.accountSwitch?.followLink(noSignal)).not.toHaveProperty('failure');
    await waitFor(auth.ref, (snapshot) => snapshot.hasTag('member'));
    expect(userId()).toBe(elin);
  },
);

test('a link that nobody can read is never followed in place of the user who is signed in', async () => {
  const { origin } = await startService();
  await signIn(origin);
  const { auth } = await open('/season/1#access_token=nonsense&refresh_token=refresh', { origin });
  expect([auth.accountSwitch?.userId, auth.followLink]).toEqual(['', null]);
});

test('who signs out leaves no draft, no response and no name on the device', async () => {
  const { origin } = await startService();
  await signIn(origin);
  const { auth, settings, removed } = await open('/', { origin });
  await waitFor(auth.ref, (snapshot) => snapshot.hasTag('member'));
  await expect.poll(async () => (await settings.readIdentity())?.userId).toBe(ada);
  auth.ref.send({ type: 'auth.signOut', scope: 'local' });
  await waitFor(auth.ref, (snapshot) => snapshot.hasTag('anonymous'));
  expect(new Set(removed)).toEqual(new Set([`drafts of ${ada}`, 'queries']));
  expect([await settings.readIdentity(), webStorage().getItem('pitboard-auth')]).toEqual([null, null]);
});

test('a link counts until the page that it has opened is left', async () => {
  const { origin } = await startService();
  const { auth } = await open('/resetPasswordConfirm?token_hash=secret&type=recovery', { origin });
  expect(auth.link()).toMatchObject({ kind: 'hash', token: 'secret' });
  auth.onPageChanged('/resetPasswordConfirm');
  expect(auth.link()).not.toBeNull();
  auth.onPageChanged('/login');
  auth.onPageChanged('/resetPasswordConfirm');
  expect(auth.link()).toBeNull();
});

test('without the server the auth service is where it was the last time', async () => {
  const { origin, requests } = await startService();
  await signIn(origin);
  requests.splice(0);
  const config = { failure: createFailure('unreachable') };
  const { auth } = await open(`/login${linkOf(ada)}`, { origin: 'http://other.test', config });
  expect(await auth.followLink?.(noSignal)).not.toHaveProperty('failure');
  expect(requests).toContain('GET /auth/v1/user');
});

test('the session is refreshed every 30 minutes, and not while signed out or while the server cannot be reached', () => {
  vi.useFakeTimers();
  const state = { isSignedIn: true, status: 'online' as NetworkStatus, refreshes: 0 };
  let report = (): void => undefined;
  const subscribe = (listener: (status: NetworkStatus) => void) => {
    report = () => listener(state.status);
    return () => undefined;
  };
  const refresh = async () => {
    state.refreshes += 1;
    return null;
  };
  refreshRegularly(() => state.isSignedIn, { refresh }, { status: () => state.status, subscribe });
  vi.advanceTimersByTime(sessionRefreshInterval - 1);
  expect(state.refreshes).toBe(0);
  vi.advanceTimersByTime(1);
  expect(state.refreshes).toBe(1);
  state.status = 'offline';
  vi.advanceTimersByTime(sessionRefreshInterval);
  report();
  expect(state.refreshes).toBe(1);
  state.status = 'online';
  report();
  report();
  expect(state.refreshes).toBe(2);
  state.isSignedIn = false;
  vi.advanceTimersByTime(sessionRefreshInterval);
  report();
  expect(state.refreshes).toBe(2);
  vi.useRealTimers();
});
