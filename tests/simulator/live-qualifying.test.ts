import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { DriverStatus, PitStatus } from '#contract/entities/track-flag';
import { ResultStatus, SessionStatus, SessionType, Track } from '#contract/enumerations';
import { LiveDocument } from '#contract/live/document';
import { toDocument } from '#contract/live/to-document';
import { timingOf } from '#contract/race/live-timing';
import { timedSessionOf } from '#contract/race/timed-lines';
import { createField } from './field.ts';
import { createLiveQualifying } from './live-qualifying.ts';
import { createRandom } from './random.ts';

const field = createField(createRandom('late-4'), 22);
const startsAt = '2026-05-01T18:00:00.000Z';
const sessionOf = (type: SessionType, knockedOut: readonly number[] = [], seed = 'a') =>
  createLiveQualifying({ seed, track: Track.Zandvoort, type, field, knockedOut, startsAt, minutes: 12 });

const types = [
  SessionType.P1,
  SessionType.Q1,
  SessionType.Q2,
  SessionType.Q3,
  SessionType.ShortQualifying,
  SessionType.OneShotQualifying,
];

test.each(types)('session type %i is a valid live document all the time, and a session at the end', (type) => {
  const session = sessionOf(type);
  for (let time = 0; time <= session.duration; time += 17_000) {
    const detail = session.at(time);
    v.parse(LiveDocument, toDocument(detail));
    expect(detail.drivers.map(({ position }) => position).sort((one, other) => Number(one) - Number(other))).toEqual(
      detail.drivers.map((_, index) => index + 1),
    );
  }
  const end = session.at(session.duration);
  v.parse(SessionUpload, end);
  expect([end.sessionStatus, end.sessionTimeLeft]).toEqual([SessionStatus.Finished, 0]);
  expect(end.drivers.filter(({ resultStatus }) => resultStatus !== ResultStatus.Finished)).toEqual([]);
  expect(end.drivers.filter(({ bestLapTimeMs }) => bestLapTimeMs !== null).length).toBeGreaterThan(18);
});

test('cars come out of the garage, drive a timed lap and come back, and their timed laps alone are laps', () => {
  const session = sessionOf(SessionType.Q1);
  const seen = new Map<number, number[]>();
  const places = new Map<number, { x: number; z: number }>();
  // Thirty thousand states: as many calls of expect take longer than the race.
  const wrong: unknown[] = [];
  for (let time = 0; time < session.duration; time += 500) {
    for (const driver of session.at(time).drivers) {
      const { carIndex, driverStatus, pitStatus, lapDistance, livePosition, lapTimes } = driver;
      if (driver.resultStatus !== ResultStatus.Active) continue;
      const states = seen.get(carIndex) ?? [];
      seen.set(carIndex, states);
      if (states.at(-1) !== driverStatus) states.push(Number(driverStatus));
      if ((driverStatus === DriverStatus.Garage) !== (pitStatus === PitStatus.InBox)) wrong.push('in its box', driver);
      if (driverStatus === DriverStatus.OutLap && !(Number(lapDistance) < 0)) wrong.push('past the line', driver);
      const now = livePosition ?? { x: 0, z: 0 };
      const before = places.get(carIndex) ?? now;
      // At no more than 110 m/s.
      if (!(Math.hypot(now.x - before.x, now.z - before.z) < 55)) wrong.push('faster', before, driver);
      places.set(carIndex, now);
      if (lapTimes.some(({ lapTime }) => Number(lapTime) > 80_000)) wrong.push('a slow lap', driver);
    }
  }
  expect(wrong).toEqual([]);
  const { Garage, OutLap, FlyingLap, InLap } = DriverStatus;
  const run = [Garage, OutLap, FlyingLap, InLap];
  expect(seen.size).toBe(22);
  expect(session.at(session.duration).drivers.map(({ numberOfLaps }) => numberOfLaps)).toEqual(Array(22).fill(2));
  for (const states of seen.values()) expect([...run, ...run]).toEqual(states);
});

test('the clock runs down, the last laps end after it, and improve', () => {
  const session = sessionOf(SessionType.Q1);
  expect([session.at(0), session.at(60_500)].map(({ sessionTimeLeft }) => sessionTimeLeft)).toEqual([720, 660]);
  expect(session.duration).toBeGreaterThan(720_000);
  const improved = new Set<string>();
  let below = 0;
  for (let time = 0; time < session.duration; time += 1_000) {
    const document = toDocument(session.at(time));
    const { lines } = timedSessionOf(document, timingOf(document));
    for (const line of lines.values()) {
      if (line.isImproved) improved.add(`${line.carIndex} ${time < 720_000 ? 'before' : 'after'}`);
      below += Number(line.isBelowCut);
    }
  }
  expect([...improved].filter((key) => key.endsWith('after')).length).toBeGreaterThan(3);
  expect(below).toBeGreaterThan(0);
});

test('who was knocked out takes no part, and stays at the end', () => {
  const knockedOut = [4, 9, 2];
  const drivers = sessionOf(SessionType.Q2, knockedOut).at(300_000).drivers;
  const last = drivers.filter(({ position }) => Number(position) > 19);
  expect(last.map(({ carIndex, position, resultStatus }) => [carIndex, position, resultStatus])).toEqual([
    [2, 22, ResultStatus.Inactive],
    [4, 20, ResultStatus.Inactive],
    [9, 21, ResultStatus.Inactive],
  ]);
});

test('cars have a velocity along their way', () => {
  const session = sessionOf(SessionType.Q1);
  const [one, other] = [session.at(100_000), session.at(100_100)].map(({ drivers }) => drivers);
  const moving = (one ?? []).flatMap(({ livePosition, velocity, driverStatus }, index) => {
    const next = other?.[index]?.livePosition;
    if (livePosition == null || next == null || velocity == null || driverStatus === DriverStatus.Garage) return [];
    const error = Math.hypot(next.x - livePosition.x - velocity.x / 10, next.z - livePosition.z - velocity.z / 10);
    return [{ error, speed: Math.hypot(velocity.x, velocity.z) }];
  });
  expect(moving.length).toBeGreaterThan(5);
  expect(Math.max(...moving.map(({ error }) => error))).toBeLessThan(1);
  expect(Math.max(...moving.map(({ speed }) => speed))).toBeGreaterThan(30);
});
