import { expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { ResultStatus, SessionType } from '../enumerations.ts';
import { toDocument } from '../live/to-document.ts';
import { timeSinceLightsOut } from './lights-out.ts';

const lap = (lapTime: number) => ({ lapTime, sector1Time: 0, sector2Time: 0, sector3Time: 0 });

function race(cars: readonly { laps: readonly number[]; current: number; status?: ResultStatus }[], given = {}) {
  return toDocument(
    upload({
      sessionType: SessionType.Race,
      drivers: cars.map(({ laps, current, status = ResultStatus.Active }, carIndex) => ({
        ...driver({ carIndex, resultStatus: status }),
        lapTimes: laps.map((time) => ({ ...lap(time), lapValidBitFlags: null, invalidLap: false })),
        currentLapNumber: laps.length + 1,
        currentLapTime: current,
      })),
      ...given,
    } as never),
  );
}

test('is the time of all laps of a car', () => {
  expect(timeSinceLightsOut(race([{ laps: [95_000, 90_000], current: 12_000 }]))).toBe(197_000);
});

test('is the median of the cars that race, and not of one whose lap has no time', () => {
  const cars = [
    { laps: [95_000], current: 2_000 },
    { laps: [0], current: 1_000 },
    { laps: [], current: 97_050 },
    { laps: [96_000], current: 1_100 },
    { laps: [], current: 3_000, status: ResultStatus.Retired },
  ];
  expect(timeSinceLightsOut(race(cars))).toBe(97_050);
});

test('is unknown before the start, and outside of races', () => {
  expect(timeSinceLightsOut(race([{ laps: [], current: 0 }]))).toBeNull();
  expect(timeSinceLightsOut(race([{ laps: [], current: 9_000 }], { sessionType: SessionType.Q1 }))).toBeNull();
  expect(timeSinceLightsOut({})).toBeNull();
});
