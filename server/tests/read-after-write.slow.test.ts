import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AddressQuery, addressOf } from '#contract/api/address';
import { type CallName, calls } from '#contract/calls/by-name';
import { teamColourNames } from '#contract/colours/car-colours';
import { Track } from '#contract/enumerations';
import fc from '#tests/fast-check';
import { pixel } from '../../tests/fixtures/fixture.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { endLive } from '../domain/live-races.ts';
import { openPostgres, type Storage } from '../storage/open-storage.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

/**
 * Two servers over one database. Writes of every kind reach either, reads run beside them on both, and sometimes a server
 * loses the connection on which it hears of the writes of the other. After each write every answer of both is the one
 * that a server without a cache gives.
 */
const isShared = process.env.TEST_DATABASE_URL !== undefined;
const runs = process.env.PITBOARD_LONG === '1' ? 3_000 : isShared ? 300 : 30;

const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
let nodes: TestServer[] = [];
let uncached: TestServer;
let other: Storage | null = null;

/** A server over the database of another one. */
function openOver(over: TestServer, storage: Storage): Promise<TestServer> {
  return openTestServer({}, dist, undefined, { over: { ...over, storage } });
}

beforeAll(async () => {
  writeFileSync(join(dist, 'index.html'), '<html><head><title>x</title><!--head--><!--/head--></head></html>');
  const first = await openTestServer({}, dist);
  const { databaseUrl } = first.env;
  other = databaseUrl === null ? null : await openPostgres(databaseUrl);
  nodes = [first, await openOver(first, other ?? first.storage)];
  const unconfirmed = { ...first.storage.changes, confirm: async () => false };
  uncached = await openOver(first, { ...first.storage, changes: unconfirmed });
  await Promise.all(owners.map(createMissing));
});
afterAll(async () => {
  await uncached.close();
  await nodes[1]?.close();
  await other?.close();
  await nodes[0]?.close();
  rmSync(dist, { recursive: true, force: true });
});

const absent = '01900000-0000-7000-8000-00000000dead';

/** A user with one of everything. Deleted entities are absent until they are created again after the writes. */
interface Owner {
  name: string;
  league: string;
  season: string;
  session: string;
  /** The laps of the first driver in the upload. */
  laps: number;
}

const ownerOf = (name: string): Owner => ({ name, league: absent, season: absent, session: absent, laps: 0 });
const owners: readonly [Owner, Owner] = [ownerOf('Ann'), ownerOf('Ben')];
let count = 0;

function aRace({ name, laps }: Owner, value: number) {
  const names = [name, 'Ann', 'Ben', `Driver ${value % 3}`];
  const third = 30_000;
  const lap = { lapTime: 90_000, sector1Time: third, sector2Time: third, sector3Time: third, invalidLap: false };
  const lapTimes = Array.from({ length: laps }, () => lap);
  return upload({
    internalSessionId: '7',
    trackId: value % 2 === 0 ? Track.Monza : Track.Spa,
    weekendLinkIdentifier: 7,
    drivers: names.map((driverName, carIndex) =>
      driver({
        carIndex,
        name: driverName,
        finishingPosition: 1 + ((carIndex + value) % 4),
        lapTimes: carIndex === 0 ? lapTimes : [],
      }),
    ),
  });
}

async function createMissing(owner: Owner): Promise<void> {
  const [node] = nodes as [TestServer];
  const as = owner.name;
  count += 1;
  if (owner.league === absent)
    owner.league = (await node.get('createLeague', { as, body: { name: `League ${count}` } })).id;
  if (owner.season === absent)
    owner.season = (await node.get('createSeason', { as, body: { name: `Season ${count}` } })).id;
  if (owner.session !== absent) return;
  owner.laps = 1;
  owner.session = (await node.get('createSession', { as, body: aRace(owner, count) })).id;
}

interface Scene {
  readonly node: TestServer;
  readonly owner: Owner;
  /** The other one, whose entities may be used too. */
  readonly guest: Owner;
  readonly value: number;
}

type Sent = Promise<{ readonly statusCode: number; readonly body: string } | undefined>;

const eventOf = async ({ owner }: Scene, at: number) => {
  const response = await uncached.call('getSeason', { as: owner.name, params: { id: owner.season } });
  const events: { id: string; sessions: { session: { id: string } }[] }[] = response.json().events ?? [];
  return events[at % Math.max(1, events.length)];
};

/** Every kind of write. Some are refused, because their target was deleted meanwhile. */
const writes: Readonly<Record<string, (scene: Scene) => Sent>> = {
  updateLeague: ({ node, owner, value }) =>
    node.call('updateLeague', {
      as: owner.name,
      params: { leagueId: owner.league },
      body: value % 2 === 0 ? { name: `L${value}` } : { isPublic: value % 4 === 1 },
    }),
  addLeagueSeason: ({ node, owner, guest, value }) =>
    node.call('addLeagueSeason', {
      as: owner.name,
      params: { leagueId: owner.league, seasonId: value % 2 === 0 ? owner.season : guest.season },
    }),
  removeLeagueSeason: ({ node, owner, guest, value }) =>
    node.call('removeLeagueSeason', {
      as: owner.name,
      params: { leagueId: value % 2 === 0 ? owner.league : guest.league, seasonId: owner.season },
    }),
  setThumbnail: ({ node, owner }) =>
    node.call('setThumbnail', {
      as: owner.name,
      params: { leagueId: owner.league },
      body: { thumbnailBase64: pixel, contentType: 'image/png' },
    }),
  deleteThumbnail: ({ node, owner }) =>
    node.call('deleteThumbnail', { as: owner.name, params: { leagueId: owner.league } }),
  deleteLeague: async ({ node, owner }) => {
    const { league } = owner;
    owner.league = absent;
    return node.call('deleteLeague', { as: owner.name, params: { leagueId: league } });
  },
  updateSeason: ({ node, owner, value }) =>
    node.call('updateSeason', { as: owner.name, body: { id: owner.season.toUpperCase(), name: `S${value}` } }),
  deleteSeason: async ({ node, owner }) => {
    const { season } = owner;
    owner.season = absent;
    return node.call('deleteSeason', { as: owner.name, params: { id: season } });
  },
  addEvent: ({ node, owner, value }) =>
    node.call('addEvent', {
      as: owner.name,
      params: { seasonId: owner.season },
      body: { track: value % 2 === 0 ? Track.Monza : Track.Spa },
    }),
  updateEvent: async (scene) => {
    const { node, owner, value } = scene;
    const event = await eventOf(scene, value);
    const params = { seasonId: owner.season, eventId: event?.id ?? absent };
    return node.call('updateEvent', { as: owner.name, params, body: { name: `E${value}`, pointsFactor: value % 3 } });
  },
  deleteEvent: async (scene) => {
    const { node, owner, value } = scene;
    const event = await eventOf(scene, value);
    const params = { seasonId: owner.season, eventId: event?.id ?? absent };
    return node.call('deleteEvent', { as: owner.name, params });
  },
  addEventSession: async (scene) => {
    const { node, owner, guest, value } = scene;
    const event = await eventOf(scene, value);
    const sessionId = value % 3 === 0 ? guest.session : owner.session;
    const params = { seasonId: owner.season, eventId: event?.id ?? absent, sessionId };
    return node.call('addEventSession', { as: owner.name, params });
  },
  removeEventSession: async (scene) => {
    const { node, owner, value } = scene;
    const event = await eventOf(scene, value);
    const sessionId = event?.sessions[0]?.session.id ?? absent;
    const params = { seasonId: owner.season, eventId: event?.id ?? absent, sessionId };
    return node.call('removeEventSession', { as: owner.name, params });
  },
  setSessionScoring: async (scene) => {
    const { node, owner, value } = scene;
    const event = await eventOf(scene, value);
    const sessionId = event?.sessions[0]?.session.id ?? absent;
    const params = { seasonId: owner.season, eventId: event?.id ?? absent, sessionId };
    const scoring = (['race', 'sprint', 'none', null] as const)[value % 4] ?? null;
    return node.call('setSessionScoring', { as: owner.name, params, body: { scoring } });
  },
  updateScoring: ({ node, owner, value }) =>
    node.call('updateScoring', {
      as: owner.name,
      params: { id: owner.season },
      body: { fastestLapBonus: value % 3 },
    }),
  setAliases: ({ node, owner, value }) =>
    node.call('setAliases', {
      as: owner.name,
      params: { id: owner.season },
      body: { aliases: [{ name: `Alias ${value}`, recordedNames: ['Ben'] }] },
    }),
  setTeamColours: ({ node, owner, value }) =>
    node.call('setTeamColours', {
      as: owner.name,
      params: { id: owner.season },
      body: {
        // That of all drivers, and one that is not in the season.
        teamColours: [{ team: ['Meridian Racing', 'Lanza'][value % 2] ?? '', colour: teamColourNames[value] ?? 'red' }],
      },
    }),
  addRuling: ({ node, owner, value }) =>
    node.call('addRuling', {
      as: owner.name,
      params: { id: owner.season },
      body: {
        sessionId: owner.session,
        carIndex: value % 4,
        reason: 'why',
        ...(value % 2 === 0 ? { kind: 'points', points: value } : { kind: 'places', places: 1 }),
      },
    }),
  withdrawRuling: async ({ node, owner }) => {
    const { json } = await uncached.call('getSeason', { as: owner.name, params: { id: owner.season } });
    const rulings: { id: string; withdrawnAt: string | null }[] = json().rulings ?? [];
    const rulingId = rulings.find(({ withdrawnAt }) => withdrawnAt === null)?.id ?? absent;
    return node.call('withdrawRuling', { as: owner.name, params: { id: owner.season, rulingId } });
  },
  createRevision: ({ node, owner, value }) =>
    node.call('createRevision', { as: owner.name, params: { id: owner.season }, body: { note: `N${value}` } }),
  withdrawRevision: ({ node, owner, value }) =>
    node.call('withdrawRevision', { as: owner.name, params: { id: owner.season, number: String(1 + (value % 3)) } }),
  uploadMore: ({ node, owner, value }) => {
    owner.laps += 1;
    return node.call('createSession', { as: owner.name, body: aRace(owner, value), query: { replace: 'true' } });
  },
  updateSession: ({ node, owner, value }) =>
    node.call('updateSession', {
      as: owner.name,
      params: { id: owner.session },
      body: { isPublic: value % 2 === 0 },
    }),
  renameDriver: ({ node, owner, value }) =>
    node.call('renameDriver', {
      as: owner.name,
      params: { id: owner.session, carIndex: String(value % 4) },
      body: { name: ['Ann', 'Ben', 'Cyd'][value % 3] ?? '' },
    }),
  deleteSession: async ({ node, owner }) => {
    const { session } = owner;
    owner.session = absent;
    return node.call('deleteSession', { as: owner.name, params: { id: session } });
  },
  setAvatar: ({ node, owner }) =>
    node.call('setAvatar', { as: owner.name, body: { thumbnailBase64: pixel, contentType: 'image/png' } }),
  deleteAvatar: ({ node, owner }) => node.call('deleteAvatar', { as: owner.name }),
  saveProfile: async ({ node, owner, value }) => {
    const username = `${owner.name}${value % 2 === 0 ? '' : value}`;
    return node.app.inject({
      method: 'PATCH',
      url: `/rest/v1/profiles?id=eq.${userIdOf(owner.name)}`,
      headers: { authorization: `Bearer ${await node.tokenOf(owner.name)}`, apikey: 'pitboard' },
      payload: { username },
    });
  },
  deleteAccount: async ({ node, owner }) => {
    const as = owner.name;
    count += 1;
    Object.assign(owner, ownerOf(`${as.slice(0, 3)}${count}`));
    return node.call('deleteAccount', { as });
  },
  endLive: async (scene) => {
    const { node, owner, guest, value } = scene;
    const id = randomUUID();
    const event = await eventOf(scene, value);
    const params = { seasonId: owner.season, eventId: event?.id ?? absent };
    await node.call('registerLive', { as: guest.name, params: { id } });
    await node.call('updateEvent', { as: owner.name, params, body: { liveId: id } });
    const state = { id, epoch: 1, seq: 1, dataAt: null, document: null, keyHash: null };
    const now = node.clock.now.toISOString();
    await endLive(node.storage, { ...state, userId: userIdOf(guest.name), sessionId: guest.session, now });
    return undefined;
  },
  loseConnection: async ({ node }) => {
    if (!isShared) return undefined;
    await node.storage.database.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'pitboard changes' and datname = current_database()`,
    );
    return undefined;
  },
};

type Read = (owner: Owner) => string;
const address =
  (name: CallName, params: (owner: Owner) => Record<string, string>, query: AddressQuery = {}): Read =>
  (owner) =>
    addressOf(calls[name], params(owner), query);
const ofUser = ({ name }: Owner) => ({ userId: userIdOf(name), id: userIdOf(name) });
const ofSeason = ({ season }: Owner) => ({ id: season });
const ofSession = ({ session }: Owner) => ({ id: session, sessionId: session });
const ofLeague = ({ league }: Owner) => ({ leagueId: league });

const reads: readonly Read[] = [
  address('listLeagues', () => ({})),
  address('getLeague', ofLeague),
  address('getThumbnail', ofLeague),
  address('listUserLeagues', ofUser),
  address('pageUserLeagues', ofUser, { pageSize: '5' }),
  address('listLeagueSeasons', () => ({})),
  address('getLeagueRecords', ofLeague),
  address('getLeagueDriver', ofLeague, { driver: 'Ada Okoro' }),
  address('getDriverRecord', ofUser),
  address('listSeasons', () => ({})),
  address('getSeason', ofSeason),
  (owner) => addressOf(calls.getSeason, { id: owner.season.toUpperCase() }),
  address('listUserSeasons', ofUser),
  address('listRevisions', ofSeason),
  address('getSeasonCsv', ofSeason),
  address('getSeasonCsv', ofSeason, { table: 'results' }),
  address('getCalendar', ofSeason),
  address('listSessions', () => ({})),
  address('getSession', ofSession),
  address('getSessionCsv', ofSession),
  address('pageUserSessions', ofUser),
  address('listSessionWeekend', ofSession),
  (owner) => addressOf(calls.listWeekend, { weekendId: `${userIdOf(owner.name)}.7` }),
  address('filterSessions', () => ({}), { filters: 'monza' }),
  (owner) => addressOf(calls.filterSessions, {}, { filters: `season:${owner.season}` }),
  address('search', () => ({}), { q: 'Ann' }),
  address('search', () => ({}), { q: 'S' }),
  address('getProfile', ofUser),
  address('getAvatar', ofUser),
  ({ season }) => `/seasons/${season}`,
  ({ session }) => `/sessions/${session}`,
  ({ league }) => `/leagues/${league}`,
  ({ name }) => `/user/${userIdOf(name)}`,
];

async function answerOf(node: TestServer, url: string) {
  const { statusCode, headers, body } = await node.app.inject({ url });
  const kept = Object.entries(headers).filter(([name]) => !/^(date|connection|x-ratelimit-.*)$/.test(name));
  return { statusCode, headers: Object.fromEntries(kept), body };
}

const writer = fc.record({
  kind: fc.constantFrom(...Object.keys(writes)),
  node: fc.nat(1),
  owner: fc.nat(1),
  value: fc.nat(11),
});
const reader = fc.record({ read: fc.nat(reads.length - 1), node: fc.nat(1), owner: fc.nat(1), turns: fc.nat(6) });
const round = fc.record({
  writers: fc.array(writer, { minLength: 1, maxLength: 2 }),
  beside: fc.array(reader, { maxLength: 2 }),
  after: fc.array(reader, { minLength: 2, maxLength: 3 }),
});

async function turns(number: number): Promise<void> {
  for (let turn = 0; turn < number; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function write({ kind, node, owner, value }: { kind: string; node: number; owner: number; value: number }) {
  const [server] = nodes.slice(node) as [TestServer];
  const [one, two] = owner === 0 ? owners : ([...owners].reverse() as unknown as typeof owners);
  const sent = await writes[kind]?.({ node: server, owner: one, guest: two, value });
  expect([kind, sent?.statusCode ?? 200, sent?.body]).not.toEqual([kind, 500, sent?.body]);
}

/** Puts the session into an event of the season, and that into the league. */
async function connect({ name: as, league, season, session }: Owner): Promise<void> {
  const [node] = nodes as [TestServer];
  await node.call('addLeagueSeason', { as, params: { leagueId: league, seasonId: season } });
  const before = await node.get('getSeason', { params: { id: season } });
  if (before.events.some(({ sessions }) => sessions.length > 0)) return;
  const { events } = await node.get('addEvent', { as, params: { seasonId: season }, body: { track: Track.Monza } });
  const params = { seasonId: season, eventId: events.at(-1)?.id ?? absent, sessionId: session };
  await node.call('addEventSession', { as, params });
}

test('every answer is that of the database after one write of each kind, in a season with a result', async () => {
  const [owner] = owners;
  const [one, two] = nodes as [TestServer, TestServer];
  for (const [index, kind] of Object.keys(writes).entries()) {
    await connect(owner);
    const urls = reads.map((read) => read(owner));
    for (const url of urls) await Promise.all(nodes.map((node) => node.app.inject({ url })));
    await write({ kind, node: index % 2, owner: 0, value: 4 });
    for (const url of urls) {
      const [first, second, expected] = await Promise.all([one, two, uncached].map((node) => answerOf(node, url)));
      expect([kind, url, first]).toEqual([kind, url, expected]);
      expect([kind, url, second]).toEqual([kind, url, expected]);
    }
    await createMissing(owner);
  }
}, 600_000);

test('every answer is that of the database after every write, on the server that wrote and on the other', async () => {
  const history = fc.array(round, { minLength: 2, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      for (const { writers, beside, after } of rounds) {
        const beforehand = [...beside, ...after].map(({ read, owner }) => reads[read]?.(owners[owner as 0 | 1]) ?? '/');
        // These reads are cached already, and repeated while the write runs.
        await Promise.all(beforehand.flatMap((url) => nodes.map((node) => node.app.inject({ url }))));
        const running = beside.map(async ({ node, turns: waited }, index) => {
          await turns(waited);
          return nodes[node]?.app.inject({ url: beforehand[index] ?? '/' });
        });
        await Promise.all([...writers.map(write), ...running]);
        for (const url of beforehand) {
          const [one, two] = nodes as [TestServer, TestServer];
          const answers = await Promise.all([one, two, uncached].map((node) => answerOf(node, url)));
          expect([url, answers[0]]).toEqual([url, answers[2]]);
          expect([url, answers[1]]).toEqual([url, answers[2]]);
        }
        await Promise.all(owners.map(createMissing));
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
}, 1_800_000);
