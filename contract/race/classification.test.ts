import { describe, expect, test } from 'vitest';
import { driver } from '../../tests/fixtures/session.ts';
import type { Driver } from '../entities/session.ts';
import { ResultStatus, SessionType } from '../enumerations.ts';
import { longestRaceTime } from '../values/recorded-values.ts';
import { classificationOf, classifiedCars, podiumOf, timedPodium } from './classification.ts';
import { inResultOrder } from './classify.ts';

function finisher(carIndex: number, position: number, more: Partial<Driver> = {}): Driver {
  return driver({
    carIndex,
    name: `Driver ${carIndex}`,
    finishingPosition: position,
    startingPosition: position + 1,
    numberOfLaps: 10,
    totalRaceTime: 900_000 + position * 1_500,
    totalPenaltiesSeconds: 0,
    bestLapTimeMs: 88_000 + carIndex,
    ...more,
  });
}

describe('the classification of a race', () => {
  const race = {
    sessionType: SessionType.Race,
    drivers: [
      finisher(3, 4, { resultStatus: ResultStatus.DidNotFinish, numberOfLaps: 4 }),
      finisher(2, 3, { numberOfLaps: 9, totalRaceTime: 905_000 }),
      finisher(0, 1),
      finisher(1, 2, { totalPenaltiesSeconds: 5 }),
    ],
  };

  test('has times and gaps with penalties, gaps in laps, and no gap for a driver who is out', () => {
    expect(
      classificationOf(race).map((row) => [row.position, row.time, row.gapToLeader, row.gapToCarAhead, row.isOut]),
    ).toEqual([
      [1, 901_500, null, null, false],
      [2, 908_000, { milliseconds: 6_500 }, { milliseconds: 6_500 }, false],
      [3, 905_000, { laps: 1 }, { laps: 1 }, false],
      [4, 906_000, null, null, true],
    ]);
  });

  test('is answered in the same order with the same times, but for those who are out', () => {
    expect(classifiedCars(race)).toEqual(
      classificationOf(race).map(({ driver: { carIndex }, position, time, isOut }) => ({
        carIndex,
        position,
        ...(isOut ? {} : { timeWithPenalties: time }),
      })),
    );
    expect(classifiedCars({ ...race, sessionType: SessionType.Q1 }).flatMap(Object.keys)).not.toContain(
      'timeWithPenalties',
    );
  });

  test('answers times in whole milliseconds that are never negative nor longer than any race', () => {
    const drivers = [
      finisher(0, 1, { totalRaceTime: 1_000, totalPenaltiesSeconds: -5 }),
      finisher(1, 2, { totalRaceTime: 900_000, totalPenaltiesSeconds: 0.0016 }),
      finisher(2, 3, { totalRaceTime: longestRaceTime, totalPenaltiesSeconds: 1 }),
    ];
    const times = classifiedCars({ ...race, drivers }).map(({ timeWithPenalties }) => timeWithPenalties);
    expect(times).toEqual([0, 900_002, longestRaceTime]);
  });

  test('marks the fastest lap, and counts the places gained since the start by those who are classified', () => {
    expect(classificationOf(race).map((row) => [row.hasFastestLap, row.placesGained])).toEqual([
      [true, 1],
      [false, 1],
      [false, 1],
      [false, null],
    ]);
  });

  test('has no places gained where there was no grid, and no fastest lap where nobody has a lap', () => {
    const drivers = [
      finisher(0, 1, { startingPosition: null, bestLapTimeMs: null }),
      finisher(1, 2, { finishingPosition: null, position: 2, bestLapTimeMs: null }),
    ];
    expect(
      classificationOf({ sessionType: SessionType.Race, drivers }).map((row) => [row.placesGained, row.hasFastestLap]),
    ).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  test('gives the fastest lap to no disqualified driver, also beside an equal one', () => {
    const drivers = [
      finisher(0, 1, { bestLapTimeMs: 88_000 }),
      finisher(1, 2, { bestLapTimeMs: 88_000, resultStatus: ResultStatus.Disqualified }),
    ];
    const rows = classificationOf({ sessionType: SessionType.Race, drivers });
    expect(rows.map((row) => row.hasFastestLap)).toEqual([true, false]);
  });

  test('marks the fastest lap also where another driver has no lap', () => {
    const drivers = [finisher(0, 1), finisher(1, 2, { bestLapTimeMs: null })];
    const rows = classificationOf({ sessionType: SessionType.Race, drivers });
    expect(rows.map((row) => row.hasFastestLap)).toEqual([true, false]);
  });

  test('has null for a gap when a race time is missing', () => {
    const drivers = [finisher(0, 1), finisher(1, 2, { totalRaceTime: null })];
    const [, second] = classificationOf({ sessionType: SessionType.Race, drivers });
    expect([second?.time, second?.gapToLeader]).toEqual([null, null]);
  });
});

describe('the classification of a qualifying session', () => {
  const qualifying = {
    sessionType: SessionType.Q1,
    drivers: [
      driver({ carIndex: 0, bestLapTimeMs: null, resultStatus: ResultStatus.Retired }),
      driver({ carIndex: 1, bestLapTimeMs: 90_100, resultStatus: ResultStatus.Disqualified, startingPosition: 4 }),
      driver({ carIndex: 2, bestLapTimeMs: 90_000 }),
    ],
  };

  test('is sorted by best lap, a driver without a lap behind the others, a disqualified one last', () => {
    expect(inResultOrder(qualifying).map(({ carIndex }) => carIndex)).toEqual([2, 0, 1]);
  });

  test('has drivers without a lap, or with equal ones, in the order of their cars', () => {
    const drivers = [5, 3, 4].map((carIndex) => driver({ carIndex, bestLapTimeMs: null }));
    const equal = [2, 1].map((carIndex) => driver({ carIndex, bestLapTimeMs: 90_000 }));
    expect(
      inResultOrder({ sessionType: SessionType.Q1, drivers: [...drivers, ...equal] }).map(({ carIndex }) => carIndex),
    ).toEqual([1, 2, 3, 4, 5]);
  });

  test('has gaps between best laps, no places gained, and only disqualified drivers are out', () => {
    expect(classificationOf(qualifying).map((row) => [row.time, row.gapToLeader, row.placesGained, row.isOut])).toEqual(
      [
        [90_000, null, null, false],
        [null, null, null, false],
        [90_100, { milliseconds: 100 }, null, true],
      ],
    );
  });
});

describe('the podium', () => {
  test('is the first three by position, with the numbers a card shows', () => {
    const drivers = [finisher(0, 4), finisher(1, 2), finisher(2, 1), finisher(3, 3)];
    expect(podiumOf({ sessionType: SessionType.Race, drivers })).toEqual(
      [finisher(2, 1), finisher(1, 2), finisher(3, 3)].map((one) => ({
        carIndex: one.carIndex,
        name: one.name,
        team: one.team,
        totalRaceTime: one.totalRaceTime,
        totalPenaltiesSeconds: 0,
        bestLapTimeMs: one.bestLapTimeMs,
        numberOfLaps: 10,
      })),
    );
  });

  test('of a race has those who count alone, with the times that count', () => {
    const drivers = [
      finisher(0, 1, { totalPenaltiesSeconds: 5 }),
      finisher(1, 2),
      finisher(2, 3, { resultStatus: ResultStatus.Retired }),
      finisher(3, 4, { totalRaceTime: null }),
    ];
    const timesIn = (sessionType: SessionType) =>
      timedPodium({ sessionType, podium: podiumOf({ sessionType, drivers }) }).map((one) => one.timeWithPenalties);
    expect(timesIn(SessionType.Race)).toEqual([906_500, 903_000, undefined]);
    expect(timesIn(SessionType.Q1)).toEqual([undefined, undefined, undefined]);
  });

  test('of a race leaves out drivers without a position, of a qualifying session those without a lap', () => {
    const drivers = [
      driver({ carIndex: 0, bestLapTimeMs: 90_000 }),
      driver({ carIndex: 1, position: 1 }),
      driver({ carIndex: 2, finishingPosition: 2, bestLapTimeMs: 91_000 }),
    ];
    const indices = (sessionType: SessionType) => podiumOf({ sessionType, drivers }).map(({ carIndex }) => carIndex);
    expect(indices(SessionType.Race)).toEqual([1, 2]);
    expect(indices(SessionType.Q1)).toEqual([2, 0]);
  });
});
