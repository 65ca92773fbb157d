import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { driver, upload } from '../../tests/fixtures/session.ts';
import type { Driver } from '../entities/session.ts';
import { ResultStatus, SessionType } from '../enumerations.ts';
import type { LiveDocument } from '../live/document.ts';
import { toDocument } from '../live/to-document.ts';
import { classifyLive } from './classify-live.ts';
import { timingOf } from './live-timing.ts';

const raceOf = (drivers: readonly Partial<Driver>[]): LiveDocument =>
  toDocument(
    upload({
      sessionType: SessionType.Race,
      sessionStatus: 2,
      trackLength: 5_000,
      drivers: drivers.map((given, carIndex) =>
        driver({
          carIndex,
          name: `Driver ${carIndex}`,
          resultStatus: ResultStatus.Active,
          position: carIndex + 1,
          ...given,
        }),
      ),
    }),
  );
const orderNow = (document: LiveDocument) => classifyLive(document).map(({ carIndex }) => carIndex);

/** A driver of whom some things are known and others not, as games send them in the first laps, after passes and laps. */
const unsure = fc.record(
  {
    deltaToLeader: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 300_000 }))),
    deltaToCarAhead: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 300_000 }))),
    currentLapNumber: fc.option(fc.integer({ min: 0, max: 20 })),
    lapDistance: fc.option(fc.integer({ min: -100, max: 5_000 })),
    bestLapTimeMs: fc.option(fc.integer({ min: 60_000, max: 120_000 })),
    resultStatus: fc.constantFrom(
      ResultStatus.Active,
      ResultStatus.Active,
      ResultStatus.Finished,
      ResultStatus.Retired,
    ),
    totalPenaltiesSeconds: fc.option(fc.constantFrom(0, 0, 5, 10)),
  },
  { noNullPrototype: true },
);
const grid = fc.array(unsure, { minLength: 1, maxLength: 22 }).chain((drivers) =>
  fc
    .shuffledSubarray(
      drivers.map((_, index) => index + 1),
      { minLength: drivers.length },
    )
    .map((positions) => drivers.map((given, index) => ({ ...given, position: positions[index] ?? null }))),
);

describe('whatever is known of the gaps', () => {
  test('the cars without penalties are in the order of the timing tower', () => {
    fc.assert(
      fc.property(grid, (drivers) => {
        const document = raceOf(drivers);
        const isClean = ({ carIndex }: { readonly carIndex: number }) => {
          const given = drivers[carIndex];
          return given?.resultStatus !== ResultStatus.Retired && !given?.totalPenaltiesSeconds;
        };
        const tower = timingOf(document).lines.filter(isClean);
        expect(
          classifyLive(document)
            .filter(isClean)
            .map(({ carIndex }) => carIndex),
        ).toEqual(tower.map(({ carIndex }) => carIndex));
      }),
      { numRuns: 500 },
    );
  });

  test('a penalty never moves a car past one that has none', () => {
    fc.assert(
      fc.property(grid, (drivers) => {
        const document = raceOf(drivers);
        const tower = timingOf(document).lines.map(({ carIndex }) => carIndex);
        const now = orderNow(document);
        const isRunning = (car: number) => drivers[car]?.resultStatus !== ResultStatus.Retired;
        const clean = tower.filter((car) => isRunning(car) && !drivers[car]?.totalPenaltiesSeconds);
        for (const car of tower.filter((each) => isRunning(each) && !clean.includes(each))) {
          const aheadOnRoad = clean.filter((other) => tower.indexOf(other) < tower.indexOf(car));
          expect(aheadOnRoad.every((other) => now.indexOf(other) < now.indexOf(car))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('a running car counts as finished, and one that is out comes last, with its own result', () => {
  const known = {
    ...{ team: 'Aurora', carNumber: 4, startingPosition: 3, bestLapTimeMs: 90_000 },
    ...{ totalRaceTime: 900_000, totalPenaltiesSeconds: 5, numberOfLaps: 10 },
  };
  const unknown = {
    ...{ team: null, carNumber: null, startingPosition: null, bestLapTimeMs: null },
    ...{ totalRaceTime: null, totalPenaltiesSeconds: null, numberOfLaps: null },
  };
  const drivers = [known, { ...unknown, resultStatus: ResultStatus.Retired }, unknown];
  const { Finished, Retired } = ResultStatus;
  expect(classifyLive(raceOf(drivers))).toEqual([
    { ...known, carIndex: 0, name: 'Driver 0', finishingPosition: 1, resultStatus: Finished },
    { ...unknown, carIndex: 2, name: 'Driver 2', finishingPosition: 2, resultStatus: Finished },
    { ...unknown, carIndex: 1, name: 'Driver 1', finishingPosition: 3, resultStatus: Retired },
  ]);
});

describe('the order now', () => {
  test('of cars without places does not follow from their best laps', () => {
    const laps = [92_000, 91_000, 90_000].map((bestLapTimeMs) => ({ position: null, bestLapTimeMs }));
    expect(orderNow(raceOf(laps))).toEqual([0, 1, 2]);
  });

  test.each([0, null, -400, 3_900])('of a car whose gap is %j is its place on the road', (deltaToLeader) => {
    const gaps = [null, 1_000, 4_000, 9_000].map((gap) => ({ deltaToLeader: gap }));
    expect(orderNow(raceOf([...gaps, { deltaToLeader }, { deltaToLeader: 12_000 }]))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('of a lapped car is behind those with a lap more, whatever it says of its gap', () => {
    const lead = { currentLapNumber: 12, lapDistance: 2_000 };
    const lapped = { currentLapNumber: 11, lapDistance: 1_500 };
    const document = raceOf([
      { ...lead },
      { ...lead, lapDistance: 1_900, deltaToLeader: 2_000 },
      { ...lead, lapDistance: 1_000, deltaToLeader: 21_000, totalPenaltiesSeconds: 30 },
      { ...lapped, deltaToLeader: 500 },
      { ...lapped, lapDistance: 1_400, deltaToLeader: 0, deltaToCarAhead: 2_000 },
    ]);
    expect(orderNow(document)).toEqual([0, 1, 2, 3, 4]);
  });

  test('of two lapped cars counts the penalty of the first by the interval between them', () => {
    const lap = (lapDistance: number, seconds: number) => ({
      currentLapNumber: 11,
      lapDistance,
      deltaToCarAhead: 2_000,
      totalPenaltiesSeconds: seconds,
    });
    const lead = { currentLapNumber: 12, lapDistance: 2_000 };
    expect(orderNow(raceOf([lead, lap(1_500, 1), lap(1_400, 0)]))).toEqual([0, 1, 2]);
    expect(orderNow(raceOf([lead, lap(1_500, 5), lap(1_400, 0)]))).toEqual([0, 2, 1]);
  });

  test('with a penalty is behind the cars that are closer, up to the last whose gap is known', () => {
    const gaps = [null, 1_000, null, 4_000, null].map((deltaToLeader) => ({ deltaToLeader }));
    const orderAfter = (seconds: number) =>
      orderNow(raceOf(gaps.map((gap, car) => (car === 0 ? { ...gap, totalPenaltiesSeconds: seconds } : gap))));
    expect([1, 3, 5, 60].map(orderAfter)).toEqual([
      [0, 1, 2, 3, 4],
      [1, 0, 2, 3, 4],
      [1, 2, 3, 0, 4],
      [1, 2, 3, 0, 4],
    ]);
  });

  test('of a car with a penalty whose own gap is unknown is its place on the road', () => {
    const gaps = [null, 0, 4_000].map((deltaToLeader) => ({ deltaToLeader }));
    expect(orderNow(raceOf(gaps.map((gap, car) => (car === 1 ? { ...gap, totalPenaltiesSeconds: 10 } : gap))))).toEqual(
      [0, 1, 2],
    );
  });
});
