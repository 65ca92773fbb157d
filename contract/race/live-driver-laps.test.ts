import { expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { ResultStatus, TyreCompound } from '../enumerations.ts';
import type { LiveDriver } from '../live/document.ts';
import { toDocument } from '../live/to-document.ts';
import { driverLaps } from './live-driver-laps.ts';
import { bestOfAll, liveBests } from './live-laps.ts';

const lap = (sector1Time: number, sector2Time: number, sector3Time: number, invalidLap = false) => ({
  lapTime: sector1Time + sector2Time + sector3Time,
  sector1Time,
  sector2Time,
  sector3Time,
  invalidLap,
});

test('laps have the colours of their times, their tyres, and a mark where they end in the pits', () => {
  const one = driver({
    carIndex: 0,
    resultStatus: ResultStatus.Active,
    lapTimes: [lap(30_000, 31_000, 32_000), lap(29_000, 31_500, 32_500), lap(20_000, 20_000, 20_000, true)],
    tyres: [
      { tyreCompound: TyreCompound.Soft, endLap: 2 },
      { tyreCompound: TyreCompound.Hard, endLap: 9 },
    ],
    pitStops: [{ lapNum: 2, pitLaneTime: 22_000 }],
  });
  const other = driver({ carIndex: 1, resultStatus: ResultStatus.Active, lapTimes: [lap(29_500, 30_500, 31_500)] });
  const { drivers = {} } = toDocument(upload({ drivers: [one, other] }));
  const laps = driverLaps(drivers[0] as LiveDriver, bestOfAll(Object.values(drivers).map(liveBests)));
  expect(laps.map(({ highlights }) => Object.values(highlights))).toEqual([
    ['personalBest', 'none', 'personalBest', 'personalBest'],
    ['personalBest', 'sessionBest', 'none', 'none'],
    ['invalid', 'invalid', 'invalid', 'invalid'],
  ]);
  expect(laps.map(({ number, compound, isInLap }) => [number, compound, isInLap])).toEqual([
    [1, TyreCompound.Soft, false],
    [2, TyreCompound.Soft, true],
    [3, TyreCompound.Hard, false],
  ]);
});
