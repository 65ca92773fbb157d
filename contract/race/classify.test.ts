import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { finisher, race, ruling } from '../../tests/fixtures/scored.ts';
import type { Ruling } from '../entities/ruling.ts';
import { ResultStatus, SessionType } from '../enumerations.ts';
import { type ClassificationRules, classify, inResultOrder } from './classify.ts';
import type { ScoredDriver } from './results.ts';
import { rulingsInForce } from './rulings.ts';

const { DidNotFinish, Disqualified, Finished, NotClassified } = ResultStatus;

/** `car:position` in the order of the classification. */
function order(drivers: readonly ScoredDriver[], ...rulings: readonly Ruling[]): string {
  return classify(race(drivers), rulings)
    .map(({ driver, position }) => `${driver.carIndex}:${position ?? '-'}`)
    .join(' ');
}

const time = (carIndex: number, milliseconds: number) => ruling({ kind: 'time', carIndex, milliseconds });
const places = (carIndex: number, count: number) => ruling({ kind: 'places', carIndex, places: count });
const disqualify = (carIndex: number) => ruling({ kind: 'disqualify', carIndex });
const reinstate = (carIndex: number) => ruling({ kind: 'reinstate', carIndex });

/** Cars 0, 1, 2 … in that order, a second apart, changed by index. */
function field(count: number, changes: Record<number, Partial<ScoredDriver>> = {}): ScoredDriver[] {
  return Array.from({ length: count }, (_, index) => finisher(index, index + 1, changes[index]));
}

const noTime = { totalRaceTime: null };

describe('a time penalty', () => {
  test.each<[string, ScoredDriver[], Ruling[], string]>([
    ['puts the car behind those who were closer', field(4), [time(0, 2_500)], '1:1 2:2 0:3 3:4'],
    ['that is too small moves nothing', field(3), [time(0, 900)], '0:1 1:2 2:3'],
    ['that makes two times equal moves nothing', field(3), [time(0, 1_000)], '0:1 1:2 2:3'],
    ['that is taken back again moves nothing', field(3), [time(0, 5_000), time(0, -5_000)], '0:1 1:2 2:3'],
    ['below zero moves the car forward', field(4), [time(3, -2_500)], '0:1 3:2 1:3 2:4'],
    [
      'never makes the car pass others that have no time',
      field(4, { 0: noTime, 1: noTime, 3: noTime }),
      [time(2, 5_000)],
      '0:1 1:2 2:3 3:4',
    ],
    ['leaves a car without a time where it is', field(3, { 0: noTime }), [time(0, 60_000)], '0:1 1:2 2:3'],
    [
      'passes a car without a time only with the next one that has one',
      field(4, { 1: noTime }),
      [time(0, 2_500)],
      '1:1 2:2 0:3 3:4',
    ],
    [
      'does not sort others whose order differs from their times',
      field(4, { 1: { totalRaceTime: 3_700_000 } }),
      [time(3, 9_000)],
      '0:1 1:2 2:3 3:4',
    ],
    [
      'counts the penalties of the race',
      field(3, { 1: { totalPenaltiesSeconds: 5 } }),
      [time(0, 1_500)],
      // Car 1 has 3,607,000 ms with its penalty, car 2 3,603,000.
      '0:1 1:2 2:3',
    ],
    [
      'keeps a lapped car behind',
      field(3, { 1: { numberOfLaps: 49 }, 2: { numberOfLaps: 49 } }),
      [time(0, 90_000)],
      '0:1 1:2 2:3',
    ],
    [
      'compares the times alone with a car whose laps are not known',
      field(3, { 1: { numberOfLaps: null } }),
      [time(0, 1_500)],
      '1:1 0:2 2:3',
    ],
    [
      'on a car whose laps are not known compares the times alone',
      field(3, { 0: { numberOfLaps: null } }),
      [time(0, 1_500)],
      '1:1 0:2 2:3',
    ],
    [
      'wins no place against a car whose recorded time is longer',
      field(3, { 0: { totalRaceTime: 3_700_000 } }),
      [time(1, 500)],
      '0:1 1:2 2:3',
    ],
    [
      'below zero loses no place to a car whose recorded time is shorter',
      field(3, { 2: { totalRaceTime: 3_500_000 } }),
      [time(1, -500)],
      '0:1 1:2 2:3',
    ],
    ['on two cars counts for both', field(3), [time(0, 3_000), time(1, 1_500)], '2:1 1:2 0:3'],
    ['and one that is given back meet in the middle', field(3), [time(0, 1_500), time(2, -500)], '1:1 0:2 2:3'],
    [
      'moves nobody who did not finish',
      field(3, { 2: { resultStatus: DidNotFinish } }),
      [time(2, -9_000)],
      '0:1 1:2 2:3',
    ],
  ])('%s', (_, drivers, rulings, expected) => {
    expect(order(drivers, ...rulings)).toBe(expected);
  });
});

describe('a dead heat', () => {
  const heat = field(4, { 1: { finishingPosition: 1, totalRaceTime: 3_601_000 } });

  test.each<[string, Ruling[], string]>([
    ['stays without rulings', [], '0:1 1:1 2:3 3:4'],
    ['survives a ruling on another car', [time(2, 1_500)], '0:1 1:1 3:3 2:4'],
    ['survives a disqualification behind it', [disqualify(2)], '0:1 1:1 3:3 2:4'],
    ['is passed as one', [time(3, -3_500)], '3:1 0:2 1:2 2:4'],
    ['is passed as one by places', [places(2, -1)], '2:1 0:2 1:2 3:4'],
    ['ends with a ruling on one of its cars', [time(0, 500)], '1:1 0:2 2:3 3:4'],
    ['ends with the disqualification of one of its cars', [disqualify(0)], '1:1 2:2 3:3 0:4'],
  ])('%s', (_, rulings, expected) => {
    expect(order(heat, ...rulings)).toBe(expected);
  });

  test.each<[string, Ruling[], string]>([
    ['is passed as one by a car that is moved back into it', [places(0, 1)], '1:1 2:1 0:3 3:4'],
    ['is passed as one by a car that is moved forward into it', [places(3, -1)], '0:1 3:2 1:3 2:3'],
    ['stays when one of its cars is moved by no places', [places(1, 0)], '0:1 1:2 2:2 3:4'],
  ])('in the middle %s', (_, rulings, expected) => {
    expect(order(field(4, { 2: { finishingPosition: 2, totalRaceTime: 3_602_000 } }), ...rulings)).toBe(expected);
  });

  test('of cars without times stays when one of them gets a penalty', () => {
    const drivers = field(3, { 0: noTime, 1: { ...noTime, finishingPosition: 1 } });
    expect(order(drivers, time(0, 5_000))).toBe('0:1 1:1 2:3');
  });
});

describe('places', () => {
  test.each<[string, ScoredDriver[], Ruling[], string]>([
    ['move a car back', field(4), [places(0, 2)], '1:1 2:2 0:3 3:4'],
    ['move a car forward', field(4), [places(3, -2)], '0:1 3:2 1:3 2:4'],
    ['end at the last finisher', field(4, { 3: { resultStatus: DidNotFinish } }), [places(0, 9)], '1:1 2:2 0:3 3:4'],
    ['end at the first position', field(3), [places(2, -9)], '2:1 0:2 1:3'],
    ['count after the times', field(4), [time(0, 1_500), places(0, 1)], '1:1 2:2 0:3 3:4'],
    ['of 0 change nothing', field(2), [places(0, 0)], '0:1 1:2'],
  ])('%s', (_, drivers, rulings, expected) => {
    expect(order(drivers, ...rulings)).toBe(expected);
  });
});

describe('a disqualified car', () => {
  test('is last, behind those who did not finish', () => {
    const drivers = field(4, { 3: { resultStatus: DidNotFinish } });
    expect(order(drivers, disqualify(1))).toBe('0:1 2:2 3:3 1:4');
  });

  test('that the game, or a person, has disqualified is last too, whatever its place', () => {
    expect(order(field(3, { 0: { resultStatus: Disqualified } }))).toBe('1:1 2:2 0:3');
    expect(order(field(3, { 0: { resultStatus: Disqualified, ...noTime } }), disqualify(1))).toBe('2:1 0:2 1:3');
  });

  test('that is reinstated by a later ruling has its result back', () => {
    expect(order(field(3), disqualify(0), reinstate(0))).toBe('0:1 1:2 2:3');
    expect(order(field(3), reinstate(0), disqualify(0))).toBe('1:1 2:2 0:3');
  });
});

describe('a reinstated car', () => {
  const disqualified = { resultStatus: Disqualified };

  test.each<[string, ScoredDriver[], string]>([
    ['goes where its time belongs', field(4, { 3: { ...disqualified, totalRaceTime: 3_601_500 } }), '0:1 3:2 1:3 2:4'],
    ['wins with the best time', field(3, { 2: { ...disqualified, totalRaceTime: 3_500_000 } }), '2:1 0:2 1:3'],
    [
      'of fewer laps is behind the others',
      field(3, { 2: { ...disqualified, totalRaceTime: 1, numberOfLaps: 49 } }),
      '0:1 1:2 2:3',
    ],
    [
      'goes where its time belongs beside others without one',
      field(4, { 1: noTime, 3: { ...disqualified, totalRaceTime: 3_601_500 } }),
      '0:1 1:2 3:3 2:4',
    ],
    [
      'with a better time than one of a dead heat is ahead of both',
      field(4, { 0: noTime, 1: { finishingPosition: 1 }, 3: { ...disqualified, totalRaceTime: 3_500_000 } }),
      '3:1 0:2 1:2 2:4',
    ],
    ['without a time has the place that was given', field(3, { 1: { ...disqualified, ...noTime } }), '0:1 1:2 2:3'],
    ['stays where the others have no time', field(3, { 0: noTime, 1: noTime, 2: disqualified }), '0:1 1:2 2:3'],
    [
      'without a time and a position is behind those who finished',
      field(3, { 0: { ...disqualified, ...noTime, finishingPosition: null }, 2: { resultStatus: DidNotFinish } }),
      '1:2 0:3 2:4',
    ],
  ])('%s', (_, drivers, expected) => {
    const car = drivers.find(({ resultStatus }) => resultStatus === Disqualified)?.carIndex ?? 0;
    expect(order(drivers, reinstate(car))).toBe(expected);
  });
});

describe('a car that is out of a race', () => {
  const out = { resultStatus: DidNotFinish };

  test.each<[string, ScoredDriver[], string]>([
    ['is behind those who finished', field(5, { 2: out }), '0:1 1:2 3:3 4:4 2:5'],
    ['is behind them also as the first', field(3, { 0: { resultStatus: ResultStatus.Retired } }), '1:1 2:2 0:3'],
    ['keeps the order of all who are out', field(4, { 0: out, 2: { resultStatus: NotClassified } }), '1:1 3:2 0:3 2:4'],
    ['is ahead of a disqualified one', field(4, { 0: { resultStatus: Disqualified }, 2: out }), '1:1 3:2 2:3 0:4'],
    ['is in no dead heat with a finisher', field(3, { 0: out, 1: { finishingPosition: 1 } }), '1:1 2:2 0:3'],
    ['that is last already stays', field(3, { 2: out }), '0:1 1:2 2:3'],
  ])('%s', (_, drivers, expected) => {
    expect(order(drivers)).toBe(expected);
  });

  test('keeps its place in qualifying, where only a disqualified car moves', () => {
    const session = race(field(3, { 0: { resultStatus: Disqualified }, 1: out }), { sessionType: SessionType.Q1 });
    expect(inResultOrder(session).map(({ carIndex }) => carIndex)).toEqual([1, 2, 0]);
  });

  test('is classified by its laps where the rules say so', () => {
    const retired = (numberOfLaps: number) => field(4, { 1: { ...out, numberOfLaps }, 3: { numberOfLaps: 44 } });
    const counted = (numberOfLaps: number, rules?: ClassificationRules) =>
      classify(race(retired(numberOfLaps)), [], rules)
        .filter(({ isClassified }) => isClassified)
        .map(({ driver, position }) => `${driver.carIndex}:${position}`)
        .join(' ');
    expect(counted(48)).toBe('0:1 2:2 3:3');
    expect(counted(48, { classifiedFrom: 0.9 })).toBe('0:1 2:2 1:3 3:4');
    expect(counted(44, { classifiedFrom: 0.9 })).toBe('0:1 2:2 3:3');
  });
});

test('classifying a classified result again changes nothing', () => {
  const drivers = field(4, { 0: { resultStatus: Disqualified }, 2: { resultStatus: DidNotFinish } });
  const once = classify(race(drivers)).map(({ driver, position }) => ({ ...driver, finishingPosition: position }));
  expect(order(once)).toBe(order(drivers));
});

test('a car without a position has none, and is last', () => {
  const drivers = field(3, { 1: { finishingPosition: null, resultStatus: DidNotFinish } });
  expect(order(drivers)).toBe('0:1 2:3 1:-');
  expect(classify(race(drivers), []).at(-1)).toEqual({
    driver: drivers[1],
    resultStatus: DidNotFinish,
    position: null,
    isClassified: false,
  });
});

test('rulings that are in force are those that were not withdrawn, in the order in which they were made', () => {
  const [first, second, third, withdrawn] = [
    { ...time(0, 1), id: 'b', madeAt: '2026-01-01T10:00:00.000Z' },
    { ...time(0, 2), id: 'c', madeAt: '2026-01-01T10:00:00.000Z' },
    { ...time(0, 3), id: 'a', madeAt: '2026-01-02T10:00:00.000Z' },
    { ...time(0, 4), id: 'd', withdrawnAt: '2026-01-03T10:00:00.000Z' },
  ] as const;
  expect(rulingsInForce([second, withdrawn, third, first])).toEqual([first, second, third]);
});

test('positions that the game left out stay left out', () => {
  const drivers = [finisher(0, 1), finisher(1, 2), finisher(2, 4), finisher(3, 5)];
  expect(order(drivers)).toBe('0:1 1:2 2:4 3:5');
  expect(order(drivers, places(0, 1))).toBe('1:1 0:2 2:4 3:5');
});

describe('for any results and rulings', () => {
  const cars = 8;
  const fields = fc
    .array(
      fc.record({
        gap: fc.constantFrom(0, 0, 500, 1_000, 4_000),
        hasTime: fc.boolean(),
        isHeat: fc.boolean(),
        status: fc.constantFrom(Finished, Finished, Finished, Finished, DidNotFinish, Disqualified),
      }),
      { minLength: cars, maxLength: cars },
    )
    .map((rows) => {
      let total = 3_600_000;
      let place = 0;
      return rows.map(({ gap, hasTime, isHeat, status }, index) => {
        const isTied = isHeat && index > 0;
        if (!isTied) {
          total += gap;
          place = index + 1;
        }
        return finisher(index, place, { totalRaceTime: hasTime ? total : null, resultStatus: status });
      });
    });
  const rulingOn = (carIndex: number) =>
    fc.oneof(
      fc.integer({ min: -10_000, max: 10_000 }).map((milliseconds) => time(carIndex, milliseconds)),
      fc.integer({ min: -9, max: 9 }).map((count) => places(carIndex, count)),
      fc.constantFrom(disqualify, reinstate).map((kind) => kind(carIndex)),
    );
  const car = fc.nat(cars - 1);

  const others = (drivers: readonly ScoredDriver[], ruled: number, rulings: readonly Ruling[]) => {
    const left = classify(race(drivers), rulings).filter(({ driver }) => driver.carIndex !== ruled);
    return left.map(({ driver, position }, index) => ({
      car: driver.carIndex,
      isInHeatWithNext: position !== null && position === left[index + 1]?.position,
    }));
  };

  test('a ruling moves only the ruled car: the others keep their order and their dead heats', () => {
    fc.assert(
      fc.property(
        car.chain((ruled) => fc.tuple(fields, fc.constant(ruled), fc.array(rulingOn(ruled), { maxLength: 4 }))),
        ([drivers, ruled, rulings]) => {
          expect(others(drivers, ruled, rulings)).toEqual(others(drivers, ruled, []));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('every car is classified once, and positions are as many as before', () => {
    fc.assert(
      fc.property(fields, fc.array(car.chain(rulingOn), { maxLength: 6 }), (drivers, rulings) => {
        const classified = classify(race(drivers), rulings);
        expect(classified.map(({ driver }) => driver.carIndex).sort()).toEqual(drivers.map((_, index) => index));
        const positions = classified.map(({ position }) => position ?? 0);
        expect(positions).toEqual([...positions].sort((one, other) => one - other));
        for (const position of positions) {
          const shared = positions.filter((other) => other === position).length;
          expect(positions.filter((other) => other < position).length).toBe(position - 1);
          expect(shared).toBeGreaterThan(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('with all times known, time penalties sort the cars by time', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: cars, maxLength: cars });
    const penalties = fc.array(
      car.chain((carIndex) => fc.integer({ min: -5_000, max: 5_000 }).map((added) => time(carIndex, added))),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(gaps, penalties, (all, rulings) => {
        let total = 3_600_000;
        const drivers = all.map((gap, index) => {
          total += gap;
          return finisher(index, index + 1, { totalRaceTime: total });
        });
        const timeOf = (carIndex: number) =>
          rulings.reduce(
            (sum, one) => sum + (one.kind === 'time' && one.carIndex === carIndex ? one.milliseconds : 0),
            drivers[carIndex]?.totalRaceTime ?? 0,
          );
        const times = classify(race(drivers), rulings).map(({ driver }) => timeOf(driver.carIndex));
        expect(times).toEqual([...times].sort((one, other) => one - other));
      }),
      { numRuns: 500 },
    );
  });

  test('the order in which drivers are listed, and cars are ruled on, makes no difference', () => {
    const onEachCar = fc.tuple(
      ...Array.from({ length: cars }, (_, index) =>
        fc.option(fc.integer({ min: -5_000, max: 5_000 }).map((added) => time(index, added))),
      ),
    );
    fc.assert(
      fc.property(fields, onEachCar, (drivers, given) => {
        const rulings = given.filter((one) => one !== null);
        const read = (list: readonly ScoredDriver[], made: readonly Ruling[]) =>
          classify(race(list), made).map(({ driver, position }) => [driver.carIndex, position]);
        expect(read([...drivers].reverse(), [...rulings].reverse())).toEqual(read(drivers, rulings));
      }),
    );
  });
});
