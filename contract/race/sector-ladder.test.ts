import { expect, test } from 'vitest';
import { driver } from '../../tests/fixtures/session.ts';
import { SessionType } from '../enumerations.ts';
import { sectorLadder } from './sector-ladder.ts';

function car(carIndex: number, [one, two, three]: readonly [number, number, number | null]) {
  const lapTime = one + two + (three ?? 30_000);
  return driver({
    carIndex,
    finishingPosition: carIndex,
    bestLapTimeMs: lapTime,
    lapTimes: [{ lapTime, sector1Time: one, sector2Time: two, sector3Time: three, invalidLap: false }],
  });
}

test('a bar has what each sector cost against the best one, and pole what it lacks of the ideal lap', () => {
  const drivers = [
    car(1, [30_000, 30_100, 30_000]),
    car(2, [30_200, 30_000, 30_000]),
    car(3, [30_300, 30_100, 30_400]),
    car(4, [30_400, 30_400, null]),
  ];
  const ladder = sectorLadder({ sessionType: SessionType.Q3, drivers });
  expect(ladder?.poleLoss).toBe(100);
  expect(ladder?.lastSafe).toBeNull();
  expect(ladder?.rows.map(({ driver: { carIndex }, gap, losses }) => [carIndex, gap, losses])).toEqual([
    [1, 0, [0, 100, 0]],
    [2, 100, [200, 0, 0]],
    [3, 700, [300, 100, 400]],
  ]);
  for (const { gap, losses } of ladder?.rows ?? []) expect(gap + 100).toBe(losses[0] + losses[1] + losses[2]);
});

test('a knock-out part has its line, and without two laps or the first driver there is no ladder', () => {
  const drivers = Array.from({ length: 20 }, (_, index) => car(index + 1, [30_000 + index, 30_000, 30_000]));
  expect(sectorLadder({ sessionType: SessionType.Q1, drivers })?.lastSafe).toBe(15);
  expect(sectorLadder({ sessionType: SessionType.Q1, drivers: drivers.slice(0, 1) })).toBeNull();
  const unknown = car(1, [30_000, 30_000, null]);
  expect(sectorLadder({ sessionType: SessionType.Q1, drivers: [unknown, ...drivers.slice(1)] })).toBeNull();
});
