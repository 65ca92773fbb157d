import type { IncomingHttpHeaders } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { type HttpServer, openHttpServer } from '../../tests/fixtures/http-server.ts';
import { openTestServer } from '../tests/support/open-test-server.ts';
import { createRemoteProfiles } from './remote-profiles.ts';

const id = '01900000-0000-7000-8000-000000000001';
const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

interface State {
  username: string | null;
  avatarUrl: string | null;
  status: number;
}

/** Starts a server with the keys and profiles of a Supabase project. */
async function startProject(keys: object[] = []) {
  const requests: { url: string; headers: IncomingHttpHeaders }[] = [];
  const state: State = { username: 'ada', avatarUrl: null, status: 200 };
  const server = await openHttpServer((request, response) => {
    if (request.url?.startsWith('/rest/')) {
      requests.push({ url: request.url, headers: request.headers });
      response.writeHead(state.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify([{ id, username: state.username, avatar_url: state.avatarUrl }]));
    } else response.end(JSON.stringify({ keys }));
  });
  servers.push(server);
  return { url: server.origin, requests, state };
}

test('a profile is fetched with the caller’s own token, at most every minute', async () => {
  const { url, requests, state } = await startProject();
  const clock = { now: 0 };
  const find = createRemoteProfiles({ url, publishableKey: 'key' }, () => clock.now);
  expect(await find(id, 'Bearer t')).toEqual({ id, username: 'ada', avatar_url: null });
  expect([requests[0]?.headers.authorization, requests[0]?.headers['apikey'], requests[0]?.url]).toEqual([
    'Bearer t',
    'key',
    `/rest/v1/profiles?select=id,username,avatar_url&id=eq.${id}`,
  ]);
  state.username = 'grace';
  clock.now = 59_000;
  expect((await find(id, 'Bearer t'))?.username).toBe('ada');
  clock.now = 61_000;
  expect((await find(id, 'Bearer t'))?.username).toBe('grace');
  expect(requests.length).toBe(2);
});

test('a failed fetch returns null and is repeated after 30 s', async () => {
  const { url, requests, state } = await startProject();
  state.status = 503;
  const clock = { now: 0 };
  const find = createRemoteProfiles({ url, publishableKey: 'key' }, () => clock.now);
  expect(await find(id, 'Bearer t')).toBeNull();
  expect(await find(id, 'Bearer t')).toBeNull();
  expect(requests.length).toBe(1);
  state.status = 200;
  clock.now = 31_000;
  expect((await find(id, 'Bearer t'))?.username).toBe('ada');
});

test('a name that is chosen in the project is seen after five seconds', async () => {
  const { url, state } = await startProject();
  state.username = null;
  const clock = { now: 0 };
  const find = createRemoteProfiles({ url, publishableKey: 'key' }, () => clock.now);
  expect((await find(id, 'Bearer t'))?.username).toBeNull();
  state.username = 'ada';
  clock.now = 5_001;
  expect((await find(id, 'Bearer t'))?.username).toBe('ada');
});

test.each([
  ['javascript:alert(1)', null],
  ['data:image/svg+xml,<svg/>', null],
  [`https://x.test/${'a'.repeat(2_000)}`, null],
  ['https://x.test/a b.png', null],
  ['https://x.test/a.png', 'https://x.test/a.png'],
])('a picture at %.40s is mirrored as %s', async (avatarUrl, mirrored) => {
  const { url, state } = await startProject();
  state.avatarUrl = avatarUrl;
  expect((await createRemoteProfiles({ url, publishableKey: 'key' })(id, 'Bearer t'))?.avatar_url).toBe(mirrored);
});

test.each([
  ['a'.repeat(5_000), null],
  ['a\u0000b', null],
  [' ada ', 'ada'],
])('a name %.10j is mirrored as %j', async (username, mirrored) => {
  const { url, state } = await startProject();
  state.username = username;
  expect((await createRemoteProfiles({ url, publishableKey: 'key' })(id, 'Bearer t'))?.username).toBe(mirrored);
});

test('with a project the server has no embedded sign-in, and shows the names of the project', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const { url } = await startProject([{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256', use: 'sig' }]);
  const server = await openTestServer({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: 'key' });
  const token = await new SignJWT({ role: 'authenticated', session_id: id, user_metadata: { username: 'not this' } })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(`${url}/auth/v1`)
    .setSubject(id)
    .setAudience('authenticated')
    .setExpirationTime('1h')
    .sign(privateKey);
  const headers = { authorization: `Bearer ${token}` };
  const league = await server.app.inject({ method: 'POST', url: '/api/League', headers, payload: { name: 'Ours' } });
  expect(league.statusCode).toBe(200);
  expect((await server.get('getProfile', { params: { userId: id } })).username).toBe('ada');
  for (const path of ['/auth/v1/settings', '/rest/v1/profiles', '/outbox'])
    expect((await server.app.inject({ url: path })).statusCode).toBe(404);
  expect((await server.get('getConfig')).auth).toMatchObject({ url, publishableKey: 'key', isEmbedded: false });
  const policy = (await server.app.inject({ url: '/nowhere' })).headers['content-security-policy'];
  expect(policy).toBeDefined();
  await server.close();
});
