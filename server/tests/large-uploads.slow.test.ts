import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { idempotencyKeys, sessions } from '../storage/tables.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  token = await server.tokenOf('Ann');
});
afterAll(() => server.close());

/** More than a body that is parsed on the event loop. */
const blanks = ' '.repeat(300_000);

async function send(payload: string, headers: Record<string, string> = {}, url = '/api/Sessions') {
  const response = await server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  });
  const { id: _, sessionId: __, ...answer } = response.json();
  return { status: response.statusCode, answer };
}

const session = (internalSessionId: string) =>
  JSON.stringify(upload({ internalSessionId, drivers: [driver({ name: 'Zoë 🏁' })] }));

describe('a large body is answered as a small one is:', () => {
  const [lap] = [{ lapTime: 90_000, sector1Time: 1, sector2Time: 1, sector3Time: 1, invalidLap: false }];
  const withLap = (more: string) =>
    session('1').replace('"lapTimes":[]', `"lapTimes":[${JSON.stringify(lap).slice(0, -1)}${more}}]`);
  test.each([
    ['a session', session('1'), 200],
    ['cut JSON', session('1').slice(0, -1), 400],
    ['no JSON', '\u0000', 400],
    ['a prototype in a lap', withLap(',"__proto__":{}'), 400],
    ['a lap with an invalid time', withLap(',"lapTime":-1'), 400],
    ['an unknown field', session('1').replace('{', '{"laps":1,'), 400],
    ['an end before the start', session('1').replace(/"sessionEndTime":"2/, '"sessionEndTime":"1'), 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['a body that is nested too deeply', `${'['.repeat(30)}${']'.repeat(30)}`, 400],
  ])('%s', async (_, text, status) => {
    const small = await send(text);
    expect(small.status).toBe(status);
    // The second one is the same upload again.
    const uploadResult = status === 200 ? { uploadResult: 'same' } : {};
    expect(await send(text + blanks)).toEqual({ ...small, answer: { ...small.answer, ...uploadResult } });
  });

  test('an invalid query', async () => {
    const url = '/api/Sessions?replace=perhaps';
    const small = await send(session('1'), {}, url);
    expect([small.status, small.answer.errors?.[0].path]).toEqual([400, 'replace']);
    expect(await send(session('1') + blanks, {}, url)).toEqual(small);
  });

  test('an image', async () => {
    const body = JSON.stringify({ name: 'League', thumbnailBase64: 'QUJD' });
    const small = await send(body, {}, '/api/League');
    expect([small.status, small.answer.errors?.[0].path]).toEqual([400, 'thumbnailBase64']);
    expect(await send(body + blanks, {}, '/api/League')).toEqual(small);
  });
});

test('an Idempotency-Key of a large body is that of its request', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await send(session('7') + blanks, headers);
  expect(first.status).toBe(200);
  expect(await send(session('7') + blanks, headers)).toEqual(first);
  expect((await send(session('8') + blanks, headers)).status).toBe(422);
});

test('drivers that were renamed keep their names when another version of the session replaces it', async () => {
  const body = upload({ internalSessionId: '9', drivers: [driver({ carIndex: 3, name: 'Recorded', position: 1 })] });
  const { id } = await server.get('createSession', { as: 'Ann', body });
  const params = { id, carIndex: '3' };
  await server.get('renameDriver', { as: 'Ann', params, body: { name: 'Renamed' } });
  const again = { ...body, drivers: body.drivers.map((one) => ({ ...one, finishingPosition: 1, position: 1 })) };
  expect((await send(JSON.stringify(again) + blanks, {}, '/api/Sessions?replace=true')).status).toBe(200);
  const stored = await server.get('getSession', { params: { id } });
  expect([stored.drivers[0]?.name, stored.podium[0]?.name]).toEqual(['Renamed', 'Renamed']);
});

test('what is kept of an upload for a repeated request is the id of its session', async () => {
  const lap = { lapTime: 90_000, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000, invalidLap: false };
  const drivers = [driver({ lapTimes: Array.from({ length: 300 }, () => lap) })];
  const key = randomUUID();
  const body = JSON.stringify(upload({ internalSessionId: '10', drivers }));
  const first = await send(body, { 'idempotency-key': key });
  const [row] = await server.storage.database.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
  const [session] = await server.storage.database.select().from(sessions).where(eq(sessions.internalSessionId, '10'));
  expect(row?.answer?.text?.length).toBeLessThan(2_000);
  expect([row?.answer?.sessionId, row?.detail]).toEqual([session?.id, null]);
  expect(await send(body, { 'idempotency-key': key })).toEqual(first);
});
