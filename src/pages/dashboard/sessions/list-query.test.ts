import { expect, test } from 'vitest';
import { SessionType, Track } from '#contract/enumerations';
import fc from '#tests/fast-check';
import {
  allSessions,
  allTracks,
  allTypes,
  driversPath,
  listAddress,
  parseDriversOf,
  parseListQuery,
} from './list-query.ts';

const searchOf = (address: string) => new URL(address, 'http://pitboard.test').search;

test('every list has an address that leads back to it', () => {
  const query = fc.record({
    page: fc.nat(999_999),
    tracks: fc.subarray(allTracks),
    types: fc.subarray(allTypes),
    without: fc.constantFrom(null, 'event' as const, 'names' as const),
  });
  fc.assert(
    fc.property(query, (each) => {
      expect(parseListQuery(searchOf(listAddress(each)))).toEqual(each);
    }),
  );
});

test('the first page without filters has no query', () => {
  expect(listAddress(allSessions)).toBe('/dashboard/sessions');
});

test('what is no track, type or page is left out', () => {
  expect(parseListQuery('?track=11&track=11&track=99&track=&track=x&type=10&type=-5&page=0&without=sense')).toEqual({
    without: null,
    page: 0,
    tracks: [Track.Monza],
    types: [SessionType.Race],
  });
  for (const page of ['', '1.5', 'x', '-2', '1e9']) expect(parseListQuery(`?page=${page}`).page).toBe(0);
});

test('the drivers of a session have an address, and anything else is a list', () => {
  const id = '01900000-0000-7000-8000-00000000beef';
  expect(parseDriversOf(searchOf(driversPath(id)))).toBe(id);
  for (const search of ['', '?rename=', '?rename=x', '?page=2']) expect(parseDriversOf(search)).toBeNull();
});
