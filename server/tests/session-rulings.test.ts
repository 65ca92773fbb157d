import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RulingsCreate } from '#contract/api/bodies';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openPostgres } from '../storage/open-storage.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
let server: TestServer;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'assets/app-1a2b.js'), 'export {};');
  writeFileSync(join(dist, 'index.html'), '<html><head><title>x</title><!--head--><!--/head--></head></html>');
  server = await openTestServer({}, dist);
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

let uid = 5_000_000;

async function store(as: string, given: Parameters<typeof upload>[0] = {}) {
  uid += 1;
  const drivers = [0, 1, 2, 3].map((carIndex) =>
    driver({
      carIndex,
      name: `${as} ${carIndex}`,
      finishingPosition: carIndex + 1,
      totalRaceTime: 3_600_000 + carIndex * 1_000,
    }),
  );
  const body = upload({ internalSessionId: String(uid), weekendLinkIdentifier: uid, drivers, ...given });
  return (await server.get('createSession', { as, body })).id;
}

async function attach(as: string, sessionId: string, name = 'Spring Cup') {
  const { id } = await server.get('createSeason', { as, body: { name } });
  const { events } = await server.get('addEvent', { as, params: { seasonId: id }, body: { track: 11 } });
  const eventId = events[0]?.id ?? '';
  await server.get('addEventSession', { as, params: { seasonId: id, eventId, sessionId } });
  return id;
}

async function open(as: string) {
  const session = await store(as);
  return { as, session, season: await attach(as, session) };
}

type Given = RulingsCreate extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'sessionId' | 'reason'>
    : never
  : never;

async function rule({ as, season, session }: Awaited<ReturnType<typeof open>>, given: Given): Promise<string> {
  const body = { ...given, sessionId: session, reason: 'Caused a collision' } as RulingsCreate;
  const { rulings = [] } = await server.get('addRuling', { as, params: { id: season }, body });
  return rulings.at(-1)?.id ?? '';
}

const withdraw = (as: string, season: string, rulingId: string) =>
  server.call('withdrawRuling', { as, params: { id: season, rulingId } });

const eventsOf = async (id: string, as?: string) =>
  (await server.get('getSession', { params: { id }, ...(as === undefined ? {} : { as }) })).events ?? [];

const add5 = { kind: 'time', carIndex: 0, milliseconds: 1_500 } as const;

test('a session has the rulings on it that are in force, and lists the podium that they give', async () => {
  const own = await open('Ann');
  const { as, session, season } = own;
  const lists = () =>
    Promise.all([
      server.get('listSessions'),
      server.get('filterSessions', { query: { filters: `season:${season}` } }),
      server
        .get('pageUserSessions', { params: { id: userIdOf(as) }, query: { page: 0 } })
        .then((page) => page.sessions),
      server.get('listOwnSessions', { as, query: { page: 0, pageSize: 10 } }).then((page) => page.sessions),
      server.get('listSessionWeekend', { params: { sessionId: session } }),
    ]);
  const podiums = async () =>
    (await lists()).map((list) =>
      (list.find(({ id }) => id === session)?.events ?? []).map(({ podium, rulings, classification }) => [
        podium?.map(({ carIndex, totalRaceTime, timeWithPenalties }) => [carIndex, totalRaceTime, timeWithPenalties]),
        rulings,
        classification,
      ]),
    );
  const head = async () => (await server.app.inject({ url: `/sessions/${session}` })).body;
  expect(await podiums()).toEqual(Array(5).fill([[undefined, undefined, undefined]]));
  expect(await eventsOf(session)).toEqual([expect.not.objectContaining({ rulings: expect.anything() })]);
  expect(await head()).toContain('Ann 0 first.');

  const id = await rule(own, add5);
  const [event] = await eventsOf(session);
  expect(event?.rulings).toEqual([
    {
      ...add5,
      id,
      sessionId: session,
      reason: 'Caused a collision',
      authorName: as,
      madeAt: expect.any(String),
      withdrawnAt: null,
    },
  ]);
  const podium = [
    [1, 3_601_000, 3_601_000],
    [0, 3_601_500, 3_601_500],
    [2, 3_602_000, 3_602_000],
  ];
  const answered = await server.get('getSession', { params: { id: session } });
  const times = (cars: typeof answered.classification) => cars?.map((one) => [one.carIndex, one.timeWithPenalties]);
  expect(times(answered.classification)).toEqual([0, 1, 2, 3].map((car) => [car, 3_600_000 + car * 1_000]));
  expect(times(event?.classification)).toEqual([...podium.map(([car, time]) => [car, time]), [3, 3_603_000]]);
  expect(await podiums()).toEqual(Array(5).fill([[podium, undefined, undefined]]));
  expect(await head()).toContain('Ann 1 first.');

  await withdraw(as, season, id);
  expect(await podiums()).toEqual(Array(5).fill([[undefined, undefined, undefined]]));
  expect((await eventsOf(session))[0]?.rulings).toBeUndefined();
  expect(await head()).toContain('Ann 0 first.');
});

test('a ruling keeps the moment that it is about, also one that was a draft before', async () => {
  const own = await open('Moe');
  const [made, drafted] = [
    await rule(own, { ...add5, at: 754_200 }),
    await rule(own, { ...add5, at: 0, state: 'draft' }),
  ];
  await server.get('updateRuling', {
    as: 'Moe',
    params: { id: own.season, rulingId: drafted },
    body: { state: 'inForce' },
  });
  const { rulings = [] } = await server.get('getSeason', { params: { id: own.season } });
  expect(rulings.map(({ id, at }) => [id, at])).toEqual([
    [made, 754_200],
    [drafted, 0],
  ]);
  expect((await eventsOf(own.session))[0]?.rulings?.map(({ at }) => at)).toEqual([754_200, 0]);
});

test('a ruling and its withdrawal change the version of the answer, the picture and its address', async () => {
  const own = await open('Bea');
  const { as, session, season } = own;
  const read = async (result?: string) => {
    const answer = await server.call('getSession', { params: { id: session } });
    const query = { shape: 'tall', ...(result === undefined ? {} : { result }) } as const;
    const picture = await server.call('getSessionPicture', { params: { id: session }, query });
    const html = (await server.app.inject({ url: `/sessions/${session}` })).body;
    const address = /og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
    return { etag: String(answer.headers['etag']), picture: picture.rawPayload.toString('base64'), address };
  };
  const before = await read();
  expect(await read('game')).toEqual(before);
  const id = await rule(own, add5);
  const after = await read();
  expect([after.etag === before.etag, after.picture === before.picture, after.address === before.address]).toEqual([
    false,
    false,
    false,
  ]);
  const stale = await server.call('getSession', { params: { id: session }, headers: { 'if-none-match': before.etag } });
  expect(stale.statusCode).toBe(200);
  expect((await read(season)).picture).toBe(after.picture);
  const game = (await read('game')).picture;
  expect([game === after.picture, game === before.picture]).toEqual([false, false]);
  await withdraw(as, season, id);
  expect(await read()).toEqual(before);
});

test('another server over the same database shows a ruling and its withdrawal with the next answer', async () => {
  const { databaseUrl } = server.env;
  const storage = databaseUrl === null ? null : await openPostgres(databaseUrl);
  const other = await openTestServer({}, dist, undefined, { over: { ...server, storage: storage ?? server.storage } });
  try {
    const own = await open('Gil');
    const { as, session, season } = own;
    const read = () =>
      Promise.all(
        [server, other].map(async (node) => {
          const { events } = await node.get('getSession', { params: { id: session } });
          const listed = (await node.get('listSessions')).find(({ id }) => id === session);
          const html = (await node.app.inject({ url: `/sessions/${session}` })).body;
          return [
            events?.[0]?.rulings?.length ?? 0,
            listed?.events?.[0]?.podium?.[0]?.name ?? null,
            /Gil \d first/.exec(html)?.[0],
          ];
        }),
      );
    const game = [0, null, 'Gil 0 first'];
    expect(await read()).toEqual([game, game]);
    const id = await rule(own, { kind: 'disqualify', carIndex: 0 });
    const ruled = [1, 'Gil 1', 'Gil 1 first'];
    expect(await read()).toEqual([ruled, ruled]);
    await other.call('withdrawRuling', { as, params: { id: season, rulingId: id } });
    expect(await read()).toEqual([game, game]);
  } finally {
    await other.close();
    await storage?.close();
  }
});

test('each season has its own rulings, and a session that does not count keeps its result', async () => {
  const older = await open('Cem');
  const { as, session } = older;
  server.clock.now = new Date(server.clock.now.getTime() + 1_000);
  const newer = { as, session, season: await attach(as, session, 'Autumn Cup') };
  await rule(older, { kind: 'disqualify', carIndex: 0 });
  const read = async () =>
    (await eventsOf(session)).map(({ seasonName, rulings = [], podium }) => [
      seasonName,
      rulings.map(({ kind }) => kind),
      podium?.[0]?.carIndex,
    ]);
  expect(await read()).toEqual([
    ['Autumn Cup', [], undefined],
    ['Spring Cup', ['disqualify'], 1],
  ]);
  await rule(newer, { kind: 'points', carIndex: 1, points: 0 });
  await rule(older, { kind: 'excludeSession' });
  expect(await read()).toEqual([
    ['Autumn Cup', ['points'], undefined],
    ['Spring Cup', ['disqualify', 'excludeSession'], undefined],
  ]);
  const listed = (await server.get('listSessions')).find(({ id }) => id === session);
  for (const events of [await eventsOf(session), listed?.events])
    expect(events?.map(({ isExcluded }) => isExcluded)).toEqual([undefined, true]);
});

test('rulings on a session that scores nothing change nothing in it', async () => {
  const own = await open('Dan');
  const { as, session, season } = own;
  await rule(own, { kind: 'disqualify', carIndex: 0 });
  const eventId = (await eventsOf(session))[0]?.eventId ?? '';
  const params = { seasonId: season, eventId, sessionId: session };
  await server.get('setSessionScoring', { as, params, body: { scoring: 'none' } });
  expect(await eventsOf(session)).toEqual([expect.not.objectContaining({ rulings: expect.anything() })]);
  await server.get('setSessionScoring', { as, params, body: { scoring: 'sprint' } });
  expect((await eventsOf(session))[0]?.podium?.[0]?.carIndex).toBe(1);
});

test('for those who do not see the season, answers have the same bytes with a ruling and without', async () => {
  const own = await open('Eva');
  const { as, session, season } = own;
  const league = await server.get('createLeague', { as, body: { name: 'Hidden', isPublic: false } });
  await server.get('addLeagueSeason', { as, params: { leagueId: league.id, seasonId: season } });
  const read = async (reader: { as?: string }) => {
    const responses = [
      await server.call('getSession', { ...reader, params: { id: session } }),
      await server.call('listSessions', reader),
      await server.call('getSessionPicture', { ...reader, params: { id: session }, query: { result: season } }),
      await server.app.inject({ url: `/sessions/${session}` }),
    ];
    return responses.map(({ statusCode, headers, rawPayload }) => [
      statusCode,
      headers['etag'],
      rawPayload.toString('base64'),
    ]);
  };
  const readers = [{}, { as: 'Stranger' }];
  const before = await Promise.all(readers.map(read));
  await rule(own, { kind: 'disqualify', carIndex: 0 });
  expect((await eventsOf(session, as))[0]?.podium?.[0]?.carIndex).toBe(1);
  expect(await Promise.all(readers.map(read))).toEqual(before);
  expect((await eventsOf(session, as))[0]?.rulings).toHaveLength(1);
  await server.get('updateLeague', { as, params: { leagueId: league.id }, body: { isPublic: true } });
  for (const reader of readers) expect((await eventsOf(session, reader.as))[0]?.podium?.[0]?.carIndex).toBe(1);
});
