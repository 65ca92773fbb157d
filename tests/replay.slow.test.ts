import { expect, test } from 'vitest';
import { ResultStatus, Track } from '#contract/enumerations';
import type { LiveDocument } from '#contract/live/document';
import { toDocument } from '#contract/live/to-document';
import { classificationOf } from '#contract/race/classification';
import { liveFlag } from '#contract/race/live-flag';
import { replayOf } from '#contract/race/replay/replay';
import { findShippedTrack } from '../server/domain/outlines.ts';
import { courseOf } from './simulator/course.ts';
import { createField } from './simulator/field.ts';
import { createRandom } from './simulator/random.ts';
import { recordSession } from './simulator/record-session.ts';
import { createSimulatedRace } from './simulator/simulated-race.ts';

const raceOf = (seed: string, track: Track, minutes: number) =>
  createSimulatedRace({
    seed,
    track,
    field: createField(createRandom(`late-${seed}`), 22),
    startsAt: '2026-05-01T18:00:00.000Z',
    minutes,
  });

const carAt = (drivers: LiveDocument['drivers'], place: number) =>
  Object.entries(drivers ?? {}).find(([, { position }]) => position === place)?.[0];

test.each([
  ['of 5 laps', '1', Track.Spa, 9],
  ['that was stopped', '4', Track.Zandvoort, 16],
  ['of 40 laps with a virtual safety car', '5', Track.Austria, 45],
  ['of 78 laps with safety cars', '3', Track.Monaco, 97],
  ['of 78 laps with lapped cars and a red flag', '6', Track.Monaco, 97],
])('a stored race %s is replayed with its order, gaps, flags and places on the track', (_, seed, track, minutes) => {
  const race = raceOf(seed, track, minutes);
  const session = recordSession(race);
  const { length } = courseOf(track);
  const replay = replayOf(session, { points: findShippedTrack(track)?.points ?? [], length });
  expect([replay.start, replay.duration, replay.gaps]).toEqual([0, race.duration, []]);
  let [crossings, gaps] = [0, 0];
  for (const { carIndex, lapTimes } of session.drivers) {
    let line = 0;
    for (const [index, { lapTime }] of lapTimes.entries()) {
      line += lapTime ?? 0;
      if (line >= race.duration) continue;
      crossings += 1;
      const [real, shown] = [toDocument(race.at(line)).drivers, replay.at(line).drivers];
      const [own, other] = [real?.[carIndex], shown?.[carIndex]];
      const at = [carIndex, index + 1];
      expect([...at, other?.position, lapsIn(other)]).toEqual([...at, own?.position, lapsIn(own)]);
      // Who leads while two cars fight between the lines is an estimate.
      for (const [key, place] of [
        ['deltaToLeader', 1],
        ['deltaToCarAhead', (own?.position ?? 0) - 1],
      ] as const) {
        if (carAt(real, place) !== carAt(shown, place)) continue;
        gaps += 1;
        expect([...at, key, Math.abs((other?.[key] ?? 0) - (own?.[key] ?? 0)) <= 1]).toEqual([...at, key, true]);
      }
    }
  }
  expect(gaps).toBeGreaterThan(crossings * 1.98);
  const errors: number[] = [];
  let [moments, flags] = [0, 0];
  for (let time = 50; time < race.duration; time += 4_999) {
    const [real, shown] = [toDocument(race.at(time)), replay.at(time)];
    moments += 1;
    flags += Number(flagIn(real) === flagIn(shown));
    for (const [car, driver] of Object.entries(real.drivers ?? {})) {
      const other = shown.drivers?.[car];
      if (driver.lapDistance === undefined || other?.lapDistance === undefined) continue;
      errors.push(Math.abs((lapsIn(other) - lapsIn(driver)) * length + other.lapDistance - driver.lapDistance));
    }
  }
  errors.sort((one, other) => one - other);
  expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(64);
  expect(flags).toBeGreaterThan(moments * 0.99);
  const places = classificationOf(session).map(({ driver }) => driver.carIndex);
  const end = replay.at(replay.duration).drivers;
  expect(places.map((car) => end?.[car]?.position)).toEqual(places.map((_car, index) => index + 1));
});

function lapsIn(driver: { readonly currentLapNumber?: number } | undefined): number {
  return driver?.currentLapNumber ?? 0;
}

function flagIn(document: LiveDocument): string {
  return liveFlag(document, ResultStatus.Active).flag;
}
