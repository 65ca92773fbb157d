import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { SessionStatus, SessionType, Track } from '#contract/enumerations';
import { toDocument } from '#contract/live/to-document';
import { teamsOfSeason } from '#contract/race/teams-of-season';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { LiveClient } from './support/live-client.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
let origin: string;

beforeAll(async () => {
  server = await openTestServer();
  origin = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
afterAll(() => server.close());

/** A season of one event whose race is a live session, which is registered. */
async function createSeason(liveId: string, as = 'Max') {
  await server.get('registerLive', { as: 'Recorder', params: { id: liveId } });
  const { id } = await server.get('createSeason', { as, body: { name: 'Thursday' } });
  const season = await server.get('addEvent', { as, params: { seasonId: id }, body: { track: Track.Monza } });
  const eventId = season.events[0]?.id ?? '';
  const params = { seasonId: id, eventId };
  return { id, eventId, season: await server.get('updateEvent', { as, params, body: { liveId } }) };
}

/** Publishes a session, and ends it. Returns the id of the stored one. */
async function publish(id: string, internalSessionId: string): Promise<string> {
  const { publish: to } = await server.get('registerLive', { as: 'Recorder', params: { id } });
  const client = new LiveClient(`${origin}${addressOf(calls.publishLive, { id })}`);
  await client.opened();
  const drivers = [driver({ name: 'Ada Swift', position: 1, finishingPosition: 1 })];
  const session = upload({ internalSessionId, sessionType: SessionType.Race, drivers });
  client.send({ type: 'auth', token: to.token });
  client.send({ type: 'snapshot', seq: 1, t: 0, document: toDocument(session) });
  await client.roundTrip();
  expect((await server.get('getLive', { params: { id } })).state).toBe('live');
  client.send({ type: 'end' });
  await client.closed;
  server.pass(200);
  return (await server.get('getLive', { params: { id } })).sessionId ?? '';
}

test('the session of a live race is attached to its event when it has ended, and scores', async () => {
  const liveId = randomUUID();
  const { id, eventId, season } = await createSeason(liveId);
  expect(season.events[0]).toMatchObject({ liveId, sessions: [] });
  const sessionId = await publish(liveId, '71');
  const after = await server.get('getSeason', { params: { id } });
  expect(
    after.events.map((event) => [event.id, event.liveId, event.sessions.map(({ session }) => session.id)]),
  ).toEqual([[eventId, undefined, [sessionId]]]);
  expect(after.standings.drivers.map(({ name }) => name)).toEqual(['Ada Swift']);
});

test('a live session names event, round, season and league while it runs, to those who may see the season', async () => {
  const liveId = randomUUID();
  const nothing = { id: 'none' };
  const inLists = async (as?: string) => {
    const asked = as === undefined ? {} : { as };
    const { userId } = await server.get('getLive', { params: { id: liveId } });
    const lists = [
      await server.get('listLive', asked),
      await server.get('listUserLive', { ...asked, params: { userId } }),
    ];
    return lists.map((list) => (list.find(({ id }) => id === liveId) ?? nothing) as { readonly event?: object });
  };
  await server.get('registerLive', { as: 'Recorder', params: { id: liveId } });
  expect(await server.get('getLive', { params: { id: liveId } })).not.toHaveProperty('event');
  const { id: seasonId, eventId } = await createSeason(liveId);
  const event = { seasonId, eventId, seasonName: 'Thursday', league: null, round: 1, name: null, track: Track.Monza };
  expect((await server.get('getLive', { params: { id: liveId } })).event).toEqual(event);
  expect((await inLists()).map((each) => each.event)).toEqual([event, event]);
  const league = await server.get('createLeague', { as: 'Max', body: { name: 'Secret', isPublic: false } });
  await server.get('addLeagueSeason', { as: 'Max', params: { leagueId: league.id, seasonId } });
  expect(await server.get('getLive', { params: { id: liveId } })).not.toHaveProperty('event');
  for (const each of await inLists()) expect(each).not.toHaveProperty('event');
  const toOwner = { ...event, league: { id: league.id, name: 'Secret' } };
  expect((await server.get('getLive', { as: 'Max', params: { id: liveId } })).event).toEqual(toOwner);
  expect((await inLists('Max')).map((each) => each.event)).toEqual([toOwner, toOwner]);
});

test('a live session has the teams of its season with their colours, as in its results', async () => {
  const as = 'Max';
  const liveId = randomUUID();
  const { id, eventId } = await createSeason(liveId);
  const eventOf = async () => (await server.get('getLive', { params: { id: liveId } })).event;
  const teamsOf = async () => (await eventOf())?.teams?.toSorted();
  expect(await teamsOf()).toBeUndefined();

  const seat = { id: randomUUID(), name: 'Ann', number: 4, team: 'Aurora', isReserve: false };
  await server.get('setRoster', { as, params: { id }, body: { roster: [seat] } });
  expect(await teamsOf()).toEqual(['Aurora']);

  const drivers = ['Boreal', 'Ferrari'].map((team, carIndex) =>
    driver({ carIndex, name: `Driver ${carIndex}`, team, finishingPosition: carIndex + 1 }),
  );
  const body = upload({ internalSessionId: '77', sessionType: SessionType.Race, drivers });
  const { id: sessionId } = await server.get('createSession', { as, body });
  const params = { seasonId: id, eventId, sessionId };
  await server.get('addEventSession', { as, params });
  const season = await server.get('getSeason', { params: { id } });
  expect(await teamsOf()).toEqual([...new Set(teamsOfSeason(season))].sort());
  const given = [
    { team: 'Aurora', colour: 'cream' },
    { team: 'Boreal', colour: 'lime' },
    { team: 'Ferrari', colour: 'red' },
  ];
  const coloursOf = async () =>
    (await eventOf())?.teamColours?.toSorted((one, other) => (one.team < other.team ? -1 : 1));
  expect(await coloursOf()).toEqual(given);

  const lime = { team: 'Aurora', colour: 'lime' } as const;
  const teamColours = [lime, { team: 'Elsewhere', colour: 'pink' } as const];
  await server.get('setTeamColours', { as, params: { id }, body: { teamColours } });
  const event = await eventOf();
  expect(event?.teamColours).toEqual([
    lime,
    { team: 'Boreal', colour: expect.not.stringMatching('lime') },
    { team: 'Ferrari', colour: 'red' },
  ]);
  const stored = (await server.get('getSession', { params: { id: sessionId } })).events?.[0];
  expect([stored?.teams, stored?.teamColours]).toEqual([event?.teams, event?.teamColours]);

  // Cars of a race that does not count, or is not over, are of no team of the season.
  const exclude = { sessionId, kind: 'excludeSession', reason: 'Restarted' } as const;
  const { rulings } = await server.get('addRuling', { as, params: { id }, body: exclude });
  expect(await teamsOf()).toEqual(['Aurora']);
  await server.call('withdrawRuling', { as, params: { id, rulingId: rulings?.[0]?.id ?? '' } });
  expect(await teamsOf()).toEqual(['Aurora', 'Boreal', 'Ferrari']);
  await server.call('removeEventSession', { as, params });
  const running = { ...body, internalSessionId: '78', sessionStatus: SessionStatus.InProgress };
  const { id: runningId } = await server.get('createSession', { as, body: running });
  await server.get('addEventSession', { as, params: { ...params, sessionId: runningId } });
  expect(await teamsOf()).toEqual(['Aurora']);
  await server.call('removeEventSession', { as, params: { ...params, sessionId: runningId } });
  expect(await eventOf()).toMatchObject({ seasonId: id, eventId, teams: ['Aurora'], teamColours: [lime] });
});

test('of more teams than are named a live session has those whose colours are chosen first', async () => {
  const as = 'Max';
  const liveId = randomUUID();
  const { id } = await createSeason(liveId);
  const roster = Array.from({ length: 100 }, (_, index) => {
    const team = `Team ${index}`;
    return { id: randomUUID(), name: `Driver ${index}`, number: index + 1, team, isReserve: false };
  });
  await server.get('setRoster', { as, params: { id }, body: { roster } });
  const chosen = { team: 'Team 99', colour: 'lime' } as const;
  await server.get('setTeamColours', { as, params: { id }, body: { teamColours: [chosen] } });
  const { event } = await server.get('getLive', { params: { id: liveId } });
  expect([event?.teams?.length, event?.teams?.[0]]).toEqual([64, 'Team 99']);
  expect([event?.teamColours?.length, event?.teamColours?.[0]]).toEqual([64, chosen]);
});

test.each([
  ['stores it when it ends', false],
  ['has stored it before', true],
])('the event of a live session gets it, not another one that takes recordings: the server %s', async (_, isSent) => {
  const as = 'Recorder';
  const liveId = randomUUID();
  await server.get('registerLive', { as, params: { id: liveId } });
  const { id } = await server.get('createSeason', { as, body: { name: 'Friday' } });
  const internalSessionId = isSent ? '76' : '75';
  const drivers = [driver({ name: 'Ada Swift', position: 1, finishingPosition: 1 })];
  const session = upload({ internalSessionId, sessionType: SessionType.Race, drivers });
  const event = { track: Track.Monza, startsAt: session.sessionStartTime };
  const body = { events: [event, { ...event, startsAt: null }] };
  const { events } = await server.get('addEvents', { as, params: { seasonId: id }, body });
  const [taking, chosen] = events.map((each) => ({ seasonId: id, eventId: each.id }));
  await server.get('updateEvent', { as, params: taking, body: { takesRecordings: true } });
  await server.get('updateEvent', { as, params: chosen, body: { liveId } });
  if (isSent) await server.get('createSession', { as, body: { ...session, liveId } });
  const sessionId = await publish(liveId, internalSessionId);
  const after = await server.get('getSeason', { params: { id } });
  expect(after.events.map(({ sessions }) => sessions.map((each) => each.session.id))).toEqual([[], [sessionId]]);
});

test('an event whose live session is taken back gets nothing', async () => {
  const liveId = randomUUID();
  const { id, eventId } = await createSeason(liveId);
  const params = { seasonId: id, eventId };
  const changed = await server.get('updateEvent', { as: 'Max', params, body: { liveId: null } });
  expect(changed.events[0]).not.toHaveProperty('liveId');
  await publish(liveId, '72');
  expect((await server.get('getSeason', { params: { id } })).events[0]?.sessions).toEqual([]);
});

test('a session that is attached to another event of the season stays there', async () => {
  const liveId = randomUUID();
  const first = await publish(randomUUID(), '73');
  const { id, eventId } = await createSeason(liveId);
  const two = await server.get('addEvent', { as: 'Max', params: { seasonId: id }, body: { track: Track.Spa } });
  const other = two.events.find((event) => event.id !== eventId)?.id ?? '';
  const params = { seasonId: id, eventId: other, sessionId: first };
  await server.get('addEventSession', { as: 'Max', params });
  expect(await publish(liveId, '73')).toBe(first);
  const after = await server.get('getSeason', { params: { id } });
  expect(after.events.map((event) => event.sessions.length)).toEqual([0, 1]);
  expect(after.events[0]).not.toHaveProperty('liveId');
});

test('an event names only a session that runs, so nobody can register the id of a race before its recorder does', async () => {
  const { id, eventId } = await createSeason(randomUUID());
  const params = { seasonId: id, eventId };
  const ended = randomUUID();
  await publish(ended, '74');
  for (const liveId of [randomUUID(), ended]) {
    const response = await server.call('updateEvent', { as: 'Max', params, body: { liveId } });
    expect([response.statusCode, response.json().errors]).toEqual([
      422,
      [{ path: 'liveId', message: 'must be a live session that runs now' }],
    ]);
  }
  // A refusal changes nothing, and the other fields can still be saved.
  const body = { name: 'Round 1' };
  expect((await server.get('updateEvent', { as: 'Max', params, body })).events[0]).toMatchObject(body);
});

test('an event lets go of a session whose recorder is gone, before anybody else can register its id', async () => {
  const liveId = randomUUID();
  await server.get('registerLive', { as: 'Leaver', params: { id: liveId } });
  const { id } = await server.get('createSeason', { as: 'Max', body: { name: 'Friday' } });
  const season = await server.get('addEvent', { as: 'Max', params: { seasonId: id }, body: { track: Track.Monza } });
  const params = { seasonId: id, eventId: season.events[0]?.id ?? '' };
  const named = await server.get('updateEvent', { as: 'Max', params, body: { liveId } });
  expect(named.events[0]).toMatchObject({ liveId });
  expect((await server.call('deleteAccount', { as: 'Leaver' })).statusCode).toBe(204);
  await server.get('registerLive', { as: 'Stranger', params: { id: liveId } });
  expect(await server.get('getLive', { params: { id: liveId } })).not.toHaveProperty('event');
  expect((await server.get('getSeason', { params: { id } })).events[0]).not.toHaveProperty('liveId');
});
