import { expect, test } from 'vitest';
import { mannWhitney } from './rank.ts';

test('the same numbers are no difference, shifted ones are, and a known example has its known p', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => (index * 7_919) % 1_000);
  expect(mannWhitney(numbers, [...numbers].reverse())).toBeGreaterThan(0.99);
  expect(
    mannWhitney(
      numbers,
      numbers.map((value) => value + 200),
    ),
  ).toBeLessThan(0.001);
  // U = 21 of 7 and 8 without ties: z = 0.81, p = 0.418 without a correction for continuity.
  expect(mannWhitney([1, 3, 5, 7, 9, 11, 13], [2, 4, 6, 8, 10, 12, 14, 16])).toBeCloseTo(0.418, 2);
});
