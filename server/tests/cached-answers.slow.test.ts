import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { paramNamesOf } from '#contract/api/address';
import { type CallName, callOf, calls, servedCalls } from '#contract/calls/by-name';
import { neededQueries } from '../../tests/fixtures/call-inputs.ts';
import { createFixture, type Fixture, sendCall } from '../../tests/fixtures/fixture.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { profiles } from '../storage/tables.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

/** Reads of one server, from its cache, compared with those of a server over the same database that keeps nothing. */
let server: TestServer;
let uncached: TestServer;
let fixture: Fixture;

beforeAll(async () => {
  server = await openTestServer();
  const changes = { ...server.storage.changes, confirm: async () => false };
  uncached = await openTestServer({}, undefined, undefined, {
    over: { ...server, storage: { ...server.storage, changes } },
  });
  uncached.clock.now = server.clock.now;
  fixture = await createFixture(server, await server.tokenOf('Owner'));
});
afterAll(async () => {
  await uncached.close();
  await server.close();
});

const reads = servedCalls().flatMap(([name, { method }]) => (method === 'GET' ? [name] : []));

type Caller = 'Owner' | 'Stranger' | null;

function paramsOf(name: CallName, target: 'open' | 'hidden'): Record<string, string> {
  const { league, season } = fixture[target];
  const values: Record<string, string> = {
    leagueId: league,
    userId: fixture.userId,
    sessionId: fixture.session,
    weekendId: `${fixture.userId}.1`,
    trackId: '11',
    id:
      name === 'pageUserSessions'
        ? fixture.userId
        : calls[name].path.startsWith('/api/Seasons')
          ? season
          : fixture.session,
  };
  return Object.fromEntries(paramNamesOf(calls[name]).map((param) => [param, String(values[param])]));
}

async function ask(node: TestServer, name: CallName, target: 'open' | 'hidden', caller: Caller) {
  const query =
    name === 'search'
      ? { q: 'hidden' }
      : name === 'filterSessions'
        ? { filters: `season:${fixture[target].season}` }
        : (neededQueries[name] ?? {});
  // Each server signs with keys of its own.
  const token = caller === null ? null : await node.tokenOf(caller);
  const { statusCode, body, headers } = await sendCall(node, name, { token, params: paramsOf(name, target), query });
  return { statusCode, body, etag: headers.etag, cacheControl: headers['cache-control'], vary: headers.vary };
}

/** A write without an announcement. */
const dropAll = () =>
  server.storage.transaction((transaction) => transaction.update(profiles).set({ avatarUrl: null }).where(sql`false`));

const orders: readonly (readonly Caller[])[] = [
  ['Owner', null, 'Stranger'],
  [null, 'Stranger', 'Owner'],
  ['Stranger', 'Owner', null],
];

test.each(reads)('%s gives everybody their own answer, whoever asked before', async (name) => {
  for (const target of ['open', 'hidden'] as const) {
    const expected = new Map<Caller, unknown>();
    for (const caller of orders[0] ?? []) expected.set(caller, await ask(uncached, name, target, caller));
    const { access } = callOf(name);
    const isPrivate = target === 'hidden' && /^\/api\/(League\/\{leagueId|Seasons\/\{id)\}/.test(calls[name].path);
    if (access === 'member') expect(expected.get(null)).toMatchObject({ statusCode: 401 });
    if (isPrivate && name.endsWith('Picture')) {
      // Others get the picture of the site.
      expect(expected.get('Owner')).toMatchObject({ statusCode: 200 });
      expect(expected.get('Stranger')).toMatchObject({ statusCode: 200 });
      expect(expected.get('Stranger')).not.toEqual(expected.get('Owner'));
      expect(expected.get(null)).toEqual(expected.get('Stranger'));
    } else if (isPrivate) {
      expect(expected.get('Owner')).toMatchObject({ statusCode: 200 });
      expect(expected.get('Stranger')).toMatchObject({ statusCode: 404 });
      expect(expected.get(null)).toMatchObject({ statusCode: access === 'public' ? 404 : 401 });
    }
    for (const order of orders) {
      await dropAll();
      for (const caller of [...order, ...order]) {
        expect([caller, await ask(server, name, target, caller)]).toEqual([caller, expected.get(caller)]);
      }
    }
  }
});

test('a list of seasons counts an event no longer when its only session is deleted', async () => {
  const as = 'Counter';
  const { id: seasonId } = await server.get('createSeason', { as, body: { name: 'Counted' } });
  const { events } = await server.get('addEvent', { as, params: { seasonId }, body: { track: 1 } });
  const { id: sessionId } = await server.get('createSession', { as, body: upload({ internalSessionId: '77' }) });
  await server.get('addEventSession', { as, params: { seasonId, eventId: events[0]?.id ?? '', sessionId } });
  const eventsRun = async () =>
    (await server.get('listUserSeasons', { params: { userId: userIdOf(as) } }))[0]?.eventsRun;
  expect(await eventsRun()).toBe(1);
  await server.call('deleteSession', { as, params: { id: sessionId } });
  expect(await eventsRun()).toBe(0);
});

const liveAddress = '/api/LiveSession/';

/** The number of statements that a read takes. A live session is known to the server that its recorder is connected to. */
async function statementsOf(url: string): Promise<number> {
  const session: { prepareQuery: () => unknown } = Reflect.get(server.storage.database, 'session');
  const spy = vi.spyOn(session, 'prepareQuery');
  const { app } = url.startsWith(liveAddress) ? server : uncached;
  const { statusCode } = await app.inject({ url });
  const { length } = spy.mock.calls;
  spy.mockRestore();
  expect([url, statusCode]).toEqual([url, 200]);
  return length;
}

test('a read takes as many statements among many entities as among few', async () => {
  const as = 'Grower';
  const { id: seasonId } = await server.get('createSeason', { as, body: { name: 'Growing season' } });
  const { id: leagueId } = await server.get('createLeague', { as, body: { name: 'Growing league' } });
  await server.get('addLeagueSeason', { as, params: { leagueId, seasonId } });
  const liveId = randomUUID();
  await server.get('registerLive', { as, params: { id: liveId } });
  let count = 0;
  async function grow(by: number): Promise<string> {
    let sessionId = '';
    for (let added = 0; added < by; added += 1) {
      count += 1;
      const drivers = Array.from({ length: 4 }, (_, carIndex) =>
        driver({ carIndex, name: `${as} ${carIndex + count}`, finishingPosition: carIndex + 1 }),
      );
      const recorded = upload({ internalSessionId: String(500 + count), weekendLinkIdentifier: 9, drivers });
      sessionId = (await server.get('createSession', { as, body: recorded })).id;
      const { events } = await server.get('addEvent', { as, params: { seasonId }, body: { track: 1 } });
      const params = { seasonId, eventId: events.at(-1)?.id ?? '', sessionId };
      await server.get('addEventSession', { as, params });
      await server.get('updateEvent', { as, params, body: { liveId } });
      const ruling = { sessionId, kind: 'points', carIndex: 0, points: 1, reason: 'why' } as const;
      await server.get('addRuling', { as, params: { id: seasonId }, body: ruling });
      await server.get('createRevision', { as, params: { id: seasonId }, body: { note: null } });
      const league = await server.get('createLeague', { as, body: { name: `Growing league ${count}` } });
      const season = await server.get('createSeason', { as, body: { name: `Growing season ${count}` } });
      await server.get('addLeagueSeason', { as, params: { leagueId: league.id, seasonId } });
      await server.get('addLeagueSeason', { as, params: { leagueId, seasonId: season.id } });
      await server.get('pageOwnSeasons', { as: `${as} ${count}` });
    }
    return sessionId;
  }
  const sessionId = await grow(1);
  const userId = userIdOf(as);
  const urls = [
    `/api/Seasons/${seasonId}`,
    `/api/Seasons/${seasonId}/csv`,
    `/api/Seasons/${seasonId}/revisions`,
    '/api/Seasons',
    `/api/Seasons/user/${userId}`,
    '/api/Sessions',
    `/api/Sessions/session/${sessionId}`,
    `/api/Sessions/${sessionId}/weekend`,
    `/api/Sessions/user/${userId}`,
    '/api/Sessions/filters?filters=monza',
    '/api/League',
    `/api/League/${leagueId}`,
    `/api/League/user/${userId}`,
    `/api/Profile/${userId}`,
    '/api/Search?q=grow',
    `${liveAddress}${liveId}`,
  ];
  const few = new Map<string, number>();
  for (const url of urls) few.set(url, await statementsOf(url));
  await grow(12);
  const many = new Map<string, number>();
  for (const url of urls) many.set(url, await statementsOf(url));
  expect(many).toEqual(few);
  expect(Math.max(...many.values())).toBeLessThanOrEqual(10);
});
