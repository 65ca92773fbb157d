import { expect, test } from 'vitest';
import { formatTable, parseNumber, parseTable } from './points-table.ts';

test('a table survives being typed', () => {
  expect(parseTable(formatTable([25, 18, 12.5, 0]))).toEqual([25, 18, 12.5, 0]);
  expect(parseTable('25 18;15\n12/10,')).toEqual([25, 18, 15, 12, 10]);
  expect(parseTable(' ')).toEqual([]);
});

test('a table with anything but points is refused', () => {
  for (const text of ['25, x', '25, -1', '1001', '1e3', Array.from({ length: 65 }, () => '1').join(' ')])
    expect([text, parseTable(text)]).toEqual([text, null]);
});

test('a number may have a sign and a decimal comma', () => {
  expect(['5', '+5', '-2,5', '−1.25', '', 'five', '1.2345'].map(parseNumber)).toEqual([
    5,
    5,
    -2.5,
    -1.25,
    null,
    null,
    null,
  ]);
});
