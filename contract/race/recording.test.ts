import { describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { isSameSession, startFault, startingAt } from './recording.ts';

test('an upload that began at another time ends as much earlier or later', () => {
  const given = upload({ sessionStartTime: '2026-05-01T18:00:00.000Z' });
  const moved = startingAt(given, '2026-04-30T19:00:00.000Z');
  expect(moved).toEqual({
    ...given,
    sessionStartTime: '2026-04-30T19:00:00.000Z',
    sessionEndTime: '2026-04-30T20:00:00.000Z',
  });
  expect(startingAt({ ...given, sessionEndTime: null }, moved.sessionStartTime).sessionEndTime).toBeNull();
});

test('a session that a person dates has begun by now, and in 1970 or later', () => {
  const now = Date.parse('2026-05-01T18:00:30.000Z');
  const starts = ['2026-05-01T18:00:00.000Z', '2026-05-01T18:01:00.000Z', '1970-01-01T00:00:00.000Z'];
  expect(
    [...starts, '1969-12-31T23:59:00.000Z', '9999-01-01T00:00:00.000Z'].map((each) => startFault(each, now)),
  ).toEqual([null, 'future', null, 'tooEarly', 'future']);
});

describe('two recordings under one id of the game', () => {
  const lap = { lapTime: null, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
  const recording = (lapTimes: readonly (number | null)[], totalRaceTime: number | null = null, minutes = 0) =>
    upload({
      sessionStartTime: new Date(Date.UTC(2026, 4, 1, 18, minutes)).toISOString(),
      drivers: [driver({ lapTimes: lapTimes.map((lapTime) => ({ ...lap, lapTime })), totalRaceTime })],
    });

  test('are of one session when most of their laps agree, whenever they say that it began', () => {
    const whole = recording([90_000, 91_000, 92_000]);
    expect(isSameSession(whole, recording([90_000], null, 55))).toBe(true);
    expect(isSameSession(whole, recording([null, 91_001, 99_000], null, 55))).toBe(true);
    expect(isSameSession(whole, recording([90_500, 91_500, 92_500]))).toBe(false);
  });

  test('are told apart by race times without laps in common, and by their start without either', () => {
    expect(isSameSession(recording([90_000, null], 181_000), recording([null, 91_000], 181_020, 55))).toBe(true);
    expect(isSameSession(recording([], 181_000), recording([], 184_000))).toBe(false);
    expect(isSameSession(recording([]), recording([], null, 1))).toBe(true);
    expect(isSameSession(recording([]), recording([], null, 2))).toBe(false);
  });
});
