import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ResultStatus, SessionType, Track } from '#contract/enumerations';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { insertIdempotencyKey } from '../storage/idempotency-keys.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let uid = 0;
beforeEach(() => {
  uid += 1_000;
});

function race(given: Parameters<typeof upload>[0] = {}) {
  uid += 1;
  const lap = { lapTime: 90_000, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000, invalidLap: false };
  const drivers = [1, 0, 2, 3].map((carIndex, index) =>
    driver({
      carIndex,
      name: `Driver ${carIndex}`,
      finishingPosition: index + 1,
      lapTimes: [lap],
      totalRaceTime: 90_000 + index,
      resultStatus: ResultStatus.Finished,
    }),
  );
  return upload({ internalSessionId: String(uid), drivers, ...given });
}

describe('an upload', () => {
  test('returns the complete session with the fields that the server adds', async () => {
    const body = race({ weekendLinkIdentifier: 4_294_967_295 });
    const { uploadResult, ...stored } = await server.get('createSession', { as: 'Ann', body });
    expect(uploadResult).toBe('created');
    const { liveId: _, ...sent } = body;
    expect(stored).toEqual({
      ...sent,
      drivers: sent.drivers.map((one) => ({ ...one, bestLapTimeMs: 90_000 })),
      id: stored.id,
      sessionId: stored.id,
      userId: userIdOf('Ann'),
      userName: 'Ann',
      weekendId: `${userIdOf('Ann')}.4294967295`,
      podium: stored.podium,
      classification: [1, 0, 2, 3].map((carIndex, index) => ({
        carIndex,
        position: index + 1,
        timeWithPenalties: 90_000 + index,
      })),
      events: [],
    });
    expect(stored.podium.map((place) => place.timeWithPenalties)).toEqual([90_000, 90_001, 90_002]);
    expect(stored.podium.map((place) => place.name)).toEqual(['Driver 1', 'Driver 0', 'Driver 2']);
    expect(await server.get('getSession', { params: { id: stored.id } })).toEqual(stored);
  });

  test('without a best lap has that of its valid laps', async () => {
    const lap = (lapTime: number | null, invalidLap = false) => ({
      lapTime,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap,
    });
    const drivers = [[lap(91_000), lap(90_000), lap(80_000, true), lap(null), lap(0)], [lap(80_000, true)]].map(
      (lapTimes, carIndex) => driver({ carIndex, lapTimes, bestLapTimeMs: null }),
    );
    const stored = await server.get('createSession', {
      as: 'Ann',
      body: race({ internalSessionId: '99', drivers }),
    });
    expect(stored.drivers.map(({ bestLapTimeMs }) => bestLapTimeMs)).toEqual([90_000, null]);
  });

  test('has no say in the times that count, which follow from its own', async () => {
    const body = race();
    const [first, second] = body.drivers;
    const drivers = [
      { ...first, totalPenaltiesSeconds: 5, timeWithPenalties: 1 },
      { ...second, resultStatus: ResultStatus.Retired, timeWithPenalties: 2 },
    ];
    const sent: typeof body = { ...body, drivers: drivers as unknown as typeof body.drivers };
    const { classification, podium, ...answered } = await server.get('createSession', { as: 'Ann', body: sent });
    expect(classification).toEqual([
      { carIndex: 1, position: 1, timeWithPenalties: 95_000 },
      { carIndex: 0, position: 2 },
    ]);
    const listed = (await server.get('listSessions')).find(({ id }) => id === answered.id);
    expect([podium, listed?.podium].map((cars) => cars?.map((car) => car.timeWithPenalties))).toEqual(
      Array(2).fill([95_000]),
    );
    expect(Object.keys(answered.drivers[0] ?? {})).not.toContain('timeWithPenalties');
    const refused = await server.call('createSession', { as: 'Ann', body: { ...sent, classification } as typeof body });
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, 'classification']);
  });

  test('of another user with the same internalSessionId is another session', async () => {
    const body = race();
    const [first, second] = [
      await server.get('createSession', { as: 'Ann', body }),
      await server.get('createSession', { as: 'Bob', body }),
    ];
    expect([second.id === first.id, second.uploadResult]).toEqual([false, 'created']);
  });

  test('of the same session, ten times concurrently, stores one session', async () => {
    const body = race();
    const all = await Promise.all(Array.from({ length: 10 }, () => server.get('createSession', { as: 'Ann', body })));
    expect(new Set(all.map((session) => session.id)).size).toBe(1);
  });
});

describe('Idempotency-Key', () => {
  test('returns the first response again, also to concurrent requests', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { name: 'Once' };
    const all = await Promise.all(
      Array.from({ length: 5 }, () => server.call('createSeason', { as: 'Ann', body, headers })),
    );
    expect(new Set(all.map((response) => response.body)).size).toBe(1);
    expect(all.map((response) => response.statusCode)).toEqual([200, 200, 200, 200, 200]);
    const { totalElements } = await server.get('pageOwnSeasons', { as: 'Ann' });
    expect(totalElements).toBe(1);
  });

  test('returns the first response of a long session again', async () => {
    const lapTimes = Array.from({ length: 300 }, (_, index) => ({
      ...{ lapTime: 90_000 + index, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000 },
      invalidLap: false,
    }));
    const body = race({ drivers: [driver({ name: 'Zoë 🏁', lapTimes })] });
    const upload = { as: 'Ann', body, headers: { 'idempotency-key': randomUUID() } };
    const first = await server.call('createSession', upload);
    expect([first.statusCode, first.body.length > 16_384]).toEqual([200, true]);
    const again = await server.call('createSession', upload);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([200, first.body, first.headers.etag]);
    await server.call('deleteSession', { as: 'Ann', params: { id: first.json().id } });
    const deleted = await server.call('createSession', upload);
    expect([deleted.statusCode, deleted.json().detail]).toEqual([
      422,
      'The session of this request was deleted meanwhile.',
    ]);
  });

  test('is stored for the newest 200 requests of a user', async () => {
    const create = (name: string) =>
      server.get('createLeague', { as: 'Kim', body: { name }, headers: { 'idempotency-key': name } });
    const [first, second] = [await create('0'), await create('1')];
    const params = { leagueId: second.id };
    await server.storage.transaction(async (transaction) => {
      for (let index = 0; index < 198; index += 1) {
        server.step(1);
        const key = { userId: userIdOf('Kim'), key: `earlier ${index}`, request: '' };
        await insertIdempotencyKey(transaction, { ...key, createdAt: server.clock.now.toISOString() });
      }
    });
    server.step(1);
    const headers = { 'idempotency-key': 'rename' };
    await server.get('updateLeague', { as: 'Kim', params, body: { name: 'Renamed' }, headers });
    expect((await create('1')).id).toBe(second.id);
    expect((await create('0')).id).not.toBe(first.id);
  });

  test('of a change, also by PATCH and DELETE, gets the first response again, whatever the version is by then', async () => {
    const league = await server.call('createLeague', { as: 'Ann', body: { name: 'Once' } });
    const params = { leagueId: league.json().id };
    const headersOf = (version: unknown, key: string) => ({ 'if-match': String(version), 'idempotency-key': key });
    const body = { name: 'Twice' };
    const rename = { as: 'Ann', params, body, headers: headersOf(league.headers.etag, 'renamed') };
    const first = await server.call('updateLeague', rename);
    const again = await server.call('updateLeague', rename);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([200, first.body, first.headers.etag]);
    const remove = { as: 'Ann', params, headers: headersOf(first.headers.etag, 'deleted') };
    const deleted = [await server.call('deleteLeague', remove), await server.call('deleteLeague', remove)];
    expect(deleted.map((response) => [response.statusCode, response.body])).toEqual([
      [204, ''],
      [204, ''],
    ]);
  });

  test('is refused for another request, expires after a day, and belongs to one user', async () => {
    const headers = { 'idempotency-key': 'mine' };
    await server.call('createSeason', { as: 'Ida', body: { name: 'A' }, headers });
    expect((await server.call('createSeason', { as: 'Ida', body: { name: 'B' }, headers })).statusCode).toBe(422);
    expect((await server.call('createSeason', { as: 'Bob', body: { name: 'B' }, headers })).statusCode).toBe(200);
    const now = server.clock.now;
    server.clock.now = new Date(now.getTime() + 25 * 3_600_000);
    expect((await server.call('createSeason', { as: 'Ida', body: { name: 'B' }, headers })).statusCode).toBe(200);
    server.clock.now = now;
  });

  test('can be used again after a failed request, and must be ASCII', async () => {
    const headers = { 'idempotency-key': 'again' };
    expect((await server.call('createSeason', { as: 'Ann', body: { name: '' }, headers })).statusCode).toBe(400);
    expect((await server.call('createSeason', { as: 'Ann', body: { name: 'C' }, headers })).statusCode).toBe(200);
    const bad = { 'idempotency-key': 'ä' };
    expect((await server.call('createSeason', { as: 'Ann', body: { name: 'C' }, headers: bad })).statusCode).toBe(400);
  });
});

describe('a read', () => {
  test('of a session is revalidated by an ETag per encoding', async () => {
    const { id } = await server.get('createSession', { as: 'Ann', body: race() });
    const plain = await server.call('getSession', { params: { id } });
    const etags = new Set<unknown>();
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await server.call('getSession', { params: { id }, headers: { 'accept-encoding': encoding } });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(response.headers.vary).toContain('Accept-Encoding');
      expect(decode(response.rawPayload).toString()).toBe(plain.body);
      etags.add(response.headers.etag);
      const headers = { 'accept-encoding': encoding, 'if-none-match': String(response.headers.etag) };
      const again = await server.call('getSession', { params: { id }, headers });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    etags.add(plain.headers.etag);
    expect(etags.size).toBe(3);
    expect(plain.headers['cache-control']).toBe('no-cache');
    const other = await server.call('getSession', { params: { id }, headers: { 'if-none-match': '"1-other"' } });
    expect(other.statusCode).toBe(200);
  });

  test('of own sessions is filtered by tracks and types, and paged', async () => {
    const wanted: [Track, SessionType][] = [
      [Track.Monza, SessionType.Race],
      [Track.Monza, SessionType.Q1],
      [Track.Spa, SessionType.Race],
    ];
    for (const [trackId, sessionType] of wanted) {
      await server.get('createSession', { as: 'Lea', body: race({ trackId, sessionType }) });
    }
    const find = async (query: Record<string, number | number[]>) => {
      const found = await server.get('listOwnSessions', { as: 'Lea', query });
      return [found.totalElements, found.sessions.length];
    };
    expect(await find({})).toEqual([3, 3]);
    expect(await find({ TrackIds: [Track.Monza] })).toEqual([2, 2]);
    expect(await find({ TrackIds: [Track.Monza, Track.Spa], SessionTypes: [SessionType.Race] })).toEqual([2, 2]);
    expect(await find({ page: 1, pageSize: 2 })).toEqual([3, 1]);
    expect(await find({ page: 9 })).toEqual([3, 0]);
    const { totalPages } = await server.get('pageUserSessions', { params: { id: userIdOf('Lea') } });
    expect(totalPages).toBe(1);
  });

  test('of a weekend returns its sessions, oldest first', async () => {
    const at = (hour: number) => `2026-06-01T${hour}:00:00.000Z`;
    const link = { weekendLinkIdentifier: 77 };
    const late = await server.get('createSession', { as: 'Ann', body: race({ ...link, sessionStartTime: at(20) }) });
    const early = await server.get('createSession', { as: 'Ann', body: race({ ...link, sessionStartTime: at(18) }) });
    await server.get('createSession', { as: 'Bob', body: race(link) });
    const ids = [early.id, late.id];
    const weekend = await server.get('listSessionWeekend', { params: { sessionId: late.id } });
    expect(weekend.map((session) => session.id)).toEqual(ids);
    const same = await server.get('listWeekend', { params: { weekendId: String(late.weekendId) } });
    expect(same.map((session) => session.id)).toEqual(ids);
    const alone = await server.get('createSession', { as: 'Ann', body: race() });
    const own = await server.get('listSessionWeekend', { params: { sessionId: alone.id } });
    expect(own.map((session) => session.id)).toEqual([alone.id]);
  });

  test('with filters returns sessions that match all words and qualifiers; an invalid one is named', async () => {
    const { id } = await server.get('createSession', {
      as: 'Filter Fan',
      body: race({
        trackId: Track.LasVegas,
        sessionType: SessionType.OneShotQualifying,
        sessionStartTime: '2026-03-01T12:00:00Z',
      }),
    });
    const find = async (filters: string) =>
      (await server.get('filterSessions', { query: { filters } })).map((one) => one.id);
    for (const filters of [
      'vegas',
      'track:LasVegas type:OneShotQualifying',
      'user:"filter fan" one',
      'vegas after:2026-03-01 before:2026-03-02',
      'track:"las vegas"',
    ]) {
      expect(await find(filters), filters).toEqual([id]);
    }
    expect(await find('vegas after:2026-03-02')).toEqual([]);
    expect(await find('vegas monza')).toEqual([]);
    expect(await find(`season:${randomUUID()}`)).toEqual([]);
    for (const [filters, word] of [
      ['colour:red', 'colour'],
      ['track:Atlantis', 'Atlantis'],
      ['after:yesterday', 'after'],
      ['season:7', 'season'],
      ['user:', 'user'],
    ] as const) {
      const response = await server.call('filterSessions', { query: { filters } });
      expect(response.statusCode).toBe(400);
      expect(response.json().errors).toEqual([{ path: 'filters', message: expect.stringContaining(word) }]);
    }
  });
});

test('a session can be deleted only by its owner', async () => {
  const { id } = await server.get('createSession', { as: 'Ann', body: race() });
  await server.get('getSession', { params: { id } });
  expect((await server.call('deleteSession', { as: 'Bob', params: { id } })).statusCode).toBe(403);
  const stale = await server.call('deleteSession', { as: 'Ann', params: { id }, headers: { 'if-match': '"9-x"' } });
  expect([stale.statusCode, stale.json().current.id]).toEqual([412, id]);
  const gone = await server.call('deleteSession', { as: 'Ann', params: { id }, headers: { 'if-match': '"1-any"' } });
  expect([gone.statusCode, gone.body]).toEqual([204, '']);
  expect((await server.call('getSession', { params: { id } })).statusCode).toBe(404);
});

test('a read that starts before a deletion does not keep the session in the cache', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await server.get('createSession', { as: 'Ann', body: race() });
    // A new user name clears the cache, so that the reads below use the database.
    await server.get('listSessions', { as: `Newcomer ${round}` });
    const read = () => server.call('getSession', { params: { id } });
    await Promise.all([read(), read(), server.call('deleteSession', { as: 'Ann', params: { id } }), read()]);
    expect((await read()).statusCode).toBe(404);
  }
});
