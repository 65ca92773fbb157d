// One piece: what strangers can ask for, and the sessions that they must not find by it.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '#contract/api/address';
import type { SessionUpload } from '#contract/api/bodies';
import { type CallName, calls, servedCalls } from '#contract/calls/by-name';
import { toDocument } from '#contract/live/to-document';
import { bodyOf, neededQueries, paramsOf, type TargetIds } from '../../tests/fixtures/call-inputs.ts';
import { sendCall } from '../../tests/fixtures/fixture.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { migrationsFolder } from '../storage/migrations.ts';
import { sessions } from '../storage/tables.ts';
import { LiveClient } from './support/live-client.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
let server: TestServer;
/** Another server with the same database. */
let other: TestServer;
let origin: string;
const open: LiveClient[] = [];

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<html><head><!--head--><!--/head--></head><body></body></html>');
  server = await openTestServer({}, dist);
  other = await openTestServer({}, dist, undefined, { over: server });
  origin = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await other.close();
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

const key = 'canary-of-the-pit-wall';
const withKey = { 'x-session-key': key };
const owner = 'Olga';
const stranger = 'Felix';
const driverName = 'Zephyrine Quartz';

let count = 0;

function race(given: Partial<SessionUpload> = {}): SessionUpload {
  count += 1;
  const drivers = [
    driver({ carIndex: 0, name: driverName, finishingPosition: 1, position: 1, bestLapTimeMs: 80_000 }),
    driver({ carIndex: 1, name: 'Ada Okoro', team: 'Lanza', finishingPosition: 2, position: 2, bestLapTimeMs: 81_000 }),
  ];
  return upload({ internalSessionId: String(700_000 + count), weekendLinkIdentifier: 1, drivers, ...given });
}

function connect(path: string): LiveClient {
  const client = new LiveClient(`${origin}${path}`);
  open.push(client);
  return client;
}

/** Runs a live race to its end. Without a key everybody can watch it. Returns its live id and its stored session. */
async function runLive({ as = owner, viewerKey = key as string | null, before = async (_: string) => {} } = {}) {
  const id = randomUUID();
  const headers: Record<string, string> = viewerKey === null ? {} : { 'x-session-key': viewerKey };
  const { publish } = await server.get('registerLive', { as, params: { id }, headers });
  const recorder = connect(addressOf(calls.publishLive, { id }));
  await recorder.opened();
  recorder.send({ type: 'auth', token: publish.token });
  await recorder.next();
  recorder.send({ type: 'snapshot', seq: 1, t: 0, document: toDocument(race()) });
  await recorder.roundTrip();
  server.pass(100);
  await before(id);
  recorder.send({ type: 'end' });
  await recorder.closed;
  server.pass(100);
  const live = await server.get('getLive', { as, params: { id } });
  return { live: id, session: String(live.sessionId) };
}

interface Place {
  readonly league: string;
  readonly season: string;
  readonly event: string;
}

/** A league with a season of one event at the track of the races. */
async function addPlace(as: string, isPublic: boolean): Promise<Place> {
  const { id: league } = await server.get('createLeague', { as, body: { name: 'Quiet League', isPublic } });
  const { id: season } = await server.get('createSeason', { as, body: { name: 'Quiet Season' } });
  await server.get('addLeagueSeason', { as, params: { leagueId: league, seasonId: season } });
  const { events } = await server.get('addEvent', { as, params: { seasonId: season }, body: { track: 11 } });
  return { league, season, event: String(events[0]?.id) };
}

const attach = (as: string, { season, event }: Place, sessionId: string) =>
  server.call('addEventSession', { as, params: { seasonId: season, eventId: event, sessionId } });

const served = servedCalls();
const reads = served.flatMap(([name, { method }]) => (method === 'GET' ? [name] : []));
const changes = served.flatMap(([name, { method }]) => (method === 'GET' || name === 'deleteAccount' ? [] : [name]));

/** Every question of a stranger about these ids, as address or body, with the bytes of its answer. */
async function probe(node: TestServer, ids: TargetIds): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  const ask = async (name: CallName, query: Readonly<Record<string, string>>, as: string | null, given = ids) => {
    const token = as === null ? null : await node.tokenOf(as);
    const params = paramsOf(name, given);
    const body = calls[name].method === 'GET' ? undefined : bodyOf(name, given);
    const { statusCode, body: bytes, headers } = await sendCall(node, name, { token, params, query, body });
    // Times and new ids of what is stored by asking.
    answers.set(JSON.stringify([name, params, query, as]), [statusCode, bytes, headers.etag]);
  };
  const texts = [driverName, owner, 'Monza', 'race', 'Quiet', ids.session];
  const filters = [
    `season:${ids.season}`,
    `user:${owner}`,
    'track:Monza',
    'monza race',
    'after:2026-04-01',
    driverName.split(' ')[0],
  ];
  const own = { ...ids, league: strangers.league, season: strangers.season, event: strangers.event };
  for (const as of [null, stranger]) {
    for (const name of reads) {
      if (name === 'getHealth' || name === 'getConfig') continue;
      await ask(name, neededQueries[name] ?? {}, as);
    }
    for (const q of texts) await ask('search', { q }, as);
    for (const text of filters) await ask('filterSessions', { filters: String(text) }, as);
    await ask('getSeasonPicture', { of: ids.session }, as);
    for (const table of ['drivers', 'teams', 'results']) await ask('getSeasonCsv', { table }, as);
    await ask('getLeagueDriver', { driver: driverName }, as);
    await ask('createTicket', {}, as);
  }
  for (const name of changes) {
    const isAbout = Object.values(paramsOf(name, ids)).includes(ids.session);
    if (isAbout) await ask(name, {}, stranger, own);
  }
  for (const name of ['addEventSessions', 'previewStandings', 'addRuling'] as const) await ask(name, {}, stranger, own);
  const pages = ['/', '/live', `/live/${ids.live}`, `/sessions/${ids.session}`, `/sessions/${ids.session}?driver=0`];
  for (const page of [...pages, `/seasons/${ids.season}`, `/leagues/${ids.league}`, `/user/${ids.user}`]) {
    const { statusCode, body } = await node.app.inject({ url: page });
    answers.set(page, [statusCode, body]);
  }
  return answers;
}

let strangers: Place;
beforeAll(async () => {
  strangers = await addPlace(stranger, true);
});

function idsOf(place: Place, session: string, live: string): TargetIds {
  const absent = randomUUID();
  return {
    ...place,
    user: userIdOf(owner),
    session,
    live,
    ruling: absent,
    driver: absent,
    claim: absent,
    entry: absent,
    deletion: absent,
    version: absent,
    recorder: absent,
    token: absent,
    delivery: absent,
    member: absent,
    admin: absent,
    invitation: absent,
    invitationToken: absent,
  };
}

/** Every answer to strangers is the same once the session is deleted. */
async function expectAbsent(place: Place, session: string, { live = randomUUID() as string, nodes = [server] } = {}) {
  const ids = idsOf(place, session, live);
  expect((await server.call('getSession', { as: owner, params: { id: session } })).statusCode).toBe(200);
  const before = await Promise.all(nodes.map((node) => probe(node, ids)));
  expect(before[0]?.size).toBeGreaterThan(100);
  expect((await server.call('deleteSession', { as: owner, params: { id: session } })).statusCode).toBe(204);
  const after = await Promise.all(nodes.map((node) => probe(node, ids)));
  const differing = before.flatMap((answers, index) =>
    [...answers].filter(([question, answer]) => JSON.stringify(after[index]?.get(question)) !== JSON.stringify(answer)),
  );
  expect(differing).toEqual([]);
}

describe('strangers get the bytes of an absent session', () => {
  test('after a race with a key', async () => {
    const { session, live } = await runLive();
    await expectAbsent(await addPlace(owner, true), session, { live });
  });

  test('after a race with a key whose event is in a public season, where it does not count', async () => {
    const place = await addPlace(owner, true);
    const params = { seasonId: place.season, eventId: place.event };
    const before = async (liveId: string) => {
      await server.get('updateEvent', { as: owner, params, body: { liveId } });
    };
    const { session, live } = await runLive({ before });
    const { events, standings } = await server.get('getSeason', { as: owner, params: { id: place.season } });
    expect(events[0]?.sessions).toMatchObject([{ session: { id: session, isPrivate: true, hasKey: true } }]);
    expect(standings.drivers).toEqual([]);
    await expectAbsent(place, session, { live });
  });

  test('after a race of a private league that everybody could watch', async () => {
    const place = await addPlace(owner, false);
    const params = { seasonId: place.season, eventId: place.event };
    const before = async (liveId: string) => {
      await server.get('updateEvent', { as: owner, params, body: { liveId } });
    };
    const { session } = await runLive({ viewerKey: null, before });
    const { standings } = await server.get('getSeason', { as: owner, params: { id: place.season } });
    expect(standings.drivers[0]).toMatchObject({ name: driverName, points: 26 });
    await expectAbsent(place, session);
  });

  test('of a session in a private league alone', async () => {
    const place = await addPlace(owner, false);
    const { id } = await server.get('createSession', { as: owner, body: race() });
    await attach(owner, place, id);
    await expectAbsent(place, id);
  });

  test('of a session whose league was made private', async () => {
    const place = await addPlace(owner, true);
    const { id } = await server.get('createSession', { as: owner, body: race() });
    await attach(owner, place, id);
    await probe(server, idsOf(place, id, randomUUID()));
    await probe(other, idsOf(place, id, randomUUID()));
    await server.get('updateLeague', { as: owner, params: { leagueId: place.league }, body: { isPublic: false } });
    await expectAbsent(place, id, { nodes: [server, other] });
  });

  test('of a session in public seasons that its owner has made private, with its rulings', async () => {
    const place = await addPlace(owner, true);
    const { id } = await server.get('createSession', { as: owner, body: race() });
    await attach(owner, place, id);
    await attach(stranger, strangers, id);
    const ruling = { sessionId: id, kind: 'disqualify', carIndex: 0, reason: 'Cutting' } as const;
    await server.get('addRuling', { as: owner, params: { id: place.season }, body: ruling });
    // Both servers have all of it in their caches.
    await probe(server, idsOf(place, id, randomUUID()));
    await probe(other, idsOf(place, id, randomUUID()));
    await server.get('updateSession', { as: owner, params: { id }, body: { isPublic: false } });
    await expectAbsent(place, id, { nodes: [server, other] });
  });

  test('of a session that was taken out of its private season, or whose season is deleted', async () => {
    const place = await addPlace(owner, false);
    const [first, second] = [race(), race()];
    const one = await server.get('createSession', { as: owner, body: first });
    const two = await server.get('createSession', { as: owner, body: second });
    await attach(owner, place, one.id);
    await attach(owner, place, two.id);
    const params = { seasonId: place.season, eventId: place.event, sessionId: one.id };
    await server.call('removeEventSession', { as: owner, params });
    await server.call('deleteSeason', { as: owner, params: { id: place.season } });
    await expectAbsent(place, one.id);
    await expectAbsent(place, two.id);
  });
});

describe('the end of a race with a key', () => {
  test('is told to its viewers, and an absent live id to strangers', async () => {
    let viewer: LiveClient | undefined;
    const watch = (id: string, query: Record<string, string>) =>
      connect(addressOf(calls.watchLive, { id }, { format: 'json', ...query }));
    const before = async (id: string) => {
      viewer = watch(id, { key });
      await viewer.nextOf('snapshot');
    };
    const { session, live } = await runLive({ before });
    expect(await viewer?.nextOf('ended')).toMatchObject({ sessionId: session });
    const absent = randomUUID();
    for (const id of [live, absent]) {
      expect((await watch(id, {}).closed).code).toBe(4_404);
      expect((await watch(id, { key: 'another key' }).closed).code).toBe(4_404);
      for (const headers of [{}, { 'x-session-key': 'another key' }] as Record<string, string>[])
        for (const name of ['getLive', 'createTicket'] as const)
          expect((await server.call(name, { params: { id }, headers })).statusCode).toBe(404);
    }
    const bytes = async (id: string) =>
      (await server.call('getLive', { params: { id } })).body.replaceAll(id, 'id') +
      (await server.app.inject({ url: `/live/${id}` })).body.replaceAll(id, 'id');
    expect(await bytes(live)).toBe(await bytes(absent));
    const ended = { state: 'ended', sessionId: session };
    for (const access of [{ as: owner }, { headers: withKey }])
      expect(await server.get('getLive', { ...access, params: { id: live } })).toMatchObject(ended);
    server.pass(11 * 60_000);
    expect(await bytes(live)).toBe(await bytes(absent));
    for (const access of [{ as: owner }, { headers: withKey }])
      expect(await server.get('getLive', { ...access, params: { id: live } })).toMatchObject(ended);
  });

  test('leaves a session that is read with the key, by every call that takes it, and is cached for nobody', async () => {
    const { session } = await runLive();
    const named: Record<string, string> = { id: session, sessionId: session };
    for (const name of ['getSession', 'getSessionCsv', 'listSessionWeekend', 'getSessionPicture'] as const) {
      const params = named;
      const opened = await server.call(name, { params, headers: withKey });
      expect([name, opened.statusCode]).toEqual([name, 200]);
      const wrong = await server.call(name, { params, headers: { 'x-session-key': 'another key' } });
      const none = await server.call(name, { params });
      expect([name, wrong.statusCode, wrong.body]).toEqual([name, none.statusCode, none.body]);
      expect(opened.body).not.toBe(none.body);
    }
  });

  test('that the recorder comes before with its own upload is private from the first moment', async () => {
    const upload = race();
    let id = '';
    const before = async (liveId: string) => {
      const stored = await server.get('createSession', { as: owner, body: { ...upload, liveId } });
      id = stored.id;
      expect(stored).toMatchObject({ isPrivate: true, hasKey: true });
      expect((await server.call('getSession', { params: { id } })).statusCode).toBe(404);
    };
    await runLive({ before });
    expect((await server.call('getSession', { params: { id } })).statusCode).toBe(404);
  });

  test('is not needed: an upload with the key is private too, as of a recorder that had no network during the race', async () => {
    const stored = await server.get('createSession', { as: owner, body: race(), headers: withKey });
    expect(stored).toMatchObject({ isPrivate: true, hasKey: true });
    const read = async (headers: Record<string, string>) =>
      (await server.call('getSession', { params: { id: stored.id }, headers })).statusCode;
    expect([await read({}), await read(withKey)]).toEqual([404, 200]);
  });

  test('puts its session into no season of a stranger who has named it there', async () => {
    const params = { seasonId: strangers.season, eventId: strangers.event };
    const before = async (liveId: string) => {
      await server.get('updateEvent', { as: stranger, params, body: { liveId } });
    };
    const { session } = await runLive({ before });
    await server.get('updateSession', { as: owner, params: { id: session }, body: { isPublic: true } });
    const { events } = await server.get('getSeason', { params: { id: strangers.season } });
    expect(events[0]?.sessions).not.toMatchObject([{ session: { id: session } }]);
  });
});

describe('the owner of a session', () => {
  const isSeen = async (id: string) => (await server.call('getSession', { params: { id } })).statusCode === 200;

  test('makes that of a private race public, and it counts in its public season', async () => {
    const place = await addPlace(owner, true);
    const { session } = await runLive();
    expect((await attach(owner, place, session)).statusCode).toBe(200);
    expect(await isSeen(session)).toBe(false);
    const shown = await server.get('updateSession', { as: owner, params: { id: session }, body: { isPublic: true } });
    expect(shown).not.toHaveProperty('isPrivate');
    expect(shown).not.toHaveProperty('hasKey');
    expect(await isSeen(session)).toBe(true);
    const { standings } = await server.get('getSeason', { params: { id: place.season } });
    expect(standings.drivers[0]).toMatchObject({ name: driverName, points: 26 });
    await server.get('updateSession', { as: owner, params: { id: session }, body: { isPublic: false } });
    expect(await isSeen(session)).toBe(false);
    expect((await server.get('getSeason', { params: { id: place.season } })).standings.drivers).toEqual([]);
  });

  test('sees it follow its seasons: private in a private one, public in a public one beside it', async () => {
    const { id } = await server.get('createSession', { as: owner, body: race() });
    expect(await isSeen(id)).toBe(true);
    const hidden = await addPlace(owner, false);
    await attach(owner, hidden, id);
    expect(await isSeen(id)).toBe(false);
    const shown = await addPlace(owner, true);
    await attach(owner, shown, id);
    expect(await isSeen(id)).toBe(true);
    await server.call('removeLeagueSeason', {
      as: owner,
      params: { leagueId: hidden.league, seasonId: hidden.season },
    });
    expect(await isSeen(id)).toBe(true);
  });

  test('has it back as it was once the deletion of its private season is undone', async () => {
    const { id } = await server.get('createSession', { as: owner, body: race() });
    const place = await addPlace(owner, false);
    await attach(owner, place, id);
    await server.call('deleteSeason', { as: owner, params: { id: place.season } });
    const [deletion] = await server.get('listDeletions', { as: owner });
    await server.call('undoDeletion', { as: owner, params: { deletionId: String(deletion?.id) } });
    expect(await isSeen(id)).toBe(false);
    await server.get('addLeagueSeason', { as: owner, params: { leagueId: place.league, seasonId: place.season } });
    await server.get('updateLeague', { as: owner, params: { leagueId: place.league }, body: { isPublic: true } });
    expect(await isSeen(id)).toBe(true);
  });

  test('is the only one who decides: a private league of somebody else hides nothing', async () => {
    const { id } = await server.get('createSession', { as: owner, body: race() });
    const foreign = await addPlace(stranger, false);
    expect((await attach(stranger, foreign, id)).statusCode).toBe(200);
    expect(await isSeen(id)).toBe(true);
    for (const isPublic of [true, false]) {
      const answer = await server.call('updateSession', { as: stranger, params: { id }, body: { isPublic } });
      expect(answer.statusCode).toBe(403);
    }
  });

  test('shares it with the owner of a private season that they drive in', async () => {
    const place = await addPlace(stranger, false);
    const driverId = randomUUID();
    const roster = [{ id: driverId, name: driverName, number: 7, team: null, isReserve: false }];
    const params = { id: place.season };
    await server.get('updateLeague', { as: stranger, params: { leagueId: place.league }, body: { isPublic: true } });
    await server.get('setRoster', { as: stranger, params, body: { roster } });
    const [claim] = await server.get('claimDriver', { as: owner, params, body: { driverId } });
    await server.get('confirmClaim', { as: stranger, params: { ...params, claimId: String(claim?.id) } });
    const { id } = await server.get('createSession', { as: owner, body: race() });
    await attach(stranger, place, id);
    await server.get('updateLeague', { as: stranger, params: { leagueId: place.league }, body: { isPublic: false } });
    const readers: Record<string, { as?: string }> = { owner: { as: owner }, staff: { as: stranger }, nobody: {} };
    const statuses = async () =>
      Promise.all(
        Object.values(readers).map(
          async (reader) => (await server.call('getSession', { ...reader, params: { id } })).statusCode,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 404]);
    // Out of the season, it stays private, and is its owner's alone.
    await server.call('deleteClaim', { as: owner, params: { ...params, claimId: String(claim?.id) } });
    expect(await statuses()).toEqual([200, 404, 404]);
  });
});

test('what was public stays public with the update, and its owner is asked once', async () => {
  const as = 'Migrant';
  const hidden = await addPlace(as, false);
  const { id: inLeague } = await server.get('createSession', { as, body: race() });
  await attach(as, hidden, inLeague);
  const { id: free } = await server.get('createSession', { as, body: race() });
  const { session: withAKey } = await runLive({ as });
  // The rows are those of the previous release.
  const file = readdirSync(migrationsFolder).find((name) => name.endsWith('private-sessions.sql'));
  const statements = readFileSync(join(migrationsFolder, String(file)), 'utf8').split('--> statement-breakpoint');
  await server.storage.transaction(async (transaction) => {
    await transaction.update(sessions).set({ visibility: null, keyHash: null });
    for (const statement of statements.filter((each) => /^UPDATE/m.test(each)))
      await transaction.execute(sql.raw(statement));
  });
  for (const id of [inLeague, free, withAKey])
    expect((await server.call('getSession', { params: { id } })).statusCode).toBe(200);
  const asked = async () => (await server.get('getTasks', { as })).stillPublic;
  const task = await asked();
  expect([task?.total, task?.sessions.map(({ id }) => id).sort()]).toEqual([2, [inLeague, withAKey].sort()]);
  expect(await server.get('decideSessions', { as, body: { isPublic: false } })).toEqual({ total: 0, sessions: [] });
  expect(await asked()).toEqual({ total: 0, sessions: [] });
  const found = [];
  for (const id of [inLeague, free, withAKey])
    found.push((await server.call('getSession', { params: { id } })).statusCode);
  expect(found).toEqual([404, 200, 404]);
  const opened = await server.call('getSession', { params: { id: withAKey }, headers: withKey });
  expect(opened.statusCode).toBe(200);
  const [row] = await server.storage.database.select().from(sessions).where(eq(sessions.id, free));
  expect([row?.visibility, row?.keyHash]).toEqual([null, null]);
});
