import { expect, test } from 'vitest';
import { SessionType } from '#contract/enumerations';
import { gapOf, sessionTypeOf } from './words.ts';

const names = new Map(Object.entries(SessionType).map(([name, number]) => [number, name]));
const namesIn = (format: number) =>
  Array.from({ length: 10 }, (_, index) => names.get(sessionTypeOf(index + 10, format)));

test('from format 2024 on sprint shootouts are numbered before races', () => {
  expect(namesIn(2023)).toEqual([
    'Race',
    'Race2',
    'Race3',
    'TimeTrial',
    'Unknown',
    'Unknown',
    'Unknown',
    'Unknown',
    'Unknown',
    'Unknown',
  ]);
  const later = [
    'SprintShootout1',
    'SprintShootout2',
    'SprintShootout3',
    'ShortSprintShootout',
    'OneShotSprintShootout',
    'Race',
    'Race2',
    'Race3',
    'TimeTrial',
    'Unknown',
  ];
  for (const format of [2024, 2025, 2026]) expect([format, namesIn(format)]).toEqual([format, later]);
});

test('practice and qualifying have the same numbers in every format', () => {
  for (const format of [2023, 2024, 2025, 2026])
    expect(Array.from({ length: 10 }, (_, number) => sessionTypeOf(number, format))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
});

test('a gap that the game wraps in the garage, or cannot hold, is unknown', () => {
  expect([gapOf(1_247, 0), gapOf(2_000, 1), gapOf(0, 0)]).toEqual([1_247, 62_000, null]);
  expect([gapOf(1_247, 250), gapOf(12, 253)]).toEqual([null, null]);
  expect([gapOf(65_534, undefined), gapOf(65_535, undefined)]).toEqual([65_534, null]);
});
