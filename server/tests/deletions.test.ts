import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhookAddress } from '../../tests/fixtures/fixture.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { deleteExpired } from '../domain/retention.ts';
import { claimPost, listDueReminders } from '../storage/deliveries.ts';
import { leagues, seasons, sessions } from '../storage/tables.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const days = (count: number) => count * 24 * 60 * 60_000;
const pass = (time: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + time);
};
let uid = 8_000_000;

/** A season in a league, with a race, an alias, a ruling, official standings, a roster, a chosen colour and a member. */
async function open(as: string) {
  uid += 1;
  const { id } = await server.get('createSeason', { as, body: { name: 'Spring Cup' } });
  const league = await server.get('createLeague', { as, body: { name: 'League' } });
  await server.get('addLeagueSeason', { as, params: { leagueId: league.id, seasonId: id } });
  const body = { events: [{ track: 11 as const, name: 'Opening' }, { track: 10 as const }] };
  const { events } = await server.get('addEvents', { as, params: { seasonId: id }, body });
  const eventId = events[0]?.id ?? '';
  const race = upload({
    internalSessionId: String(uid),
    sessionType: 10,
    drivers: ['Max', 'Lia'].map((name, carIndex) =>
      driver({ carIndex, name, finishingPosition: carIndex + 1, bestLapTimeMs: null }),
    ),
  });
  const { id: sessionId } = await server.get('createSession', { as, body: race });
  await server.get('addEventSession', { as, params: { seasonId: id, eventId, sessionId } });
  const ruling = { sessionId, kind: 'points', carIndex: 0, points: -5, reason: 'why' } as const;
  await server.get('addRuling', { as, params: { id }, body: ruling });
  const driverId = '01900000-0000-7000-8000-0000000000c1';
  const roster = [{ id: driverId, name: 'Max', number: 4, team: 'Aurora', isReserve: false }];
  await server.get('setRoster', { as, params: { id }, body: { roster } });
  await server.get('setTeamColours', {
    as,
    params: { id },
    body: { teamColours: [{ team: 'Aurora', colour: 'pink' }] },
  });
  await server.get('claimDriver', { as, params: { id }, body: { driverId } });
  await server.get('createRevision', { as, params: { id }, body: { note: 'First' } });
  return { as, id, eventId, sessionId, race, leagueId: league.id };
}

const deletionsOf = (as: string) => server.get('listDeletions', { as });
const undo = (as: string, deletionId = '') => server.call('undoDeletion', { as, params: { deletionId } });
/** A season as everybody sees it, without what tells that it was written. */
async function seasonOf(id: string) {
  const { updatedAt: _, ...season } = await server.get('getSeason', { params: { id } });
  return season;
}

describe('what was deleted comes back with everything that went with it', () => {
  test('a season: events, results, rulings, official standings, members and its place in the league', async () => {
    const { as, id, leagueId } = await open('Sam');
    const before = await seasonOf(id);
    const revisions = await server.get('listRevisions', { params: { id } });
    expect((await server.call('deleteSeason', { as, params: { id } })).statusCode).toBe(204);
    // It is gone for everybody at once.
    expect((await server.call('getSeason', { as, params: { id } })).statusCode).toBe(404);
    expect((await server.get('getLeague', { params: { leagueId } })).seasonIds).toEqual([]);
    const [deletion] = await deletionsOf(as);
    expect(deletion).toMatchObject({ kind: 'season', entityId: id, seasonId: null, name: 'Spring Cup' });
    expect((await server.get('exportAccount', { as })).deletions).toEqual([deletion]);
    pass(days(13));
    expect((await undo(as, deletion?.id)).statusCode).toBe(200);
    expect(await seasonOf(id)).toEqual(before);
    expect(await server.get('listRevisions', { params: { id } })).toEqual(revisions);
    expect((await server.get('getLeague', { params: { leagueId } })).seasonIds).toEqual([id]);
    expect(await deletionsOf(as)).toEqual([]);
    expect((await undo(as, deletion?.id)).statusCode).toBe(404);
  });

  test('an event: its sessions and its place in the calendar; not before its season', async () => {
    const { as, id, eventId } = await open('Eve');
    const before = await seasonOf(id);
    const params = { seasonId: id, eventId };
    expect((await server.call('deleteEvent', { as, params })).statusCode).toBe(204);
    expect((await seasonOf(id)).standings.drivers).toEqual([]);
    pass(1);
    await server.call('deleteSeason', { as, params: { id } });
    const [season, event] = await deletionsOf(as);
    expect(event).toMatchObject({ kind: 'event', entityId: eventId, seasonId: id, name: 'Opening' });
    expect((await undo(as, event?.id)).statusCode).toBe(409);
    expect((await undo(as, season?.id)).statusCode).toBe(200);
    expect((await undo(as, event?.id)).statusCode).toBe(200);
    expect(await seasonOf(id)).toEqual(before);
  });

  test('a session: in the events of all seasons, with rulings on it and its versions', async () => {
    const { as, id, sessionId, race } = await open('Ses');
    const stored = (await server.call('getSession', { params: { id: sessionId } })).json();
    await server.call('createSession', { as, body: { ...race, numberOfLaps: 9 }, query: { replace: 'true' } });
    await server.call('createSession', { as, body: race, query: { replace: 'true' } });
    const versions = await server.get('listSessionVersions', { as, params: { id: sessionId } });
    expect(versions).not.toEqual([]);
    const before = await seasonOf(id);
    expect((await server.call('deleteSession', { as, params: { id: sessionId } })).statusCode).toBe(204);
    expect((await seasonOf(id)).standings.drivers).toEqual([]);
    const [deletion] = await deletionsOf(as);
    expect(deletion).toMatchObject({ kind: 'session', entityId: sessionId });
    expect((await undo(as, deletion?.id)).statusCode).toBe(200);
    expect((await server.call('getSession', { params: { id: sessionId } })).json()).toEqual(stored);
    expect(await server.get('listSessionVersions', { as, params: { id: sessionId } })).toEqual(versions);
    expect(await seasonOf(id)).toEqual(before);
    expect((await server.get('getTasks', { as })).deleted.total).toBe(0);
  });
});

test('a session that was stored again meanwhile stays, and what it was in before stays without the deleted one', async () => {
  const { as, sessionId, race } = await open('Again');
  await server.call('deleteSession', { as, params: { id: sessionId } });
  const { id } = await server.get('createSession', { as, body: race });
  const [deletion] = await deletionsOf(as);
  expect((await undo(as, deletion?.id)).statusCode).toBe(409);
  expect((await server.call('getSession', { params: { id } })).statusCode).toBe(200);
  expect((await server.call('getSession', { params: { id: sessionId } })).statusCode).toBe(404);
});

test('what no longer exists is left out: a season comes back without its deleted session and league', async () => {
  const { as, id, sessionId, leagueId } = await open('Less');
  await server.call('deleteSeason', { as, params: { id } });
  await server.call('deleteSession', { as, params: { id: sessionId } });
  await server.call('deleteLeague', { as, params: { leagueId } });
  const season = (await deletionsOf(as)).find(({ entityId }) => entityId === id);
  expect((await undo(as, season?.id)).statusCode).toBe(200);
  const { events, rulings, leagues } = await seasonOf(id);
  expect([events.map(({ sessions }) => sessions.length), rulings, leagues]).toEqual([[0, 0], [], []]);
});

test('only who deleted it sees it and restores it, for 14 days; then it is deleted for good', async () => {
  const { as, id } = await open('Time');
  await server.call('deleteSeason', { as, params: { id } });
  const [deletion] = await deletionsOf(as);
  expect(Date.parse(deletion?.undoUntil ?? '') - Date.parse(deletion?.deletedAt ?? '')).toBe(days(14));
  await server.get('pageOwnSeasons', { as: 'Other' });
  expect([await deletionsOf('Other'), (await undo('Other', deletion?.id)).statusCode]).toEqual([[], 404]);
  pass(days(14));
  expect([await deletionsOf(as), (await undo(as, deletion?.id)).statusCode]).toEqual([[], 404]);
  pass(1);
  await deleteExpired({
    storage: server.storage,
    now: () => server.clock.now,
    elapsed: () => 0,
    pause: async () => undefined,
  });
  const { database } = server.storage;
  expect(await database.$count(seasons, eq(seasons.id, id))).toBe(0);
  expect(await database.$count(seasons, isNotNull(seasons.deletedAt))).toBe(0);
});

describe('a league', () => {
  test('comes back with its seasons and its webhook, which sends nothing while it is deleted', async () => {
    const { as, id, leagueId } = await open('Club');
    const params = { leagueId };
    await server.get('updateWebhook', { as, params, body: { address: webhookAddress } });
    await server.get('testWebhook', { as, params });
    const now = server.clock.now.toISOString();
    const claim = () =>
      server.storage.transaction((transaction) =>
        claimPost(transaction, { holder: userIdOf(as), now, leaseUntil: now }),
      );
    expect((await server.call('deleteLeague', { as, params })).statusCode).toBe(204);
    expect([(await seasonOf(id)).leagues, await claim()]).toEqual([[], null]);
    // Earlier clients know no deleted leagues.
    expect(await deletionsOf(as)).toEqual([]);
    const [deletion] = await server.get('listDeletions', { as, query: { leagues: 'true' } });
    expect(deletion).toMatchObject({ kind: 'league', id: leagueId, name: 'League' });
    expect((await server.get('exportAccount', { as })).deletedLeagues).toEqual([deletion]);
    expect((await undo(as, leagueId)).statusCode).toBe(200);
    expect((await server.get('getLeague', { params })).seasonIds).toEqual([id]);
    expect(await claim()).toMatchObject({ leagueId });
  });

  test('has another version after that: a change of the one before is refused', async () => {
    const { as, leagueId } = await open('Versions');
    const params = { leagueId };
    const { etag = '' } = (await server.call('getLeague', { as, params })).headers;
    await server.call('deleteLeague', { as, params });
    await undo(as, leagueId);
    const request = { as, params, body: { name: 'Other' }, headers: { 'if-match': String(etag) } };
    expect((await server.call('updateLeague', request)).statusCode).toBe(412);
  });
});

test('an event that is deleted is not reminded of', async () => {
  const { as, id, leagueId } = await open('Soon');
  await server.get('updateWebhook', { as, params: { leagueId }, body: { address: webhookAddress } });
  const { events } = await server.get('getSeason', { params: { id } });
  const eventId = events[1]?.id ?? '';
  const params = { seasonId: id, eventId };
  const at = (hours: number) => new Date(server.clock.now.getTime() + hours * 3_600_000).toISOString();
  await server.get('updateEvent', { as, params, body: { startsAt: at(1) } });
  const due = async () =>
    (await server.storage.transaction((transaction) => listDueReminders(transaction, at(0), at(2), 9))).length;
  expect(await due()).toBe(1);
  await server.call('deleteEvent', { as, params });
  expect(await due()).toBe(0);
});

test('a restore needs the room that a new one does', async () => {
  const quotas = { sessions: 99, bytes: 1e9, leagues: 99, seasons: 1 };
  const settings = { PITBOARD_TEST: JSON.stringify({ quotas }) };
  const small = await openTestServer(settings, undefined, undefined, { over: server });
  const as = 'Full';
  const { id } = await small.get('createSeason', { as, body: { name: 'First' } });
  await small.call('deleteSeason', { as, params: { id } });
  const other = await small.get('createSeason', { as, body: { name: 'Second' } });
  const restore = async () => (await small.call('undoDeletion', { as, params: { deletionId: id } })).statusCode;
  expect(await restore()).toBe(409);
  await small.call('deleteSeason', { as, params: { id: other.id } });
  expect(await restore()).toBe(200);
  await small.close();
});

test('a session that was private with its season stays so when both were deleted and it is restored alone', async () => {
  const { as, id, sessionId, leagueId } = await open('Hidden');
  await server.get('updateLeague', { as, params: { leagueId }, body: { isPublic: false } });
  await server.call('deleteSession', { as, params: { id: sessionId } });
  await server.call('deleteSeason', { as, params: { id } });
  expect((await undo(as, sessionId)).statusCode).toBe(200);
  const status = async (of?: string) =>
    (await server.call('getSession', { params: { id: sessionId }, ...(of === undefined ? {} : { as: of }) }))
      .statusCode;
  expect([await status(), await status(as)]).toEqual([404, 200]);
});

test('with an account goes for good what it had deleted', async () => {
  const { as, id, sessionId, leagueId } = await open('Leaver');
  await server.call('deleteSession', { as, params: { id: sessionId } });
  await server.call('deleteSeason', { as, params: { id } });
  await server.call('deleteLeague', { as, params: { leagueId } });
  expect((await server.call('deleteAccount', { as })).statusCode).toBe(204);
  const { database } = server.storage;
  expect([
    await database.$count(sessions, eq(sessions.id, sessionId)),
    await database.$count(seasons, eq(seasons.id, id)),
    await database.$count(leagues, eq(leagues.id, leagueId)),
  ]).toEqual([0, 0, 0]);
});
