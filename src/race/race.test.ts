import { describe, expect, test } from 'vitest';
import { ResultStatus, SessionType, TyreCompound } from '#contract/enumerations';
import type { Driver, LapTime } from '#contract/session';
import { driver, session } from '../../tests/fixtures/session.ts';
import { inResultOrder, penaltyText, resultRows } from './classification.ts';
import { bestsOf, compoundAt, idealLap, markOf, placesByLap, sessionBests, stintsOf } from './laps.ts';

function lap(lapTime: number | null, more: Partial<LapTime> = {}): LapTime {
  return { lapTime, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000, invalidLap: false, ...more };
}

function finisher(carIndex: number, place: number, more: Partial<Driver> = {}): Driver {
  return driver({
    carIndex,
    name: `Driver ${carIndex}`,
    finishingPosition: place,
    startingPosition: place + 1,
    resultStatus: ResultStatus.Finished,
    numberOfLaps: 10,
    totalRaceTime: 900_000 + place * 1_500,
    totalPenaltiesSeconds: 0,
    bestLapTimeMs: 88_000 + carIndex,
    ...more,
  });
}

describe('the classification of a race', () => {
  const race = session({
    sessionType: SessionType.Race,
    drivers: [
      finisher(3, 4, { resultStatus: ResultStatus.DidNotFinish, numberOfLaps: 4 }),
      finisher(2, 3, { numberOfLaps: 9, totalRaceTime: 905_000 }),
      finisher(0, 1),
      finisher(1, 2, { totalPenaltiesSeconds: 5 }),
    ],
  });

  test('has times, gaps with penalties, laps behind and status words', () => {
    expect(resultRows(race).map(({ place, main, interval, gained }) => [place, main, interval, gained])).toEqual([
      [1, '15:01.500', '—', 1],
      [2, '+6.500', '+6.500', 1],
      [3, '+1 LAP', '+1 LAP', 1],
      [4, 'DNF', '—', 1],
    ]);
  });

  test('names the fastest lap once', () => {
    expect(resultRows(race).map((row) => row.isFastest)).toEqual([true, false, false, false]);
  });
});

test('a qualifying is told by best laps; who has none comes last', () => {
  const timed = session({
    sessionType: SessionType.Q1,
    drivers: [
      driver({ carIndex: 0, bestLapTimeMs: null }),
      driver({ carIndex: 1, bestLapTimeMs: 90_100 }),
      driver({ carIndex: 2, bestLapTimeMs: 90_000 }),
    ],
  });
  expect(inResultOrder(timed).map((entry) => entry.carIndex)).toEqual([2, 1, 0]);
  expect(resultRows(timed).map(({ main, gap }) => [main, gap])).toEqual([
    ['1:30.000', '—'],
    ['1:30.100', '+0.100'],
    ['No time', '—'],
  ]);
});

test('penalties are as short as timing screens say them', () => {
  const penalty = {
    infringementType: null,
    otherVehicleIdx: null,
    lapNum: 1,
    penaltyIssuedTime: null,
    penaltyTime: null,
  };
  const penalties = [0, 0, 1].map((penaltyType) => ({ ...penalty, penaltyType: penaltyType as 0 | 1 }));
  expect(penaltyText(driver({ penalties, totalPenaltiesSeconds: 8 }))).toBe('+8s 2DT SG');
  expect(penaltyText(driver({}))).toBe('');
});

describe('laps', () => {
  const own = [lap(90_000, { sector1Time: 29_000 }), lap(89_000, { invalidLap: true }), lap(91_000), lap(null)];
  const other = driver({ carIndex: 1, lapTimes: [lap(89_500)] });
  const one = driver({ carIndex: 0, lapTimes: own });

  test('marks tell the session’s best, the own best and what does not count', () => {
    const bests = [bestsOf(own), sessionBests([one, other])] as const;
    expect(own.map((entry) => markOf(entry, 'lapTime', ...bests))).toEqual(['own', 'invalid', 'none', 'none']);
    expect(own.map((entry) => markOf(entry, 'sector1Time', ...bests))[0]).toBe('session');
  });

  test('the ideal lap is made of the best sectors', () => {
    expect(idealLap(bestsOf(own))).toBe(89_000);
    expect(idealLap(bestsOf([]))).toBeNull();
  });

  test('places follow the times lap by lap', () => {
    const drivers = [
      driver({ carIndex: 5, lapTimes: [lap(90_000), lap(95_000)] }),
      driver({ carIndex: 6, lapTimes: [lap(91_000), lap(90_000)] }),
      driver({ carIndex: 7, lapTimes: [lap(89_000)] }),
    ];
    expect([...placesByLap(drivers)]).toEqual([
      [5, [2, 2]],
      [6, [3, 1]],
      [7, [1, null]],
    ]);
  });

  test('stints know their laps', () => {
    const tyres = [
      { tyreCompound: TyreCompound.Soft, endLap: 6 },
      { tyreCompound: TyreCompound.Hard, endLap: 15 },
    ];
    expect(stintsOf({ tyres })).toEqual([
      { compound: 16, fromLap: 1, toLap: 6 },
      { compound: 18, fromLap: 7, toLap: 15 },
    ]);
    expect([compoundAt({ tyres }, 6), compoundAt({ tyres }, 7), compoundAt({ tyres }, 16)]).toEqual([16, 18, null]);
  });
});
