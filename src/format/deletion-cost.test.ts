import { expect, test } from 'vitest';
import type { Result, Season, SeasonEvent } from '#contract/entities/season';
import { resultsCost, seasonCost } from './deletion-cost.ts';

const result = (sessionId: string, points: number, dropped = false) => ({ sessionId, points, dropped }) as Result;
const eventOf = (...ids: string[]) => ({ sessions: ids.map((id) => ({ session: { id } })) }) as unknown as SeasonEvent;
/** Only the fields that count here. */
const season = {
  events: [eventOf('a', 'b'), eventOf('c'), eventOf()],
  standings: {
    drivers: [
      { results: [result('a', 25), result('b', 8), result('c', 18)] },
      { results: [result('a', 18, true)] },
      { results: [result('c', 25)] },
    ],
    tracks: [],
  },
  leagues: [{ id: '1', name: 'Late Night' }],
  rulings: [{}],
  revision: { number: 2 },
  members: [{}, {}],
} as unknown as Season;

test('sessions cost the points that count, of the drivers who have a result in them', () => {
  expect([['a', 'b'], ['c'], []].map((ids) => resultsCost(season, ids))).toEqual([
    '2 drivers lose 33 points in Late Night.',
    '2 drivers lose 43 points in Late Night.',
    '',
  ]);
  expect(resultsCost({ ...season, leagues: [] }, ['b'])).toBe('1 driver loses 8 points.');
});

test('a season costs all that is in it; one without anything costs nothing', () => {
  expect(seasonCost(season)).toBe(
    'Everybody loses 3 events, the results of 3 sessions, the points of 3 drivers, 1 ruling, official standings up to 2 and the season on 2 profiles in Late Night.',
  );
  const empty = { events: [], standings: { drivers: [], tracks: [] } } as unknown as Season;
  expect(seasonCost(empty)).toBe('It has no events yet.');
});
