import { expect, test } from 'vitest';
import { driver } from '#tests/fixtures/session';
import { RaceControlKind } from '../entities/race-control.ts';
import type { Session } from '../entities/session.ts';
import { type LiveFlag, liveFlags } from '../entities/track-flag.ts';
import { findSlowLaps } from './slow-laps.ts';

/** Times in s. */
const laps = [110, 90, 90, 130, 130, 90, 90, 120, 90, 90];
const car = (times: readonly number[]) =>
  driver({
    lapTimes: times.map((time) => ({
      lapTime: time * 1_000,
      sector1Time: null,
      sector2Time: null,
      sector3Time: null,
      invalidLap: false,
    })),
  });
const drivers = [car(laps), car(laps), car([110, 90, 90, 90, 95, 90, 90, 90, 90, 90])];

function slowLaps(counts: Partial<Session>, flags: readonly (readonly [lap: number, flag: LiveFlag])[] = []) {
  const raceControl = flags.map(([lapNum, flag]) => ({
    kind: RaceControlKind.Flag,
    lapNum,
    flag: liveFlags.indexOf(flag),
  }));
  const none = { numberOfSafetyCars: null, numberOfVirtualSafetyCars: null, numberOfRedFlags: null };
  return findSlowLaps({ drivers, ...none, ...counts, ...(raceControl.length === 0 ? {} : { raceControl }) }, 10);
}

test('without race control they are those of the whole field, as many runs as were counted', () => {
  expect(slowLaps({})).toEqual([]);
  expect(slowLaps({ numberOfSafetyCars: 1 })).toEqual([{ from: 4, to: 5, kind: null }]);
  expect(slowLaps({ numberOfSafetyCars: 3 })).toEqual([
    { from: 4, to: 5, kind: null },
    { from: 8, to: 8, kind: null },
  ]);
  expect(slowLaps({ numberOfRedFlags: 1 })).toEqual([{ from: 4, to: 5, kind: null }]);
});

test('race control says what it was, and on which laps, quick ones at the end left out', () => {
  const counts = { numberOfSafetyCars: 1, numberOfVirtualSafetyCars: 1, numberOfRedFlags: 1 };
  const flags = [
    [3, 'yellow'],
    [3, 'virtualSafetyCar'],
    [4, 'safetyCar'],
    [5, 'safetyCarEnding'],
    [6, 'green'],
    [8, 'red'],
    [9, 'green'],
    [10, 'chequered'],
  ] as const;
  expect(slowLaps(counts, flags)).toEqual([
    { from: 3, to: 4, kind: 'virtualSafetyCar' },
    { from: 4, to: 5, kind: 'safetyCar' },
    { from: 8, to: 8, kind: 'red' },
  ]);
});

test('what has not ended lasts to the last lap', () => {
  expect(slowLaps({ numberOfSafetyCars: 1 }, [[8, 'safetyCar']])).toEqual([{ from: 8, to: 10, kind: 'safetyCar' }]);
});

test('race control that has missed one of them leaves all to the lap times', () => {
  expect(
    slowLaps({ numberOfSafetyCars: 2 }, [
      [8, 'safetyCar'],
      [9, 'green'],
    ]),
  ).toEqual([
    { from: 4, to: 5, kind: null },
    { from: 8, to: 8, kind: null },
  ]);
});
