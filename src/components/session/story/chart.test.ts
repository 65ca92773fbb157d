import { expect, test } from 'vitest';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { raceCourse } from '#contract/race/race-trace';
import { driver } from '#tests/fixtures/session';
import { lapTicks, lastGaps, offScale, spread, strokeOf } from './chart.ts';

const car = (carIndex: number, seconds: readonly number[], resultStatus: ResultStatus = ResultStatus.Finished) =>
  driver({
    carIndex,
    finishingPosition: carIndex,
    resultStatus,
    lapTimes: seconds.map((second) => ({
      lapTime: second * 1_000,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
  });
const courseOf = (drivers: ReturnType<typeof car>[]) =>
  raceCourse({
    sessionType: SessionType.Race,
    drivers,
    numberOfSafetyCars: 0,
    numberOfVirtualSafetyCars: 0,
    numberOfRedFlags: 0,
  });

test('the scale of gaps counts lapped cars with their last known gap, and no car that is out', () => {
  const course = courseOf([
    car(1, [90, 90, 90]),
    car(2, [91, 91, 91]),
    car(3, [110, 110]),
    car(4, [150], ResultStatus.Retired),
  ]);
  const ends = lastGaps(course);
  expect(ends.map(({ trace, gap, lapsDown }) => [trace.driver.carIndex, gap, lapsDown])).toEqual([
    [1, 0, 0],
    [2, 3_000, 0],
    [3, 40_000, 1],
  ]);
  expect(offScale([0, 3_000, 40_000])).toBe(5_250);
  expect(offScale([0, 10_000])).toBe(5_250);
  expect(offScale([10_000])).toBe(10_500);
});

test('the cars of one team have lines that differ', () => {
  const course = courseOf([1, 2, 3, 4].map((index) => car(index, [90])));
  const looks = course.traces.map((trace) => strokeOf(trace, course, () => 'red'));
  expect(new Set(looks.map(({ dash }) => dash)).size).toBe(4);
  expect(looks[0]).toEqual({ colour: 'red', dash: undefined });
});

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
