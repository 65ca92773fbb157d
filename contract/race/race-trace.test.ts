import { expect, test } from 'vitest';
import { driver } from '../../tests/fixtures/session.ts';
import type { Driver } from '../entities/session.ts';
import { ResultStatus, SessionType } from '../enumerations.ts';
import { changeAfterFlag, leadingCars, raceCourse } from './race-trace.ts';

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

const raceOf = (drivers: Driver[], safetyCars = 0, redFlags: number | null = null) =>
  raceCourse({
    sessionType: SessionType.Race,
    drivers,
    numberOfSafetyCars: safetyCars,
    numberOfVirtualSafetyCars: null,
    numberOfRedFlags: redFlags,
  });

test('places follow the time since the start, from the grid to the flag, and the result has the penalties', () => {
  const { laps, traces, times } = raceOf([
    car(1, 1, 2, [91, 90, 90], { totalPenaltiesSeconds: 5 }),
    car(2, 2, 1, [92, 91, 90]),
    car(3, 3, 3, [90, 99, 99]),
  ]);
  expect(laps).toBe(3);
  expect(times).toEqual([90_000, 181_000, 271_000]);
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

const untimed = { totalRaceTime: null };

test('while the time of a running car is not known no car has a place or a gap', () => {
  const { traces } = raceOf([
    car(1, 1, 1, [90, 90, 90], untimed),
    car(2, 2, 2, [91, null, 91], untimed),
    car(3, 3, 3, [92, 92, 92], untimed),
  ]);
  expect(traces.map(({ places, gaps }) => [places, gaps])).toEqual([
    [
      [1, 1, null, null],
      [0, null, null],
    ],
    [
      [2, 2, null, null],
      [1_000, null, null],
    ],
    [
      [3, 3, null, null],
      [2_000, null, null],
    ],
  ]);
});

test('a car that has retired without a time hides the others only while it runs', () => {
  const retired = { ...untimed, resultStatus: ResultStatus.Retired };
  const { traces } = raceOf([car(1, 1, 1, [90, 90, 90]), car(2, 2, 2, [91, null], retired)]);
  expect(traces[0]?.places).toEqual([1, 1, null, 1]);
});

test('a missing lap time is found by its sectors, or by the time of the race', () => {
  const bySectors = car(2, 2, 2, [91, null, 88], untimed);
  const lapTimes = bySectors.lapTimes.map((each, index) =>
    index === 1 ? { ...each, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 32_000 } : each,
  );
  const byRaceTime = car(3, 3, 3, [92, null, 92], { totalRaceTime: 274_000, numberOfLaps: 3 });
  const { traces } = raceOf([car(1, 1, 1, [90, 90, 90]), { ...bySectors, lapTimes }, byRaceTime]);
  expect(traces.map(({ places, gaps }) => [places, gaps])).toEqual([
    [
      [1, 1, 1, 1],
      [0, 0, 0],
    ],
    [
      [2, 2, 3, 2],
      [1_000, 3_000, 1_000],
    ],
    [
      [3, 3, 2, 3],
      [2_000, 2_000, 4_000],
    ],
  ]);
});

test('after two laps without a time the time of the race gives the places again', () => {
  const laps = [90, null, null, 90];
  const { traces } = raceOf([
    car(1, 1, 1, [90, 90, 90, 90]),
    car(2, 2, 2, laps, { totalRaceTime: 365_000, numberOfLaps: 4 }),
  ]);
  expect(traces[1]?.places).toEqual([2, 2, null, 2, 2]);
  expect(traces[1]?.gaps).toEqual([0, null, 5_000, 5_000]);
  // It cannot be less than that of the laps before.
  const wrong = car(2, 2, 2, [90, 90, null], { totalRaceTime: 100_000, numberOfLaps: 3 });
  expect(raceOf([car(1, 1, 1, [90, 90, 90]), wrong]).traces[1]?.places).toEqual([2, 2, 2, null]);
});

test('the podium, the first on the grid and who lost most lead the picture', () => {
  const drivers = [4, 5, 6, 2, 1, 3].map((grid, index) => car(10 + index, grid, index + 1, [90]));
  expect(leadingCars(raceOf(drivers))).toEqual([10, 11, 12, 14]);
});

test('no race, no laps and no drivers are an empty course', () => {
  expect(raceOf([])).toEqual({ laps: 0, traces: [], times: [], slowLaps: [] });
  expect(raceOf([car(1, 1, 1, [])]).traces[0]?.places).toEqual([1]);
});

test('what has changed after the flag is the place there and the one in the result', () => {
  const { traces } = raceOf([
    car(1, 1, 2, [91, 90], { totalPenaltiesSeconds: 5 }),
    car(2, 2, 1, [92, 90]),
    car(3, 3, 3, [95, 95]),
    car(4, 4, 4, [96], { resultStatus: ResultStatus.Retired }),
  ]);
  expect(traces.map((trace) => [trace.driver.carIndex, changeAfterFlag(trace)])).toEqual([
    [2, { from: 2, to: 1 }],
    [1, { from: 1, to: 2 }],
    [3, null],
    [4, null],
  ]);
});
