import { expect, test } from 'vitest';
import { driver, session } from '../../../tests/fixtures/session.ts';
import { RaceControlKind } from '../../entities/race-control.ts';
import type { Driver, LapTime, Session } from '../../entities/session.ts';
import { DriverStatus, liveFlags, PitStatus } from '../../entities/track-flag.ts';
import { ResultStatus, SafetyCarStatus, SessionType, TyreCompound } from '../../enumerations.ts';
import { PenaltyType } from '../../penalties.ts';
import { replayOf } from './replay.ts';

const lap = (lapTime: number | null, sectors: readonly [number, number] | null = [30_000, 30_000]): LapTime => ({
  lapTime,
  sector1Time: sectors?.[0] ?? null,
  sector2Time: sectors?.[1] ?? null,
  sector3Time: sectors === null || lapTime === null ? null : lapTime - sectors[0] - sectors[1],
  invalidLap: false,
});

const car = (carIndex: number, lapTimes: LapTime[], given: Partial<Driver> = {}): Driver =>
  driver({
    ...{ carIndex, name: `Driver ${carIndex}`, lapTimes, startingPosition: carIndex + 1 },
    ...{ resultStatus: ResultStatus.Finished, numberOfLaps: lapTimes.length, finishingPosition: carIndex + 1 },
    ...given,
  });

const unknownTrack = { points: [], length: 5_000 };

function replayed(drivers: Driver[], given: Partial<Session> = {}) {
  return replayOf(session({ numberOfLaps: 3, drivers, raceControl: [], ...given }), unknownTrack);
}

test('a car passes its lines and sectors when its times say, and its laps appear then', () => {
  const replay = replayed([car(0, [lap(95_000), lap(90_000), lap(90_000)])]);
  expect([replay.start, replay.duration]).toEqual([0, 275_000]);
  const at = (time: number) => replay.at(time).drivers?.['0'];
  expect(at(94_999)).toMatchObject({ currentLapNumber: 1, currentLapTime: 94_999, currentSector2Time: 30_000 });
  expect(at(94_999)?.lapTimes).toBeUndefined();
  expect(at(95_000)).toMatchObject({ currentLapNumber: 2, currentLapTime: 0, lapDistance: 0, numberOfLaps: 1 });
  expect(at(95_000)?.lapTimes?.['0']).toMatchObject({ lapTime: 95_000 });
  expect(at(125_000)?.currentSector1Time).toBe(30_000);
  expect(at(124_999)?.currentSector1Time).toBeUndefined();
});

test('the start of the race is found by what was recorded with a time and a lap', () => {
  const penalty = { penaltyType: PenaltyType.TimePenalty, penaltyTime: 5, infringementType: 7, otherVehicleIdx: null };
  const overtakes = [95, 185].map((seconds, index) => ({
    ...{ overtakingDriverIdx: 0, overtakenDriverIdx: 1, lapNum: index + 1 },
    ...{ overtakingTime: seconds * 1_000 + 30_000, utcTime: null },
  }));
  const replay = replayed(
    [
      car(0, [lap(90_000), lap(90_000), lap(90_000)], {
        penalties: [{ ...penalty, lapNum: 1, penaltyIssuedTime: 110_000 }],
      }),
      car(1, [lap(91_000), lap(91_000), lap(91_000)]),
    ],
    { overtakes },
  );
  expect(replay.start).toBeGreaterThan(30_000);
  const penaltiesAt = (time: number) => Object.keys(replay.at(time).drivers?.['0']?.penalties ?? {}).length;
  expect([penaltiesAt(109_999), penaltiesAt(110_000)]).toEqual([0, 1]);
  expect(replay.at(110_000).drivers?.['0']?.totalPenaltiesSeconds).toBe(5);
});

test('cars have their place in the order of the road, and one that is out is last', () => {
  const replay = replayed(
    [
      car(0, [lap(90_000)], { resultStatus: ResultStatus.Retired }),
      car(1, [lap(91_000), lap(91_000), lap(91_000)]),
      car(2, [lap(92_000), lap(89_000), lap(91_000)]),
    ],
    { raceControl: [{ kind: RaceControlKind.Out, driverIdx: 0, time: 120_000, lapNum: 2 }] },
  );
  const order = (time: number) => [0, 1, 2].map((carIndex) => replay.at(time).drivers?.[carIndex]?.position);
  expect(order(95_000)).toEqual([1, 2, 3]);
  expect(order(120_000)).toEqual([3, 1, 2]);
  expect(order(181_500)).toEqual([3, 2, 1]);
  expect(replay.at(181_999).drivers?.['1']).toMatchObject({ resultStatus: ResultStatus.Active });
  expect(replay.at(182_000).drivers?.['1']).toMatchObject({ deltaToLeader: 1_000, deltaToCarAhead: 1_000 });
});

test('a stop is in the lane at its recorded time; without one the sectors around the line tell', () => {
  const stops = { pitStops: [{ lapNum: 1, pitLaneTime: 25_000 }] };
  const laps = [lap(105_000), lap(98_000, [38_000, 30_000]), lap(90_000)];
  const inLane = (replay: ReturnType<typeof replayed>, time: number) =>
    replay.at(time).drivers?.['0']?.pitStatus === PitStatus.InLane;
  const noted = replayed([car(0, laps, stops), car(1, [lap(90_000), lap(90_000), lap(90_000)])], {
    raceControl: [{ kind: RaceControlKind.Stop, driverIdx: 0, stop: 0, time: 88_000, lapNum: 1 }],
  });
  expect([87_999, 88_000, 112_999, 113_000].map((time) => inLane(noted, time))).toEqual([false, true, true, false]);
  expect(noted.at(100_000).drivers?.['0']?.pitStops?.['0']).toEqual({ lapNum: 1 });
  expect(noted.at(113_000).drivers?.['0']?.pitStops?.['0']).toEqual({ lapNum: 1, pitLaneTime: 25_000 });
  // It lost 15 s before the line and 8 s after it.
  const told = replayed([car(0, laps, stops), car(1, [lap(90_000), lap(90_000), lap(90_000)])]);
  expect([88_000, 89_000, 113_000, 115_000].map((time) => inLane(told, time))).toEqual([false, true, true, false]);
});

test('flags are shown from their time on', () => {
  const flag = (name: (typeof liveFlags)[number], time: number, sectors: number[] = []) => ({
    ...{ kind: RaceControlKind.Flag, flag: liveFlags.indexOf(name), time, lapNum: 1, sectors },
  });
  const replay = replayed([car(0, [lap(90_000), lap(90_000), lap(90_000)])], {
    raceControl: [flag('yellow', 10_000, [2]), flag('safetyCar', 20_000), flag('green', 80_000)],
  });
  expect(replay.at(9_999).sectorFlags).toEqual({ 0: 0, 1: 0, 2: 0 });
  expect(replay.at(10_000).sectorFlags).toEqual({ 0: 0, 1: 1, 2: 0 });
  expect(replay.at(20_000).safetyCarStatus).toBe(SafetyCarStatus.Full);
  expect(Object.keys(replay.at(20_000).raceControl ?? {})).toEqual(['0', '1']);
  expect(replay.at(80_000).safetyCarStatus).toBe(SafetyCarStatus.None);
});

test('what is not known is said, and does not stop the replay', () => {
  const replay = replayed(
    [car(0, [lap(null, null), lap(90_000, null), lap(null, null)]), car(1, [lap(91_000), lap(91_000), lap(91_000)])],
    { numberOfSafetyCars: 1 },
  );
  expect(replay.gaps).toEqual(['laps', 'sectors', 'flags']);
  for (let time = 0; time <= replay.duration; time += 1_000)
    expect(Object.keys(replay.at(time).drivers ?? {})).toEqual(['0', '1']);
});

test('practice laps follow each other, or are driven when a warning in them was given; the best lap is first', () => {
  const warnings = [{ warningType: 1, lapNum: 2, warningTime: 400_000 }] as Driver['warnings'];
  const replay = replayed([car(0, [lap(92_000), lap(88_000)], { warnings }), car(1, [lap(90_000), lap(91_000)])], {
    sessionType: SessionType.P1,
    numberOfLaps: null,
  });
  const order = (time: number) => [0, 1].map((carIndex) => replay.at(time).drivers?.[carIndex]?.position);
  expect([replay.gaps, replay.duration]).toEqual([['breaks'], 400_000]);
  expect([order(92_000), order(399_999)]).toEqual([
    [2, 1],
    [2, 1],
  ]);
  expect(replay.at(200_000).drivers?.['0']?.lapDistance).toBe(0);
});

const ended = (lapTime: number | null, endedAt?: number): LapTime => ({
  ...lap(lapTime),
  ...(endedAt === undefined ? {} : { endedAt }),
});
const qualifying = { sessionType: SessionType.Q1, numberOfLaps: null, sessionDuration: 1_080 };
const statusIn = (replay: ReturnType<typeof replayed>, time: number) => replay.at(time).drivers?.['0']?.driverStatus;
const { Garage, FlyingLap, InLap, OutLap } = DriverStatus;

test('a qualifying lap ends when it ended; before it and after it the car is out of and in its garage', () => {
  const laps = [ended(90_000, 300_000), ended(89_000, 389_010), ended(88_000, 900_000)];
  const tyres = [
    { tyreCompound: TyreCompound.Medium, endLap: 2 },
    { tyreCompound: TyreCompound.Soft, endLap: 3 },
  ];
  const replay = replayed([car(0, laps, { tyres }), car(1, [ended(90_000, 950_000)])], qualifying);
  expect([replay.duration, replay.gaps]).toEqual([950_000, []]);
  const times = [0, 94_000, 96_000, 210_000, 389_009, 389_011, 520_000, 690_000, 700_000, 812_000, 901_000, 940_000];
  expect(times.map((time) => statusIn(replay, time))).toEqual([
    Garage,
    OutLap,
    OutLap,
    FlyingLap,
    FlyingLap,
    InLap,
    Garage,
    Garage,
    OutLap,
    FlyingLap,
    InLap,
    InLap,
  ]);
  const at = (time: number) => replay.at(time).drivers?.['0'];
  expect(at(600_000)).toMatchObject({ pitStatus: PitStatus.InBox, currentLapNumber: 3, currentLapTime: 0 });
  expect(at(850_000)).toMatchObject({ pitStatus: PitStatus.None, currentLapNumber: 3, currentLapTime: 38_000 });
  expect(at(150_000)?.lapDistance).toBeLessThan(0);
  const tyresAt = (time: number) => [at(time)?.currentTyreCompound, at(time)?.currentTyreAgeLaps];
  expect([250_000, 600_000, 750_000, 850_000].map(tyresAt)).toEqual([
    [TyreCompound.Medium, 1],
    [TyreCompound.Medium, 4],
    [TyreCompound.Soft, 0],
    [TyreCompound.Soft, 1],
  ]);
});

test('the clock of a qualifying runs, its order is that of the best laps so far, and who is knocked out is last', () => {
  const replay = replayed(
    [
      car(0, [ended(90_000, 300_000), ended(89_000, 700_000)]),
      car(1, [], { resultStatus: ResultStatus.Inactive, position: 4 }),
      car(2, [ended(89_500, 400_000)]),
      car(3, []),
    ],
    qualifying,
  );
  const order = (time: number) => [0, 1, 2, 3].map((index) => replay.at(time).drivers?.[index]?.position);
  expect([0, 300_000, 400_000, 699_999].map(order)).toEqual([
    [1, 4, 2, 3],
    [1, 4, 2, 3],
    [2, 4, 1, 3],
    [2, 4, 1, 3],
  ]);
  expect(replay.at(500_000)).toMatchObject({ sessionDuration: 1_080, sessionTimeLeft: 580 });
  expect(replay.at(500_000).drivers?.['1']?.resultStatus).toBe(ResultStatus.Inactive);
  expect(replay.at(500_000).drivers?.['3']).toMatchObject({ driverStatus: Garage, resultStatus: ResultStatus.Active });
  // Who left is seen until the garage.
  const left = [ended(90_000, 300_000)];
  const retired = replayed(
    [car(0, left, { resultStatus: ResultStatus.Retired }), car(1, [ended(90_000, 900_000)])],
    qualifying,
  );
  const resultAt = (time: number) => retired.at(time).drivers?.['0']?.resultStatus;
  expect([400_000, 415_000].map(resultAt)).toEqual([ResultStatus.Active, ResultStatus.Retired]);
  expect(retired.at(800_000).drivers?.['0']?.position).toBe(1);
});

test('a break as long as a slow lap is one; a lap that does not say when it ended is beside others', () => {
  const slow = replayed([car(0, [ended(90_000, 300_000), ended(90_000, 510_000)])], qualifying);
  expect([310_000, 360_000, 415_000].map((time) => statusIn(slow, time))).toEqual([InLap, InLap, InLap]);
  expect(slow.at(360_000).drivers?.['0']?.pitStatus).toBe(PitStatus.None);
  const between = [ended(100_000), ended(90_000, 400_000), ended(92_000), ended(90_000, 900_000), ended(91_000)];
  const replay = replayed([car(0, between)], qualifying);
  expect([replay.gaps, replay.duration]).toEqual([['breaks'], 991_000]);
  const lapsAt = (time: number) => replay.at(time).drivers?.['0']?.numberOfLaps;
  expect([309_999, 310_000, 491_999, 492_000, 899_999, 900_000].map(lapsAt)).toEqual([0, 1, 2, 3, 3, 4]);
});

test('a lap of 0 ms has no time', () => {
  const race = replayed([car(0, [lap(0), lap(0), lap(90_000)]), car(1, [lap(0), lap(0), lap(90_000)])]);
  expect(race.at(45_000).drivers?.['0']?.lapDistance).toBeCloseTo(2_500);
  expect(race.gaps).toContain('laps');
  const timed = replayed(
    [car(0, [ended(0), ended(0), ended(90_000, 90_000)]), car(1, [ended(90_000, 300_000)])],
    qualifying,
  );
  expect(timed.at(45_000).drivers?.['0']?.lapDistance).toBeCloseTo(2_500);
  expect(timed.at(91_000).drivers?.['0']).toMatchObject({ position: 1, bestLapTimeMs: 90_000 });
});

test('at its end it is the result, and parts that have not changed are the same', () => {
  const replay = replayed([
    car(0, [lap(90_000), lap(90_000), lap(90_000)], {
      totalRaceTime: 270_000,
      totalPenaltiesSeconds: 5,
      finishingPosition: 2,
    }),
    car(1, [lap(91_000), lap(91_000), lap(91_000)], { totalRaceTime: 273_000, finishingPosition: 1 }),
  ]);
  expect(replay.at(replay.duration - 1).drivers?.['0']?.position).toBe(1);
  expect(replay.at(replay.duration).drivers?.['0']?.position).toBe(2);
  const [one, other] = [replay.at(200_000), replay.at(200_100)];
  expect(one.drivers?.['0']?.lapTimes).toBe(other.drivers?.['0']?.lapTimes);
});
