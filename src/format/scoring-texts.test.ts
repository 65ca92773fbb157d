import { expect, test } from 'vitest';
import { defaultRules } from '#contract/race/scoring';
import { rulesIn, scoringTexts } from './scoring-texts.ts';

test('rules survive being typed, and a season without rules has the default ones', () => {
  const rules = { ...defaultRules, racePoints: [12.5, 1], poleBonus: 0.5, droppedResults: 2 };
  expect(rulesIn(scoringTexts({ scoring: rules }))).toEqual(rules);
  expect(rulesIn(scoringTexts({}))).toEqual(defaultRules);
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
