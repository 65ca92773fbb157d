import { scaleLinear } from 'd3-scale';
import { expect, test } from 'vitest';
import { linearOf, linePath } from './line-path.ts';

const x = linearOf((lap) => 10 + lap * 4);
const y = linearOf(scaleLinear([1, 2], [20, 40.26]));

test('a line goes from lap to lap, with one digit', () => {
  expect(linePath([1, 2, 3], 0, x, y)).toBe('M10,20L14,40.3L18,60.5');
  expect(linePath([1, 2], 5, x, y)).toBe('M30,20L34,40.3');
});

test('a line begins again after a lap that is not known', () => {
  expect(linePath([null, 1, null, null, 2, 1, null], 0, x, y)).toBe('M14,20M26,40.3L30,20');
  expect(linePath([null, null], 0, x, y)).toBe('');
});

test('a level run has its ends alone', () => {
  expect(linePath([1, 1, 1, 1, 2, 2, 1], 0, x, y)).toBe('M10,20L22,20L26,40.3L30,40.3L34,20');
  expect(linePath([1, 1, null, 1, 1, 1], 0, x, y)).toBe('M10,20L14,20M22,20L30,20');
});
