import { expect, test } from 'vitest';
import { calls } from '#contract/calls/by-name';
import type { AffectedRead } from '#contract/calls/call';
import { affectedReads, profileSaved } from '#contract/calls/changes';
import { createAffectedFilter } from './affected-reads.ts';

const filterOf = (affected: readonly AffectedRead[]) =>
  createAffectedFilter(affected.map(({ call: { path }, params }) => ({ path, ...(params && { params }) })));

test('a league that was updated affects leagues, their lists, seasons and sessions, and no thumbnail of another league', () => {
  const isAffected = filterOf(affectedReads(calls.updateLeague, { params: { leagueId: 'a' } }));
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
  const isAffected = filterOf(affectedReads(calls.updateSeason, { body: { id: 's', name: 'x' } }));
  expect(['/api/Seasons/s', '/api/Seasons/t', '/api/Seasons/user?page=0'].filter(isAffected)).toEqual([
    '/api/Seasons/s',
    '/api/Seasons/user?page=0',
  ]);
});

test('a profile that was saved affects its own address and the sessions and seasons that show the name', () => {
  const isAffected = filterOf(affectedReads(profileSaved, { params: { userId: 'u' } }));
  const addresses = ['/api/Profile/u', '/api/Profile/v', '/api/Sessions', '/api/Sessions/session/x', '/api/Seasons/s'];
  expect(addresses.filter(isAffected)).toEqual([
    '/api/Profile/u',
    '/api/Sessions',
    '/api/Sessions/session/x',
    '/api/Seasons/s',
  ]);
});

test('a read that a tab of an older version names, without its path, may be any', () =>
  expect(['/api/Profile/u', '/api/Seasons/s'].filter(createAffectedFilter([{ params: { id: 's' } }]))).toHaveLength(2));
