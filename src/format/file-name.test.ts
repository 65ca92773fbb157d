import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';

test('a file name has letters, digits and hyphens only', () => {
  expect(fileName('Winter / Cup: São Paulo', 'drivers', 'csv')).toBe('winter-cup-sao-paulo-drivers.csv');
  expect(fileName('🏎️🏎️', 'results', 'png')).toBe('results.png');
  expect(fileName('../..', 'teams', 'csv')).toBe('teams.csv');
});
