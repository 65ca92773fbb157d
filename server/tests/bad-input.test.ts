import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionBodyLimit } from '#contract/constants';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { sessions } from '../storage/tables.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function send(payload: string | object, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await server.tokenOf('Ann')}`;
  return server.app.inject({
    method: 'POST',
    url: '/api/Sessions',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    payload,
  });
}

const lap = { lapTime: 1, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
const good = upload({ drivers: [driver({ lapTimes: [lap] })] });
const withDriver = (values: object) => ({ ...good, drivers: [{ ...Object(good.drivers[0]), ...values }] });

describe('an invalid session is refused with the path of the error, and not stored', () => {
  const cases: [string, unknown, string][] = [
    ['a NUL byte', withDriver({ name: 'a\u0000b' }), 'drivers.0.name'],
    ['half a surrogate pair', withDriver({ name: '\ud83c' }), 'drivers.0.name'],
    ['a number out of range', withDriver({ lapTimes: [{ ...lap, lapTime: 2 ** 31 }] }), 'drivers.0.lapTimes.0.lapTime'],
    ['2^53', { ...good, weekendLinkIdentifier: 2 ** 53 }, 'weekendLinkIdentifier'],
    ['a fraction', { ...good, numberOfLaps: 1.5 }, 'numberOfLaps'],
    ['an unknown track', { ...good, trackId: 99 }, 'trackId'],
    ['session status 1', { ...good, sessionStatus: 1 }, 'sessionStatus'],
    ['an unknown compound', withDriver({ tyres: [{ tyreCompound: 3, endLap: 1 }] }), 'drivers.0.tyres.0.tyreCompound'],
    ['an id of the server’s', { ...good, id: '01900000-0000-7000-8000-000000000001' }, 'id'],
    ['another’s user id', { ...good, userId: '01900000-0000-7000-8000-000000000001' }, 'userId'],
    ['two cars of one index', { ...good, drivers: [...good.drivers, ...good.drivers] }, 'drivers'],
    ['a uid of 65 bits', { ...good, internalSessionId: '18446744073709551616' }, 'internalSessionId'],
    ['a day that is not', { ...good, sessionStartTime: '2026-02-30T00:00:00Z' }, 'sessionStartTime'],
    ['text for a number', { ...good, trackLength: '5793' }, 'trackLength'],
    ['a missing field', { ...good, drivers: undefined }, 'drivers'],
    ['a list', [good], ''],
  ];

  test.each(cases)('%s', async (_, body, path) => {
    const response = await send(JSON.stringify(body));
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.json().errors.map((error: { path: string }) => error.path)).toContain(path);
    expect(await server.storage.database.select().from(sessions)).toEqual([]);
  });
});

test('a body that is not JSON is refused', async () => {
  for (const text of [
    '{',
    '{"name":}',
    '"\u0001"',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{}}}',
  ]) {
    const response = await send(text);
    expect([text, response.statusCode]).toEqual([text, 400]);
  }
  expect((await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415);
  expect((await send(JSON.stringify(good), { 'content-encoding': 'gzip' })).statusCode).toBe(415);
});

test('deep nesting is refused, at 21 levels and at a hundred thousand', async () => {
  for (const depth of [21, 100_000]) {
    const response = await send(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].message).toContain('nested deeper');
  }
});

test('the error of a long text does not contain the text', async () => {
  const long = 'x'.repeat(1_000_000);
  for (const body of [
    { ...good, trackLength: long },
    { ...good, [long]: 1 },
  ]) {
    const response = await send(JSON.stringify(body));
    expect(response.statusCode).toBe(400);
    expect(response.body.length).toBeLessThan(1_000);
  }
});

test('of a million errors only the first is reported, of a small body the first 20', async () => {
  const invalidLaps = Array.from({ length: 20 }, () => ({ ...lap, lapTime: 'slow' }));
  const few = await send(JSON.stringify(withDriver({ lapTimes: invalidLaps })));
  expect(few.json().errors.length).toBe(20);
  const many = await send(`{"drivers":[{"lapTimes":[${'{},'.repeat(1_000_000)}{}]}]}`);
  expect([many.statusCode, many.json().errors.length]).toEqual([400, 1]);
}, 20_000);

test('a body may have 8 MiB for a session and 64 KiB for other calls', async () => {
  const large = await send(JSON.stringify({ ...good, pad: 'x'.repeat(sessionBodyLimit) }));
  expect([large.statusCode, large.json().status]).toEqual([413, 413]);
  const huge = await send('x', { 'content-length': String(100 * 1024 * 1024) });
  expect(huge.statusCode).toBe(413);
  const league = await server.call('createSeason', { as: 'Ann', body: { name: 'x'.repeat(70_000) } });
  expect(league.statusCode).toBe(413);
});

test.each([
  ['GET', '/api/League/%00'],
  ['GET', '/api/League/..%2f..%2fetc'],
  ['GET', '/api/League/01900000-0000-7000-8000-00000000000G'],
  ['GET', '/api/Sessions/weekend/1.2.3'],
  ['GET', '/api/Sessions/user/01900000-0000-7000-8000-000000000001?page=-1'],
  ['GET', '/api/Sessions/user/01900000-0000-7000-8000-000000000001?page=1e9'],
  ['GET', '/api/Sessions/user/01900000-0000-7000-8000-000000000001?page=1&page=2'],
  ['GET', '/api/Search?q=%00'],
  ['GET', '/api/Search'],
  ['GET', `/api/Search?q=${'x'.repeat(201)}`],
  ['GET', '/api/Nothing'],
  ['GET', '/api/%zz'],
  ['PUT', '/api/League'],
  ['DELETE', '/api/Seasons'],
] as const)('%s %s is refused with a 4xx and problem details', async (method, url) => {
  const response = await server.app.inject({ method, url });
  expect(Math.floor(response.statusCode / 100)).toBe(4);
  expect(response.headers['content-type']).toContain('problem+json');
});
