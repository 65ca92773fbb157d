import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RulingCreate } from '#contract/api/bodies';
import type { Season } from '#contract/entities/season';
import { SessionType, Track } from '#contract/enumerations';
import { scoringPresets } from '#contract/race/scoring-presets';
import { uploadOf } from '../../tests/fixtures/session.ts';
import { seasonRevisions } from '../storage/tables.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const as = 'Ann';
const minute = 60_000;
let uid = 0;

/** Stores a session with these drivers in order, a second apart. */
async function store(names: readonly string[], sessionType: SessionType = SessionType.Race): Promise<string> {
  uid += 1;
  const body = uploadOf(names, { internalSessionId: String(uid), sessionType });
  return (await server.get('createSession', { as, body })).id;
}

/** A season with three events; the first has a race that A, B and C finished in that order. */
async function open() {
  const { id } = await server.get('createSeason', { as, body: { name: 'Season' } });
  const events = [{ track: Track.Spa }, { track: Track.Monza }, { track: Track.Imola }];
  const planned = await server.get('addEvents', { as, params: { seasonId: id }, body: { events } });
  const [first = '', second = '', third = ''] = planned.events.map((event) => event.id);
  const sessionId = await store(['A', 'B', 'C']);
  await server.get('addEventSession', { as, params: { seasonId: id, eventId: first, sessionId } });
  return { id, first, second, third, sessionId };
}

const read = (id: string): Promise<Season> => server.get('getSeason', { params: { id } });
const publish = (id: string, note: string | null = null) =>
  server.get('createRevision', { as, params: { id }, body: { note } });
const tableOf = ({ standings }: Pick<Season, 'standings'>) => standings.drivers.map((row) => [row.name, row.points]);

type Opened = Awaited<ReturnType<typeof open>>;

/** Writes that change no result. */
const harmless: Record<string, (season: Opened) => Promise<unknown>> = {
  'a round is added': ({ id }) =>
    server.get('addEvent', { as, params: { seasonId: id }, body: { track: Track.Silverstone } }),
  'a round without results is moved before one with results': ({ id, first, second, third }) =>
    server.get('orderEvents', { as, params: { seasonId: id }, body: { eventIds: [third, first, second] } }),
  'a round without results gets another track': ({ id, second }) =>
    server.get('updateEvent', { as, params: { seasonId: id, eventId: second }, body: { track: Track.Suzuka } }),
  'a round without results is deleted': ({ id, second }) =>
    server.call('deleteEvent', { as, params: { seasonId: id, eventId: second } }),
  'a round without results gets half points': ({ id, second }) =>
    server.get('updateEvent', { as, params: { seasonId: id, eventId: second }, body: { pointsFactor: 0.5 } }),
  'a round with results gets a name and a date': ({ id, first }) =>
    server.get('updateEvent', {
      as,
      params: { seasonId: id, eventId: first },
      body: { name: 'Opener', startsAt: '2026-06-01T18:00:00Z' },
    }),
  'a session without results is attached': async ({ id, first }) =>
    server.get('addEventSession', {
      as,
      params: { seasonId: id, eventId: first, sessionId: await store(['A', 'B'], SessionType.ShortQualifying) },
    }),
  'the season is renamed': ({ id }) => server.get('updateSeason', { as, body: { id, name: 'Other' } }),
  'a preset with the same points is chosen': async ({ id }) => {
    const [preset] = scoringPresets;
    const { racePoints } = (await read(id)).scoring ?? {};
    expect(preset?.rules.racePoints).toEqual(racePoints);
    return server.get('updateScoring', { as, params: { id }, body: { ...preset?.rules, sprintPoints: [3, 2, 1] } });
  },
  'a driver gets an alias that no row shows': ({ id }) =>
    server.get('setAliases', {
      as,
      params: { id },
      body: { aliases: [{ name: 'A', recordedNames: ['A', 'A. Old'] }] },
    }),
  'a ruling is made and withdrawn': async ({ id, sessionId }) => {
    const body: RulingCreate = { sessionId, kind: 'points', carIndex: 0, points: -3, reason: 'why' };
    const { rulings = [] } = await server.get('addRuling', { as, params: { id }, body });
    return server.call('withdrawRuling', { as, params: { id, rulingId: String(rulings[0]?.id) } });
  },
};

describe('official standings', () => {
  test('are numbered, stay as they were published, and say when the current ones differ', async () => {
    const { id, sessionId } = await open();
    expect((await read(id)).revision).toBeNull();
    const first = await publish(id, 'After round one');
    const published = { number: 1, note: 'After round one', authorName: as };
    const publishedAt = server.clock.now.toISOString();
    expect(first.revision).toEqual({ ...published, publishedAt, hasChanged: false });
    const body: RulingCreate = { sessionId, kind: 'time', carIndex: 0, milliseconds: 1_500, reason: 'Late' };
    const ruled = await server.get('addRuling', { as, params: { id }, body });
    expect(ruled.revision).toEqual({ ...published, publishedAt, hasChanged: true });
    const second = await publish(id);
    expect(second.revision).toMatchObject({ number: 2, note: null, hasChanged: false });
    await server.call('withdrawRuling', { as, params: { id, rulingId: String(ruled.rulings?.[0]?.id) } });
    expect((await read(id)).revision).toMatchObject({ number: 2, hasChanged: true });
    const revisions = await server.get('listRevisions', { params: { id } });
    expect(revisions.map(({ number, standings }) => [number, tableOf({ standings })[0]])).toEqual([
      [2, ['B', 25]],
      [1, ['A', 26]],
    ]);
    expect(revisions[1]?.standings).toEqual(first.standings);
  });

  test.each(Object.keys(harmless))('stay official when %s', async (change) => {
    const season = await open();
    await publish(season.id);
    await harmless[change]?.(season);
    expect((await read(season.id)).revision).toMatchObject({ number: 1, hasChanged: false });
  });

  test('a lost result of the session is a change', async () => {
    const { id, sessionId } = await open();
    await publish(id);
    await server.call('deleteSession', { as, params: { id: sessionId } });
    const season = await read(id);
    expect([season.revision?.hasChanged, season.standings.drivers]).toEqual([true, []]);
  });

  test('published by a release that digested every track stay official, also after a round is added', async () => {
    const { id, sessionId } = await open();
    await publish(id);
    const digest = 'sha256-of-tracks-and-results-00000000000000';
    await server.storage.transaction((transaction) =>
      transaction.update(seasonRevisions).set({ digest }).where(eq(seasonRevisions.seasonId, id)),
    );
    await server.get('addEvent', { as, params: { seasonId: id }, body: { track: Track.Silverstone } });
    expect((await read(id)).revision).toMatchObject({ number: 1, hasChanged: false });
    const body: RulingCreate = { sessionId, kind: 'points', carIndex: 0, points: -3, reason: 'why' };
    expect((await server.get('addRuling', { as, params: { id }, body })).revision?.hasChanged).toBe(true);
  });
});

describe('publishing', () => {
  test('is refused while there are no results', async () => {
    const { id } = await server.get('createSeason', { as, body: { name: 'Planned' } });
    await server.get('addEvent', { as, params: { seasonId: id }, body: { track: Track.Spa } });
    const response = await server.call('createRevision', { as, params: { id }, body: {} });
    expect([response.statusCode, response.json().detail]).toEqual([
      409,
      'There are no results yet that could be made official.',
    ]);
    expect((await read(id)).revision).toBeNull();
  });

  test('is refused while nothing has changed', async () => {
    const { id } = await open();
    await publish(id);
    const response = await server.call('createRevision', { as, params: { id }, body: { note: 'Again' } });
    expect([response.statusCode, response.json().detail]).toEqual([
      409,
      'No result has changed since official standings 1.',
    ]);
    expect((await server.get('listRevisions', { params: { id } })).map(({ number }) => number)).toEqual([1]);
  });

  test('again with the same Idempotency-Key answers the same and publishes nothing more', async () => {
    const { id } = await open();
    const request = { as, params: { id }, body: { note: 'Once' }, headers: { 'idempotency-key': randomUUID() } };
    const [first, second] = [
      await server.call('createRevision', request),
      await server.call('createRevision', request),
    ];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect((await server.get('listRevisions', { params: { id } })).map(({ number }) => number)).toEqual([1]);
  });
});

describe('taking official standings back', () => {
  const takeBack = (id: string, number: number, headers: Record<string, string> = {}) =>
    server.call('withdrawRevision', { as, params: { id, number: String(number) }, headers });

  test('within ten minutes makes those before them the latest ones', async () => {
    const { id, sessionId } = await open();
    const first = await publish(id, 'First');
    const body: RulingCreate = { sessionId, kind: 'disqualify', carIndex: 0, reason: 'why' };
    await server.get('addRuling', { as, params: { id }, body });
    await publish(id, 'Too early');
    server.pass(10 * minute);
    const response = await takeBack(id, 2);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect((await read(id)).revision).toEqual({ ...first.revision, hasChanged: true });
    expect((await server.get('listRevisions', { params: { id } })).map(({ note }) => note)).toEqual(['First']);
    expect((await publish(id, 'At last')).revision).toMatchObject({ number: 2, note: 'At last' });
  });

  test('is refused later, and changes nothing', async () => {
    const { id } = await open();
    await publish(id);
    server.pass(10 * minute + 100);
    const response = await takeBack(id, 1);
    expect([response.statusCode, response.json().detail]).toEqual([
      409,
      'Official standings can be taken back for ten minutes.',
    ]);
    expect((await read(id)).revision).toMatchObject({ number: 1, hasChanged: false });
  });

  test('is refused for others than the newest ones, and for those that do not exist', async () => {
    const { id, sessionId } = await open();
    await publish(id);
    const body: RulingCreate = { sessionId, kind: 'disqualify', carIndex: 0, reason: 'why' };
    await server.get('addRuling', { as, params: { id }, body });
    await publish(id);
    const older = await takeBack(id, 1);
    expect([older.statusCode, older.json().detail]).toEqual([
      409,
      'Only the newest official standings can be taken back.',
    ]);
    expect((await takeBack(id, 3)).statusCode).toBe(404);
    expect((await read(id)).revision).toMatchObject({ number: 2 });
  });

  test('is refused for a season that was changed since', async () => {
    const { id } = await open();
    const published = await server.call('createRevision', { as, params: { id }, body: {} });
    await server.get('updateSeason', { as, body: { id, name: 'Newer' } });
    const response = await takeBack(id, 1, { 'if-match': String(published.headers.etag) });
    expect([response.statusCode, response.json().current.name]).toEqual([412, 'Newer']);
    expect((await read(id)).revision).toMatchObject({ number: 1 });
  });

  test('brings back the reminder of a deleted session', async () => {
    const by = 'Ida';
    const { id, sessionId } = await open();
    const body: RulingCreate = { sessionId, kind: 'disqualify', carIndex: 0, reason: by };
    await server.get('addRuling', { as, params: { id }, body });
    const other = await store(['D']);
    const { events } = await read(id);
    const params = { seasonId: id, eventId: events[1]?.id ?? '', sessionId: other };
    await server.get('addEventSession', { as, params });
    await server.call('deleteSession', { as, params: { id: other } });
    const deleted = async () => {
      const { sessions } = (await server.get('getTasks', { as })).deleted;
      return sessions.filter(({ seasonId }) => seasonId === id).map((row) => row.sessionId);
    };
    expect(await deleted()).toEqual([other]);
    await publish(id);
    expect(await deleted()).toEqual([]);
    await takeBack(id, 1);
    expect(await deleted()).toEqual([other]);
  });
});
