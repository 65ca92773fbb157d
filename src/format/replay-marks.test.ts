import { expect, test } from 'vitest';
import { RaceControlKind } from '#contract/entities/race-control';
import type { LapTime } from '#contract/entities/session';
import { liveFlags } from '#contract/entities/track-flag';
import { SessionType } from '#contract/enumerations';
import { replayOf } from '#contract/race/replay/replay';
import { driver, session } from '../../tests/fixtures/session.ts';
import { replayMarks, stepFrom } from './replay-marks.ts';

const lap: LapTime = { lapTime: 90_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };

test('laps, flags, stops and incidents are marked at their times', () => {
  const flag = (name: (typeof liveFlags)[number], time: number) => ({
    ...{ kind: RaceControlKind.Flag, flag: liveFlags.indexOf(name), time, lapNum: 1, sectors: [] },
  });
  const race = session({
    drivers: [driver({ lapTimes: [lap, lap, lap], pitStops: [{ lapNum: 2, pitLaneTime: 20_000 }] })],
    raceControl: [
      flag('safetyCar', 20_000),
      flag('green', 80_000),
      { kind: RaceControlKind.Stop, driverIdx: 0, stop: 0, time: 170_000, lapNum: 2 },
    ],
  });
  const marks = replayMarks(race, replayOf(race, { points: [], length: null }));
  expect(marks.laps).toEqual([0, 90_000, 180_000]);
  expect(marks.flags).toEqual([{ key: 'flag 0', flag: 'safetyCar', from: 20_000, to: 80_000 }]);
  expect([marks.stops, marks.incidents.map(({ key }) => key)]).toEqual([[170_000], ['flag 0']]);
});

test('of a qualifying each lap is marked that was the fastest so far', () => {
  const timed = (lapTime: number, endedAt: number): LapTime => ({ ...lap, lapTime, endedAt });
  const qualifying = session({
    sessionType: SessionType.Q1,
    drivers: [
      driver({ carIndex: 0, lapTimes: [timed(90_000, 300_000), timed(89_000, 900_000)] }),
      driver({ carIndex: 1, lapTimes: [timed(91_000, 400_000), timed(89_500, 899_000)] }),
    ],
  });
  const marks = replayMarks(qualifying, replayOf(qualifying, { points: [], length: null }));
  expect(marks.laps).toEqual([0, 210_000, 809_500, 811_000]);
});

test('a step goes to the next mark, or to the one before, from shortly after it too', () => {
  const times = [0, 90_000, 180_000];
  expect([0, 89_000, 180_000].map((time) => stepFrom(times, time, 1))).toEqual([90_000, 90_000, null]);
  expect([0, 91_000, 100_000].map((time) => stepFrom(times, time, -1))).toEqual([null, 0, 90_000]);
});
