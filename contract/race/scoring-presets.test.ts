import { expect, test } from 'vitest';
import { defaultRules } from './scoring.ts';
import { presetOf, scoringPresets } from './scoring-presets.ts';

test('each preset is found by its rules', () => {
  for (const preset of scoringPresets) expect(presetOf(preset.rules)).toBe(preset);
});

test('the default rules are the first preset, however many results are dropped', () => {
  expect(presetOf({ ...defaultRules, droppedResults: 2 } as typeof defaultRules)?.id).toBe('f1-2019');
});

test('what makes no difference to points makes none to the preset', () => {
  const [, without] = scoringPresets;
  if (without === undefined) throw new Error('there is no second preset');
  const rules = { ...without.rules, fastestLapWithin: 3, racePoints: [...without.rules.racePoints, 0, 0] };
  expect(presetOf(rules)?.id).toBe('f1-2025');
});

test('other points are rules of one’s own', () => {
  expect(presetOf({ ...defaultRules, poleBonus: 1 })).toBeNull();
  expect(presetOf({ ...defaultRules, sprintPoints: [3, 2] })).toBeNull();
});
