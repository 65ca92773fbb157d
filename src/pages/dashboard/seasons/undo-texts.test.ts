import { expect, test } from 'vitest';
import { formatTimeLeft, takeBackQuestion } from './undo-texts.ts';

test.each([
  [600, '10:00'],
  [599, '9:59'],
  [65, '1:05'],
  [1, '0:01'],
])('with %d s left it can be undone for another %s', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text);
});

test('taking back the first official standings makes them provisional, later ones those before', () => {
  expect(takeBackQuestion(1)).toBe('Take it back? The standings are provisional again for everybody.');
  expect(takeBackQuestion(2)).toBe('Take it back? Official 1 is the latest one again for everybody.');
});
