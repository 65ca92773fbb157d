import { expect, test } from 'vitest';
import { affectedReads } from '#contract/api/dependencies';
import { createAffectedFilter } from './affected-reads.ts';

test('a league that was updated affects leagues, their lists, seasons and sessions, and no thumbnail of another league', () => {
  const isAffected = createAffectedFilter(affectedReads('updateLeague', { params: { leagueId: 'a' } }));
  const addresses = [
    '/api/League/a',
    '/api/League',
    '/api/League/user/u/page?page=1&pageSize=5',
    '/api/League/a/thumbnail?v=1',
    '/api/League/b/thumbnail?v=1',
    '/api/Seasons/s',
    '/api/Sessions/session/x',
  ];
  expect(addresses.filter(isAffected)).toEqual([
    '/api/League/a',
    '/api/League',
    '/api/League/user/u/page?page=1&pageSize=5',
    '/api/League/a/thumbnail?v=1',
    '/api/Seasons/s',
    '/api/Sessions/session/x',
  ]);
});

test('a season is found by the id in the body of its update', () => {
  const isAffected = createAffectedFilter(affectedReads('updateSeason', { body: { id: 's', name: 'x' } }));
  expect(['/api/Seasons/s', '/api/Seasons/t', '/api/Seasons/user?page=0'].filter(isAffected)).toEqual([
    '/api/Seasons/s',
    '/api/Seasons/user?page=0',
  ]);
});

test('a profile that was saved affects its own address and the sessions and seasons that show the name', () => {
  const isAffected = createAffectedFilter(affectedReads('saveProfile', { params: { userId: 'u' } }));
  const addresses = ['/api/Profile/u', '/api/Profile/v', '/api/Sessions', '/api/Sessions/session/x', '/api/Seasons/s'];
  expect(addresses.filter(isAffected)).toEqual([
    '/api/Profile/u',
    '/api/Sessions',
    '/api/Sessions/session/x',
    '/api/Seasons/s',
  ]);
});
