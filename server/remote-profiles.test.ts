import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../tests/postgres.ts';
import { remoteProfiles } from './remote-profiles.ts';
import { openTestServer } from './testing/open-test-server.ts';

const id = '01900000-0000-7000-8000-000000000001';
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A project that answers for keys and profiles, as the hosted service does. */
async function startProject(keys: object[] = []) {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const state = { username: 'ada', status: 200 };
  const port = await freePort();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/rest/')) {
      asked.push({ url: request.url, headers: request.headers });
      response.writeHead(state.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify([{ id, username: state.username, avatar_url: null }]));
    } else response.end(JSON.stringify({ keys }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${port}`, asked, state };
}

test('a profile is asked for with the caller’s own token, every five minutes at most', async () => {
  const { url, asked, state } = await startProject();
  const clock = { now: 0 };
  const find = remoteProfiles({ url, publishableKey: 'key' }, () => clock.now);
  expect(await find(id, 'Bearer t')).toEqual({ id, username: 'ada', avatar_url: null });
  expect([asked[0]?.headers.authorization, asked[0]?.headers['apikey'], asked[0]?.url]).toEqual([
    'Bearer t',
    'key',
    `/rest/v1/profiles?select=id,username,avatar_url&id=eq.${id}`,
  ]);
  state.username = 'grace';
  clock.now = 299_000;
  expect((await find(id, 'Bearer t'))?.username).toBe('ada');
  clock.now = 301_000;
  expect((await find(id, 'Bearer t'))?.username).toBe('grace');
  expect(asked.length).toBe(2);
});

test('a project that is out is asked again soon, and stops nobody', async () => {
  const { url, asked, state } = await startProject();
  state.status = 503;
  const clock = { now: 0 };
  const find = remoteProfiles({ url, publishableKey: 'key' }, () => clock.now);
  expect(await find(id, 'Bearer t')).toBeNull();
  expect(await find(id, 'Bearer t')).toBeNull();
  expect(asked.length).toBe(1);
  state.status = 200;
  clock.now = 31_000;
  expect((await find(id, 'Bearer t'))?.username).toBe('ada');
});

test('with a project the server has no sign-in of its own, and shows the project’s names', async () => {
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
