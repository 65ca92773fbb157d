import { expect, test } from 'vitest';
import { lapTicks, spread } from './chart.ts';

test('an axis names every lap of a short race, and every fifth or tenth of a long one', () => {
  expect(lapTicks(3, 60)).toEqual([1, 2, 3]);
  expect(lapTicks(27, 10)).toEqual([5, 10, 15, 20, 25]);
  expect(lapTicks(45, 4)).toEqual([10, 20, 30, 40]);
  expect(lapTicks(0, 10)).toEqual([]);
});

test('labels that would touch are moved apart, in their order and above the bottom', () => {
  expect(spread([10, 12, 60], 17, 100)).toEqual([10, 27, 60]);
  expect(spread([95, 20, 94], 17, 100)).toEqual([100, 20, 83]);
  expect(spread([], 17, 100)).toEqual([]);
});
