import { expect, test } from 'vitest';
import { tyresNowText } from './tyre-age.ts';

test.each([
  [undefined, 'now'],
  [0, 'now, 0 laps'],
  [1, 'now, 1 lap'],
  [12, 'now, 12 laps'],
])('tyres of age %s are those of %s', (age, text) => {
  expect(tyresNowText(age)).toBe(text);
});
