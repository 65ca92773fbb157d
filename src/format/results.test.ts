import { expect, test } from 'vitest';
import type { Driver } from '#contract/entities/session';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { PenaltyType } from '#contract/penalties';
import { driver } from '../../tests/fixtures/session.ts';
import { penaltyText } from './penalty-text.ts';
import { resultRows, resultText } from './results.ts';

function finisher(carIndex: number, position: number, more: Partial<Driver> = {}): Driver {
  return driver({
    carIndex,
    finishingPosition: position,
    numberOfLaps: 10,
    totalRaceTime: 900_000 + position * 1_500,
    bestLapTimeMs: 88_000 + carIndex,
    ...more,
  });
}

test('a race shows the time of the winner, gaps in time or laps, and why a driver is out', () => {
  const drivers = [
    finisher(0, 1),
    finisher(1, 2, { totalPenaltiesSeconds: 5 }),
    finisher(2, 3, { numberOfLaps: 9 }),
    finisher(3, 4, { resultStatus: ResultStatus.DidNotFinish }),
  ];
  const rows = resultRows({ sessionType: SessionType.Race, drivers });
  expect(rows.map(({ main, gap, interval, bestLap }) => [main, gap, interval, bestLap])).toEqual([
    ['15:01.500', 'Leader', '—', '1:28.000'],
    ['+6.500', '+6.500', '+6.500', '1:28.001'],
    ['+1 LAP', '+1 LAP', '+1 LAP', '1:28.002'],
    ['DNF', '—', '—', '1:28.003'],
  ]);
});

test('a qualifying session shows best laps, and "No time" without one', () => {
  const drivers = [
    driver({ carIndex: 0, bestLapTimeMs: null }),
    driver({ carIndex: 1, bestLapTimeMs: 90_100 }),
    driver({ carIndex: 2, bestLapTimeMs: 90_000 }),
  ];
  const rows = resultRows({ sessionType: SessionType.Q1, drivers });
  expect(rows.map(({ main, gap, interval }) => [main, gap, interval])).toEqual([
    ['1:30.000', '—', '—'],
    ['1:30.100', '+0.100', '+0.100'],
    ['No time', '—', '—'],
  ]);
});

test('penalties are shown in the short form of timing screens', () => {
  const penalty = {
    infringementType: null,
    otherVehicleIdx: null,
    lapNum: 1,
    penaltyIssuedTime: null,
    penaltyTime: null,
  };
  const { DriveThrough, StopGo } = PenaltyType;
  const penalties = [DriveThrough, DriveThrough, StopGo].map((penaltyType) => ({ ...penalty, penaltyType }));
  expect(penaltyText(driver({ penalties, totalPenaltiesSeconds: 8 }))).toBe('+8s 2DT SG');
  expect(penaltyText(driver({}))).toBe('');
});

test.each([
  ['1', ResultStatus.Finished, 1],
  ['–', ResultStatus.Finished, null],
  ['DSQ', ResultStatus.Disqualified, 2],
] as const)('a cell of the results matrix shows %s', (text, resultStatus, position) => {
  expect(resultText({ position, resultStatus })).toBe(text);
});
