import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createOwnFetch } from './own-answer.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Asks a server at a path, which answers as given; resolves with the status that the client sees, or the error. */
async function ask(path: string, status: number, headers: Record<string, string>, body: string): Promise<unknown> {
  const server = createServer(({ url }, response) => {
    if (url === '/portal') response.writeHead(200, asPage).end(page);
    else response.writeHead(status, headers).end(status === 204 ? undefined : body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  try {
    const response = await createOwnFetch(fetch)(`${origin}${path}`, { method: 'POST' });
    return [response.status, response.status === 204 ? '' : await response.text()];
  } catch (error) {
    return String(error).split(':', 2).join(':');
  }
}

const page = '<html>Please accept our terms</html>';
const asPage = { 'content-type': 'text/html' };
const asJson = { 'content-type': 'application/json' };
const foreign = 'TypeError: Another server has answered';
const session = { access_token: 'a', refresh_token: 'r', user: { id: 'ada' } };

const endpoints = [
  '/auth/v1/token?grant_type=refresh_token',
  '/auth/v1/token?grant_type=password',
  '/auth/v1/signup',
  '/auth/v1/verify',
  '/auth/v1/user',
  '/auth/v1/recover',
  '/auth/v1/logout?scope=local',
  '/rest/v1/profiles?select=id',
];

test.each(endpoints)('the page of a captive portal is no answer of %s', async (path) => {
  for (const status of [200, 401, 403, 404, 511]) expect(await ask(path, status, asPage, page)).toBe(foreign);
  for (const location of ['/portal', 'http://127.0.0.1:1/portal'])
    expect(await ask(path, 302, { location }, '')).toBe(foreign);
  // Refusals have a code.
  for (const status of [401, 403]) expect(await ask(path, status, asJson, '{"error":"sign in"}')).toBe(foreign);
});

test.each(endpoints.slice(0, 5))('JSON of another server is no success of %s', async (path) => {
  for (const body of ['{}', '{"hello":1}', '[]', 'null', '"ok"'])
    expect(await ask(path, 200, asJson, body)).toBe(foreign);
});

test.each([
  ['/auth/v1/token?grant_type=password', session],
  ['/auth/v1/verify', session],
  ['/auth/v1/verify', { msg: 'Confirmation link accepted', code: '200' }],
  ['/auth/v1/signup', session],
  ['/auth/v1/signup', { id: 'ada' }],
  ['/auth/v1/user', { id: 'ada' }],
  ['/auth/v1/recover', {}],
  ['/rest/v1/profiles', { id: 'ada', username: null, avatar_url: null }],
])('a success of %s passes: %o', async (path, body) => {
  expect(await ask(path, 200, asJson, JSON.stringify(body))).toEqual([200, JSON.stringify(body)]);
});

test.each([
  [400, '{"code":"invalid_credentials","message":"Invalid login credentials"}'],
  [400, '{"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials"}'],
  [400, '{"error":"invalid_grant","error_description":"Invalid login credentials"}'],
  [429, '{"code":"over_request_rate_limit"}'],
  [406, '{"code":"PGRST116","message":"x"}'],
  [500, '{}'],
  [502, page],
])('a refusal in the words of the service and a fault pass: %i %s', async (status, body) => {
  expect(await ask('/auth/v1/token?grant_type=password', status, asJson, body)).toEqual([status, body]);
});

test('an answer without a body passes', async () => {
  expect(await ask('/auth/v1/logout?scope=local', 204, {}, '')).toEqual([204, '']);
});
