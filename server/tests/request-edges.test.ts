import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
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

const unseen = 'must not hold characters that nobody sees';

test.each(['\u200b', '\u200b \u2060', 'abc\u202egnp.exe', '\u3164', 'Max\u200b', 'Max\u2800'])(
  'the name %j is refused wherever a person types it',
  async (name) => {
    const { id } = await server.get('createSeason', { as: 'Ada', body: { name: 'Season' } });
    const session = await server.get('createSession', { as: 'Ada', body: upload({ drivers: [driver({})] }) });
    for (const [method, url, body] of [
      ['POST', '/api/League', { name }],
      ['POST', '/api/Seasons', { name }],
      ['PATCH', '/api/Seasons', { id, name }],
      ['POST', `/api/Seasons/${id}/events`, { track: 11, name }],
      ['PATCH', `/api/Sessions/${session.id}/drivers/0`, { name }],
      ['POST', '/api/Account/tokens', { name, scope: 'read' }],
    ] as const)
      expect([url, (await send(method, url, body)).json().errors]).toEqual([url, [{ path: 'name', message: unseen }]]);
    const league = { name: 'Home', website: `https://example.org/${name.replaceAll(' ', '')}` };
    expect((await send('POST', '/api/League', league)).json().errors).toEqual([{ path: 'website', message: unseen }]);
  },
);

test('a family of emoji is a name', async () => {
  expect((await send('POST', '/api/Seasons', { name: '👩‍👩‍👧‍👦 ليالي السباق' })).statusCode).toBe(200);
  const name = `${'👨‍👩‍👧‍👦'.repeat(79)}❤️`;
  expect((await send('POST', '/api/League', { name })).json().name).toBe(name);
});

test('texts are stored composed and trimmed, and long ones without what nobody sees', async () => {
  const sent = {
    name: ' Zoe\u0308s  Liga ',
    description: 'Zoe\u0308\u200b\n\u202eRules\u2069 \ud83d\udc69\u200d\ud83d\ude80 ',
  };
  const league = await server.get('createLeague', { as: 'Ada', body: sent });
  expect([league.name, league.description]).toEqual(['Zoës Liga', 'Zoë\nRules 👩‍🚀']);
  const season = await server.get('createSeason', { as: 'Ada', body: { name: 'Season' } });
  const params = { id: season.id };
  const person = { id: randomUUID(), number: null, isReserve: false };
  const roster = [{ ...person, name: 'Ma\u200bx', team: 'Re\u200bd ' }];
  expect((await server.get('setRoster', { as: 'Ada', params, body: { roster } })).roster).toEqual([
    { ...person, name: 'Max', team: 'Red', changes: [] },
  ]);
  const aliases = [{ name: 'M\u200bax', recordedNames: ['Maxi\u3164'] }];
  expect((await server.get('setAliases', { as: 'Ada', params, body: { aliases } })).aliases).toEqual([
    { name: 'Max', recordedNames: ['Maxi'] },
  ]);
  const empty = await server.call('setRoster', {
    as: 'Ada',
    params,
    body: { roster: [{ ...person, name: '\u3164', team: null }] },
  });
  expect(empty.json().errors).toEqual([{ path: 'roster.0.name', message: 'must not be empty' }]);
});

test('recorded names are stored without what nobody sees, and cost no upload', async () => {
  const names = [' Max\u200b', 'M\u202eax\u3164', 'Zoe\u0308', '\u3164', '👩\u200d🚀 \u2800'];
  const drivers = names.map((name, carIndex) => driver({ carIndex, name, team: '\u2800' }));
  const body = { ...upload({ drivers, internalSessionId: '77' }), gameVersion: 'F1\u200b 25' };
  const { id } = await server.get('createSession', { as: 'Ada', body });
  const stored = await server.get('getSession', { params: { id } });
  expect(stored.drivers.map(({ name, team }) => [name, team])).toEqual(
    ['Max', 'Max', 'Zoë', 'Car 3', '👩‍🚀'].map((name) => [name, null]),
  );
  expect(stored.gameVersion).toBe('F1 25');
});

test('a session cannot end before its start, nor a picture be empty', async () => {
  const body = { ...upload({}), sessionStartTime: '2026-01-02T20:00:00Z', sessionEndTime: '2026-01-02T19:00:00Z' };
  const message = 'must not be before sessionStartTime';
  expect((await send('POST', '/api/Sessions', body)).json().errors).toEqual([{ path: 'sessionEndTime', message }]);
  const league = await send('POST', '/api/League', { name: 'Home', thumbnailBase64: '' });
  expect(league.json().errors).toEqual([{ path: 'thumbnailBase64', message: 'must not be empty' }]);
});

test.each([
  ['identity', 200],
  ['Identity', 200],
  ['gzip', 415],
])('a body with the encoding %s is answered with %i', async (encoding, status) => {
  const headers = { 'content-encoding': encoding };
  const answer = await server.call('createLeague', { as: 'Ada', body: { name: 'League' }, headers });
  expect(answer.statusCode).toBe(status);
});
