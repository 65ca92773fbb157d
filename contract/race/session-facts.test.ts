import { expect, test } from 'vitest';
import { driver, session } from '#tests/fixtures/session';
import { ResultStatus, SessionType } from '../enumerations.ts';
import { bestSectors, biggestClimber, fastestLapOf, stopFacts } from './session-facts.ts';

const lap = (lapTime: number, sectors: readonly [number, number, number], invalidLap = false) => ({
  lapTime,
  sector1Time: sectors[0],
  sector2Time: sectors[1],
  sector3Time: sectors[2],
  invalidLap,
});
const race = (drivers: ReturnType<typeof driver>[]) => session({ sessionType: SessionType.Race, drivers });

test('the fastest lap has its driver and number, and no invalid lap is taken for it', () => {
  const quick = driver({
    carIndex: 1,
    finishingPosition: 2,
    bestLapTimeMs: 80_000,
    lapTimes: [lap(80_000, [1, 2, 3], true), lap(81_000, [1, 2, 3]), lap(80_000, [1, 2, 3])],
  });
  const slow = driver({ carIndex: 2, finishingPosition: 1, bestLapTimeMs: 82_000 });
  expect(fastestLapOf(race([slow, quick]))).toEqual({ driver: quick, time: 80_000, lap: 3 });
  expect(fastestLapOf(race([slow]))).toEqual({ driver: slow, time: 82_000, lap: null });
  expect(fastestLapOf(race([driver({})]))).toBeNull();
});

test('the biggest climber has finished, and is the better placed of two', () => {
  const placed = (carIndex: number, startingPosition: number, finishingPosition: number, more = {}) =>
    driver({ carIndex, startingPosition, finishingPosition, ...more });
  const [second, third] = [placed(1, 6, 2), placed(2, 7, 3)];
  const retired = placed(3, 20, 4, { resultStatus: ResultStatus.Retired });
  expect(biggestClimber(race([third, second, retired, placed(4, 1, 1)]))).toEqual({
    driver: second,
    places: 4,
    position: 2,
  });
  expect(biggestClimber(race([placed(1, 1, 1), placed(2, 2, 3)]))).toBeNull();
});

test('stops are counted, and the shortest has a time', () => {
  const [one, other] = [[26_000, null], [24_500]].map((times, carIndex) =>
    driver({ carIndex, pitStops: times.map((pitLaneTime, index) => ({ lapNum: index + 5, pitLaneTime })) }),
  );
  if (one === undefined || other === undefined) throw new Error('no drivers');
  expect(stopFacts({ drivers: [one, other] })).toEqual({ count: 3, shortest: { driver: other, time: 24_500 } });
  expect(stopFacts({ drivers: [] })).toEqual({ count: 0, shortest: null });
});

test('the best sectors are of three drivers, or unknown where one sector is', () => {
  const drivers = [lap(60, [10, 25, 25]), lap(60, [20, 15, 25]), lap(60, [20, 25, 15]), lap(30, [1, 1, 1], true)].map(
    (only, carIndex) => driver({ carIndex, lapTimes: [only] }),
  );
  expect(bestSectors({ drivers }).map((best) => [best.driver.carIndex, best.time])).toEqual([
    [0, 10],
    [1, 15],
    [2, 15],
  ]);
  expect(bestSectors({ drivers: [driver({ lapTimes: [{ ...lap(60, [1, 2, 3]), sector2Time: null }] })] })).toEqual([]);
});
