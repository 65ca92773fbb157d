import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffRole } from '#contract/rights';
import { uploadOf } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let leagues = 0;

/** A league with a season in it, and its owner. */
async function createLeague(isPublic: boolean) {
  leagues += 1;
  const as = `Owner ${leagues}`;
  const leagueId = (await server.get('createLeague', { as, body: { name: 'League', isPublic } })).id;
  const seasonId = (await server.get('createSeason', { as, body: { name: 'Season' } })).id;
  await server.get('addLeagueSeason', { as, params: { leagueId, seasonId } });
  const { events } = await server.get('addEvent', { as, params: { seasonId }, body: { track: 1 } });
  return { as, leagueId, seasonId, eventId: events[0]?.id ?? '' };
}

async function join(leagueId: string, owner: string, as: string, role: StaffRole) {
  const invitation = await server.get('createInvitation', { as: owner, params: { leagueId }, body: { roles: [role] } });
  await server.get('acceptInvitation', { as, body: { token: invitation.token } });
  return invitation;
}

const record = (as: string) => {
  leagues += 1;
  return server.get('createSession', { as, body: uploadOf(['Ada', 'Ben'], { internalSessionId: String(leagues) }) });
};

test('an invitation ends after seven days, when it is deleted, and with the right of its maker', async () => {
  const { as, leagueId } = await createLeague(true);
  const params = { leagueId };
  await join(leagueId, as, 'Admin', 'admin');
  const invite = (by: string) => server.get('createInvitation', { as: by, params, body: { roles: ['steward'] } });
  const accept = async (token: string) =>
    (await server.call('acceptInvitation', { as: 'Guest', body: { token } })).statusCode;
  const deleted = await invite(as);
  await server.call('deleteInvitation', { as, params: { ...params, invitationId: deleted.id } });
  expect(await accept(deleted.token)).toBe(404);
  const ofAdmin = await invite('Admin');
  const userId = userIdOf('Admin');
  await server.get('setMemberRoles', { as, params: { ...params, userId }, body: { roles: ['steward'] } });
  expect(await accept(ofAdmin.token)).toBe(404);
  const late = await invite(as);
  expect(late.url).toBe(`${server.env.publicUrl}/invitation#${late.token}`);
  const { now } = server.clock;
  server.step(7 * 24 * 3_600_000);
  expect(await accept(late.token)).toBe(404);
  server.clock.now = now;
  server.step(1_000);
  expect(await accept(late.token)).toBe(200);
  expect((await server.get('getLeague', { params })).staff).toEqual([
    { userId: userIdOf(as), userName: as, roles: ['owner'] },
    { userId, userName: 'Admin', roles: ['steward'] },
    { userId: userIdOf('Guest'), userName: 'Guest', roles: ['steward'] },
  ]);
});

test('staff who have the same section of a season open read each other’s names, until one of them has closed it', async () => {
  const { as, leagueId, seasonId } = await createLeague(true);
  await join(leagueId, as, 'Admin', 'admin');
  await join(leagueId, as, 'Steward', 'steward');
  const edit = (by: string, section: string) =>
    server.get('editSeasonSection', { as: by, params: { id: seasonId }, body: { section } });
  const [owner, admin, steward] = [as, 'Admin', 'Steward'].map((name) => ({ userId: userIdOf(name), userName: name }));
  expect(await edit(as, 'drivers')).toEqual([]);
  expect(await edit('Admin', 'drivers')).toEqual([owner]);
  expect(await edit('Steward', 'rulings')).toEqual([]);
  expect(await edit('Steward', 'drivers')).toEqual([admin, owner]);
  // The admin opens another section, and the steward says nothing more.
  expect(await edit('Admin', 'rulings')).toEqual([]);
  expect(await edit(as, 'drivers')).toEqual([steward]);
  server.step(20_000);
  expect(await edit(as, 'drivers')).toEqual([steward]);
  server.step(10_000);
  expect(await edit(as, 'drivers')).toEqual([]);
  const inLeague = (by: string) =>
    server.call('editLeagueSection', { as: by, params: { leagueId }, body: { section: 'details' } });
  expect((await inLeague(as)).json()).toEqual([]);
  expect((await inLeague('Admin')).json()).toEqual([owner]);
  expect((await inLeague('Guest')).statusCode).toBe(403);
  // It is no change: neither the log nor the version has it.
  const { entries } = await server.get('listLeagueLog', { as, params: { leagueId } });
  expect(entries.map(({ action }) => action)).not.toContain('editSeasonSection');
});

test('an admin does not get rights in another season of the owner by adding it to the league', async () => {
  const { as, leagueId } = await createLeague(true);
  await join(leagueId, as, 'Admin', 'admin');
  const other = (await server.get('createSeason', { as, body: { name: 'Other' } })).id;
  const params = { leagueId, seasonId: other };
  expect((await server.call('addLeagueSeason', { as: 'Admin', params })).statusCode).toBe(403);
  expect((await server.call('addLeagueSeason', { as, params })).statusCode).toBe(200);
  expect((await server.call('updateSeason', { as: 'Admin', body: { id: other, name: 'New' } })).statusCode).toBe(200);
});

test('a season that an admin makes for the league is its owner’s, and stays one of another league as it is', async () => {
  const { as, leagueId } = await createLeague(false);
  await join(leagueId, as, 'Admin', 'admin');
  const create = async (name: string) => (await server.get('createSeason', { as: 'Admin', body: { name } })).id;
  const add = (league: string, seasonId: string) =>
    server.get('addLeagueSeason', { as: 'Admin', params: { leagueId: league, seasonId } });
  const own = (await server.get('createLeague', { as: 'Admin', body: { name: 'Own' } })).id;
  const [made, shared] = [await create('Made'), await create('Shared')];
  await add(own, shared);
  for (const seasonId of [made, shared]) await add(leagueId, seasonId);
  const ownerOf = async (id: string) => (await server.get('getSeason', { as: 'Admin', params: { id } })).ownerId;
  expect([await ownerOf(made), await ownerOf(shared)]).toEqual([userIdOf(as), userIdOf('Admin')]);
  const rename = (by: string) => server.call('updateSeason', { as: by, body: { id: made, name: 'New' } });
  for (const by of [as, 'Admin']) expect((await rename(by)).statusCode).toBe(200);
  const member = { leagueId, userId: userIdOf('Admin') };
  expect((await server.call('deleteMember', { as: 'Admin', params: member })).statusCode).toBe(204);
  expect((await rename('Admin')).statusCode).toBe(404);
  expect((await rename(as)).statusCode).toBe(200);
});

test('a new season of a league with a steward shows results when they are published, and one with results at once', async () => {
  const { as, leagueId, seasonId, eventId } = await createLeague(true);
  const provisionalOf = async (id: string) => (await server.get('getSeason', { params: { id } })).provisional;
  await join(leagueId, as, 'Steward', 'steward');
  expect(await provisionalOf(seasonId)).toBeUndefined();
  const run = async () => (await server.get('createSeason', { as, body: { name: 'Run' } })).id;
  const [fresh, begun, chosen] = [await run(), await run(), await run()];
  const { events } = await server.get('addEvent', { as, params: { seasonId: begun }, body: { track: 1 } });
  const params = { seasonId: begun, eventId: events[0]?.id ?? eventId, sessionId: (await record(as)).id };
  await server.get('addEventSession', { as, params });
  await server.get('updateSeason', { as, body: { id: chosen, provisional: 'atOnce' } });
  for (const id of [fresh, begun, chosen])
    await server.get('addLeagueSeason', { as, params: { leagueId, seasonId: id } });
  expect(await provisionalOf(fresh)).toBe('whenPublished');
  for (const id of [begun, chosen]) expect(await provisionalOf(id)).toBeUndefined();
});

test('the recording of a member counts in a hidden season, and stays there and private when the member is removed', async () => {
  const { as, leagueId, seasonId, eventId } = await createLeague(false);
  await join(leagueId, as, 'Recorder', 'recorder');
  const session = await record('Recorder');
  const params = { seasonId, eventId, sessionId: session.id };
  const { standings } = await server.get('addEventSession', { as: 'Recorder', params });
  expect(standings.drivers.length).toBe(2);
  const read = async (reader?: string) =>
    (await server.call('getSession', { params: { id: session.id }, ...(reader === undefined ? {} : { as: reader }) }))
      .statusCode;
  expect([await read(), await read('Stranger'), await read(as), await read('Recorder')]).toEqual([404, 404, 200, 200]);
  await server.call('deleteMember', { as, params: { leagueId, userId: userIdOf('Recorder') } });
  expect([await read(), await read('Stranger'), await read(as), await read('Recorder')]).toEqual([404, 404, 200, 200]);
  expect((await server.get('getSeason', { as, params: { id: seasonId } })).standings).toEqual(standings);
  expect((await server.call('getSeason', { as: 'Recorder', params: { id: seasonId } })).statusCode).toBe(404);
});

test('the league of a deleted owner goes to the admin who joined first, with its seasons and results', async () => {
  const { as, leagueId, seasonId, eventId } = await createLeague(true);
  await join(leagueId, as, 'Steward', 'steward');
  server.step(1_000);
  await join(leagueId, as, 'First', 'admin');
  server.step(1_000);
  await join(leagueId, as, 'Second', 'admin');
  const own = (await server.get('createSeason', { as, body: { name: 'Own' } })).id;
  const sessionId = (await record(as)).id;
  await server.get('addEventSession', { as, params: { seasonId, eventId, sessionId } });
  const before = (await server.get('getSeason', { params: { id: seasonId } })).standings;
  expect((await server.call('deleteAccount', { as })).statusCode).toBe(204);
  expect((await server.get('getLeague', { params: { leagueId } })).ownerId).toBe(userIdOf('First'));
  const season = await server.get('getSeason', { params: { id: seasonId } });
  expect([season.ownerId, season.standings]).toEqual([userIdOf('First'), before]);
  expect((await server.call('getSeason', { params: { id: own } })).statusCode).toBe(404);
  const { entries } = await server.get('listLeagueLog', { as: 'Second', params: { leagueId } });
  expect(entries[0]).toMatchObject({ userId: null, action: 'deleteAccount', subject: 'First' });
});

test('a change that is based on an older version is refused with who has changed the season or the league last', async () => {
  const { as, leagueId, seasonId } = await createLeague(true);
  await join(leagueId, as, 'Admin', 'admin');
  const tag = (response: { headers: Record<string, unknown> }) => ({ 'if-match': String(response.headers['etag']) });
  const [ofSeason, ofLeague] = [
    tag(await server.call('getSeason', { as, params: { id: seasonId } })),
    tag(await server.call('getLeague', { as, params: { leagueId } })),
  ];
  server.pass(1_000);
  await server.get('updateSeason', { as: 'Admin', body: { id: seasonId, name: 'Changed' } });
  await server.get('updateLeague', { as: 'Admin', params: { leagueId }, body: { name: 'Changed' } });
  server.pass(1_000);
  const changedBy = { userName: 'Admin', at: new Date(server.clock.now.getTime() - 1_000).toISOString() };
  const body = { id: seasonId, name: 'Mine' };
  const season = await server.call('updateSeason', { as, headers: ofSeason, body });
  expect([season.statusCode, season.json()]).toEqual([412, expect.objectContaining({ changedBy })]);
  const league = await server.call('updateLeague', {
    as,
    headers: ofLeague,
    params: { leagueId },
    body: { name: 'Mine' },
  });
  expect([league.statusCode, league.json()]).toEqual([412, expect.objectContaining({ changedBy })]);
  // Others are refused before they could learn it.
  const stranger = await server.call('updateSeason', { as: 'Stranger', headers: ofSeason, body });
  expect([stranger.statusCode, stranger.body.includes('Admin')]).toEqual([403, false]);
});

test('the log has each change of a league and its seasons once, for its members alone', async () => {
  const { as, leagueId, seasonId } = await createLeague(true);
  const params = { leagueId };
  await join(leagueId, as, 'Steward', 'steward');
  const body = { roles: ['recorder' as const] };
  await server.get('setMemberRoles', { as, params: { ...params, userId: userIdOf('Steward') }, body });
  await server.call('previewStandings', { as, params: { id: seasonId }, body: {} });
  await server.call('updateSeason', { as: 'Steward', body: { id: seasonId, name: 'Refused' } });
  const { entries, next } = await server.get('listLeagueLog', { as: 'Steward', params });
  expect(entries.map(({ userName, action, subject, seasonName }) => [userName, action, subject, seasonName])).toEqual([
    [as, 'setMemberRoles', 'Steward', null],
    ['Steward', 'acceptInvitation', 'Steward', null],
    [as, 'createInvitation', null, null],
    [as, 'addEvent', null, 'Season'],
    [as, 'addLeagueSeason', null, 'Season'],
  ]);
  expect(next).toBeNull();
  expect((await server.call('listLeagueLog', { as: 'Stranger', params })).statusCode).toBe(403);
});
