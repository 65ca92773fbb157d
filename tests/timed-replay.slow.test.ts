import { expect, test } from 'vitest';
import { DriverStatus, PitStatus } from '#contract/entities/track-flag';
import { ResultStatus, SessionType, Track } from '#contract/enumerations';
import type { LiveDriver } from '#contract/live/document';
import { toDocument } from '#contract/live/to-document';
import { replayOf } from '#contract/race/replay/replay';
import { findShippedTrack } from '../server/domain/outlines.ts';
import { courseOf } from './simulator/course.ts';
import { createField } from './simulator/field.ts';
import { createLiveQualifying } from './simulator/live-qualifying.ts';
import { createRandom } from './simulator/random.ts';
import { recordSession } from './simulator/record-session.ts';

const carsIn = (drivers: Readonly<Record<string, LiveDriver>> = {}) =>
  Object.entries(drivers).map(([car, { position, bestLapTimeMs, numberOfLaps, lapTimes }]) => [
    ...[car, position, bestLapTimeMs, numberOfLaps],
    Object.values(lapTimes ?? {}).map(({ lapTime }) => lapTime),
  ]);

/** The lap that is driven; the clock of the simulation has parts of ms. */
const lapIn = ({ currentLapNumber, currentLapTime = 0, currentSector1Time, ...driver }: LiveDriver) => [
  ...[currentLapNumber, Math.round(currentLapTime / 10), currentSector1Time !== undefined],
  ...[driver.currentTyreCompound, driver.currentTyreAgeLaps, driver.pitStatus],
];

/** Whether a car is in its garage, or has finished and is not seen any more. */
const isAway = ({ pitStatus, resultStatus }: LiveDriver) =>
  pitStatus === PitStatus.InBox || resultStatus !== ResultStatus.Active;

test.each([
  ['first part of a qualifying', SessionType.Q1, Track.Spa, 18, 0],
  ['last part of a qualifying', SessionType.Q3, Track.Monaco, 12, 12],
  ['practice', SessionType.P1, Track.Zandvoort, 30, 0],
])(
  'a stored %s is replayed with its order, best laps, clock, and cars in and out of the garage',
  (_, type, track, minutes, out) => {
    const field = createField(createRandom(`timed-${type}`), 22);
    const truth = createLiveQualifying({
      ...{ seed: `timed-${type}`, track, type, field, minutes, startsAt: '2026-05-01T18:00:00.000Z' },
      knockedOut: field.slice(0, out).map(({ carIndex }) => carIndex),
    });
    const session = recordSession(truth);
    const { length } = courseOf(track);
    const replay = replayOf(session, { points: findShippedTrack(track)?.points ?? [], length });
    const ends = session.drivers.flatMap(({ lapTimes }) => lapTimes.map(({ endedAt = 0 }) => endedAt));
    const last = Math.max(...ends);
    expect([replay.start, replay.duration, replay.gaps]).toEqual([0, last, []]);
    for (const end of ends) {
      for (const time of [end, end + 1_000]) {
        if (time >= last) continue;
        // A crossing may be between two milliseconds.
        const [real, shown] = [toDocument(truth.at(time + 1)), replay.at(time + 1)];
        expect([time, carsIn(shown.drivers)]).toEqual([time, carsIn(real.drivers)]);
        expect(shown.sessionTimeLeft).toBe(real.sessionTimeLeft);
      }
    }
    const errors: number[] = [];
    let [moments, right, flying, wrongFlying] = [0, 0, 0, 0];
    for (let time = 50; time < last; time += 997) {
      const [real, shown] = [toDocument(truth.at(time)).drivers, replay.at(time).drivers];
      for (const [car, driver] of Object.entries(real ?? {})) {
        const other = shown?.[car] as LiveDriver;
        moments += 1;
        right += Number(isAway(driver) === isAway(other));
        if (driver.driverStatus !== DriverStatus.FlyingLap) continue;
        flying += 1;
        if (other.driverStatus !== DriverStatus.FlyingLap) wrongFlying += 1;
        else errors.push(Math.abs((driver.lapDistance ?? 0) - (other.lapDistance ?? 0)));
        expect([time, car, lapIn(other)]).toEqual([time, car, lapIn(driver)]);
      }
    }
    errors.sort((one, other) => one - other);
    expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(64);
    expect(wrongFlying).toBeLessThan(flying * 0.001);
    expect(right).toBeGreaterThan(moments * 0.97);
    const result = replay.at(replay.duration).drivers;
    expect(carsIn(result)).toEqual(carsIn(toDocument(truth.at(truth.duration)).drivers));
  },
);
