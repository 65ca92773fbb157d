import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, calls, servedCalls } from '#contract/calls/by-name';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const id = '01900000-0000-7000-8000-0000000000ee';
const openTo = 'access-control-allow-origin';

/** The origins that may read the answer of a call, found or not. */
async function sharedWith(name: CallName, headers: Record<string, string>): Promise<unknown> {
  const url = calls[name].path.replaceAll(/\{\w+\}/g, id);
  const response = await server.app.inject({ method: calls[name].method, url, headers });
  return response.headers[openTo];
}

test.each(servedCalls())('%s is open to every site only if it is a public read', async (name, call) => {
  const isPublicRead = call.access === 'public' && call.method === 'GET';
  expect(await sharedWith(name, { origin: 'https://overlay.example' })).toBe(isPublicRead ? '*' : undefined);
});

test('an answer to a token is open to no other site', async () => {
  const authorization = `Bearer ${await server.tokenOf('Max')}`;
  expect(await sharedWith('listLive', { origin: 'https://overlay.example', authorization })).toBeUndefined();
});

test('a browser may not send a token or a key from another site', async () => {
  const headers = { origin: 'https://overlay.example', 'access-control-request-method': 'GET' };
  const response = await server.app.inject({ method: 'OPTIONS', url: '/api/LiveSession/all', headers });
  expect(response.headers[openTo]).toBeUndefined();
});
