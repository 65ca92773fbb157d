import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: unknown) {
  const headers = { authorization: `Bearer ${await server.tokenOf('Ada')}` };
  return server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload: Object(payload) }) });
}

test.each([
  ['/api/Sessions?pgae=2', 'pgae'],
  ['/api/Sessions/filters?filters[]=x', 'filters[]'],
  ['/api/League?search=x', 'search'],
])('%s is refused: %s is not a parameter', async (url, path) => {
  const answer = await send('GET', url);
  expect([answer.statusCode, answer.json().errors]).toEqual([
    400,
    [{ path, message: 'is not a parameter of this call' }],
  ]);
});

test.each([
  ['PUT', '/api/League', 'GET, HEAD, POST'],
  ['POST', '/api/Search?q=x', 'GET, HEAD'],
] as const)('%s %s is answered with the methods that there are', async (method, url, allow) => {
  const answer = await send(method, url, {});
  expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allow]);
});

test('an address without any call stays Not Found', async () => {
  const answer = await send('PUT', '/api/nothing', {});
  expect([answer.statusCode, answer.headers['allow']]).toEqual([404, undefined]);
});

test('a list is no object without fields', async () => {
  const { id } = await server.get('createLeague', { as: 'Ada', body: { name: 'Home' } });
  const answer = await send('PATCH', `/api/League/${id}`, []);
  expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path: '', message: 'must be an object' }]]);
});

test.each(['\u200b', '\u200b \u2060', 'abc\u202egnp.exe', '\u3164'])('the name %j is refused', async (name) => {
  for (const url of ['/api/League', '/api/Seasons'])
    expect((await send('POST', url, { name })).json().errors).toEqual([{ path: 'name', message: 'must be readable' }]);
});

test('a family of emoji is a name', async () => {
  expect((await send('POST', '/api/Seasons', { name: '👩‍👩‍👧‍👦 ليالي السباق' })).statusCode).toBe(200);
});

test('a session cannot end before its start, nor a picture be empty', async () => {
  const body = { ...upload({}), sessionStartTime: '2026-01-02T20:00:00Z', sessionEndTime: '2026-01-02T19:00:00Z' };
  const message = 'must not be before sessionStartTime';
  expect((await send('POST', '/api/Sessions', body)).json().errors).toEqual([{ path: 'sessionEndTime', message }]);
  const league = await send('POST', '/api/League', { name: 'Home', thumbnailBase64: '' });
  expect(league.json().errors).toEqual([{ path: 'thumbnailBase64', message: 'must not be empty' }]);
});
