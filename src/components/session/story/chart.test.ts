import { expect, test } from 'vitest';
import { teamPalette } from '#contract/colours/car-colours';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { raceCourse } from '#contract/race/race-trace';
import { defaultRules } from '#contract/race/scoring';
import { driver } from '#tests/fixtures/session';
import { gapsTo, lapTicks, lastGaps, offScaleText, pointsPlacesIn, scaleOfGaps, spread, strokesOf } from './chart.ts';

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
  expect(scaleOfGaps([0, 3_000, 40_000])).toEqual({ from: 0, to: 5_250 });
  expect(scaleOfGaps([0, 10_000])).toEqual({ from: 0, to: 5_250 });
  expect(scaleOfGaps([10_000])).toEqual({ from: 0, to: 10_500 });
  expect(scaleOfGaps([-20_000, 0, 10_000])).toEqual({ from: -21_000, to: 5_250 });
});

test('gaps to a driver are negative ahead, and unknown on laps that the driver has no time of', () => {
  const course = courseOf([car(1, [90, 90, 90]), car(2, [91, 91]), car(3, [92, 92, 92])]);
  const gaps = gapsTo(course, 2).traces.map((trace) => trace.gaps);
  expect(gaps).toEqual([
    [-1_000, -2_000, null],
    [0, 0, null],
    [1_000, 2_000, null],
  ]);
});

test('the cars of one team have lines that differ', () => {
  const course = courseOf([1, 2, 3, 4].map((index) => car(index, [90])));
  const looks = [...strokesOf(course, new Set([1, 2, 3, 4]), () => teamPalette.red, new Set()).values()];
  expect(new Set(looks.map(({ dash }) => dash)).size).toBe(4);
  expect(looks[0]).toEqual({ colour: teamPalette.red, dash: undefined });
});

/** How light a picture without colours shows a colour, from 0 to 100. */
function greyOf(colour: string): number {
  const parts = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  const luminance = 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0);
  return 116 * Math.cbrt(luminance) - 16;
}

test('without colours, any two lines with a colour differ in how light they are, or in their dashes', () => {
  const palette = Object.values(teamPalette);
  const drivers = palette.map((team, carIndex) => ({ ...car(carIndex, [90]), team }));
  const course = courseOf(drivers);
  for (const one of drivers.keys()) {
    for (const other of drivers.keys()) {
      if (one === other) continue;
      const [first, second] = [...strokesOf(course, new Set([one, other]), String, new Set()).values()];
      const difference = Math.abs(greyOf(first?.colour ?? '') - greyOf(second?.colour ?? ''));
      if (first?.dash === second?.dash) expect([one, other, difference > 12]).toEqual([one, other, true]);
    }
  }
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

test('the points end where the rules of the season end, and nowhere in an event without points', () => {
  expect(pointsPlacesIn({ scoring: 'race' })).toBe(defaultRules.racePoints.length);
  expect(pointsPlacesIn({ scoring: 'sprint' })).toBe(defaultRules.sprintPoints.length);
  expect(pointsPlacesIn({ scoring: 'sprint', pointsPlaces: 3 })).toBe(3);
  expect(pointsPlacesIn({ scoring: 'race', pointsPlaces: 0 })).toBeNull();
  expect(pointsPlacesIn({ scoring: 'none' })).toBeNull();
  expect(pointsPlacesIn(null)).toBe(defaultRules.racePoints.length);
});

test('laps off the scale are named in runs, each with its slowest time; none have no text', () => {
  const lapsOf = (...laps: number[]) =>
    laps.map((lap) => ({ lap, time: lap * 1_000, compound: null, stint: 0, isInvalid: false, isClean: true }));
  const textOf = (...laps: number[]) => offScaleText(lapsOf(...laps), (time) => `${time / 1_000} s`);
  expect(textOf(1, 10, 11, 12, 20)).toBe('L1 1 s, L10–12 up to 12 s, L20 20 s');
  expect(textOf()).toBeNull();
});
