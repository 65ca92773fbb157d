import { expect, test } from 'vitest';
import type { LapTime } from '#contract/entities/session';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { replayOf } from '#contract/race/replay/replay';
import { driver, session } from '../../tests/fixtures/session.ts';
import { lapMomentsOf, momentsByKey } from './session-moments.ts';

const lap: LapTime = { lapTime: 90_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };

const raceWith = (lapTimes: LapTime[], overtakingTime: number | null) =>
  session({
    drivers: [driver({ carIndex: 3, lapTimes }), driver({ carIndex: 7, lapTimes })],
    overtakes: [{ overtakingDriverIdx: 3, overtakenDriverIdx: 7, lapNum: 2, overtakingTime, utcTime: null }],
  });

test('the address of an overtake is shortly before it, with its cars; without a time it is in its lap', () => {
  expect(momentsByKey(raceWith([lap, lap], 120_000))('overtake 0')).toBe('?at=116&cars=3,7');
  expect(momentsByKey(raceWith([lap, lap], null))('overtake 0')).toBe('?at=131&cars=3,7');
});

test('a lap is watched from where its car begins it, also in qualifying where a warning tells when it was driven', () => {
  expect(lapMomentsOf(raceWith([lap, lap], 120_000))(2, 7, 3)).toBe('?at=90&cars=7,3');
  const warning = { warningType: 0, lapNum: 2, warningTime: 300_000 } as const;
  const timed = session({
    sessionType: SessionType.Q1,
    drivers: [driver({ carIndex: 3, lapTimes: [lap, lap], warnings: [warning as never] })],
  });
  expect(lapMomentsOf(timed)(2, 3)).toBe('?at=210&cars=3');
  expect(lapMomentsOf(timed)(3, 3)).toBeUndefined();
});

test('in qualifying a moment without a time is where the replay has its lap', () => {
  const penalty = {
    penaltyType: 4,
    penaltyTime: 5,
    infringementType: 7,
    otherVehicleIdx: null,
    penaltyIssuedTime: null,
  };
  const withLaps = (first: LapTime, second: LapTime, given: object = {}) =>
    session({
      sessionType: SessionType.Q1,
      drivers: [
        driver({ carIndex: 3, lapTimes: [first, second], penalties: [{ ...penalty, lapNum: 1 } as never], ...given }),
      ],
    });
  const faster = { ...lap, lapTime: 80_000 };
  // The recorder began after lap 1.
  const late = withLaps(lap, { ...faster, endedAt: 900_000 });
  expect(lapMomentsOf(late)(1, 3)).toBe('?at=730&cars=3');
  expect(['penalty 3 0', 'fastest 3 1'].map(momentsByKey(late))).toEqual(['?at=771&cars=3', '?at=816&cars=3']);
  const warnings = [{ warningType: 0, lapNum: 2, warningTime: 300_000 } as never];
  expect(momentsByKey(withLaps(lap, faster, { warnings }))('fastest 3 2')).toBe('?at=296&cars=3');
});

test('the end of a car is watched where the replay has it: on the next lap, or at the flag of a car that has driven all', () => {
  const { Retired, Disqualified } = ResultStatus;
  const race = session({
    numberOfLaps: 2,
    drivers: [
      driver({ carIndex: 3, lapTimes: [lap], resultStatus: Retired }),
      driver({ carIndex: 7, lapTimes: [lap, lap], resultStatus: Disqualified }),
    ],
  });
  expect(['out 3', 'out 7'].map(momentsByKey(race))).toEqual(['?at=116&cars=3', '?at=176&cars=7']);
  const statusAt = (time: number) =>
    [3, 7].map((car) => replayOf(race, { points: [], length: null }).at(time).drivers?.[car]?.resultStatus);
  expect([119_000, 120_000, 180_000].map(statusAt)).toEqual([
    [ResultStatus.Active, ResultStatus.Active],
    [Retired, ResultStatus.Active],
    [Retired, Disqualified],
  ]);
});

test('a session without lap times has no moments', () => {
  expect(momentsByKey(raceWith([], 120_000))('overtake 0')).toBeUndefined();
  expect(lapMomentsOf(raceWith([], 120_000))(1, 3)).toBeUndefined();
});
