import { expect, test } from 'vitest';
import { driver } from '../../tests/fixtures/session.ts';
import { SessionType, TyreCompound } from '../enumerations.ts';
import { paceDifferences, paceLaps, paceRange, pacesOf } from './pace.ts';

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

const paced = (carIndex: number, seconds: readonly number[], invalid = -1) =>
  driver({
    carIndex,
    lapTimes: seconds.map((second, index) => ({
      lapTime: second * 1_000,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: index === invalid,
    })),
  });

test('drivers are sorted by the median of their clean laps, and those without one are left out', () => {
  const drivers = [paced(1, [99, 92, 91, 95, 93, 94]), paced(2, [99, 80, 92, 92, 92], 1), paced(3, [90])];
  const paces = pacesOf({ sessionType: SessionType.Race, drivers });
  expect(paces.map(({ driver: { carIndex }, median, spread, clean }) => [carIndex, median, spread, clean])).toEqual([
    [2, 92_000, 0, 3],
    [1, 93_000, 2_000, 5],
  ]);
});

test('those who drive less than nine tenths of a race are after the others, by their laps; in practice they are not', () => {
  const dry = (laps: number) => Array.from({ length: laps }, () => 90);
  const drivers = [
    paced(1, dry(4)),
    paced(2, dry(8)),
    // Lapped once.
    paced(3, [...dry(6), 98, 98, 98]),
    paced(4, [...dry(4), 97, 97, 97, 97, 97, 97]),
    paced(5, [...dry(5), 86, 86, 86]),
  ];
  const orderIn = (sessionType: SessionType) =>
    pacesOf({ sessionType, drivers }).map(({ driver: { carIndex }, isPartial }) => [carIndex, isPartial]);
  expect(orderIn(SessionType.Race)).toEqual([
    [3, false],
    [4, false],
    [2, true],
    [5, true],
    [1, true],
  ]);
  expect(orderIn(SessionType.P1)).toEqual([
    [1, false],
    [2, false],
    [3, false],
    [5, false],
    [4, false],
  ]);
});
