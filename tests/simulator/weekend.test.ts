import * as v from 'valibot';
import { expect, test } from 'vitest';
import { type SessionUpload, SessionUpload as SessionUploadSchema } from '#contract/api/bodies';
import type { Driver } from '#contract/entities/session';
import { isRace, ResultStatus, SessionType, Track } from '#contract/enumerations';
import fc from '#tests/fast-check';
import { createField } from './field.ts';
import { createRandom } from './random.ts';
import { simulateWeekend } from './weekend.ts';

const sessions = [
  { type: SessionType.P1 },
  { type: SessionType.Q1 },
  { type: SessionType.Q2 },
  { type: SessionType.Q3 },
  { type: SessionType.OneShotQualifying },
  { type: SessionType.Race2, isSprint: true },
  { type: SessionType.Race },
];

function weekend(seed: number): SessionUpload[] {
  const random = createRandom(seed);
  const track = random.pick(Object.values(Track));
  const field = createField(random, random.integer(20, 22));
  return simulateWeekend({
    seed: `${seed}`,
    track,
    field,
    raceAt: '2026-05-01T18:00:00.000Z',
    sessions,
    distance: 0.5,
  });
}

const weekends = fc.integer({ min: 0, max: 1_000_000 }).map(weekend);
const runs = { numRuns: process.env.PITBOARD_LONG === '1' ? 300 : 25 };

function timeOf(driver: Driver): number {
  return driver.lapTimes.reduce((sum, lap) => sum + (lap.lapTime ?? 0), 0);
}

/** Car indices in the order at the end of a lap. */
function orderAfter(drivers: readonly Driver[], lap: number): number[] {
  return drivers
    .filter((driver) => driver.lapTimes.length >= lap)
    .map(({ carIndex, lapTimes }) => ({
      carIndex,
      at: lapTimes.slice(0, lap).reduce((sum, time) => sum + (time.lapTime ?? 0), 0),
    }))
    .sort((one, other) => one.at - other.at)
    .map((entry) => entry.carIndex);
}

test('the same seed gives the same weekend', () => {
  expect(JSON.stringify(weekend(42))).toBe(JSON.stringify(weekend(42)));
  expect(JSON.stringify(weekend(42))).not.toBe(JSON.stringify(weekend(43)));
});

test('every session is valid by the contract', () => {
  fc.assert(
    fc.property(weekends, (all) => {
      for (const session of all) v.parse(SessionUploadSchema, JSON.parse(JSON.stringify(session)));
    }),
    runs,
  );
});

test('sector times add up to lap times, and lap times to race times', () => {
  fc.assert(
    fc.property(weekends, (all) => {
      for (const { drivers, sessionType } of all) {
        for (const driver of drivers) {
          const wrong = driver.lapTimes.filter((lap) => {
            const sectors = [lap.sector1Time ?? 0, lap.sector2Time ?? 0, lap.sector3Time ?? 0] as const;
            return sectors[0] + sectors[1] + sectors[2] !== lap.lapTime || Math.min(...sectors) <= 5_000;
          });
          expect(wrong).toEqual([]);
          if (isRace(sessionType) && driver.lapTimes.length > 0) expect(driver.totalRaceTime).toBe(timeOf(driver));
        }
      }
    }),
    runs,
  );
});

test('positions are a permutation after every lap and at the end', () => {
  fc.assert(
    fc.property(weekends, (all) => {
      for (const { drivers } of all) {
        const positions = drivers
          .map((driver) => driver.finishingPosition)
          .sort((one, other) => Number(one) - Number(other));
        expect(positions).toEqual(drivers.map((_, index) => index + 1));
        const laps = Math.max(...drivers.map((driver) => driver.lapTimes.length));
        for (let lap = 1; lap <= laps; lap += 1) {
          const order = orderAfter(drivers, lap);
          expect(new Set(order).size).toBe(drivers.filter((driver) => driver.lapTimes.length >= lap).length);
        }
      }
    }),
    runs,
  );
});

test('stints cover all laps without a gap, and every stint except the last ends with a pit stop', () => {
  fc.assert(
    fc.property(weekends, (all) => {
      for (const { drivers, sessionType } of all) {
        for (const { tyres, lapTimes, pitStops } of drivers) {
          const ends = tyres.map((stint) => stint.endLap);
          expect([...ends].sort((one, other) => one - other)).toEqual(ends);
          expect(new Set(ends).size).toBe(ends.length);
          expect(ends.at(-1) ?? 0).toBe(lapTimes.length);
          if (isRace(sessionType)) expect(pitStops.map((stop) => stop.lapNum)).toEqual(ends.slice(0, -1));
        }
      }
    }),
    runs,
  );
});

test('an overtake changes the order of its two cars in its lap', () => {
  fc.assert(
    fc.property(weekends, (all) => {
      for (const { drivers, overtakes } of all) {
        for (const { overtakingDriverIdx, overtakenDriverIdx, lapNum } of overtakes) {
          const lap = lapNum ?? 0;
          const after = orderAfter(drivers, lap);
          expect(after.indexOf(overtakingDriverIdx)).toBeLessThan(after.indexOf(overtakenDriverIdx));
          if (lap < 2) continue;
          const before = orderAfter(drivers, lap - 1);
          expect(before.indexOf(overtakingDriverIdx)).toBeGreaterThan(before.indexOf(overtakenDriverIdx));
        }
      }
    }),
    runs,
  );
});

test('the result is ordered by laps, then by time with penalties; retired drivers have fewer laps', () => {
  fc.assert(
    fc.property(weekends, (all) => {
      for (const { drivers, sessionType, numberOfLaps } of all) {
        if (!isRace(sessionType)) continue;
        const inOrder = [...drivers].sort(
          (one, other) => Number(one.finishingPosition) - Number(other.finishingPosition),
        );
        const finished = inOrder.filter((driver) => driver.resultStatus === ResultStatus.Finished);
        for (const [index, driver] of finished.entries()) {
          const next = finished[index + 1];
          if (next === undefined) continue;
          const timeWith = (one: Driver) => Number(one.totalRaceTime) + Number(one.totalPenaltiesSeconds) * 1_000;
          const isAhead =
            driver.lapTimes.length > next.lapTimes.length ||
            (driver.lapTimes.length === next.lapTimes.length && timeWith(driver) <= timeWith(next));
          expect(isAhead).toBe(true);
        }
        for (const driver of inOrder) {
          if (driver.resultStatus !== ResultStatus.Finished)
            expect(driver.lapTimes.length).toBeLessThan(Number(numberOfLaps));
        }
      }
    }),
    runs,
  );
});

test('many weekends contain safety cars, retirements, penalties, rain tyres and lapped cars', () => {
  const all = Array.from({ length: 40 }, (_, seed) => weekend(100 + seed)).flat();
  const races = all.filter((session) => isRace(session.sessionType));
  const drivers = races.flatMap((race) => race.drivers);
  expect(races.some((race) => Number(race.numberOfSafetyCars) > 0)).toBe(true);
  expect(races.some((race) => Number(race.numberOfVirtualSafetyCars) > 0)).toBe(true);
  expect(drivers.some((driver) => driver.resultStatus === ResultStatus.Retired)).toBe(true);
  expect(drivers.some((driver) => Number(driver.totalPenaltiesSeconds) > 0)).toBe(true);
  expect(drivers.some((driver) => driver.tyres.some((stint) => stint.tyreCompound === 7))).toBe(true);
  expect(
    races.some((race) =>
      race.drivers.some((driver) => driver.resultStatus === 3 && driver.lapTimes.length < Number(race.numberOfLaps)),
    ),
  ).toBe(true);
  const perRace = races.reduce((sum, race) => sum + race.overtakes.length, 0) / races.length;
  expect(perRace).toBeGreaterThan(15);
  expect(perRace).toBeLessThan(250);
});
