import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

const quotas = (given: object) => ({
  PITBOARD_TEST: JSON.stringify({ quotas: { sessions: 99, bytes: 1e9, leagues: 99, seasons: 99, ...given } }),
});
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(quotas({ sessions: 3, leagues: 2, seasons: 1 }));
});
afterAll(() => server.close());

let uid = 0;
function session() {
  uid += 1;
  return upload({ internalSessionId: String(uid), drivers: [driver({})] });
}

const store = (as: string, body = session()) => server.call('createSession', { as, body });
const detailOf = (response: Awaited<ReturnType<typeof store>>) => [response.statusCode, response.json().detail];

test('an account stores as many sessions as the limit says, and reads how many', async () => {
  const bodies = [session(), session(), session()];
  for (const body of bodies) expect((await store('Ann', body)).statusCode).toBe(200);
  const full = [409, 'An account can have 3 sessions: delete some first.'];
  expect(detailOf(await store('Ann'))).toEqual(full);
  expect((await server.get('getUsage', { as: 'Ann' })).sessions).toEqual({ used: 3, limit: 3 });
  // One that is stored already takes no room, and the room of others is theirs.
  expect((await store('Ann', bodies[0])).json().uploadResult).toBe('same');
  expect((await store('Bob')).statusCode).toBe(200);
  // A race that could not be stored does not begin.
  const register = { as: 'Ann', params: { id: randomUUID() } };
  expect(detailOf(await server.call('registerLive', register))).toEqual(full);

  const { sessions } = await server.get('listOwnSessions', { as: 'Ann' });
  await server.call('deleteSession', { as: 'Ann', params: { id: sessions[0]?.id ?? '' } });
  expect((await server.call('registerLive', register)).statusCode).toBe(200);
  expect((await store('Ann')).statusCode).toBe(200);
});

test('an admin’s season does not go to an owner who has as many as the limit says', async () => {
  const leagueId = (await server.get('createLeague', { as: 'Olga', body: { name: 'League' } })).id;
  const params = { leagueId };
  const { token } = await server.get('createInvitation', { as: 'Olga', params, body: { roles: ['admin'] } });
  await server.get('acceptInvitation', { as: 'Ada', body: { token } });
  const add = async () => {
    const seasonId = (await server.get('createSeason', { as: 'Ada', body: { name: 'Season' } })).id;
    return { seasonId, response: await server.call('addLeagueSeason', { as: 'Ada', params: { leagueId, seasonId } }) };
  };
  expect((await add()).response.statusCode).toBe(200);
  const { seasonId, response } = await add();
  expect(detailOf(response)).toEqual([
    409,
    'The owner of this league can have no more seasons, and would get this one.',
  ]);
  expect((await server.get('getLeague', { params })).seasonIds).not.toContain(seasonId);
});

test('an account has as many leagues and seasons as the limits say', async () => {
  const league = () => server.call('createLeague', { as: 'Cleo', body: { name: 'League' } });
  const season = () => server.call('createSeason', { as: 'Cleo', body: { name: 'Season' } });
  for (let count = 0; count < 2; count += 1) expect((await league()).statusCode).toBe(200);
  expect(detailOf(await league())).toEqual([409, 'An account can have 2 leagues: delete some first.']);
  expect((await season()).statusCode).toBe(200);
  expect(detailOf(await season())).toEqual([409, 'An account can have 1 season: delete some first.']);
  const { leagues, seasons } = await server.get('getUsage', { as: 'Cleo' });
  expect([leagues, seasons]).toEqual([
    { used: 2, limit: 2 },
    { used: 1, limit: 1 },
  ]);
});

test('the bytes of an account count, also those of versions that can be restored', async () => {
  const small = await openTestServer(quotas({ bytes: 1_000_000 }), undefined, undefined, { over: server });
  try {
    const laps = Array.from({ length: 20_000 }, () => ({
      ...{ lapTime: Math.floor(Math.random() * 1e6), sector1Time: Math.floor(Math.random() * 1e6) },
      ...{ sector2Time: Math.floor(Math.random() * 1e6), sector3Time: null, invalidLap: false },
    }));
    const large = (count: number, more = {}) =>
      upload({
        ...{ internalSessionId: String(count), ...more },
        drivers: Array.from({ length: 20 }, (_, carIndex) =>
          driver({ carIndex, lapTimes: laps.slice(carIndex * 1_000, (carIndex + 1) * 1_000) }),
        ),
      });
    const send = (body: ReturnType<typeof large>, query = {}) =>
      small.call('createSession', { as: 'Dora', body, query });
    const statuses: number[] = [];
    let count = 0;
    for (; count < 10 && statuses.at(-1) !== 409; count += 1) statuses.push((await send(large(count))).statusCode);
    const { bytes } = await small.get('getUsage', { as: 'Dora' });
    expect([statuses.at(-1), bytes.limit, bytes.used <= bytes.limit, bytes.used > 200_000]).toEqual([
      409,
      1_000_000,
      true,
      true,
    ]);
    const replaced = await send(large(0, { numberOfLaps: 7 }), { replace: 'true' });
    expect(detailOf(replaced)).toEqual([
      409,
      'Your sessions take 1 MB, the most that an account can store: delete some first.',
    ]);
  } finally {
    await small.close();
  }
});
