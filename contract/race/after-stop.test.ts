import { describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import type { Driver, LapTime, PitStop } from '../entities/session.ts';
import { PitStatus } from '../entities/track-flag.ts';
import { ResultStatus, SafetyCarStatus } from '../enumerations.ts';
import { toDocument } from '../live/to-document.ts';
import { afterStop } from './after-stop.ts';
import { timingOf } from './live-timing.ts';

const third = 30_000;
/** A lap of three sectors; the first and the last may take longer. */
const lap = (more: { readonly first?: number; readonly all?: number; readonly last?: number } = {}): LapTime => {
  const { first = 0, all = 0, last = 0 } = more;
  const [sector1Time, sector2Time, sector3Time] = [third + all + first, third + all, third + all + last];
  return {
    lapTime: sector1Time + sector2Time + sector3Time,
    sector1Time,
    sector2Time,
    sector3Time,
    invalidLap: false,
  };
};
const normal = [lap(), lap(), lap()];

const active = (carIndex: number, position: number, given: Partial<Driver> = {}): Driver =>
  driver({ carIndex, name: `Driver ${carIndex}`, position, resultStatus: ResultStatus.Active, ...given });

function estimate(drivers: Driver[], carIndex: number, safetyCarStatus: SafetyCarStatus = SafetyCarStatus.None) {
  const document = toDocument(upload({ sessionStatus: 2, trackLength: 5_000, safetyCarStatus, drivers }));
  return afterStop(document, timingOf(document).lines, carIndex);
}

/** A car that stopped at the end of its fourth lap. */
function stopped(loss: number, pitLaneTime: PitStop['pitLaneTime'], given: Partial<Driver> = {}): Driver {
  return active(2, 3, {
    deltaToLeader: 30_000,
    pitStops: [{ lapNum: 4, pitLaneTime }],
    currentLapNumber: 6,
    lapTimes: [...normal, lap({ last: loss * 0.6 }), lap({ first: loss * 0.4 })],
    ...given,
  });
}

const leader = active(0, 1, { lapTimes: normal });
const second = active(1, 2, { deltaToLeader: 10_000, lapTimes: normal });
const last = active(3, 4, { deltaToLeader: 33_000, resultStatus: ResultStatus.Retired });

describe('a stop now', () => {
  test('costs what is usual while nobody has stopped, and cars that are out are no neighbours', () => {
    expect(estimate([leader, second, active(2, 3, { deltaToLeader: 30_000 }), last], 1)).toEqual({
      place: 3,
      ahead: { carIndex: 2, milliseconds: 2_000 },
      behind: null,
      pace: 'racing',
      loss: 22_000,
      isMeasured: false,
      stops: 0,
    });
  });

  test('costs what the sectors around the stops so far took longer than those of normal laps', () => {
    expect(estimate([leader, second, stopped(18_000, 23_000)], 1)).toEqual({
      place: 2,
      ahead: { carIndex: 0, milliseconds: 28_000 },
      behind: { carIndex: 2, milliseconds: 2_000 },
      pace: 'racing',
      loss: 18_000,
      isMeasured: true,
      stops: 1,
    });
  });

  test('counts a stop as soon as the first sector after it has ended', () => {
    const given = { currentLapNumber: 5, lapTimes: [...normal, lap({ last: 11_000 })] };
    const before = stopped(0, 23_000, given);
    const after = stopped(0, 23_000, { ...given, currentSector1Time: third + 8_000 });
    // Until then its time in the pit lane is known.
    expect(estimate([leader, second, before], 1)).toMatchObject({ loss: 17_500, isMeasured: false, stops: 1 });
    expect(estimate([leader, second, after], 1)).toMatchObject({ loss: 19_000, isMeasured: true, stops: 1 });
  });

  test.each([
    ['more than the time in the pit lane', 26_000],
    ['far less than it', 6_000],
  ])('takes no loss for measured that is %s: the weather has changed', (_, loss) => {
    expect(estimate([leader, second, stopped(loss, 23_000)], 1)).toMatchObject({ loss: 17_500, isMeasured: false });
  });

  test('under a safety car costs less, by how much more slowly the others pass the pits', () => {
    const cars = [leader, second, stopped(18_000, 23_000)];
    expect(estimate(cars, 1, SafetyCarStatus.Full)).toMatchObject({
      pace: 'safetyCar',
      loss: 23_000 - 1.42 * 5_000,
      isMeasured: false,
      stops: 1,
    });
    expect(estimate(cars, 1, SafetyCarStatus.Virtual)).toMatchObject({
      pace: 'virtualSafetyCar',
      loss: 23_000 - 1.3 * 5_000,
    });
    expect(estimate([leader, second], 1, SafetyCarStatus.Full)).toMatchObject({
      loss: 22_000 - 0.42 * 5_500,
      isMeasured: false,
      stops: 0,
    });
  });

  test('under a safety car is measured by those who have stopped under one', () => {
    const slow = lap({ all: 12_000 });
    const others = [leader, second].map((each) => ({ ...each, lapTimes: [...normal, slow, slow] }));
    const stop = stopped(0, 24_000, {
      lapTimes: [...normal, lap({ all: 12_000, last: 10_000 }), lap({ all: 12_000, first: 6_000 })],
    });
    expect(estimate([...others, stop], 1, SafetyCarStatus.Full)).toMatchObject({
      loss: 24_000 - 1.42 * 5_500,
      isMeasured: true,
      stops: 1,
    });
    // It is no measure of a stop while the race is on.
    expect(estimate([...others, stop], 1)).toMatchObject({ isMeasured: false, stops: 1 });
  });

  test('says nothing of a car that is in the pit lane, and adds to others there what they still lose', () => {
    const inLane = { ...second, pitStatus: PitStatus.InLane, lapDistance: 4_900 } as Driver;
    const cars = [leader, inLane, active(2, 3, { deltaToLeader: 11_000 })];
    expect(estimate(cars, 1)).toBeNull();
    expect(estimate(cars, 2)).toMatchObject({
      place: 3,
      ahead: { carIndex: 1, milliseconds: 11_000 + 22_000 - (10_000 + 0.9 * 22_000) },
    });
  });

  test('says nothing where the gap is not known', () => {
    expect(estimate([active(0, 1), active(1, 2)], 1)).toBeNull();
  });

  test('knows cars a lap down by their intervals', () => {
    const lapped = (carIndex: number, position: number, given: Partial<Driver>) =>
      active(carIndex, position, { currentLapNumber: 9, lapDistance: 900, ...given });
    const first = active(0, 1, { currentLapNumber: 10, lapDistance: 1_000, bestLapTimeMs: 90_000 });
    const cars = [first, lapped(1, 2, {}), lapped(2, 3, { lapDistance: 800, deltaToCarAhead: 4_000 })];
    expect(estimate(cars, 1)).toMatchObject({ place: 3, ahead: { carIndex: 2, milliseconds: 18_000 } });
  });
});
