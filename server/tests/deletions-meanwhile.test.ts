// What has changed between a deletion and the moment in which it is undone.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { endLive } from '../domain/live-races.ts';
import { events, liveSessions, sessions } from '../storage/tables.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const step = () => server.step(1_000);
let count = 0;

/** A stored race of two cars. */
async function addSession(as: string): Promise<string> {
  count += 1;
  const drivers = ['Max', 'Lia'].map((name, carIndex) => driver({ carIndex, name, finishingPosition: carIndex + 1 }));
  const body = upload({ internalSessionId: String(count + 9_000_000), drivers });
  return (await server.get('createSession', { as, body })).id;
}

/** A season of two events. */
async function openSeason(as: string) {
  const { id: seasonId } = await server.get('createSeason', { as, body: { name: `Season of ${as}` } });
  const body = { events: [{ track: 11 as const }, { track: 10 as const }] };
  const { events } = await server.get('addEvents', { as, params: { seasonId }, body });
  return { as, seasonId, first: events[0]?.id ?? '', second: events[1]?.id ?? '' };
}

type Opened = Awaited<ReturnType<typeof openSeason>>;

const attach = ({ as, seasonId }: Opened, eventId: string, sessionId: string) =>
  server.get('addEventSession', { as, params: { seasonId, eventId, sessionId } });
const deleteEvent = ({ as, seasonId }: Opened, eventId: string) =>
  server.call('deleteEvent', { as, params: { seasonId, eventId } });
const deleteSeason = ({ as, seasonId }: Opened) => server.call('deleteSeason', { as, params: { id: seasonId } });
const deleteSession = (as: string, id: string) => server.call('deleteSession', { as, params: { id } });
const publish = ({ as, seasonId }: Opened) => server.get('createRevision', { as, params: { id: seasonId }, body: {} });

/** Undoes what a user has deleted of an entity. */
async function undo(as: string, entityId: string) {
  const found = (await server.get('listDeletions', { as })).find((deletion) => deletion.entityId === entityId);
  const answer = await server.call('undoDeletion', { as, params: { deletionId: found?.id ?? '' } });
  return answer.statusCode === 200 ? 200 : answer.json().detail;
}

const seasonOf = ({ seasonId }: Opened) => server.get('getSeason', { params: { id: seasonId } });
/** The sessions of each event. */
const attached = async (opened: Opened) =>
  (await seasonOf(opened)).events.map(({ sessions }) => sessions.map(({ session }) => session.id));
const pointsOf = async (opened: Opened) => (await seasonOf(opened)).standings.drivers.map(({ points }) => points);
const missing = async (as: string) => (await server.get('getTasks', { as })).deleted.total;

test('a session that is in another event of the season by now stays there, and counts once', async () => {
  const season = await openSeason('Twice');
  const session = await addSession('Twice');
  await attach(season, season.first, session);
  const before = await pointsOf(season);
  await deleteEvent(season, season.first);
  await attach(season, season.second, session);
  expect(await undo('Twice', season.first)).toBe(200);
  expect([await attached(season), await pointsOf(season)]).toEqual([[[], [session]], before]);
});

describe('a session in the season of another user comes back', () => {
  /** A deleted session of one user that was in the season of another. */
  async function open(name: string) {
    const season = await openSeason(`Owner ${name}`);
    const session = await addSession(name);
    await attach(season, season.first, session);
    const { as, seasonId, first: eventId } = season;
    const params = { seasonId, eventId, sessionId: session };
    await server.get('setSessionScoring', { as, params, body: { scoring: 'sprint' } });
    step();
    await deleteSession(name, session);
    step();
    return { season, session };
  }

  test('where it is still missing, scored as it was', async () => {
    const { season, session } = await open('Still');
    expect(await missing(season.as)).toBe(1);
    expect(await undo('Still', session)).toBe(200);
    expect([await attached(season), await missing(season.as)]).toEqual([[[session], []], 0]);
    expect((await seasonOf(season)).events[0]?.sessions[0]?.scoring).toBe('sprint');
  });

  test('nowhere after official standings without it', async () => {
    const { season, session } = await open('Official');
    await attach(season, season.second, await addSession(season.as));
    await publish(season);
    const before = await seasonOf(season);
    expect(await undo('Official', session)).toBe(200);
    expect(await seasonOf(season)).toEqual(before);
  });

  test('not beside the session that its event has instead', async () => {
    const { season, session } = await open('Instead');
    const other = await addSession(season.as);
    await attach(season, season.first, other);
    expect(await undo('Instead', session)).toBe(200);
    expect(await attached(season)).toEqual([[other], []]);
  });

  test('where official standings without it were taken back', async () => {
    const { season, session } = await open('Back');
    await attach(season, season.second, await addSession(season.as));
    await publish(season);
    await server.call('withdrawRevision', { as: season.as, params: { id: season.seasonId, number: '1' } });
    expect(await undo('Back', session)).toBe(200);
    expect((await attached(season))[0]).toEqual([session]);
  });
});

test('claims of an account that was deleted meanwhile do not come back', async () => {
  const season = await openSeason('Claims');
  const { as, seasonId } = season;
  const ids = [randomUUID(), randomUUID()] as const;
  const roster = ids.map((id, index) => ({
    id,
    name: `Driver ${index}`,
    number: index + 4,
    team: null,
    isReserve: false,
  }));
  await server.get('setRoster', { as, params: { id: seasonId }, body: { roster } });
  await server.get('claimDriver', { as: 'Leaves', params: { id: seasonId }, body: { driverId: ids[0] } });
  await server.get('claimDriver', { as: 'Stays', params: { id: seasonId }, body: { driverId: ids[1] } });
  await deleteSeason(season);
  expect((await server.call('deleteAccount', { as: 'Leaves' })).statusCode).toBe(204);
  expect(await undo(as, seasonId)).toBe(200);
  const claims = await server.get('listClaims', { as, params: { id: seasonId } });
  expect(claims.map(({ userId }) => userId)).toEqual([userIdOf('Stays')]);
});

describe('two deletions are undone in any order, and nothing is lost', () => {
  /** A season with a session that scores as a sprint, and a ruling on it. */
  async function open(as: string, uploader = as) {
    const season = await openSeason(as);
    const session = await addSession(uploader);
    await attach(season, season.first, session);
    const { seasonId, first: eventId } = season;
    const params = { seasonId, eventId, sessionId: session };
    await server.get('setSessionScoring', { as, params, body: { scoring: 'sprint' } });
    const ruling = { sessionId: session, kind: 'points', carIndex: 0, points: -5, reason: 'why' } as const;
    await server.get('addRuling', { as, params: { id: seasonId }, body: ruling });
    step();
    const { updatedAt: _, ...before } = await seasonOf(season);
    return { season, session, before, uploader };
  }
  type Part = 'session' | 'event' | 'season';
  const orders: (readonly [Part, Part])[] = [
    ['session', 'event'],
    ['event', 'session'],
    ['session', 'season'],
    ['season', 'session'],
  ];

  test.each([
    ...orders.map(([first, second]) => ['one user', first, second] as const),
    ...orders.map(([first, second]) => ['two users', first, second] as const),
  ])('%s: the %s, then the %s; undone in this order and in the other', async (whose, ...deleted) => {
    for (const undone of [deleted, [...deleted].reverse()]) {
      count += 1;
      const { season, session, before, uploader } = await open(
        `Order ${count}`,
        whose === 'one user' ? undefined : `By ${count}`,
      );
      const entities = { session, event: season.first, season: season.seasonId };
      for (const part of deleted) {
        if (part === 'session') await deleteSession(uploader, session);
        if (part === 'event') await deleteEvent(season, season.first);
        if (part === 'season') await deleteSeason(season);
        step();
      }
      for (const part of undone)
        expect(await undo(part === 'session' ? uploader : season.as, entities[part])).toBe(200);
      const { updatedAt: _, ...after } = await seasonOf(season);
      expect(after).toEqual(before);
      expect(await missing(season.as)).toBe(0);
    }
  });

  test('a season that gets an event with a record of a session does not have that session twice', async () => {
    const { season, session } = await open('Records');
    await deleteEvent(season, season.first);
    await attach(season, season.second, session);
    await deleteSession('Records', session);
    expect(await undo('Records', season.first)).toBe(200);
    expect(await undo('Records', session)).toBe(200);
    expect(await attached(season)).toEqual([[], [session]]);
  });
});

test('an event whose race ended meanwhile gets its session, and shows no race any more', async () => {
  const season = await openSeason('Ended');
  const { as, seasonId, first: eventId } = season;
  const liveId = randomUUID();
  await server.get('registerLive', { as, params: { id: liveId } });
  await server.get('updateEvent', { as, params: { seasonId, eventId }, body: { liveId } });
  await deleteEvent(season, eventId);
  const [live] = await server.storage.database.select().from(liveSessions).where(eq(liveSessions.id, liveId));
  const session = await addSession(as);
  const state = { id: liveId, epoch: live?.epoch ?? 0, seq: 0, dataAt: null, document: null, keyHash: null };
  const now = server.clock.now.toISOString();
  await endLive(server.storage, { ...state, userId: userIdOf(as), sessionId: session, now });
  expect(await undo(as, eventId)).toBe(200);
  expect((await seasonOf(season)).events[0]).not.toHaveProperty('liveId');
  expect(await attached(season)).toEqual([[session], []]);
});

describe('the bounds of a season hold', () => {
  const event = { track: 11 as const };

  test('an event comes back while there are less than 100 others', async () => {
    const season = await openSeason('Events');
    const { as, seasonId } = season;
    await deleteEvent(season, season.first);
    const events = Array.from({ length: 99 }, () => event);
    await server.get('addEvents', { as, params: { seasonId }, body: { events } });
    expect(await undo(as, season.first)).toBe('A season has at most 100 events.');
    await deleteEvent(season, season.second);
    expect(await undo(as, season.first)).toBe(200);
    expect((await seasonOf(season)).events).toHaveLength(100);
  });

  test('an event comes back while its sessions fit, and a session into the seasons that have room', async () => {
    const season = await openSeason('Sessions');
    const { as, seasonId, first, second } = season;
    const one = await addSession(as);
    const [row] = await server.storage.database.select().from(sessions).where(eq(sessions.id, one));
    if (row === undefined) throw new Error('the session was not stored');
    const copies = Array.from({ length: 200 }, (_, index) => ({
      ...row,
      id: randomUUID(),
      internalSessionId: `${index}`,
    }));
    await server.storage.transaction((transaction) => transaction.insert(sessions).values(copies));
    const others = copies.map(({ id }) => id);
    await attach(season, first, one);
    await deleteEvent(season, first);
    const add = (sessionIds: string[]) =>
      server.get('addEventSessions', { as, params: { seasonId, eventId: second }, body: { sessionIds } });
    await add(others.slice(0, 100));
    await add(others.slice(100));
    expect(await undo(as, first)).toBe('A season has at most 200 sessions.');
    const last = others.at(-1) ?? '';
    await deleteSession(as, last);
    expect(await undo(as, first)).toBe(200);
    expect(await undo(as, last)).toBe(200);
    expect((await attached(season)).map(({ length }) => length)).toEqual([1, 199]);
    expect((await server.call('getSession', { params: { id: last } })).statusCode).toBe(200);
  });
});

test('of one user, the newest 500 deletions are kept', async () => {
  const season = await openSeason('Many');
  const { as, seasonId } = season;
  const deletedAt = server.clock.now.toISOString();
  const rows = Array.from({ length: 500 }, () => ({ id: randomUUID(), seasonId, ordinal: 9, track: 11, deletedAt }));
  await server.storage.transaction((transaction) => transaction.insert(events).values(rows));
  step();
  await deleteEvent(season, season.first);
  step();
  await deleteSeason(season);
  const kept = await server.get('listDeletions', { as });
  expect([kept.length, kept[0]?.entityId]).toEqual([500, seasonId]);
  expect(await server.storage.database.$count(events, eq(events.seasonId, seasonId))).toBe(500);
});
