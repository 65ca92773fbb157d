import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RulingCreate } from '#contract/api/bodies';
import type { Ruling } from '#contract/entities/ruling';
import type { Season } from '#contract/entities/season';
import { Track } from '#contract/enumerations';
import { uploadOf } from '../../tests/fixtures/session.ts';
import { rulings } from '../storage/tables.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const as = 'Ann';
const absent = '01900000-0000-7000-8000-00000000dead';
let uid = 0;

/** Stores a race with these drivers in order, a second apart. */
async function store(names: readonly string[]): Promise<string> {
  uid += 1;
  const body = uploadOf(names, { internalSessionId: String(uid) });
  return (await server.get('createSession', { as, body })).id;
}

/** A season with two events; the first has a race that A, B and C finished in that order. */
async function open() {
  const { id } = await server.get('createSeason', { as, body: { name: 'Season' } });
  const events = [{ track: Track.Spa }, { track: Track.Monza }];
  const planned = await server.get('addEvents', { as, params: { seasonId: id }, body: { events } });
  const [first, second] = planned.events.map((event) => event.id);
  const sessionId = await store(['A', 'B', 'C']);
  const params = { seasonId: id, eventId: String(first), sessionId };
  await server.get('addEventSession', { as, params });
  return { id, first: String(first), second: String(second), sessionId, params };
}

const tableOf = ({ standings }: Pick<Season, 'standings'>) => standings.drivers.map((row) => [row.name, row.points]);

async function read(id: string): Promise<Season> {
  return server.get('getSeason', { params: { id } });
}

test('rules are changed one by one, and the others stay', async () => {
  const { id } = await open();
  expect((await read(id)).scoring?.racePoints.slice(0, 3)).toEqual([25, 18, 15]);
  await server.get('updateScoring', { as, params: { id }, body: { fastestLapBonus: 0 } });
  const season = await server.get('updateScoring', { as, params: { id }, body: { racePoints: [3, 2, 0.5] } });
  expect(season.scoring).toMatchObject({ fastestLapBonus: 0, racePoints: [3, 2, 0.5], droppedResults: 0 });
  expect(tableOf(season)).toEqual([
    ['A', 3],
    ['B', 2],
    ['C', 0.5],
  ]);
});

describe('an event', () => {
  test('is changed field by field, and null empties', async () => {
    const { id, params } = await open();
    const edit = (body: object) => server.get('updateEvent', { as, params, body });
    await edit({ name: 'Opener', startsAt: '2026-06-01T18:00:00Z' });
    await edit({ track: Track.Imola, pointsFactor: 0.5 });
    const season = await edit({ startsAt: null });
    expect(season.events[0]).toMatchObject({ name: 'Opener', startsAt: null, track: Track.Imola, pointsFactor: 0.5 });
    expect(tableOf(season)[0]).toEqual(['A', 13.5]);
    expect((await edit({ hasSprint: false })).events[0]).toMatchObject({ hasSprint: false });
    expect((await edit({ hasSprint: null })).events[0]).not.toHaveProperty('hasSprint');
    expect((await server.call('updateEvent', { as, params, body: {} })).statusCode).toBe(200);
    const foreign = { seasonId: (await open()).id, eventId: params.eventId };
    expect((await server.call('updateEvent', { as, params: foreign, body: { name: 'x' } })).statusCode).toBe(404);
    expect((await read(id)).events[0]?.name).toBe('Opener');
  });

  test('events are ordered when each of them is listed once', async () => {
    const { id, first, second } = await open();
    const params = { seasonId: id };
    const order = (eventIds: string[]) => server.call('orderEvents', { as, params, body: { eventIds } });
    expect((await order([second, first])).json().events.map((event: { id: string }) => event.id)).toEqual([
      second,
      first,
    ]);
    const third = await server.get('addEvent', { as, params, body: { track: Track.Baku } });
    expect(third.events.map(({ track }) => track)).toEqual([Track.Monza, Track.Spa, Track.Baku]);
    for (const wrong of [[], [first], [first, first, second], [first, second, absent]]) {
      const response = await order(wrong);
      expect([response.statusCode, response.json().errors[0].path]).toEqual([422, 'eventIds']);
    }
  });

  test('takes its place by date when it is added or moved, until the owner has ordered the events', async () => {
    const { id } = await server.get('createSeason', { as, body: { name: 'Dated' } });
    const params = { seasonId: id };
    const on = (track: Track, day: number) => ({ track, startsAt: `2026-06-0${day}T18:00:00.000Z` });
    const tracksOf = ({ events }: Pick<Season, 'events'>) => events.map(({ track }) => track);
    await server.get('addEvents', { as, params, body: { events: [on(Track.Spa, 3), on(Track.Monza, 1)] } });
    const three = await server.get('addEvent', { as, params, body: on(Track.Imola, 2) });
    expect(tracksOf(three)).toEqual([Track.Monza, Track.Imola, Track.Spa]);
    const eventId = String(three.events[0]?.id);
    const moved = await server.get('updateEvent', { as, params: { ...params, eventId }, body: on(Track.Monza, 4) });
    expect(tracksOf(moved)).toEqual([Track.Imola, Track.Spa, Track.Monza]);
    const eventIds = moved.events.map((event) => event.id).reverse();
    await server.get('orderEvents', { as, params, body: { eventIds } });
    const ordered = await server.get('addEvent', { as, params, body: on(Track.Baku, 1) });
    expect(tracksOf(ordered)).toEqual([Track.Monza, Track.Spa, Track.Imola, Track.Baku]);
  });

  test('its sessions score as the owner chooses', async () => {
    const { params } = await open();
    const choose = (scoring: 'sprint' | 'none' | null) =>
      server.get('setSessionScoring', { as, params, body: { scoring } });
    expect(tableOf(await choose('sprint'))[0]).toEqual(['A', 8]);
    expect((await choose('none')).standings.drivers).toEqual([]);
    expect(tableOf(await choose(null))[0]).toEqual(['A', 26]);
    const elsewhere = { ...params, sessionId: await store(['X']) };
    expect(
      (await server.call('setSessionScoring', { as, params: elsewhere, body: { scoring: null } })).statusCode,
    ).toBe(404);
  });
});

test('aliases combine names; a name that occurs twice is refused with its path', async () => {
  const { id, params } = await open();
  await server.get('addEventSession', {
    as,
    params: { ...params, eventId: (await read(id)).events[1]?.id ?? '', sessionId: await store(['Alias of A', 'B']) },
  });
  const put = (aliases: { name: string; recordedNames: string[] }[]) =>
    server.call('setAliases', { as, params: { id }, body: { aliases } });
  const season = (await put([{ name: 'Ada', recordedNames: ['A', 'Alias of A'] }])).json<Season>();
  expect(season.aliases).toEqual([{ name: 'Ada', recordedNames: ['A', 'Alias of A'] }]);
  expect(tableOf(season)[0]).toEqual(['Ada', 52]);
  const twice = await put([
    { name: 'Zoë', recordedNames: ['A'] },
    { name: 'Bo', recordedNames: ['A '] },
    { name: 'Zoe\u0308', recordedNames: ['C'] },
  ]);
  expect([twice.statusCode, twice.json().errors.map((error: { path: string }) => error.path)]).toEqual([
    400,
    ['aliases.1', 'aliases.2'],
  ]);
  expect(tableOf((await put([])).json())[0]).toEqual(['B', 36]);
});

describe('rulings', () => {
  const why = 'Ignored blue flags';

  test('on several cars are made at once, or not at all', async () => {
    const { id, sessionId } = await open();
    const body = { sessionId, reason: why, kind: 'points' as const, carIndex: 0, points: -5, otherCars: [2, 0] };
    const season = await server.get('addRuling', { as, params: { id }, body });
    expect(season.rulings).toMatchObject([
      { carIndex: 0, points: -5, reason: why, authorName: as },
      { carIndex: 2, points: -5, reason: why, authorName: as },
    ]);
    const wrong = await server.call('addRuling', { as, params: { id }, body: { ...body, otherCars: [1, 9] } });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      [{ path: 'carIndex', message: 'must be a car of this session' }],
    ]);
    expect((await read(id)).rulings).toHaveLength(2);
  });

  test.each<[string, (sessionId: string) => RulingCreate, unknown]>([
    [
      'a time penalty',
      (sessionId) => ({ sessionId, kind: 'time', carIndex: 0, milliseconds: 1_500, reason: why }),
      ['B', 'A', 'C'],
    ],
    ['places', (sessionId) => ({ sessionId, kind: 'places', carIndex: 0, places: 2, reason: why }), ['B', 'C', 'A']],
    ['points', (sessionId) => ({ sessionId, kind: 'points', carIndex: 0, points: -9, reason: why }), ['B', 'A', 'C']],
    [
      'a disqualification',
      (sessionId) => ({ sessionId, kind: 'disqualify', carIndex: 0, reason: why }),
      ['B', 'C', 'A'],
    ],
    [
      'a disqualification with licence points',
      (sessionId) => ({ sessionId, kind: 'disqualify', carIndex: 0, licencePoints: 3, reason: why }),
      ['B', 'C', 'A'],
    ],
    ['an exclusion', (sessionId) => ({ sessionId, kind: 'excludeSession', reason: why }), []],
  ])('%s changes the standings until it is withdrawn, and stays in the ledger', async (_, bodyOf, expected) => {
    const { id, sessionId } = await open();
    const before = (await read(id)).standings;
    const body = bodyOf(sessionId);
    const season = await server.get('addRuling', { as, params: { id }, body });
    expect(season.standings.drivers.map((row) => row.name)).toEqual(expected);
    const [ruling] = season.rulings ?? [];
    expect(ruling).toEqual({
      ...body,
      id: ruling?.id,
      authorName: as,
      madeAt: server.clock.now.toISOString(),
      withdrawnAt: null,
    });
    const params = { id, rulingId: String(ruling?.id) };
    expect((await server.call('withdrawRuling', { as, params })).statusCode).toBe(204);
    expect((await server.call('withdrawRuling', { as, params })).statusCode).toBe(404);
    const after = await read(id);
    expect(after.standings).toEqual(before);
    expect(after.rulings?.map((one: Ruling) => one.withdrawnAt)).toEqual([server.clock.now.toISOString()]);
  });

  test('a session that is not attached and a car that is not in it are refused with their path', async () => {
    const { id, sessionId } = await open();
    const rule = async (body: RulingCreate) => {
      const response = await server.call('addRuling', { as, params: { id }, body });
      return [response.statusCode, response.json().errors?.[0].path];
    };
    const foreign = (await open()).sessionId;
    expect(await rule({ sessionId: foreign, kind: 'excludeSession', reason: why })).toEqual([422, 'sessionId']);
    expect(await rule({ sessionId: absent, kind: 'excludeSession', reason: why })).toEqual([422, 'sessionId']);
    expect(await rule({ sessionId, kind: 'disqualify', carIndex: 3, reason: why })).toEqual([422, 'carIndex']);
    expect(await rule({ sessionId, kind: 'disqualify', carIndex: 2, reason: ' ' })).toEqual([400, 'reason']);
    expect(await rule({ sessionId, kind: 'disqualify', carIndex: 2, reason: 'x'.repeat(501) })).toEqual([
      400,
      'reason',
    ]);
    expect((await read(id)).rulings).toEqual([]);
  });

  test('one idempotency key makes one ruling', async () => {
    const { id, sessionId } = await open();
    const body: RulingCreate = { sessionId, kind: 'points', carIndex: 0, points: -1, reason: why };
    const headers = { 'idempotency-key': `ruling-${id}` };
    const first = await server.call('addRuling', { as, params: { id }, body, headers });
    const again = await server.call('addRuling', { as, params: { id }, body, headers });
    expect(again.json()).toEqual(first.json());
    expect((await read(id)).rulings).toHaveLength(1);
  });

  test('a season has at most 500', async () => {
    const { id, sessionId } = await open();
    const body: RulingCreate = { sessionId, kind: 'points', carIndex: 0, points: 1, reason: why };
    const row = { seasonId: id, sessionId, kind: body.kind, reason: why, madeAt: server.clock.now.toISOString() };
    const rows = Array.from({ length: 499 }, () => ({ ...row, id: randomUUID() }));
    await server.storage.transaction((transaction) => transaction.insert(rulings).values(rows));
    const add = async () => (await server.call('addRuling', { as, params: { id }, body })).statusCode;
    expect([await add(), await add()]).toEqual([200, 409]);
  });
});

describe('a preview', () => {
  test('shows what each change would give, and stores nothing', async () => {
    const { id, first, second, sessionId, params } = await open();
    const before = await server.call('getSeason', { params: { id } });
    const other = await store(['C', 'B']);
    const preview = await server.get('previewStandings', {
      as,
      params: { id },
      body: {
        scoring: { racePoints: [10, 5, 1], fastestLapBonus: 0 },
        aliases: [{ name: 'Cleo', recordedNames: ['C'] }],
        rulings: [{ sessionId, kind: 'disqualify', carIndex: 0, reason: 'Cutting' }],
        events: [
          { id: second, sessions: [{ sessionId: other }] },
          { id: first, pointsFactor: 2 },
        ],
      },
    });
    expect(tableOf({ standings: preview })).toEqual([
      ['B', 25],
      ['Cleo', 20],
      ['A', 0],
    ]);
    expect(preview.tracks).toEqual([Track.Monza, Track.Spa]);
    expect((await server.call('getSeason', { params: { id } })).body).toBe(before.body);

    // Stored in the same way, the same standings result.
    await server.get('updateScoring', { as, params: { id }, body: { racePoints: [10, 5, 1], fastestLapBonus: 0 } });
    await server.get('setAliases', { as, params: { id }, body: { aliases: [{ name: 'Cleo', recordedNames: ['C'] }] } });
    await server.get('orderEvents', { as, params, body: { eventIds: [second, first] } });
    await server.get('updateEvent', { as, params, body: { pointsFactor: 2 } });
    await server.get('addEventSession', { as, params: { ...params, eventId: second, sessionId: other } });
    const body: RulingCreate = { sessionId, kind: 'disqualify', carIndex: 0, reason: 'Cutting' };
    const { standings } = await server.get('addRuling', { as, params: { id }, body });
    const withoutIds = (value: unknown) => JSON.stringify(value).replaceAll(/"rulings":\[[^\]]*\]/g, '""');
    expect(withoutIds(standings)).toBe(withoutIds(preview));
    expect(await server.get('previewStandings', { as, params: { id }, body: {} })).toEqual(standings);
  });

  test('what does not exist is refused with its path', async () => {
    const { id, first, second, sessionId } = await open();
    const pathsOf = async (body: Parameters<typeof server.call<'previewStandings'>>[1] & object) => {
      const response = await server.call('previewStandings', { as, params: { id }, ...body });
      return [response.statusCode, response.json().errors.map((error: { path: string }) => error.path)];
    };
    const sessions = [{ sessionId }];
    expect(await pathsOf({ body: { events: [{ id: absent }, { id: first }, { id: first }] } })).toEqual([
      422,
      ['events.0.id', 'events.2.id'],
    ]);
    expect(await pathsOf({ body: { events: [{ id: second, sessions: [{ sessionId: absent }] }] } })).toEqual([
      422,
      ['events.0.sessions.0.sessionId'],
    ]);
    expect(await pathsOf({ body: { events: [{ id: first }, { id: second, sessions }] } })).toEqual([422, ['events']]);
    const rulings: RulingCreate[] = [{ sessionId, kind: 'disqualify', carIndex: 9, reason: 'x' }];
    expect(await pathsOf({ body: { rulings } })).toEqual([422, ['rulings.0.carIndex']]);
  });
});

test('a season that was changed since is refused with what is stored, by every editing call', async () => {
  const { id, params, first, second, sessionId } = await open();
  const etag = String((await server.call('getSeason', { params: { id } })).headers.etag);
  await server.get('updateEvent', { as, params, body: { name: 'Newer' } });
  const before = (await server.call('getSeason', { params: { id } })).body;
  const headers = { 'if-match': etag };
  const base = { as, params: { ...params, id }, headers } as const;
  const ruling: RulingCreate = { sessionId, kind: 'excludeSession', reason: 'x' };
  const responses = [
    await server.call('updateEvent', { ...base, body: { name: 'Older' } }),
    await server.call('orderEvents', { ...base, body: { eventIds: [second, first] } }),
    await server.call('setSessionScoring', { ...base, body: { scoring: 'none' } }),
    await server.call('updateScoring', { ...base, body: { droppedResults: 1 } }),
    await server.call('setAliases', { ...base, body: { aliases: [] } }),
    await server.call('setRoster', { ...base, body: { roster: [] } }),
    await server.call('addRuling', { ...base, body: ruling }),
    await server.call('withdrawRuling', { ...base, params: { id, rulingId: absent } }),
    await server.call('createRevision', { ...base, body: {} }),
  ];
  for (const response of responses) {
    expect([response.statusCode, response.json().current.events[0].name]).toEqual([412, 'Newer']);
  }
  expect((await server.call('getSeason', { params: { id } })).body).toBe(before);
});
