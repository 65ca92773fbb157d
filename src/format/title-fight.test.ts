import { expect, test } from 'vitest';
import { titleSentence } from './title-fight.ts';

const fight = (given: object, behind = 12) =>
  titleSentence({
    rounds: [1, 2],
    lastRound: 4,
    roundsLeft: 2,
    left: 52,
    isDecided: false,
    rows: [
      { name: 'Ada', team: null, points: 40, behind: [0, 0], isInFight: true },
      { name: 'Bo', team: null, points: 28, behind: [3, behind], isInFight: true },
      { name: 'Cy', team: null, points: 0, behind: [20, 40], isInFight: false },
    ],
    ...given,
  });

test('a title fight is told with what is left, until it is decided', () => {
  expect(fight({})).toBe('Bo is 12 behind Ada, with at most 52 left for each: 2 drivers can win the title.');
  expect(fight({ isDecided: true, roundsLeft: 1 })).toBe('Ada is champion with 1 round left.');
  expect(fight({ isDecided: true, roundsLeft: 0 })).toBe('All rounds of the calendar are run. Bo is 12 behind Ada.');
  expect(fight({ left: null })).toBe('Bo is 12 behind Ada.');
  expect(fight({ left: null }, 0)).toBe('Bo is level with Ada.');
  expect(fight({ rows: [] })).toBe('');
});
