import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { DriverStatus } from '#contract/entities/track-flag';
import { ResultStatus, SafetyCarStatus, SessionType } from '#contract/enumerations';
import { LiveDocument, type LiveDriver, toDetail } from '#contract/live/document';
import { replayInTurn } from './demo-sessions.ts';

const { Q1, Q2, Q3, Race } = SessionType;
const startsAt = '2026-05-01T18:00:00.000Z';

const [one, other] = ['6f1c0e5a-8a3e-4f2b-9d5f-3a1f0c8b7e21', 'b3d94c77-15c2-4f6e-8a90-27d1e6a5f0c4'];

test('the race is a live document at all times, with what happens in it, and a session at its end', () => {
  const race = replayInTurn([Race])({ id: one, startsAt, type: null });
  const seen = { safetyCar: 0, out: 0, overtakes: 0 };
  for (let time = -500; time < race.duration + 20_000; time += 9_700) {
    const document = race.at(time);
    v.parse(LiveDocument, document);
    expect([document.raceControl, document]).toStrictEqual([undefined, JSON.parse(JSON.stringify(document))]);
    const drivers = Object.values(document.drivers ?? {});
    seen.safetyCar += Number(document.safetyCarStatus === SafetyCarStatus.Full);
    seen.out = drivers.filter(({ resultStatus }) => resultStatus === ResultStatus.DidNotFinish).length;
    seen.overtakes = Object.keys(document.overtakes ?? {}).length;
  }
  expect(race.duration / 60_000).toBeCloseTo(16, 0);
  expect(seen.safetyCar).toBeGreaterThan(5);
  expect(seen.out).toBe(1);
  expect(seen.overtakes).toBeGreaterThan(30);
  const result = v.parse(SessionUpload, toDetail(race.at(race.duration)));
  const finished = result.drivers.filter(({ resultStatus }) => resultStatus === ResultStatus.Finished);
  expect(finished.map(({ pitStops }) => pitStops.length)).toEqual(Array(21).fill(1));
});

test('each showing of the race has numbers and times of its own, which stay the same after a restart', () => {
  const show = (id: string, at: string) => replayInTurn([Race])({ id, startsAt: at, type: null });
  const [first, again, next] = [show(one, startsAt), show(one, startsAt), show(other, '2026-05-01T18:20:00.000Z')];
  for (const time of [60_000, first.duration]) {
    expect(again.at(time)).toEqual(first.at(time));
    expect(next.at(time).internalSessionId).not.toBe(first.at(time).internalSessionId);
    expect(next.at(time).weekendLinkIdentifier).not.toBe(first.at(time).weekendLinkIdentifier);
    expect(next.at(time).sessionStartTime).toBe('2026-05-01T18:20:00.000Z');
    expect(next.at(time).drivers).toEqual(first.at(time).drivers);
  }
  expect(JSON.stringify(next.at(first.duration))).not.toMatch(/2026-05-01T18:0|2026-01/);
});

test('the parts of qualifying follow each other, each without the last cars of the part before, and begin anew', () => {
  const replay = replayInTurn([Q1, Q2, Q3]);
  const parts = ['a', 'b', 'c', 'd'].map((id) => replay({ id, startsAt, type: null }));
  const ends = parts.map((part) => part.at(part.duration));
  expect(ends.map(({ sessionType }) => sessionType)).toEqual([Q1, Q2, Q3, Q1]);
  const cars = (index: number, isIn: (driver: LiveDriver) => boolean) =>
    Object.entries(ends[index]?.drivers ?? {}).flatMap(([car, driver]) => (isIn(driver) ? [car] : []));
  const running = (index: number) => cars(index, ({ resultStatus }) => resultStatus === ResultStatus.Finished);
  const first = (index: number, count: number) => cars(index, ({ position = 99 }) => position <= count);
  expect([running(1), running(2)]).toEqual([first(0, 16), first(1, 10)]);
  expect(ends[0]?.internalSessionId).not.toBe(ends[3]?.internalSessionId);
});

test.each([Q1, Q2, Q3])('type %i is a live document at all times, with its clock and cars that come and go', (type) => {
  const part = replayInTurn([Q1, Q2, Q3])({ id: one, startsAt, type });
  const seen = new Set<DriverStatus>();
  for (let time = 0; time < part.duration; time += 9_700) {
    const document = part.at(time);
    v.parse(LiveDocument, document);
    const { sessionDuration = 0, sessionTimeLeft } = document;
    expect(sessionTimeLeft).toBe(Math.max(0, Math.ceil(sessionDuration - time / 1_000)));
    for (const { driverStatus } of Object.values(document.drivers ?? {}))
      if (driverStatus !== undefined) seen.add(driverStatus);
  }
  const { FlyingLap, Garage, InLap, OutLap } = DriverStatus;
  expect([...seen].sort()).toEqual([FlyingLap, Garage, InLap, OutLap].sort());
  expect(part.duration / 60_000).toBeGreaterThan(11);
  v.parse(SessionUpload, toDetail(part.at(part.duration)));
});

test('a part that was interrupted goes on, and the next one follows it', () => {
  const replay = replayInTurn([Q1, Q2, Q3]);
  const part = replay({ id: 'b', startsAt, type: Q2 });
  expect(part.at(60_000).sessionType).toBe(Q2);
  expect(replay({ id: 'c', startsAt, type: null }).at(0).sessionType).toBe(Q3);
});
