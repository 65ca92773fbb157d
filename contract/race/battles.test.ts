import { expect, test } from 'vitest';
import { driver } from '../../tests/fixtures/session.ts';
import { battlesOf, lastingOvertakes } from './battles.ts';

const pass = (one: number, other: number, lapNum: number | null) => ({
  overtakingDriverIdx: one,
  overtakenDriverIdx: other,
  lapNum,
  overtakingTime: null,
  utcTime: null,
});

test('overtakes of two cars are one battle, with those that were undone on the same lap', () => {
  const overtakes = [pass(2, 1, 5), pass(1, 2, 5), pass(2, 1, 7), pass(3, 1, 9), pass(2, 1, 9)];
  expect(battlesOf({ drivers: [], overtakes })).toEqual([
    { cars: [2, 1], counts: [3, 1], swaps: 4, undone: 1, fromLap: 5, toLap: 9 },
    { cars: [3, 1], counts: [1, 0], swaps: 1, undone: 0, fromLap: 9, toLap: 9 },
  ]);
});

test('passes of a car on its way into or out of the pits are no battle', () => {
  const drivers = [driver({ carIndex: 1, pitStops: [{ lapNum: 5, pitLaneTime: null }] }), driver({ carIndex: 2 })];
  const overtakes = [pass(2, 1, 5), pass(1, 2, 6), pass(1, 2, 7), pass(2, 1, null)];
  expect(battlesOf({ drivers, overtakes })).toEqual([
    { cars: [1, 2], counts: [1, 1], swaps: 2, undone: 0, fromLap: 7, toLap: 7 },
  ]);
  expect(battlesOf({ drivers, overtakes: [] })).toEqual([]);
});

test('overtakes that lasted are on the track, and not undone by the same car on the same lap', () => {
  const drivers = [driver({ carIndex: 4, pitStops: [{ lapNum: 5, pitLaneTime: null }] })];
  const overtakes = [pass(1, 2, 5), pass(4, 1, 6), pass(2, 1, 5), pass(1, 2, 5), pass(1, 2, 6), pass(2, 1, 7)];
  expect(lastingOvertakes({ drivers, overtakes })).toEqual([pass(1, 2, 5), pass(1, 2, 6), pass(2, 1, 7)]);
  const unknown = [pass(1, 2, null), pass(2, 1, null)];
  expect(lastingOvertakes({ drivers, overtakes: unknown })).toEqual(unknown);
});
