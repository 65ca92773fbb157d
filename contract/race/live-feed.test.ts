import { describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { RaceControlKind } from '../entities/race-control.ts';
import type { Driver, LapTime, Session } from '../entities/session.ts';
import { type LiveFlag, liveFlags } from '../entities/track-flag.ts';
import { ResultStatus, SafetyCarStatus, SessionType } from '../enumerations.ts';
import type { LiveDriver } from '../live/document.ts';
import { toDocument } from '../live/to-document.ts';
import { PenaltyType } from '../penalties.ts';
import { createEventFeed, flagNow, isDecisive, type LiveEvent } from './live-feed.ts';

const lap = (lapTime: number | null): LapTime => ({
  lapTime,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap: false,
});

const active = (carIndex: number, position: number, given: Partial<Driver> = {}): Driver =>
  driver({ carIndex, name: `Driver ${carIndex}`, position, resultStatus: ResultStatus.Active, ...given });

const documentOf = (drivers: Driver[], given: Partial<Session> = {}) =>
  toDocument(upload({ sessionStatus: 2, numberOfLaps: 20, trackLength: 5_000, drivers, ...given }));

const eventsOf = (drivers: Driver[], given: Partial<Session> = {}) => createEventFeed()(documentOf(drivers, given));

const penalty = (
  lapNum: number,
  penaltyIssuedTime: number | null,
  given: Partial<Driver['penalties'][number]> = {},
) => ({
  penaltyType: PenaltyType.TimePenalty,
  penaltyTime: 5,
  infringementType: 7,
  otherVehicleIdx: null,
  lapNum,
  penaltyIssuedTime,
  ...given,
});

const flags = (...changes: [flag: LiveFlag, time: number | null, lapNum: number, sectors?: number[]][]) =>
  changes.map(([flag, time, lapNum, sectors = []]) => ({
    kind: RaceControlKind.Flag,
    flag: liveFlags.indexOf(flag),
    time,
    lapNum,
    sectors,
  }));

describe('the feed', () => {
  const drivers = [
    active(0, 1, {
      lapTimes: [lap(95_000), lap(90_000)],
      penalties: [
        {
          penaltyType: PenaltyType.TimePenalty,
          penaltyTime: 5,
          infringementType: 7,
          otherVehicleIdx: null,
          lapNum: 2,
          penaltyIssuedTime: 120_000,
        },
      ],
    }),
    active(1, 2, {
      lapTimes: [lap(96_000), lap(91_000)],
      pitStops: [{ lapNum: 2, pitLaneTime: null }],
      warnings: [{ warningType: 0, lapNum: 1, warningTime: 40_000 }],
    }),
  ];
  const overtakes = [
    { overtakingDriverIdx: 0, overtakenDriverIdx: 1, lapNum: 1, overtakingTime: 50_000, utcTime: null },
  ];
  const document = documentOf(drivers, { overtakes });

  test('has what happened, the latest first', () => {
    const events = createEventFeed()(document);
    expect(events.map(({ kind, lap: number, time }) => [kind, number, time])).toEqual([
      // It came in at the end of its lap, and nobody noted when.
      ['stop', 3, null],
      ['fastestLap', 2, 185_000],
      ['penalty', 2, 120_000],
      ['overtake', 1, 50_000],
      ['warning', 1, 40_000],
    ]);
  });

  test('is the same list until something is added', () => {
    const feed = createEventFeed();
    const before = feed(document);
    const moved = { ...document, safetyCarStatus: SafetyCarStatus.Full, drivers: { ...document.drivers } };
    expect(feed(moved)).toBe(before);
    const entry = { kind: RaceControlKind.Flag, flag: liveFlags.indexOf('safetyCar'), lapNum: 3, time: 999_000 };
    expect(feed({ ...moved, raceControl: { 0: entry } })[0]).toEqual({
      key: 'flag 0',
      kind: 'flag',
      flag: 'safetyCar',
      sectors: [],
      until: null,
      lap: 3,
      at: 999_000,
      time: 999_000,
    });
  });

  test('has stops and retirements when they were noted, after a flashback the second time', () => {
    const { Stop, Out } = RaceControlKind;
    const raceControl = {
      0: { kind: Stop, driverIdx: 1, stop: 0, time: 150_000 },
      1: { kind: Stop, driverIdx: 0, stop: 0, time: 155_000 },
      2: { kind: Stop, driverIdx: 1, stop: 0, time: 160_000 },
      3: { kind: Out, driverIdx: 1, time: 170_000 },
    };
    const retired = { ...document.drivers?.[1], resultStatus: ResultStatus.Retired } as LiveDriver;
    const drivers = { ...document.drivers, 1: retired };
    const events = createEventFeed()({ ...document, drivers, raceControl });
    expect(events.map(({ kind, time }) => [kind, time])).toEqual([
      ['fastestLap', 185_000],
      ['out', 170_000],
      ['stop', 160_000],
      ['penalty', 120_000],
      ['overtake', 50_000],
      ['warning', 40_000],
    ]);
  });
});

describe('flags', () => {
  const spans = (events: readonly LiveEvent[]) =>
    events.map((event) => (event.kind === 'flag' ? [event.flag, event.lap, event.time, event.until] : event.kind));

  test('have a beginning and an end, and what follows without green is the same flag', () => {
    const raceControl = flags(
      ['yellow', 60_000, 1, [2]],
      ['doubleYellow', 61_000, 1, [2]],
      ['safetyCar', 70_000, 1],
      ['safetyCarEnding', 200_000, 3],
      ['green', 250_000, 3],
      ['virtualSafetyCar', 300_000, 4],
      ['virtualSafetyCarEnding', 310_000, 4],
    );
    const events = eventsOf([active(0, 1)], { raceControl });
    expect(spans(events)).toEqual([
      ['virtualSafetyCarEnding', 4, 300_000, null],
      ['safetyCar', 1, 70_000, { lap: 3, time: 250_000 }],
      ['doubleYellow', 1, 60_000, { lap: 1, time: 70_000 }],
    ]);
    expect(flagNow(events)).toBe(events[0]);
  });

  test('are over once it is green or the race has ended', () => {
    const over = eventsOf([active(0, 1)], { raceControl: flags(['red', 60_000, 1], ['green', 90_000, 1]) });
    expect(flagNow(over)).toBeUndefined();
    const ended = eventsOf([active(0, 1)], { raceControl: flags(['red', 60_000, 1], ['chequered', 90_000, 1]) });
    expect(flagNow(ended)).toBeUndefined();
  });
});

describe('the lead', () => {
  const laps = (...times: number[]) => times.map((time) => lap(time * 1_000));
  const leads = (events: readonly LiveEvent[]) =>
    events.flatMap((event) =>
      event.kind === 'lead' ? [[event.car, event.other, event.reason, event.lap, event.time]] : [],
    );

  test('changes by a pass at its time, by a stop, and when the leader is out', () => {
    const drivers = [
      active(0, 4, {
        startingPosition: 1,
        lapTimes: [...laps(90, 92, 90), lap(null)],
        resultStatus: ResultStatus.Retired,
      }),
      active(1, 1, {
        startingPosition: 2,
        lapTimes: laps(91, 90, 95, 90),
        pitStops: [{ lapNum: 3, pitLaneTime: null }],
      }),
      active(2, 2, { startingPosition: 3, lapTimes: laps(92, 91, 91, 90) }),
    ];
    const overtakes = [
      { overtakingDriverIdx: 1, overtakenDriverIdx: 0, lapNum: 2, overtakingTime: 130_000, utcTime: null },
    ];
    expect(leads(eventsOf(drivers, { overtakes }))).toEqual([
      [2, 0, 'out', 4, 364_000],
      [0, 1, 'stop', 3, 272_000],
      [1, 0, null, 2, 130_000],
    ]);
  });

  test('is not taken from a car that is out or in the pits, though the game counts its passes as well', () => {
    const drivers = [
      active(0, 3, {
        startingPosition: 1,
        // A saved file counts the laps that it has completed.
        currentLapNumber: 1,
        lapTimes: laps(90),
        resultStatus: ResultStatus.Retired,
      }),
      active(1, 2, {
        startingPosition: 2,
        lapTimes: laps(91, 90, 99),
        pitStops: [{ lapNum: 2, pitLaneTime: null }],
      }),
      active(2, 1, { startingPosition: 3, lapTimes: laps(92, 91, 90) }),
    ];
    const pass = (one: number, other: number, lapNum: number) => ({
      ...{ overtakingDriverIdx: one, overtakenDriverIdx: other, lapNum, overtakingTime: null, utcTime: null },
    });
    const events = eventsOf(drivers, { overtakes: [pass(1, 0, 2), pass(2, 0, 2), pass(2, 1, 3)] });
    const told = events.filter(({ kind }) => kind === 'lead' || kind === 'out');
    expect(told.map((event) => [event.kind, event.lap, event.kind === 'lead' ? event.reason : null])).toEqual([
      ['lead', 3, 'stop'],
      ['lead', 2, 'out'],
      ['out', 2, null],
    ]);
  });

  test('is not known on a lap that a running car has without a time', () => {
    const drivers = [
      active(0, 1, { startingPosition: 1, lapTimes: [lap(90_000), lap(null)] }),
      active(1, 2, { startingPosition: 2, lapTimes: laps(91, 88) }),
    ];
    expect(leads(eventsOf(drivers))).toEqual([]);
  });
});

test('in qualifying the laps that were the fastest are in the order of when they ended, the first ones too', () => {
  const timed = (lapTime: number, endedAt: number): LapTime => ({ ...lap(lapTime), endedAt });
  const drivers = [
    active(0, 1, { lapTimes: [timed(90_000, 900_000), timed(89_000, 1_100_000)] }),
    active(1, 2, { lapTimes: [timed(91_000, 300_000), timed(90_500, 800_000)], penalties: [penalty(2, null)] }),
  ];
  const events = eventsOf(drivers, { sessionType: SessionType.Q1, numberOfLaps: null });
  expect(events.map(({ key, at, time }) => [key, at, time])).toEqual([
    ['fastest 0 2', 1_100_000, 1_100_000],
    ['fastest 0 1', 900_000, 900_000],
    ['fastest 1 2', 800_000, 800_000],
    ['penalty 1 0', 754_750, null],
    ['fastest 1 1', 300_000, 300_000],
  ]);
});

test('what decides is flags, penalties, retirements, leaders and the lap that is the fastest', () => {
  const drivers = [
    active(0, 1, {
      startingPosition: 2,
      lapTimes: [lap(90_000), lap(89_000), lap(88_000)],
      penalties: [penalty(2, 95_000), penalty(2, 96_000, { penaltyType: PenaltyType.ThisLapInvalidated })],
      warnings: [{ warningType: 0, lapNum: 1, warningTime: 40_000 }],
      pitStops: [{ lapNum: 2, pitLaneTime: 20_000 }],
    }),
    active(1, 2, {
      startingPosition: 1,
      lapTimes: [lap(91_000)],
      resultStatus: ResultStatus.Disqualified,
      penalties: [penalty(2, 150_000, { penaltyType: PenaltyType.Disqualified, infringementType: 12 })],
    }),
  ];
  const events = eventsOf(drivers, { raceControl: flags(['yellow', 60_000, 1], ['green', 70_000, 1]) });
  expect(events.filter(isDecisive).map(({ kind, time }) => [kind, time])).toEqual([
    ['fastestLap', 267_000],
    ['out', 150_000],
    ['penalty', 95_000],
    ['lead', 90_000],
    ['flag', 60_000],
  ]);
  expect(events.filter((event) => !isDecisive(event)).map(({ kind }) => kind)).toEqual([
    'fastestLap',
    'stop',
    'deletedLap',
    'warning',
  ]);
});

describe('the order', () => {
  const evenly = (lapTime: number, count: number) => Array.from({ length: count }, () => lap(lapTime));

  test('without a clock is by the leader’s lap, which each event has', () => {
    const drivers = [
      active(0, 1, { lapTimes: evenly(90_000, 10), penalties: [penalty(9, null)] }),
      // A lap down from lap 5 on.
      active(1, 2, { lapTimes: evenly(112_500, 8), penalties: [penalty(7, null)] }),
    ];
    const events = eventsOf(drivers).filter(({ kind }) => kind === 'penalty');
    // Car 1 is in the middle of its lap 7 after 731 s, and car 0 in that of its lap 9 after 765 s.
    expect(events.map((event) => ['car' in event ? event.car : null, event.lap, event.time])).toEqual([
      [0, 9, null],
      [1, 9, null],
    ]);
  });

  test('has times of laps beside recorded ones, although the race begins long after its session', () => {
    const begin = 180_000;
    const drivers = [
      active(0, 1, { startingPosition: 1, lapTimes: [lap(90_000), lap(92_000), lap(95_000)] }),
      active(1, 2, { startingPosition: 2, lapTimes: [lap(91_000), lap(89_000), lap(90_000)] }),
    ];
    const pass = (lapNum: number, time: number) => ({
      ...{ overtakingDriverIdx: 1, overtakenDriverIdx: 0, lapNum, utcTime: null },
      overtakingTime: begin + time,
    });
    const overtakes = [pass(1, 2_000), pass(1, 88_000), pass(2, 179_000)];
    const [latest] = eventsOf(drivers, { overtakes }).filter(({ kind }) => kind === 'fastestLap');
    expect(Math.abs((latest?.time ?? 0) - (begin + 180_000))).toBeLessThan(5_000);
  });

  test('outside of races has no times of laps, as a car stands in the garage between them', () => {
    const drivers = [active(0, 1, { lapTimes: [lap(90_000), lap(85_000)], penalties: [penalty(1, 40_000)] })];
    const events = eventsOf(drivers, { sessionType: SessionType.Q1 });
    expect(events.map(({ kind, lap: number, time }) => [kind, number, time])).toEqual([
      ['fastestLap', 2, null],
      ['penalty', 1, 40_000],
    ]);
  });
});
