import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** A league of Ann with one of her seasons. */
async function createLeague(): Promise<{ leagueId: string; seasonId: string; ownerId: string }> {
  const { id: seasonId, ownerId } = await server.get('createSeason', { as: 'Ann', body: { name: 'Cup' } });
  const { id: leagueId } = await server.get('createLeague', { as: 'Ann', body: { name: 'League' } });
  await server.get('addLeagueSeason', { as: 'Ann', params: { leagueId, seasonId } });
  return { leagueId, seasonId, ownerId };
}

const invite = (leagueId: string, role: 'admin' | 'steward') =>
  server.get('createInvitation', { as: 'Ann', params: { leagueId }, body: { roles: [role] } });

const listed = async (as: string, query: { right?: 'seeMembers' | 'manageSeason' | 'rule' } = {}) => {
  const { totalElements, seasons } = await server.get('pageOwnSeasons', { as, query });
  expect(seasons).toHaveLength(totalElements);
  return seasons.map(({ id, roles }) => [id, roles]);
};

test('own seasons are listed alone, unless a right is asked for that the caller has in those of others', async () => {
  const { leagueId, seasonId } = await createLeague();
  const { token } = await invite(leagueId, 'steward');
  await server.get('acceptInvitation', { as: 'Stan', body: { token } });
  const { id: own } = await server.get('createSeason', { as: 'Stan', body: { name: 'Own' } });
  expect(await listed('Stan')).toEqual([[own, ['owner']]]);
  const run = [
    [own, ['owner']],
    [seasonId, ['steward']],
  ];
  expect([await listed('Stan', { right: 'seeMembers' }), await listed('Stan', { right: 'rule' })]).toEqual([run, run]);
  expect(await listed('Stan', { right: 'manageSeason' })).toEqual([[own, ['owner']]]);
  expect(await listed('Nobody', { right: 'seeMembers' })).toEqual([]);
  // A league of somebody else that holds the season gives no rights in it.
  const { id: other } = await server.get('createLeague', { as: 'Olga', body: { name: 'Other' } });
  await server.get('addLeagueSeason', { as: 'Olga', params: { leagueId: other, seasonId } });
  const given = await server.get('createInvitation', {
    as: 'Olga',
    params: { leagueId: other },
    body: { roles: ['admin'] },
  });
  await server.get('acceptInvitation', { as: 'Max', body: { token: given.token } });
  expect(await listed('Max', { right: 'seeMembers' })).toEqual([]);
});

test('an invitation says its league and roles to whoever has the link, until it was used or revoked', async () => {
  const { leagueId } = await createLeague();
  await server.get('updateLeague', { as: 'Ann', params: { leagueId }, body: { isPublic: false } });
  const { token, id, expiresAt } = await invite(leagueId, 'admin');
  const preview = () => server.call('previewInvitation', { body: { token } });
  expect((await preview()).json()).toEqual({ leagueName: 'League', roles: ['admin'], madeBy: 'Ann', expiresAt });
  await server.get('acceptInvitation', { as: 'Mia', body: { token } });
  expect((await preview()).statusCode).toBe(404);
  const second = await invite(leagueId, 'steward');
  await server.call('deleteInvitation', { as: 'Ann', params: { leagueId, invitationId: second.id } });
  const revoked = await server.call('previewInvitation', { body: { token: second.token } });
  const unknown = await server.call('previewInvitation', { body: { token: 'x'.repeat(43) } });
  expect([revoked.statusCode, revoked.body, id === second.id]).toEqual([404, unknown.body, false]);
});
