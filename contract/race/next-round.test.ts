import { expect, test } from 'vitest';
import type { LeagueSeason } from '../entities/record.ts';
import { nextRoundOf } from './next-round.ts';

const now = Date.parse('2026-05-01T20:00:00.000Z');

function season(seasonId: string, startsAt: string | null): LeagueSeason {
  const nextRound = { round: 3, track: 11 as const, eventName: null, startsAt };
  return { leagueId: 'l', seasonId, seasonName: 'S', rounds: 4, roundsRun: 2, leader: null, lastRace: null, nextRound };
}

test.each([
  [[], null],
  [[null], null],
  // It has begun, and is not recorded yet.
  [['2026-05-01T18:01:00.000Z', '2026-05-02T19:00:00.000Z'], '2026-05-01T18:01:00.000Z'],
  [['2026-05-01T18:00:00.000Z', '2026-05-02T19:00:00.000Z'], '2026-05-02T19:00:00.000Z'],
  [['2026-05-03T19:00:00.000Z', null, '2026-05-02T19:00:00.000Z'], '2026-05-02T19:00:00.000Z'],
])('of the rounds at %j the next one is at %s', (starts, expected) => {
  const seasons = starts.map((startsAt, index) => season(`s${index}`, startsAt));
  expect(nextRoundOf(seasons, now)?.startsAt ?? null).toBe(expected);
});

test('of a season the first round ahead is next whose time is not over', () => {
  const starts = ['2025-08-01T18:00:00.000Z', '2026-05-01T18:00:00.000Z', '2026-05-08T18:00:00.000Z'];
  const ahead = starts.map((startsAt, index) => ({ round: 3 + index, track: 11 as const, eventName: null, startsAt }));
  expect(nextRoundOf([{ ...season('s', starts[0] ?? ''), ahead }], now)?.round).toBe(5);
  expect(nextRoundOf([{ ...season('s', starts[0] ?? ''), ahead: ahead.slice(0, 2) }], now)).toBeNull();
});
