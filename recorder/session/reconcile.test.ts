import { describe, expect, test } from 'vitest';
import type { LapTime } from '#contract/entities/session';
import { ResultStatus } from '#contract/enumerations';
import { placesFromTiming, reconcileLaps, reconcileSets, reconcileStops, sumOf, type TimedCar } from './reconcile.ts';

const lap = (lapTime: number | null): LapTime => ({
  lapTime,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap: false,
});
const timesOf = (laps: readonly LapTime[]) => laps.map(({ lapTime }) => lapTime);

describe('laps', () => {
  test('one that is missing has what the race time leaves, and the sectors that were seen', () => {
    const running = { lapNum: 3, sector1Time: 30_000, sector2Time: 31_000, isInvalid: false };
    expect(reconcileLaps([lap(90_000), lap(91_000), lap(null)], 273_000, running)[2]).toEqual({
      lapTime: 92_000,
      sector1Time: 30_000,
      sector2Time: 31_000,
      sector3Time: 31_000,
      invalidLap: false,
    });
    expect(timesOf(reconcileLaps([lap(null), lap(91_000)], 183_000, running))).toEqual([92_000, 91_000]);
  });

  test('two that are missing stay so, and one without a race time or beyond it', () => {
    expect(timesOf(reconcileLaps([lap(null), lap(91_000), lap(null)], 273_000, null))).toEqual([null, 91_000, null]);
    expect(timesOf(reconcileLaps([lap(90_000), lap(null)], null, null))).toEqual([90_000, null]);
    expect(timesOf(reconcileLaps([lap(90_000), lap(null)], 80_000, null))).toEqual([90_000, null]);
  });

  test('have a sum only when all are known', () => {
    expect([sumOf([lap(90_000), lap(91_000)]), sumOf([lap(90_000), lap(null)]), sumOf([])]).toEqual([
      181_000,
      null,
      null,
    ]);
  });
});

describe('stops', () => {
  const none = { stops: [], underWay: null, withoutStop: new Set<number>() };
  const seen = (lapNum: number, isLapSeen = true) => ({ lapNum, isLapSeen, pitLaneTime: 22_000 });
  const final = (count: number | null) => ({ count, isFinal: true });

  test('one that only the tyres show has no time, where the number of stops agrees', () => {
    expect(reconcileStops({ ...none, stops: [seen(5)] }, [5, 9], final(2))).toEqual([
      { lapNum: 5, pitLaneTime: 22_000 },
      { lapNum: 9, pitLaneTime: null },
    ]);
  });

  test('with fewer stops than changes of tyres only those that were seen are listed', () => {
    expect(reconcileStops(none, [5, 9], final(1))).toEqual([]);
    expect(reconcileStops({ ...none, stops: [seen(5)] }, [5, 9], final(1))).toEqual([
      { lapNum: 5, pitLaneTime: 22_000 },
    ]);
  });

  test('one that is under way is none at the end, unless it was counted', () => {
    const inPits = { ...none, underWay: 12 };
    expect(reconcileStops(inPits, [], { count: null, isFinal: false })).toEqual([{ lapNum: 12, pitLaneTime: null }]);
    expect(reconcileStops(inPits, [], final(0))).toEqual([]);
    expect(reconcileStops(inPits, [], final(1))).toEqual([{ lapNum: 12, pitLaneTime: null }]);
  });

  test('a car that came in unseen has stopped on the lap that its tyres say', () => {
    expect(reconcileStops({ ...none, stops: [seen(6, false)] }, [5], final(1))).toEqual([
      { lapNum: 5, pitLaneTime: 22_000 },
    ]);
  });

  test('a change of tyres on a lap that ended in the pit lane without a stop is none', () => {
    expect(reconcileStops({ ...none, withoutStop: new Set([5]) }, [5], final(null))).toEqual([]);
  });
});

test('of two tables of tyres the one with more sets counts, the history among equals', () => {
  const [soft, hard] = [
    { endLap: 4, visualCompound: 16 },
    { endLap: 255, visualCompound: 18 },
  ];
  const unused = { endLap: 0, visualCompound: 0 };
  expect(reconcileSets([soft, unused], [soft, hard])).toEqual([soft, hard]);
  expect(reconcileSets([soft], [hard])).toEqual([soft]);
});

describe('places without a classification', () => {
  const car = (carIndex: number, given: Partial<TimedCar> = {}): TimedCar => ({
    carIndex,
    resultStatus: ResultStatus.Finished,
    laps: 10,
    time: 900_000 + carIndex * 1_000,
    penaltySeconds: 0,
    position: carIndex + 1,
    ...given,
  });
  const order = (cars: readonly TimedCar[]) => {
    const places = placesFromTiming(cars);
    return places && [...places].sort(([, one], [, other]) => one - other).map(([carIndex]) => carIndex);
  };

  test('follow the road, with those who are out at the end by their laps, the disqualified last', () => {
    const out = { resultStatus: ResultStatus.Retired };
    const disqualified = car(4, { resultStatus: ResultStatus.Disqualified });
    expect(order([car(3, { ...out, laps: 2 }), disqualified, car(2, { ...out, laps: 5 }), car(1), car(0)])).toEqual([
      0, 1, 2, 3, 4,
    ]);
  });

  test('follow laps and times with penalties where there are some', () => {
    expect(order([car(0, { penaltySeconds: 5 }), car(1), car(2, { laps: 9, time: 890_000 })])).toEqual([1, 0, 2]);
  });

  test('are not known while a car races, when nobody finished, and without the times that decide', () => {
    expect(order([car(0), car(1, { resultStatus: ResultStatus.Active })])).toBeNull();
    expect(order([car(0, { resultStatus: ResultStatus.Retired })])).toBeNull();
    expect(order([car(0, { penaltySeconds: 5 }), car(1, { time: null })])).toBeNull();
    expect(order([car(0), car(1, { position: 1 })])).toBeNull();
    expect(order([])).toBeNull();
  });
});
