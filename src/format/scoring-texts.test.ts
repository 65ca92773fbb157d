import { expect, test } from 'vitest';
import { defaultRules, newSeasonRules } from '#contract/race/scoring';
import { dropSentence, rulesIn, scoringTexts } from './scoring-texts.ts';

/** The meaning of missing rules in older seasons. */
const asOlder = { classifiedFrom: null, poleBy: 'grid', factorOf: 'all', sprintBonuses: false } as const;

test('rules survive being typed, and a season without rules has the default ones', () => {
  const rules = { ...defaultRules, racePoints: [12.5, 1], poleBonus: 0.5, droppedResults: 2, dropBy: 'round' as const };
  expect(rulesIn(scoringTexts({ scoring: rules }))).toEqual({ ...rules, ...asOlder });
  expect(rulesIn(scoringTexts({}))).toEqual({ ...defaultRules, ...asOlder });
  expect(rulesIn(scoringTexts({ scoring: newSeasonRules }))).toEqual(newSeasonRules);
});

test('a season that is older than the choice of what is dropped keeps its way until another one is chosen', () => {
  const { dropBy: _, ...older } = { ...defaultRules, droppedResults: 1 };
  const texts = scoringTexts({ scoring: older });
  expect(rulesIn({ ...texts, poleBonus: '1' })).toEqual({ ...older, ...asOlder, poleBonus: 1 });
  expect(rulesIn({ ...texts, dropBy: 'result' })).toEqual({ ...older, ...asOlder, dropBy: 'result' });
});

test('an incomplete or wrong rule gives none', () => {
  const texts = scoringTexts({});
  for (const wrong of [
    { racePoints: '25,x' },
    { fastestLapBonus: '' },
    { fastestLapWithin: '1.5' },
    { poleBonus: '-1' },
    { droppedResults: '201' },
  ])
    expect(rulesIn({ ...texts, ...wrong })).toBeNull();
});

test('what is dropped is said for results and rounds', () => {
  const stays = 'Points of rulings always count, and disqualifications stay.';
  expect(dropSentence({ droppedResults: 0 })).toBe('');
  expect(dropSentence({ droppedResults: 1, dropBy: 'result' })).toBe(
    `Each driver’s worst result does not count: races and sprints are dropped one by one. ${stays}`,
  );
  expect(dropSentence({ droppedResults: 2, dropBy: 'round' })).toBe(
    `Each driver’s 2 worst events do not count: all results of an event together. ${stays}`,
  );
  expect(dropSentence({ droppedResults: 1 })).toBe(
    'Each driver’s worst result does not count: a missed event is one, and disqualifications and results below 0 stay.',
  );
});
