import { expect, test } from 'vitest';
import { driver } from '../../tests/fixtures/session.ts';
import type { Driver } from '../entities/session.ts';
import { SessionType, TyreCompound, Weather } from '../enumerations.ts';
import { paceDifferences, paceLaps, paceRange, pacesOf } from './pace.ts';
import type { RaceCourse } from './race-trace.ts';

function lapsOf(seconds: (number | null)[], stops: number[] = [], invalid: number[] = []) {
  return paceLaps(
    driver({
      lapTimes: seconds.map((each, index) => ({
        lapTime: each === null ? null : each * 1_000,
        sector1Time: null,
        sector2Time: null,
        sector3Time: null,
        invalidLap: invalid.includes(index + 1),
      })),
      pitStops: stops.map((lapNum) => ({ lapNum, pitLaneTime: 22_000 })),
      tyres: [
        { tyreCompound: TyreCompound.Soft, endLap: 3 },
        { tyreCompound: TyreCompound.Hard, endLap: 9 },
      ],
    }),
  );
}

test('laps with a time have their tyres, and those that compare are clean', () => {
  const laps = lapsOf([95, 90, 110, 108, null, 91, 89], [3], [7]);
  expect(laps.map(({ lap, stint, compound }) => [lap, stint, compound])).toEqual([
    [1, 0, TyreCompound.Soft],
    [2, 0, TyreCompound.Soft],
    [3, 0, TyreCompound.Soft],
    [4, 1, TyreCompound.Hard],
    [6, 1, TyreCompound.Hard],
    [7, 1, TyreCompound.Hard],
  ]);
  expect(laps.filter(({ isClean }) => isClean).map(({ lap }) => lap)).toEqual([2, 6]);
});

test('the range is around the median of clean laps, and has the fastest valid one', () => {
  expect(paceRange(lapsOf([95, 90, 90, 90, 140]))).toEqual({ from: 89_000, to: 94_000 });
  expect(paceRange(lapsOf([95, 90, 90, 90, 87]))).toEqual({ from: 86_800, to: 94_000 });
  expect(paceRange(lapsOf([95, 90, 90, 90, 80], [], [5]))).toEqual({ from: 89_000, to: 94_000 });
  expect(paceRange(lapsOf([95]))).toEqual({ from: 94_000, to: 99_000 });
  expect(paceRange(lapsOf([95], [], [1]))).toEqual({ from: 94_000, to: 99_000 });
  expect(paceRange(lapsOf([null]))).toBeNull();
});

test('drivers are compared on the laps that both have', () => {
  expect(paceDifferences(lapsOf([95, 90, null, 91]), lapsOf([94, 91, 90]))).toEqual([
    { lap: 1, difference: 1_000 },
    { lap: 2, difference: -1_000 },
  ]);
});

const { Soft, Hard, Intermediate } = TyreCompound;

const paced = (carIndex: number, seconds: readonly number[], given: Partial<Driver> = {}) =>
  driver({
    carIndex,
    lapTimes: seconds.map((second) => ({
      lapTime: second * 1_000,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
    tyres: [{ tyreCompound: Soft, endLap: seconds.length }],
    ...given,
  });

const laps = (count: number, second = 90) => Array.from({ length: count }, () => second);

/** A race whose cars finish the laps of the first at equal times. */
const courseOf = (count: number, slowLaps: RaceCourse['slowLaps'] = []): RaceCourse => ({
  laps: count,
  traces: [],
  times: Array.from({ length: count }, (_, index) => (index + 1) * 90_000),
  slowLaps,
});

const rain = (timeOffSet: number, forecastedWeatherCondition: Weather) => ({
  sessionTypeMode: SessionType.Race,
  timeOffSet,
  forecastedWeatherCondition,
  trackTemperatureCelsius: null,
  trackTemperatureChange: null,
  airTemperatureCelsius: null,
  airTemperatureChange: null,
  rainPercentage: null,
});

const shownOf = ({ groups }: ReturnType<typeof pacesOf>) =>
  groups.map(({ condition, compound, paces }) => [
    condition,
    compound,
    paces.map(({ driver: { carIndex }, median, laps: { length } }) => [carIndex, median / 1_000, length]),
  ]);

test('drivers are compared on each tyre and under each condition, and not dry laps with wet ones', () => {
  const drivers = [
    paced(1, [99, ...laps(5, 90), 110, 115, ...laps(4, 104)], {
      tyres: [
        { tyreCompound: Soft, endLap: 7 },
        { tyreCompound: Intermediate, endLap: 12 },
      ],
      pitStops: [{ lapNum: 7, pitLaneTime: 20_000 }],
    }),
    paced(2, [99, ...laps(5, 91), ...laps(6, 120)]),
  ];
  const weatherHistory = [rain(0, Weather.Clear), rain(9, Weather.LightRain)];
  expect(shownOf(pacesOf({ drivers, weatherHistory }, courseOf(12)))).toEqual([
    [
      'dry',
      Soft,
      [
        [1, 90, 5],
        [2, 91, 5],
      ],
    ],
    [
      'wet',
      null,
      [
        [1, 104, 4],
        [2, 120, 6],
      ],
    ],
    ['wet', Soft, [[2, 120, 6]]],
    ['wet', Intermediate, [[1, 104, 4]]],
  ]);
});

test('starts, stops, laps behind a safety car and deleted ones are left out, and counted', () => {
  const given = { pitStops: [{ lapNum: 3, pitLaneTime: 20_000 }] };
  const deleted = paced(2, [99, ...laps(7, 90)]);
  const drivers = [
    paced(1, [99, 91, 110, 112, 91, 140, 141, 91], given),
    { ...deleted, lapTimes: deleted.lapTimes.map((lap, index) => ({ ...lap, invalidLap: index === 1 })) },
  ];
  const course = courseOf(8, [{ from: 6, to: 7, kind: 'safetyCar' }]);
  const result = pacesOf({ drivers, weatherHistory: [] }, course);
  expect(shownOf(result)).toEqual([
    [
      'dry',
      Soft,
      [
        [2, 90, 4],
        [1, 91, 3],
      ],
    ],
  ]);
  expect(result.leftOut).toEqual({ start: 2, pits: 2, slow: 4, invalid: 1 });
});

test('laps of practice that are much slower than the driver’s best are none at full speed', () => {
  const result = pacesOf({ drivers: [paced(1, [130, 90, 125, 91])], weatherHistory: [] }, null);
  expect(shownOf(result)).toEqual([['dry', Soft, [[1, 90, 2]]]]);
  expect(result.leftOut).toMatchObject({ slow: 1, pits: 1 });
});

test('who has few laps is last, however fast', () => {
  const drivers = [paced(1, [99, ...laps(9, 91)]), paced(2, [99, 88]), paced(3, [99, ...laps(3, 90)])];
  const { groups } = pacesOf({ drivers, weatherHistory: [] }, courseOf(10));
  expect(groups[0]?.paces.map(({ driver: { carIndex }, isPartial }) => [carIndex, isPartial])).toEqual([
    [3, false],
    [1, false],
    [2, true],
  ]);
});

test('the scale fits the drivers, and leaves out laps that are exceptions alone', () => {
  const spun = paced(1, [99, ...laps(8, 90), 130]);
  const slow = paced(2, [99, ...laps(9, 97)], { tyres: [{ tyreCompound: Hard, endLap: 10 }] });
  const { groups } = pacesOf({ drivers: [spun, slow], weatherHistory: [] }, courseOf(10));
  const [all] = groups;
  const beyond = all?.paces.flatMap((pace) => pace.laps.filter(({ time }) => time > (all?.range.to ?? 0)));
  expect(beyond?.map(({ time }) => time)).toEqual([130_000]);
  expect(all?.range.from).toBe(89_900);
});
