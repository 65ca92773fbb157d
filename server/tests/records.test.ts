import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { teamColourName } from '#contract/race/team-colour-name';
import { teamColour } from '#contract/race/team-colours';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const owner = 'Olga';
const maxId = '01900000-0000-7000-8000-0000000000a1';
const max = { id: maxId, name: 'Max', number: 4, team: 'Aurora', isReserve: false };
let uid = 8_000_000;

/** A season of this user in which Max has won a race before Lia, and that has another round. */
async function createSeason(as: string, name: string): Promise<string> {
  uid += 1;
  const { id } = await server.get('createSeason', { as, body: { name } });
  const events = [{ track: 11 as const, name: 'Night race' }, { track: 10 as const }];
  const season = await server.get('addEvents', { as, params: { seasonId: id }, body: { events } });
  const drivers = ['Max', 'Lia'].map((each, carIndex) => {
    const place = { finishingPosition: carIndex + 1, startingPosition: 2 - carIndex, resultStatus: 3 as const };
    return driver({ ...place, carIndex, name: each, team: 'Aurora', bestLapTimeMs: 80_000 + carIndex });
  });
  const recorded = upload({ internalSessionId: String(uid), drivers, sessionType: 10, sessionStatus: 3, trackId: 11 });
  const session = await server.get('createSession', { as, body: recorded });
  const params = { seasonId: id, eventId: season.events[0]?.id ?? '', sessionId: session.id };
  await server.get('addEventSession', { as, params });
  return id;
}

async function createLeague(as: string, isPublic: boolean, seasonIds: readonly string[]): Promise<string> {
  const { id } = await server.get('createLeague', { as, body: { name: 'Car Park', isPublic } });
  for (const seasonId of seasonIds) await server.get('addLeagueSeason', { as, params: { leagueId: id, seasonId } });
  return id;
}

test('the records of a league count the seasons of its owner, and list the others', async () => {
  const [first, second] = [await createSeason(owner, 'First'), await createSeason(owner, 'Second')];
  const foreign = await createSeason('Felix', 'Foreign');
  const leagueId = await createLeague(owner, true, [first, second, foreign]);
  const params = { leagueId };
  const records = await server.get('getLeagueRecords', { params });
  expect(records.seasons.map(({ season, leader }) => [season.name, season.eventsRun, leader])).toEqual([
    ['Foreign', 1, null],
    ['Second', 1, { name: 'Max', points: 26 }],
    ['First', 1, { name: 'Max', points: 26 }],
  ]);
  expect(records.drivers.map(({ name, starts, wins, poles }) => [name, starts, wins, poles])).toEqual([
    ['Max', 2, 2, 0],
    ['Lia', 2, 0, 2],
  ]);
  expect(records.tracks.map(({ track, races, lap }) => [track, races, lap?.time, lap?.driver.name])).toEqual([
    [11, 2, 80_000, 'Max'],
  ]);
  const record = await server.get('getLeagueDriver', { params, query: { driver: 'Lia' } });
  expect(record.rivals).toEqual([
    { id: 'Max', name: 'Max', userId: null, races: 2, ahead: 0, behind: 2, startedAhead: 2, startedBehind: 0 },
  ]);
  for (const query of [{ driver: 'Nobody' }, { driver: '' }])
    expect((await server.call('getLeagueDriver', { params, query })).statusCode).toBe(404);

  const [now] = (await server.get('listLeagueSeasons')).filter((each) => each.leagueId === leagueId);
  expect(now).toMatchObject({
    seasonId: second,
    rounds: 2,
    roundsRun: 1,
    leader: { name: 'Max', points: 26 },
    lastRace: { round: 1, track: 11, eventName: 'Night race', winner: 'Max' },
    nextRound: { round: 2, track: 10, eventName: null, startsAt: null },
  });
});

test('a team has in the records of a league the colour of its newest season there, also one that is chosen later', async () => {
  const [first, second] = [await createSeason(owner, 'Older'), await createSeason(owner, 'Newer')];
  const leagueId = await createLeague(owner, true, [second, first]);
  const colours = async () => (await server.get('getLeagueRecords', { params: { leagueId } })).teamColours;
  const choose = (id: string, colour: 'lime' | 'sky') =>
    server.get('setTeamColours', {
      as: owner,
      params: { id },
      body: { teamColours: [{ team: 'Aurora', colour }] },
    });
  const automatic = teamColourName(teamColour('Aurora'));
  expect(await colours()).toEqual([{ team: 'Aurora', colour: automatic }]);
  await choose(first, 'lime');
  expect(await colours()).toEqual([{ team: 'Aurora', colour: automatic }]);
  await choose(second, 'sky');
  expect(await colours()).toEqual([{ team: 'Aurora', colour: 'sky' }]);
  await server.call('deleteSeason', { as: owner, params: { id: second } });
  expect(await colours()).toEqual([{ team: 'Aurora', colour: 'lime' }]);
});

test('a private league has records for its owner alone, and is as if it were absent for others', async () => {
  const leagueId = await createLeague(owner, false, [await createSeason(owner, 'Hidden')]);
  const params = { leagueId };
  // Before others: what is answered to the owner is not kept for them.
  expect((await server.get('getLeagueRecords', { as: owner, params })).drivers).toHaveLength(2);
  const isListed = async (as: object) =>
    (await server.get('listLeagueSeasons', as)).some((each) => each.leagueId === leagueId);
  expect(await isListed({ as: owner })).toBe(true);
  const absent = { leagueId: '01900000-0000-7000-8000-00000000dead' };
  for (const as of [{ as: 'Stranger' }, {}]) {
    expect(await isListed(as)).toBe(false);
    for (const [name, query] of [['getLeagueRecords'], ['getLeagueDriver', { driver: 'Max' }]] as const) {
      const [hidden, missing] = [
        await server.call(name, { ...as, params, query }),
        await server.call(name, { ...as, params: absent, query }),
      ];
      expect(hidden.statusCode).toBe(404);
      expect(hidden.body.replaceAll(leagueId, absent.leagueId)).toBe(missing.body);
    }
  }
});

test('a user has what they have driven in seasons that the reader may see, and nothing before it is confirmed', async () => {
  const [season, other] = [await createSeason(owner, 'Claimed'), await createSeason(owner, 'Secret')];
  const params = { userId: userIdOf('Maxine') };
  const startsOf = async (as: object) => (await server.get('getDriverRecord', { ...as, params })).starts;
  for (const id of [season, other]) {
    await server.get('setRoster', { as: owner, params: { id }, body: { roster: [max] } });
    await server.get('claimDriver', { as: 'Maxine', params: { id }, body: { driverId: maxId } });
  }
  expect(await startsOf({})).toBe(0);
  for (const id of [season, other]) {
    const [claim] = await server.get('listClaims', { as: owner, params: { id } });
    await server.get('confirmClaim', { as: owner, params: { id, claimId: claim?.id ?? '' } });
  }
  expect(await startsOf({})).toBe(2);
  await createLeague(owner, false, [other]);
  expect([await startsOf({}), await startsOf({ as: 'Stranger' }), await startsOf({ as: owner })]).toEqual([1, 1, 2]);
  const record = await server.get('getDriverRecord', { params });
  expect(record).toMatchObject({ userId: params.userId, name: 'Max', wins: 1, rivals: [] });
  expect(record.tracks.map(({ track, lap }) => [track, lap?.time])).toEqual([[11, 80_000]]);
});

test('records follow a ruling, a rename and a deleted session', async () => {
  const seasonId = await createSeason(owner, 'Changing');
  const params = { leagueId: await createLeague(owner, true, [seasonId]) };
  const winsOf = async () =>
    (await server.get('getLeagueRecords', { params })).drivers.map(({ name, wins }) => [name, wins]);
  expect(await winsOf()).toEqual([
    ['Max', 1],
    ['Lia', 0],
  ]);
  const { events } = await server.get('getSeason', { params: { id: seasonId } });
  const sessionId = events[0]?.sessions[0]?.session.id ?? '';
  const body = { sessionId, kind: 'disqualify', carIndex: 0, reason: 'Cutting' } as const;
  await server.get('addRuling', { as: owner, params: { id: seasonId }, body });
  expect(await winsOf()).toEqual([
    ['Lia', 1],
    ['Max', 0],
  ]);
  await server.get('renameDriver', { as: owner, params: { id: sessionId, carIndex: '1' }, body: { name: 'Lia K' } });
  expect(await winsOf()).toEqual([
    ['Lia K', 1],
    ['Max', 0],
  ]);
  await server.call('deleteSession', { as: owner, params: { id: sessionId } });
  expect(await winsOf()).toEqual([]);
});

test('texts that are no driver of a league cost no query once it is loaded', async () => {
  const leagueId = await createLeague(owner, true, [await createSeason(owner, 'Loaded once')]);
  const loading = vi.spyOn(server.storage.database, 'select');
  const countOf = async (driverName: string) => {
    loading.mockClear();
    await server.call('getLeagueDriver', { params: { leagueId }, query: { driver: driverName } });
    return loading.mock.calls.length;
  };
  expect(await countOf('Nobody')).toBeGreaterThan(0);
  expect([await countOf('Nobody else'), await countOf('Max'), await countOf('Nobody again')]).toEqual([0, 0, 0]);
  loading.mockRestore();
});
