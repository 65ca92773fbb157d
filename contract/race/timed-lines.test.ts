import { describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import type { LapTime, Session } from '../entities/session.ts';
import { DriverStatus, PitStatus } from '../entities/track-flag.ts';
import { ResultStatus, SessionType } from '../enumerations.ts';
import type { LiveDetail } from '../live/document.ts';
import { toDocument } from '../live/to-document.ts';
import { timingOf } from './live-timing.ts';
import { timedSessionOf } from './timed-lines.ts';

type LiveDriver = LiveDetail['drivers'][number];

const lap = (sector1Time: number, sector2Time: number, sector3Time: number, invalidLap = false): LapTime => ({
  lapTime: sector1Time + sector2Time + sector3Time,
  sector1Time,
  sector2Time,
  sector3Time,
  invalidLap,
});
const [pole, second, third] = [lap(26_000, 30_000, 24_000), lap(26_200, 30_100, 24_100), lap(26_500, 30_300, 24_200)];
const outLap = lap(40_000, 35_000, 30_000);

const active = (carIndex: number, laps: LapTime[], given: Partial<LiveDriver> = {}): LiveDriver => ({
  ...driver({ carIndex, name: `Driver ${carIndex}`, resultStatus: ResultStatus.Active, lapTimes: laps }),
  driverStatus: DriverStatus.FlyingLap,
  ...given,
});

function sessionOf(drivers: LiveDriver[], given: Partial<Session> = {}) {
  const document = toDocument({
    ...upload({ sessionType: SessionType.Q1, sessionStatus: 2, ...given }),
    drivers: drivers.map((each, index) => ({ ...each, position: index + 1 })),
  });
  return timedSessionOf(document, timingOf(document));
}

const lineOf = (drivers: LiveDriver[], carIndex: number, given: Partial<Session> = {}) =>
  sessionOf(drivers, given).lines.get(carIndex);

describe('the current lap', () => {
  const leader = active(0, [pole], { driverStatus: DriverStatus.Garage });
  const lapAt = (given: Partial<LiveDriver>) => lineOf([leader, active(1, [second], given)], 1)?.lap;

  test('runs, and has no delta before its first sector has ended', () => {
    expect(lapAt({ currentLapTime: 12_300 })).toEqual({
      time: 12_300,
      highlight: 'none',
      hasEnded: false,
      delta: null,
      deltaHighlight: 'none',
    });
  });

  test.each([
    [{ currentSector1Time: 25_900 }, -100, 'sessionBest'],
    [{ currentSector1Time: 26_100 }, 100, 'personalBest'],
    [{ currentSector1Time: 26_400 }, 400, 'slower'],
    [{ currentSector1Time: 26_400, currentSector2Time: 29_500 }, -100, 'sessionBest'],
  ] as const)('with sectors %j is %s ms from the fastest lap, and %s', (given, delta, deltaHighlight) => {
    expect(lapAt({ currentLapTime: 60_000, ...given })).toMatchObject({ delta, deltaHighlight });
  });

  test('is struck out when it does not count', () => {
    expect(lapAt({ currentLapTime: 30_000, currentSector1Time: 25_000, isLapInvalid: true })).toMatchObject({
      highlight: 'invalid',
      deltaHighlight: 'invalid',
    });
  });

  test('stays for five seconds once it has ended, compared with what was the fastest lap before it', () => {
    const better = lap(25_900, 29_900, 23_900);
    const held = (currentLapTime: number, given: Partial<LiveDriver> = {}) =>
      lineOf([active(1, [outLap, better], { currentLapTime, ...given }), leader], 1)?.lap;
    expect(held(4_900)).toEqual({
      time: 79_700,
      highlight: 'sessionBest',
      hasEnded: true,
      delta: -300,
      deltaHighlight: 'sessionBest',
    });
    expect(held(4_900, { driverStatus: DriverStatus.InLap })).toMatchObject({ time: 79_700, hasEnded: true });
    expect(held(5_100)).toMatchObject({ time: 5_100, hasEnded: false });
    expect(held(5_100, { driverStatus: DriverStatus.InLap })).toBeNull();
  });

  test.each([
    ['on the out lap', { driverStatus: DriverStatus.OutLap }],
    ['on the in lap', { driverStatus: DriverStatus.InLap }],
    ['in the garage', { driverStatus: DriverStatus.Garage }],
    ['in the pit lane', { pitStatus: PitStatus.InLane }],
    ['at the end of the session', { resultStatus: ResultStatus.Finished }],
  ])('is not shown %s', (_, given) => {
    expect(lapAt({ currentLapTime: 30_000, currentSector1Time: 40_000, ...given })).toBeNull();
  });

  test('after an out lap is the new one at once', () => {
    const drivers = [leader, active(1, [second, outLap], { currentLapTime: 1_000 })];
    expect(lineOf(drivers, 1)?.lap).toMatchObject({ time: 1_000, hasEnded: false });
  });

  test('runs in one-shot qualifying and in practice, too', () => {
    for (const sessionType of [SessionType.OneShotQualifying, SessionType.P1, SessionType.ShortQualifying]) {
      const drivers = [leader, active(1, [], { currentLapTime: 27_000, currentSector1Time: 26_300 })];
      expect(lineOf(drivers, 1, { sessionType })?.lap).toMatchObject({ time: 27_000, delta: 300 });
    }
  });
});

describe('the knock-out line', () => {
  /** Twelve cars 100 ms apart, of whom eleven go on. */
  const field = Array.from({ length: 12 }, (_, index) => active(index, [lap(26_000, 30_000, 24_000 + index * 100)]));

  test('is the best lap of the last place that goes on', () => {
    expect(sessionOf(field).cut).toBe(81_000);
    expect(sessionOf(field, { sessionType: SessionType.Q2 }).cut).toBe(80_900);
  });

  test('is what a car below it lacks, and what one above it has in hand', () => {
    const { lines } = sessionOf(field, { sessionType: SessionType.Q2 });
    const shown = [0, 9, 10, 11].map((car) => [lines.get(car)?.toCut, lines.get(car)?.isBelowCut]);
    expect(shown).toEqual([
      [-1_000, false],
      [-100, false],
      [100, true],
      [200, true],
    ]);
  });

  test('is below a car without a time, which lacks no known time, and nobody has a margin over it', () => {
    const { lines } = sessionOf([...field.slice(0, 11), active(11, [])]);
    expect([lines.get(11), lines.get(0)]).toMatchObject([
      { toCut: null, isBelowCut: true },
      { toCut: null, isBelowCut: false },
    ]);
  });

  test.each([SessionType.Q3, SessionType.ShortQualifying, SessionType.OneShotQualifying, SessionType.P1])(
    'does not exist in session type %i',
    (sessionType) => {
      const { lines, cut } = sessionOf(field, { sessionType });
      expect([cut, lines.get(11)]).toMatchObject([null, { toCut: null, isBelowCut: false }]);
    },
  );
});

test.each([
  ['a better lap', [third, second], {}, true],
  ['a slower lap', [second, third], {}, false],
  ['a lap that does not count', [third, lap(20_000, 20_000, 20_000, true)], {}, false],
  ['a better lap ten seconds ago', [third, second], { currentLapTime: 10_000 }, false],
  ['a better lap, on the way to the pits', [third, second], { driverStatus: DriverStatus.InLap }, true],
  ['a better lap, in the garage', [third, second], { driverStatus: DriverStatus.Garage }, false],
  ['a better lap, after the end', [third, second], { resultStatus: ResultStatus.Finished }, false],
] as const)('after %s a driver is marked as improved or not', (_, laps, given, isImproved) => {
  expect(lineOf([active(1, [...laps], { currentLapTime: 3_000, ...given })], 1)?.isImproved).toBe(isImproved);
});

test('the time of the session is known with its duration', () => {
  const { elapsed, remaining } = sessionOf([], { sessionDuration: 720, sessionTimeLeft: 372 });
  expect([elapsed, remaining]).toEqual([348, 372]);
  expect(sessionOf([], { sessionDuration: null, sessionTimeLeft: null })).toMatchObject({
    elapsed: null,
    remaining: null,
  });
});
