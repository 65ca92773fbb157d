import { expect, test } from 'vitest';
import { session } from '../../tests/fixtures/session.ts';
import type { ScoringRules } from '../entities/scoring.ts';
import type { SeasonEvent } from '../entities/season.ts';
import { ResultStatus, SessionType, Track } from '../enumerations.ts';
import { defaultRules, standingsOf } from './scoring.ts';
import { titleFight } from './title-fight.ts';

const rules: ScoringRules = { ...defaultRules, racePoints: [10, 6, 4, 2], fastestLapBonus: 0 };

/** A season of races, each the names in the order of their finish; the rest of the calendar has not been run. */
function fightOf(races: readonly (readonly string[])[], rounds: number, given: Partial<ScoringRules> = {}) {
  const scoring = { ...rules, ...given };
  const id = (round: number) => `01900000-0000-7000-8000-00000000000${round}`;
  const scored = races.map((names, round) => ({
    id: `event ${round}`,
    track: Track.Monza,
    sessions: [
      {
        sessionId: id(round),
        sessionType: SessionType.Race,
        numberOfLaps: 20,
        scoring: null,
        drivers: names.map((name, index) => ({
          carIndex: index,
          name,
          team: name,
          position: index + 1,
          finishingPosition: index + 1,
          startingPosition: index + 1,
          resultStatus: ResultStatus.Finished,
          bestLapTimeMs: 90_000 + index,
          totalRaceTime: null,
          totalPenaltiesSeconds: null,
          numberOfLaps: 20,
        })),
      },
    ],
  }));
  const events = Array.from({ length: rounds }, (_, round): SeasonEvent => {
    const sessions =
      round < races.length
        ? [{ session: session({ id: id(round), numberOfLaps: 20, podium: [] }), driverNames: [] }]
        : [];
    return { id: `event ${round}`, track: Track.Monza, name: null, startsAt: null, sessions };
  });
  return titleFight({ events, standings: standingsOf(scored, scoring), scoring });
}

test('each driver is some points behind the leader after each round', () => {
  const fight = fightOf(
    [
      ['Ada', 'Bo', 'Cy'],
      ['Bo', 'Cy', 'Ada'],
    ],
    4,
  );
  // Ada 10 + 4, Bo 6 + 10, Cy 4 + 6.
  expect(fight?.rows.map(({ name, points, behind }) => [name, points, behind])).toEqual([
    ['Bo', 16, [4, 0]],
    ['Ada', 14, [0, 2]],
    ['Cy', 10, [6, 6]],
  ]);
  expect(fight).toMatchObject({ rounds: [1, 2], lastRound: 4, roundsLeft: 2, left: 20, isDecided: false });
});

test('a title is decided once the second lacks more points than are left', () => {
  const won = ['Ada', 'Bo'];
  // Ada 30, Bo 18: 12 behind with 10 left, and 8 behind with 10 left a round before.
  expect(fightOf([won, won, won], 4)?.isDecided).toBe(true);
  expect(fightOf([won, won], 3)?.isDecided).toBe(false);
  expect(fightOf([won, won], 3)?.rows.map(({ isInFight }) => isInFight)).toEqual([true, true]);
});

test('a title is not decided by one point', () => {
  // 8 behind with 9 left; then with 7 left.
  const won = ['Ada', 'Bo'];
  const winner = (points: number) => ({ racePoints: [points, points - 4] });
  expect(fightOf([won, won], 3, winner(9))).toMatchObject({ left: 9, isDecided: false });
  expect(fightOf([won, won], 3, winner(7))).toMatchObject({ left: 7, isDecided: true });
});

test('level on points count-back decides: wins, then second places', () => {
  const level = { racePoints: [8, 4] };
  const won = ['Ada', 'Bo'];
  // Bo lacks 8 with 8 left, and would have 1 win against 2 of Ada.
  expect(fightOf([won, won], 3, level)).toMatchObject({ left: 8, isDecided: true });
  // Bo lacks 8 with 8 left, and would have a win each and the only second place.
  expect(fightOf([['Ada', 'Cy', 'Bo']], 2, { racePoints: [8, 4, 0] })?.rows).toMatchObject([
    { name: 'Ada', isInFight: true },
    { name: 'Cy', isInFight: true },
    { name: 'Bo', isInFight: true },
  ]);
});

test('bonuses and the factor of an event count for what is left, and dropped results hide it', () => {
  const won = ['Ada', 'Bo'];
  expect(fightOf([won], 2, { fastestLapBonus: 1, poleBonus: 2 })?.left).toBe(13);
  expect(fightOf([won], 2, { droppedResults: 1 })).toMatchObject({ left: null, isDecided: false });
});

test('after the last round of the calendar the first is the winner, and a season without results has no fight', () => {
  expect(fightOf([['Ada', 'Bo']], 1)).toMatchObject({ left: 0, roundsLeft: 0, isDecided: true });
  expect(fightOf([], 3)).toBeNull();
});
