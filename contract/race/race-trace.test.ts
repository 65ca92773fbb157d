import { expect, test } from 'vitest';
import { driver } from '../../tests/fixtures/session.ts';
import type { Driver } from '../entities/session.ts';
import { ResultStatus, SessionType } from '../enumerations.ts';
import { leadingCars, raceCourse } from './race-trace.ts';

const lap = (lapTime: number | null) => ({
  lapTime,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap: false,
});

function car(carIndex: number, grid: number, result: number, laps: (number | null)[], more: Partial<Driver> = {}) {
  return driver({
    carIndex,
    startingPosition: grid,
    position: result,
    finishingPosition: result,
    lapTimes: laps.map((seconds) => lap(seconds === null ? null : seconds * 1_000)),
    ...more,
  });
}

const raceOf = (drivers: Driver[], safetyCars = 0) =>
  raceCourse({
    sessionType: SessionType.Race,
    drivers,
    numberOfSafetyCars: safetyCars,
    numberOfVirtualSafetyCars: null,
  });

test('places follow the time since the start, from the grid to the flag, and the result has the penalties', () => {
  const { laps, traces } = raceOf([
    car(1, 1, 2, [91, 90, 90], { totalPenaltiesSeconds: 5 }),
    car(2, 2, 1, [92, 91, 90]),
    car(3, 3, 3, [90, 99, 99]),
  ]);
  expect(laps).toBe(3);
  expect(traces.map(({ driver: { carIndex }, places, result }) => [carIndex, places, result])).toEqual([
    [2, [2, 3, 2, 2], 1],
    [1, [1, 2, 1, 1], 2],
    [3, [3, 1, 3, 3], 3],
  ]);
  expect(traces.map(({ gaps }) => gaps)).toEqual([
    [2_000, 2_000, 2_000],
    [1_000, 0, 0],
    [0, 8_000, 17_000],
  ]);
});

test('a car that has retired ends, and one a lap down keeps its place until the flag', () => {
  const { traces } = raceOf([
    car(1, 1, 1, [90, 90, 90]),
    car(2, 2, 2, [130, 130]),
    car(3, 3, 3, [91], { resultStatus: ResultStatus.Retired }),
  ]);
  expect(traces.map(({ places, isOut }) => [places, isOut])).toEqual([
    [[1, 1, 1, 1], false],
    [[2, 3, 2, 2], false],
    [[3, 2, null, null], true],
  ]);
  expect(traces[1]?.gaps).toEqual([40_000, 80_000, null]);
});

test('after a lap without a time the place of a car is not known', () => {
  const { traces } = raceOf([car(1, 1, 1, [90, 90, 90]), car(2, 2, 2, [91, null, 91])]);
  expect(traces[1]?.places).toEqual([2, 2, null, null]);
});

test('slow laps are those of the whole field, as many runs as there were safety cars', () => {
  const laps = [110, 90, 90, 130, 130, 90, 90, 120, 90, 90];
  const drivers = [car(1, 1, 1, laps), car(2, 2, 2, laps), car(3, 3, 3, [110, 90, 90, 90, 95, 90, 90, 90, 90, 90])];
  expect(raceOf(drivers).slowLaps).toEqual([]);
  expect(raceOf(drivers, 1).slowLaps).toEqual([{ from: 4, to: 5 }]);
  expect(raceOf(drivers, 3).slowLaps).toEqual([
    { from: 4, to: 5 },
    { from: 8, to: 8 },
  ]);
});

test('the podium, the first on the grid and who lost most lead the picture', () => {
  const drivers = [4, 5, 6, 2, 1, 3].map((grid, index) => car(10 + index, grid, index + 1, [90]));
  expect(leadingCars(raceOf(drivers))).toEqual([10, 11, 12, 14]);
});

test('no race, no laps and no drivers are an empty course', () => {
  expect(raceOf([])).toEqual({ laps: 0, traces: [], slowLaps: [] });
  expect(raceOf([car(1, 1, 1, [])]).traces[0]?.places).toEqual([1]);
});
