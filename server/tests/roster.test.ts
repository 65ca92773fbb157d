import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const [maxId, liaId] = ['01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000a2'];
const max = { id: maxId, name: 'Max', number: 4, team: 'Aurora', isReserve: false };
const lia = { id: liaId, name: 'Lia', number: 7, team: 'Lanza', isReserve: false };
let uid = 7_000_000;

/** A season of two events with this roster, and a race in the first. */
async function createSeason(as: string, cars: readonly [name: string, number: number | null, team: string][]) {
  uid += 1;
  const { id } = await server.get('createSeason', { as, body: { name: `Season ${uid}` } });
  const events = [{ track: 11 as const }, { track: 11 as const }];
  const season = await server.get('addEvents', { as, params: { seasonId: id }, body: { events } });
  const [first = '', second = ''] = season.events.map((event) => event.id);
  const drivers = cars.map(([name, carNumber, team], carIndex) =>
    driver({ carIndex, name, carNumber, team, finishingPosition: carIndex + 1, bestLapTimeMs: null }),
  );
  const session = await server.get('createSession', {
    as,
    body: upload({ internalSessionId: String(uid), drivers, sessionType: 10, sessionStatus: 3 }),
  });
  await server.get('addEventSession', { as, params: { seasonId: id, eventId: first, sessionId: session.id } });
  return { id, first, second, session: session.id };
}

const cars: [string, number | null, string][] = [
  ['Player', 4, 'Aurora'],
  ['lia_77', 7, 'Lanza'],
];

describe('the roster', () => {
  test('names the cars of the recordings by race number, in standings, preview and CSV, and stays with a renamed driver', async () => {
    const as = 'Namer';
    const { id } = await createSeason(as, cars);
    const params = { id };
    const namesOf = ({ drivers }: { drivers: readonly { name: string; team: string | null }[] }) =>
      drivers.map(({ name, team }) => [name, team]);

    const body = { roster: [max, lia] };
    const preview = await server.get('previewStandings', { as, params, body });
    const season = await server.get('setRoster', { as, params, body });
    expect(season.roster).toEqual(body.roster.map((each) => ({ ...each, changes: [] })));
    expect(namesOf(season.standings)).toEqual([
      ['Max', 'Aurora'],
      ['lia_77', 'Lanza'],
    ]);
    expect(namesOf(preview)).toEqual(namesOf(season.standings));
    const csv = await server.call('getSeasonCsv', { as, params, query: { table: 'drivers' } });
    expect(csv.body).toContain('Max');

    expect(await server.get('listRecordedDrivers', { as, params })).toEqual([
      { name: 'Player', numbers: [4], teams: ['Aurora'], sessionIds: [season.events[0]?.sessions[0]?.session.id] },
      { name: 'lia_77', numbers: [7], teams: ['Lanza'], sessionIds: [season.events[0]?.sessions[0]?.session.id] },
    ]);

    // Lia is added under the name of the recording, then gets her own.
    const withName = (name: string) => ({ roster: [max, { ...lia, name }] });
    await server.get('setRoster', { as, params, body: withName('lia_77') });
    const renamedPreview = await server.get('previewStandings', { as, params, body: withName('Lia') });
    const renamed = await server.get('setRoster', { as, params, body: withName('Lia') });
    expect(renamed.aliases).toEqual([{ name: 'Lia', recordedNames: ['lia_77'] }]);
    expect(renamed.standings.drivers.map(({ name }) => name)).toEqual(['Max', 'Lia']);
    expect(renamedPreview).toEqual(renamed.standings);
  });

  test('is refused with an unknown event, a second driver of a name, and on another version', async () => {
    const as = 'Refused';
    const { id, second } = await createSeason(as, cars);
    const put = (roster: object[], headers = {}) =>
      server.call('setRoster', { as, params: { id }, headers, body: { roster } as never });
    const change = (eventId: string) => [{ ...max, changes: [{ eventId, team: 'Lanza', isReserve: false }] }];

    const unknown = await put(change(maxId));
    expect([unknown.statusCode, unknown.json().errors[0].path]).toEqual([422, 'roster.0.changes.0.eventId']);
    expect((await put([max, { ...lia, name: ' Max' }])).json().errors[0].path).toBe('roster.1');
    expect((await put([max, { ...lia, id: maxId }])).json().errors[0].path).toBe('roster.1');
    expect((await put([max], { 'if-match': '"1-x"' })).statusCode).toBe(412);

    // A change at an event that is deleted later stays, and has no effect.
    expect((await put(change(second))).statusCode).toBe(200);
    await server.call('deleteEvent', { as, params: { seasonId: id, eventId: second } });
    expect((await put(change(second))).statusCode).toBe(200);
  });
});

describe('a claim', () => {
  const claim = (as: string, id: string, driverId: string) =>
    server.call('claimDriver', { as, params: { id }, body: { driverId } });
  const claims = (as: string, id: string) => server.get('listClaims', { as, params: { id } });

  async function seasonOfLeague(owner: string) {
    const season = await createSeason(owner, cars);
    await server.get('setRoster', { as: owner, params: { id: season.id }, body: { roster: [max, lia] } });
    const league = await server.get('createLeague', { as: owner, body: { name: `League of ${owner}` } });
    await server.get('addLeagueSeason', { as: owner, params: { leagueId: league.id, seasonId: season.id } });
    return { ...season, league: league.id };
  }

  const leaguesOf = async (name: string) =>
    (await server.get('listUserLeagues', { params: { userId: userIdOf(name) } })).map(({ id }) => id);
  const drivenBy = (name: string) => server.get('listDrivenSeasons', { params: { userId: userIdOf(name) } });

  test('counts once the owner has confirmed it: on the season, in leagues and on the profile', async () => {
    const { id, league, session } = await seasonOfLeague('Boss');
    await server.get('pageOwnSeasons', { as: 'Fan' });
    expect((await claim('Fan', id, maxId)).statusCode).toBe(200);
    const [open] = await claims('Boss', id);
    expect(open).toMatchObject({ driverId: maxId, username: 'Fan', confirmedAt: null });
    expect((await server.get('getTasks', { as: 'Boss' })).claims).toMatchObject({
      total: 1,
      claims: [{ driverName: 'Max', username: 'Fan' }],
    });
    // Other users do not see it, and it adds no driver to the roster.
    expect(await claims('Other', id)).toEqual([]);
    expect((await server.get('getSeason', { params: { id } })).members).toEqual([]);
    expect([await leaguesOf('Fan'), await drivenBy('Fan')]).toEqual([[], []]);

    const params = { id, claimId: open?.id ?? '' };
    expect((await server.call('confirmClaim', { as: 'Fan', params })).statusCode).toBe(403);
    await server.get('confirmClaim', { as: 'Boss', params });
    expect((await server.get('getSeason', { params: { id } })).members).toEqual([
      { driverId: maxId, userId: userIdOf('Fan'), username: 'Fan' },
    ]);
    expect(await leaguesOf('Fan')).toEqual([league]);
    const [driven] = await drivenBy('Fan');
    expect(driven).toMatchObject({
      season: { id },
      driver: { name: 'Max', number: 4, team: 'Aurora', isReserve: false },
      position: 1,
      points: 25,
      drives: [{ sessionId: session, scoring: 'race', position: 1, points: 25 }],
    });
    expect((await server.get('getTasks', { as: 'Boss' })).claims?.total).toBe(0);
    expect((await server.get('exportAccount', { as: 'Fan' })).claims).toHaveLength(1);

    // Another account cannot be the same driver, nor this one a second.
    expect([(await claim('Other', id, maxId)).statusCode, (await claim('Fan', id, liaId)).statusCode]).toEqual([
      409, 409,
    ]);

    // It is taken back by the user, not by a stranger.
    expect((await server.call('deleteClaim', { as: 'Other', params })).statusCode).toBe(404);
    expect((await server.call('deleteClaim', { as: 'Fan', params })).statusCode).toBe(204);
    expect([await leaguesOf('Fan'), await drivenBy('Fan'), await claims('Boss', id)]).toEqual([[], [], []]);
  });

  test('is declined by the owner; goes with its driver and with its account', async () => {
    const { id } = await seasonOfLeague('Decider');
    expect((await claim('Fan', id, liaId)).statusCode).toBe(200);
    const [open] = await claims('Decider', id);
    const params = { id, claimId: open?.id ?? '' };
    expect((await server.call('deleteClaim', { as: 'Decider', params })).statusCode).toBe(204);
    expect(await claims('Fan', id)).toEqual([]);

    await claim('Fan', id, liaId);
    await claim('Leaver', id, maxId);
    await server.get('setRoster', { as: 'Decider', params: { id }, body: { roster: [max] } });
    expect((await claims('Decider', id)).map(({ username }) => username)).toEqual(['Leaver']);
    expect((await claim('Fan', id, liaId)).statusCode).toBe(422);
    expect((await server.call('deleteAccount', { as: 'Leaver' })).statusCode).toBe(204);
    expect(await claims('Decider', id)).toEqual([]);
  });

  test('of two on one driver only one is confirmed; that of the owner at once', async () => {
    const { id } = await seasonOfLeague('Chooser');
    await claim('One', id, maxId);
    await claim('Two', id, maxId);
    const ids = (await claims('Chooser', id)).map((each) => each.id);
    const confirm = (claimId = '') => server.call('confirmClaim', { as: 'Chooser', params: { id, claimId } });
    const codes = [];
    for (const claimId of ids) codes.push((await confirm(claimId)).statusCode);
    expect(codes).toEqual([200, 409]);
    expect((await confirm(ids[0])).statusCode).toBe(200);
    await claim('Chooser', id, liaId);
    expect((await claims('Chooser', id)).find(({ username }) => username === 'Chooser')?.confirmedAt).not.toBeNull();
  });
});

test('the seasons of others that one drives in are listed beside ten newer ones of one’s own', async () => {
  const join = async (owner: string) => {
    const { id } = await createSeason(owner, cars);
    await server.get('setRoster', { as: owner, params: { id }, body: { roster: [max] } });
    await server.get('claimDriver', { as: 'Busy', params: { id }, body: { driverId: maxId } });
    const [claim] = await server.get('listClaims', { as: owner, params: { id } });
    await server.get('confirmClaim', { as: owner, params: { id, claimId: claim?.id ?? '' } });
    return id;
  };
  await server.get('pageOwnSeasons', { as: 'Busy' });
  const other = await join('Inviter');
  const own: string[] = [];
  for (let count = 0; count < 10; count += 1) own.unshift(await join('Busy'));
  const params = { userId: userIdOf('Busy') };
  const idsOf = async (query: { readonly owner?: 'any' | 'others' }) =>
    (await server.get('listDrivenSeasons', { params, query })).map(({ season }) => season.id);
  expect(await idsOf({ owner: 'others' })).toEqual([other]);
  expect(await idsOf({ owner: 'any' })).toEqual(own);
  expect(await idsOf({})).toEqual(own);
  const refused = await server.call('listDrivenSeasons', { params, query: { owner: 'nobody' } });
  expect(refused.statusCode).toBe(400);
});

describe('belonging to a league', () => {
  const leaguesOf = async (name: string) =>
    (await server.get('listUserLeagues', { params: { userId: userIdOf(name) } })).map(({ name: of }) => of);

  async function createLeague(as: string, seasonId: string) {
    const { id } = await server.get('createLeague', { as, body: { name: `By ${as}` } });
    await server.get('addLeagueSeason', { as, params: { leagueId: id, seasonId } });
  }

  test('needs more than a driver of that name in a recording of somebody else', async () => {
    await server.get('pageOwnSeasons', { as: 'Victim' });
    const { id } = await createSeason('Stranger', [['Victim', 1, 'Aurora']]);
    await createLeague('Stranger', id);
    expect(await leaguesOf('Victim')).toEqual([]);
  });

  test('follows from driving in an upload of one’s own', async () => {
    const { id } = await createSeason('Racer', [['Racer', 1, 'Aurora']]);
    await createLeague('Host', id);
    expect(await leaguesOf('Racer')).toEqual(['By Host']);
  });

  test('does not follow from a claim that another league’s owner has confirmed', async () => {
    const { id } = await createSeason('Organiser', cars);
    await server.get('setRoster', { as: 'Organiser', params: { id }, body: { roster: [max] } });
    await server.get('claimDriver', { as: 'Member', params: { id }, body: { driverId: maxId } });
    const [open] = await server.get('listClaims', { as: 'Organiser', params: { id } });
    await server.get('confirmClaim', { as: 'Organiser', params: { id, claimId: open?.id ?? '' } });
    await createLeague('Collector', id);
    expect(await leaguesOf('Member')).toEqual([]);
    await createLeague('Organiser', id);
    expect(await leaguesOf('Member')).toEqual(['By Organiser']);
  });
});
