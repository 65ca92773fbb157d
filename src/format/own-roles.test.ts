import { expect, test } from 'vitest';
import { ownRoles } from './own-roles.ts';

const [owner, helper, other] = ['owner', 'helper', 'other'];
const league = { id: 'league', ownerId: owner, seasonIds: ['season'] };
const season = { id: 'season', ownerId: owner, leagues: [{ id: 'league' }, { id: 'second' }] };
const membership = (leagueId: string, roles: ('admin' | 'steward' | 'recorder')[], ownerId = owner) => ({
  leagueId,
  leagueName: leagueId,
  ownerId,
  roles,
});

test.each([
  ['the owner of a league is its owner', league, owner, [], ['owner']],
  ['a visitor is nothing', league, null, [membership('league', ['admin'])], []],
  ['a member has the roles of that league', league, helper, [membership('league', ['steward'])], ['steward']],
  ['a member of another league has none', league, helper, [membership('second', ['admin'])], []],
  [
    'in a season the roles of all leagues of its owner that hold it count, each once',
    season,
    helper,
    [membership('league', ['steward', 'recorder']), membership('second', ['steward']), membership('third', ['admin'])],
    ['steward', 'recorder'],
  ],
  [
    'in a season that a league of somebody else holds its roles do not count',
    season,
    helper,
    [membership('second', ['admin'], other)],
    [],
  ],
  ['in a season without leagues there are no roles', { ...season, leagues: undefined }, helper, [], []],
] as const)('%s', (_, entity, userId, memberships, roles) => {
  expect(
    ownRoles(
      entity,
      userId,
      memberships.map((each) => ({ ...each, roles: [...each.roles] })),
    ),
  ).toEqual(roles);
});
