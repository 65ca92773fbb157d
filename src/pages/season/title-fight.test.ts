import { expect, test } from 'vitest';
import type { TitleFight } from '#contract/race/title-fight';
import { leadText, titleSentence } from './title-fight.ts';

const row = { team: null, behind: [], places: null, most: 0, fewest: 0, isInFight: true };

function fight(given: Partial<TitleFight>, second = 28): TitleFight {
  return {
    of: 'drivers',
    steps: [],
    lastRound: 4,
    left: { points: 52, races: 2, sprints: 0, undecidedSprints: 0 },
    isDecided: false,
    isLevel: false,
    rows: [
      { ...row, name: 'Ada', points: 40 },
      { ...row, name: 'Bo', points: second },
      { ...row, name: 'Cy', points: 0, isInFight: false },
    ],
    ...given,
  };
}

const over = { points: 0, races: 0, sprints: 0, undecidedSprints: 0 };

test('a title fight is told with what is left, until it is decided', () => {
  expect(titleSentence(fight({}))).toBe(
    'Bo is 12 behind Ada, with at most 52 left for each: 2 drivers can win the title.',
  );
  expect(titleSentence(fight({ of: 'teams', left: { points: 68, races: 2, sprints: 2, undecidedSprints: 2 } }))).toBe(
    'Bo is 12 behind Ada, with at most 68 left for each, if each event has a sprint: 2 teams can win the title.',
  );
  expect(titleSentence(fight({ left: { points: 68, races: 2, sprints: 2, undecidedSprints: 1 } }))).toBe(
    'Bo is 12 behind Ada, with at most 68 left for each, if the undecided events have sprints: 2 drivers can win the title.',
  );
  expect(titleSentence(fight({ left: { points: 68, races: 2, sprints: 2, undecidedSprints: 0 } }))).toBe(
    'Bo is 12 behind Ada, with at most 68 left for each: 2 drivers can win the title.',
  );
  const left = { points: 26, races: 1, sprints: 0, undecidedSprints: 0 };
  expect(titleSentence(fight({ isDecided: true, left }))).toBe('Ada is champion with 1 event left.');
  expect(titleSentence(fight({ isDecided: true, left: over }))).toBe('Ada is champion: Bo is 12 behind Ada.');
  expect(titleSentence(fight({ isDecided: true, left: over }, 40))).toBe(
    'Ada is champion: Bo is level with Ada, who is ahead on count-back.',
  );
  expect(titleSentence(fight({ isLevel: true, left: over }, 40))).toBe(
    'All events of the calendar are run. Bo is level with Ada.',
  );
  expect(titleSentence(fight({ rows: [] }))).toBe('');
});

test('the lead is told in a few words, and by count-back alone where it separates', () => {
  const textOf = (given: Partial<TitleFight>, second?: number) => leadText(fight(given, second))?.text;
  expect(leadText(fight({}))).toEqual({ name: 'Ada', text: '12 ahead, at most 52 left' });
  expect(textOf({}, 40)).toBe('ahead on count-back, at most 52 left');
  expect(textOf({ isLevel: true }, 40)).toBe('level with Bo, at most 52 left');
  expect(textOf({ isLevel: true, left: over }, 40)).toBe('level with Bo');
  expect(textOf({ isDecided: true })).toBe('is champion');
  expect(textOf({ rows: [{ ...row, name: 'Ada', points: 40 }] })).toBe('at most 52 left');
  expect(leadText(fight({ rows: [{ ...row, name: 'Ada', points: 0 }] }))).toBeNull();
});
