import { describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import type { Driver, LapTime, Session } from '../entities/session.ts';
import { DriverStatus } from '../entities/track-flag.ts';
import { ResultStatus, SessionType } from '../enumerations.ts';
import { type LiveDocument, treeOf } from '../live/document.ts';
import { toDocument } from '../live/to-document.ts';
import { viewOf } from '../live/view.ts';
import { timingOf } from './live-timing.ts';

/** A lap whose sectors take a third each. */
const lap = (lapTime: number, given: Partial<LapTime> = {}): LapTime => ({
  lapTime,
  sector1Time: lapTime / 3,
  sector2Time: lapTime / 3,
  sector3Time: lapTime / 3,
  invalidLap: false,
  ...given,
});

const active = (carIndex: number, position: number, given: Partial<Driver> = {}): Driver =>
  driver({ carIndex, name: `Driver ${carIndex}`, position, resultStatus: ResultStatus.Active, ...given });

const documentOf = (drivers: Driver[], given: Partial<Session> = {}) =>
  toDocument(upload({ sessionStatus: 2, trackLength: 5_000, drivers, ...given }));

const linesOf = (drivers: Driver[], given: Partial<Session> = {}) => timingOf(documentOf(drivers, given)).lines;

describe('gaps in a race', () => {
  test('are those of the game up to a minute, and those of the crossings beyond', () => {
    const leader = active(0, 1, { currentLapNumber: 3, lapTimes: [lap(90_000), lap(90_000)] });
    const near = active(1, 2, { currentLapNumber: 3, deltaToLeader: 1_234, deltaToCarAhead: 1_234 });
    const far = active(2, 3, {
      currentLapNumber: 2,
      deltaToLeader: 64_000,
      deltaToCarAhead: 63_000,
      lapTimes: [lap(162_000)],
    });
    expect(linesOf([leader, near, far]).map(({ gap, interval }) => [gap, interval])).toEqual([
      [null, null],
      [{ milliseconds: 1_234 }, { milliseconds: 1_234 }],
      // The car ahead has no laps to compare with.
      [{ milliseconds: 72_000 }, { milliseconds: 63_000 }],
    ]);
  });

  test('are those of the game in the table of an overlay, which has the last lap of each alone', () => {
    const leader = active(0, 1, { currentLapNumber: 4, lapTimes: [lap(90_000), lap(90_000), lap(90_000)] });
    const far = active(1, 2, {
      currentLapNumber: 4,
      deltaToLeader: 64_000,
      lapTimes: [lap(120_000), lap(120_000), lap(93_000)],
    });
    const document = documentOf([leader, far]);
    const table = viewOf(treeOf(document), 'table') as unknown as LiveDocument;
    const gapsIn = (some: LiveDocument) => timingOf(some).lines.map(({ gap }) => gap);
    expect(gapsIn(document)).toEqual([null, { milliseconds: 63_000 }]);
    expect(gapsIn(table)).toEqual([null, { milliseconds: 64_000 }]);
  });

  test('come from the last sector that both have passed where the game gives none', () => {
    const leader = active(0, 1, { lapTimes: [lap(90_000)], currentSector1Time: 29_000, currentSector2Time: 31_000 });
    const other = active(1, 2, { lapTimes: [lap(93_000)], currentSector1Time: 30_500 });
    expect(linesOf([leader, other])[1]?.gap).toEqual({ milliseconds: 3_000 + 1_500 });
  });

  test('are those to the leader, compared, in the moment of a pass', () => {
    const leader = active(0, 1);
    const second = active(1, 2, { deltaToLeader: 700, deltaToCarAhead: 0 });
    const third = active(2, 3, { deltaToLeader: 900, deltaToCarAhead: 0 });
    const unknown = active(3, 4, { deltaToLeader: 0, deltaToCarAhead: 0 });
    const last = active(4, 5, { deltaToLeader: 1_500, deltaToCarAhead: 0 });
    const intervals = linesOf([leader, second, third, unknown, last]).map(({ interval }) => interval);
    expect(intervals).toEqual([null, { milliseconds: 700 }, { milliseconds: 200 }, null, null]);
  });

  test('are laps for cars that were lapped', () => {
    const leader = active(0, 1, { currentLapNumber: 10, lapDistance: 1_000 });
    const lapped = active(1, 2, { currentLapNumber: 9, lapDistance: 900, deltaToLeader: 80_000 });
    const sameLap = active(2, 3, { currentLapNumber: 9, lapDistance: 100 });
    expect(linesOf([leader, lapped, sameLap]).map(({ gap, interval }) => [gap, interval])).toEqual([
      [null, null],
      [{ laps: 1 }, { laps: 1 }],
      [{ laps: 1 }, null],
    ]);
  });

  test('a car that has not crossed the line yet is not lapped', () => {
    const leader = active(0, 1, { currentLapNumber: 10, lapDistance: 100 });
    const other = active(1, 2, { currentLapNumber: 9, lapDistance: 4_900, deltaToLeader: 3_000 });
    expect(linesOf([leader, other])[1]?.gap).toEqual({ milliseconds: 3_000 });
  });
});

test('gaps of a result count penalties and laps, as its places do', () => {
  const finished = (carIndex: number, totalRaceTime: number, given: Partial<Driver> = {}) => {
    const own = { resultStatus: ResultStatus.Finished, totalRaceTime, numberOfLaps: 20, deltaToLeader: 400, ...given };
    return active(carIndex, carIndex + 1, own);
  };
  const cars = [
    finished(0, 1_000_000),
    finished(1, 1_003_000),
    finished(2, 1_000_500, { totalPenaltiesSeconds: 5 }),
    finished(3, 1_020_000, { numberOfLaps: 19 }),
    finished(4, 900_000, { resultStatus: ResultStatus.Retired }),
  ];
  expect(linesOf(cars, { sessionStatus: 3 }).map(({ gap, interval }) => [gap, interval])).toEqual([
    [null, null],
    [{ milliseconds: 3_000 }, { milliseconds: 3_000 }],
    [{ milliseconds: 5_500 }, { milliseconds: 2_500 }],
    [{ laps: 1 }, { laps: 1 }],
    [null, null],
  ]);
});

test('gaps in qualifying are those of best laps, and who has none is last', () => {
  const given = { sessionType: SessionType.ShortQualifying };
  const [first, second, third] = [active(0, 0), active(1, 0), active(2, 0)].map((each, index) => ({
    ...each,
    position: null,
    bestLapTimeMs: [null, 81_000, 80_500][index] ?? null,
  })) as [Driver, Driver, Driver];
  expect(linesOf([first, second, third], given).map(({ carIndex, gap }) => [carIndex, gap])).toEqual([
    [2, null],
    [1, { milliseconds: 500 }],
    [0, null],
  ]);
});

test('gaps in qualifying are never negative while the places follow a better lap', () => {
  const bests = [81_000, 82_000, 80_999];
  const drivers = bests.map((bestLapTimeMs, index) => active(index, index + 1, { bestLapTimeMs }));
  expect(linesOf(drivers, { sessionType: SessionType.Q3 }).map(({ gap, interval }) => [gap, interval])).toEqual([
    [null, null],
    [{ milliseconds: 1_001 }, { milliseconds: 1_000 }],
    [{ milliseconds: 0 }, { milliseconds: 0 }],
  ]);
});

describe('times', () => {
  const best = active(0, 1, { lapTimes: [lap(90_000)] });
  const own = active(1, 2, { lapTimes: [lap(93_000), lap(91_500), lap(92_100)], currentLapTime: 2_000 });

  test('are purple, green or yellow', () => {
    const [first, second] = linesOf([best, own]);
    expect([first?.last.highlight, first?.best.highlight]).toEqual(['sessionBest', 'sessionBest']);
    expect([second?.last, second?.best]).toEqual([
      { time: 92_100, highlight: 'slower' },
      { time: 91_500, highlight: 'slower' },
    ]);
  });

  test('of the last lap stay until each sector is driven again, and are old after five seconds', () => {
    const lineOf = (given: Partial<Driver>) => linesOf([best, { ...own, ...given }])[1];
    const sectors = (given: Partial<Driver>) => lineOf(given)?.sectors.map(({ time, highlight }) => [time, highlight]);
    expect(sectors({})).toEqual([
      [30_700, 'slower'],
      [30_700, 'slower'],
      [30_700, 'slower'],
    ]);
    expect(sectors({ currentLapTime: 32_000, currentSector1Time: 29_900 })).toEqual([
      [29_900, 'sessionBest'],
      [30_700, 'slower'],
      [30_700, 'slower'],
    ]);
    const oldFrom = (currentLapTime: number, currentSector1Time = 0, currentSector2Time = 0) =>
      lineOf({ currentLapTime, currentSector1Time, currentSector2Time })?.oldFrom;
    expect([oldFrom(2_000), oldFrom(9_000), oldFrom(32_000, 29_900), oldFrom(62_000, 29_900, 30_000)]).toEqual([
      3, 0, 1, 2,
    ]);
    expect(sectors({ currentLapTime: 32_000, currentSector1Time: 30_300 })?.[0]).toEqual([30_300, 'personalBest']);
  });

  test('of the lap that is being driven count for everybody: only one of two cars is the best', () => {
    const running = (carIndex: number, sector: number) =>
      active(carIndex, carIndex + 1, { lapTimes: [lap(93_000)], currentLapTime: 32_000, currentSector1Time: sector });
    const lines = linesOf([running(0, 29_900), running(1, 29_700)]);
    expect(lines.map(({ sectors }) => sectors[0]?.highlight)).toEqual(['personalBest', 'sessionBest']);
  });

  test('of an invalid lap are invalid, and no best', () => {
    const [, line] = linesOf([best, active(1, 2, { lapTimes: [lap(80_000, { invalidLap: true })] })]);
    expect([line?.last.highlight, line?.best.time]).toEqual(['invalid', null]);
  });
});

test.each([
  [{ pitStops: [{ lapNum: 5, pitLaneTime: null }], currentLapNumber: 5 }, SessionType.Race, 'pit'],
  [
    { pitStops: [{ lapNum: 5, pitLaneTime: null }], currentLapNumber: 6, currentLapTime: 9_000 },
    SessionType.Race,
    'pit',
  ],
  [
    { pitStops: [{ lapNum: 5, pitLaneTime: null }], currentLapNumber: 6, currentLapTime: 30_000 },
    SessionType.Race,
    'driving',
  ],
  [
    { pitStops: [{ lapNum: 5, pitLaneTime: 21_000 }], currentLapNumber: 6, currentLapTime: 9_000 },
    SessionType.Race,
    'driving',
  ],
  [{ pitStops: [{ lapNum: 5, pitLaneTime: 21_000 }], currentLapNumber: 6 }, SessionType.P1, 'outLap'],
  [{ pitStatus: 1 }, SessionType.Race, 'pit'],
  [{ pitStatus: 2 }, SessionType.Race, 'pit'],
  [{ pitStatus: 2 }, SessionType.P1, 'garage'],
  [{ pitStatus: 0, driverStatus: DriverStatus.Garage }, SessionType.Q1, 'garage'],
  [{ pitStatus: 0, driverStatus: DriverStatus.OutLap }, SessionType.Q1, 'outLap'],
  [{ pitStatus: 0, driverStatus: DriverStatus.InLap }, SessionType.Q1, 'inLap'],
  [{ pitStatus: 0, driverStatus: DriverStatus.FlyingLap }, SessionType.Q1, 'driving'],
  [{ pitStatus: 0, driverStatus: DriverStatus.InLap }, SessionType.Race, 'driving'],
  [
    { pitStatus: 0, pitStops: [{ lapNum: 5, pitLaneTime: null }], currentLapNumber: 5, currentLapTime: 9_000 },
    SessionType.Race,
    'driving',
  ],
  [{ resultStatus: ResultStatus.Inactive }, SessionType.P1, 'garage'],
  [{ resultStatus: ResultStatus.Inactive }, SessionType.Q2, 'eliminated'],
  [{ resultStatus: ResultStatus.Finished }, SessionType.Race, 'finished'],
  [{ resultStatus: ResultStatus.Retired }, SessionType.Race, 'retired'],
  [{ resultStatus: ResultStatus.Disqualified }, SessionType.Race, 'disqualified'],
] as const)('a driver with %j in session type %i is %s', (given, sessionType, state) => {
  const [line] = linesOf([active(0, 1, given as Partial<Driver>)], { sessionType });
  expect(line?.state).toBe(state);
});
