import { expect, test } from 'vitest';
import { formatSize } from './size.ts';

test.each([
  [-1, '0 B'],
  [Number.NaN, '0 B'],
  [0, '0 B'],
  [1, '1 B'],
  [999, '999 B'],
  [1_499, '1 kB'],
  [999_400, '999 kB'],
  [999_999, '1.0 MB'],
  [1_250_000, '1.3 MB'],
  [200_000_000, '200.0 MB'],
])('%d is %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
