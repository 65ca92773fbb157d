import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { PitStatus, TrackFlag } from '#contract/entities/track-flag';
import { ResultStatus, SafetyCarStatus, SessionStatus, Track } from '#contract/enumerations';
import { type LiveDetail, LiveDocument, toDetail } from '#contract/live/document';
import { toDocument } from '#contract/live/to-document';
import fc from '#tests/fast-check';
import { courseOf } from './course.ts';
import { createField } from './field.ts';
import { createRandom } from './random.ts';
import { createSimulatedRace, type SimulatedRace } from './simulated-race.ts';

const runs = { numRuns: process.env.PITBOARD_LONG === '1' ? 200 : 5 };
const tracks = Object.values(Track);
const races = fc.integer({ min: 0, max: 1_000_000 }).map((seed) => raceOf(seed));

function raceOf(seed: number, minutes = 16): SimulatedRace {
  return createSimulatedRace({
    seed: `${seed}`,
    track: tracks[seed % tracks.length] ?? Track.Unknown,
    field: createField(createRandom(seed), 22),
    startsAt: '2026-05-01T18:00:00.000Z',
    minutes,
  });
}

/** The race at regular times, the first ones a tenth of a second apart. */
function framesOf(race: SimulatedRace): { time: number; detail: LiveDetail }[] {
  const early = Array.from({ length: 20 }, (_, index) => index * 100);
  const later = Array.from({ length: Math.floor(race.duration / 23_700) }, (_, index) => 2_000 + index * 23_700);
  return [...early, ...later, race.duration].map((time) => ({ time, detail: race.at(time) }));
}

test('the same seed gives the same race at any time, in any order of reading', () => {
  const [one, other] = [raceOf(7), raceOf(7)];
  const times = [600_000, 0, 123_400, one.duration];
  expect(times.map(one.at)).toEqual([...times].reverse().map(other.at).reverse());
  expect(raceOf(8).at(60_000)).not.toEqual(one.at(60_000));
});

test('a race is a valid live document all the time, and a session at the end', () => {
  fc.assert(
    fc.property(races, (race) => {
      for (const { detail } of framesOf(race)) {
        const document = v.parse(LiveDocument, toDocument(detail));
        const { trackFlag, sectorFlags, isSafetyCarEnding, ...session } = detail;
        const drivers = detail.drivers.map(({ pitStatus, ...driver }) => driver);
        expect(toDetail(document)).toEqual({ ...session, drivers });
      }
      v.parse(SessionUpload, race.at(race.duration));
    }),
    runs,
  );
});

test('there is one leader, every position is taken once, and cars that are out are last', () => {
  fc.assert(
    fc.property(races, (race) => {
      for (const { detail } of framesOf(race)) {
        const byPosition = [...detail.drivers].sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
        expect(byPosition.map(({ position }) => position)).toEqual(byPosition.map((_, index) => index + 1));
        const isOut = byPosition.map(({ resultStatus }) => resultStatus !== 2 && resultStatus !== 3);
        expect(isOut).toEqual([...isOut].sort((one, other) => Number(one) - Number(other)));
      }
    }),
    runs,
  );
});

test('cars only drive forwards, and no faster than 110 m/s', () => {
  fc.assert(
    fc.property(races, fc.double({ min: 0, max: 1, noNaN: true }), (race, part) => {
      const start = Math.floor(part * race.duration);
      const { length } = courseOf(race.at(0).trackId);
      const driven = (detail: LiveDetail) =>
        new Map(
          detail.drivers.flatMap(({ carIndex, lapDistance, currentLapNumber }) =>
            lapDistance === null ? [] : [[carIndex, ((currentLapNumber ?? 1) - 1) * length + lapDistance] as const],
          ),
        );
      let before = driven(race.at(start));
      for (let time = start + 100; time < Math.min(race.duration, start + 30_000); time += 100) {
        const now = driven(race.at(time));
        for (const [car, distance] of now) {
          const step = distance - (before.get(car) ?? distance);
          expect(step).toBeGreaterThanOrEqual(-0.11);
          expect(step).toBeLessThan(11);
        }
        before = now;
      }
    }),
    runs,
  );
});

test('sectors add up to laps while they are driven, and what was said stays said', () => {
  fc.assert(
    fc.property(races, (race) => {
      const final = new Map(race.at(race.duration).drivers.map((driver) => [driver.carIndex, driver]));
      for (const { detail } of framesOf(race)) {
        for (const driver of detail.drivers) {
          const result = final.get(driver.carIndex);
          const count = driver.lapTimes.length;
          expect(driver.lapTimes).toEqual(result?.lapTimes.slice(0, count));
          expect(driver.penalties).toEqual(result?.penalties.slice(0, driver.penalties.length));
          expect(driver.warnings).toEqual(result?.warnings.slice(0, driver.warnings.length));
          expect(driver.pitStops.map(({ lapNum }) => lapNum)).toEqual(
            result?.pitStops.slice(0, driver.pitStops.length).map(({ lapNum }) => lapNum),
          );
          const next = result?.lapTimes[count];
          if (driver.resultStatus !== ResultStatus.Active || next === undefined) continue;
          const { sector1Time, sector2Time } = next;
          if (sector1Time === null || sector2Time === null || driver.currentLapTime === null) continue;
          const sector1Ended = driver.currentLapTime >= sector1Time;
          const sector2Ended = driver.currentLapTime >= sector1Time + sector2Time;
          expect(driver.currentSector1Time).toBe(sector1Ended ? sector1Time : null);
          expect(driver.currentSector2Time).toBe(sector2Ended ? sector2Time : null);
        }
      }
    }),
    runs,
  );
});

test('no gap to the leader is shorter than the one to the car ahead', () => {
  fc.assert(
    fc.property(races, (race) => {
      for (const { detail } of framesOf(race)) {
        const running = detail.drivers
          .filter(({ resultStatus, deltaToLeader }) => resultStatus === ResultStatus.Active && deltaToLeader !== null)
          .sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
        for (const driver of running) {
          expect(driver.deltaToCarAhead).toBeGreaterThanOrEqual(0);
          expect(driver.deltaToLeader).toBeGreaterThanOrEqual(driver.deltaToCarAhead ?? 0);
        }
      }
    }),
    runs,
  );
});

test('the result is the classification of the last lap with penalties added, and every overtake happened before it', () => {
  fc.assert(
    fc.property(races, (race) => {
      const end = race.at(race.duration);
      expect(end.sessionStatus).toBe(SessionStatus.Finished);
      expect(end.safetyCarStatus).toBe(SafetyCarStatus.None);
      const classified = end.drivers
        .filter(({ resultStatus }) => resultStatus === ResultStatus.Finished)
        .sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
      const keyOf = (driver: (typeof classified)[number]) =>
        -(driver.numberOfLaps ?? 0) * 1e9 + (driver.totalRaceTime ?? 0) + (driver.totalPenaltiesSeconds ?? 0) * 1_000;
      const keys = classified.map(keyOf);
      expect(keys).toEqual([...keys].sort((one, other) => one - other));
      const times = end.overtakes.map(({ overtakingTime }) => overtakingTime ?? -1);
      expect(times).toEqual([...times].sort((one, other) => one - other));
      expect(Math.max(0, ...times)).toBeLessThanOrEqual(race.duration);
    }),
    runs,
  );
});

test('an overtake happens when one car has driven as far as the other', () => {
  const race = raceOf(3);
  const { length } = courseOf(race.at(0).trackId);
  const { overtakes } = race.at(race.duration);
  expect(overtakes.length).toBeGreaterThan(10);
  for (const { overtakingDriverIdx, overtakenDriverIdx, overtakingTime } of overtakes) {
    const drivers = race.at(Math.min(race.duration - 1, (overtakingTime ?? 0) + 1)).drivers;
    const driven = (index: number) => {
      const driver = drivers.find(({ carIndex }) => carIndex === index);
      return ((driver?.currentLapNumber ?? 1) - 1) * length + (driver?.lapDistance ?? 0);
    };
    expect(Math.abs(driven(overtakingDriverIdx) - driven(overtakenDriverIdx))).toBeLessThan(2);
  }
});

test('a car that stops for tyres is in the pit lane, at its box, and in the pit lane again', () => {
  const race = raceOf(5, 6);
  const seen = new Map<number, number[]>();
  for (let time = 0; time < race.duration; time += 2_000) {
    for (const { carIndex, pitStatus, pitStops, resultStatus } of race.at(time).drivers) {
      const states = seen.get(carIndex) ?? [];
      seen.set(carIndex, states);
      if (resultStatus !== ResultStatus.Active) continue;
      expect(pitStatus).not.toBeNull();
      expect(pitStatus !== PitStatus.None).toBe(pitStops.some(({ pitLaneTime }) => pitLaneTime === null));
      if (states.at(-1) !== pitStatus) states.push(Number(pitStatus));
    }
  }
  const { None, InLane, InBox } = PitStatus;
  const stop = [InLane, InBox, InLane, None];
  for (const { carIndex, pitStops, resultStatus } of race.at(race.duration).drivers) {
    if (resultStatus !== ResultStatus.Finished) continue;
    expect(seen.get(carIndex)).toEqual([None, ...pitStops.flatMap(() => stop)]);
  }
});

test('a car that stops is covered by yellow flags, and every safety car is announced to end', () => {
  let [yellows, endings] = [0, 0];
  for (let seed = 0; seed < 6; seed += 1) {
    const race = raceOf(seed);
    let before = race.at(0);
    for (let time = 1_000; time < race.duration; time += 1_000) {
      const now = race.at(time);
      const outNow = now.drivers.filter(({ resultStatus }) => resultStatus > ResultStatus.Finished).length;
      const outBefore = before.drivers.filter(({ resultStatus }) => resultStatus > ResultStatus.Finished).length;
      if (outNow > outBefore) {
        yellows += 1;
        expect(now.sectorFlags?.filter((flag) => flag > 0)).not.toEqual([]);
      }
      if (before.safetyCarStatus !== 0 && now.safetyCarStatus === 0) {
        endings += 1;
        expect(before.isSafetyCarEnding).toBe(true);
      }
      if (now.safetyCarStatus === 0) expect(now.isSafetyCarEnding).toBe(false);
      before = now;
    }
    expect(race.at(race.duration).sectorFlags).toBeUndefined();
  }
  expect([yellows > 0, endings > 0]).toEqual([true, true]);
});

test('races have stops, warnings, retirements and safety cars', () => {
  const ends = Array.from({ length: 20 }, (_, seed) => raceOf(seed)).map((race) => race.at(race.duration));
  const sum = (count: (detail: LiveDetail) => number) => ends.reduce((total, detail) => total + count(detail), 0);
  const perDriver = (count: (driver: LiveDetail['drivers'][number]) => number) =>
    sum(({ drivers }) => drivers.reduce((total, driver) => total + count(driver), 0));
  expect(perDriver(({ pitStops }) => pitStops.length)).toBeGreaterThan(20 * 11);
  expect(perDriver(({ warnings }) => warnings.length)).toBeGreaterThan(20);
  expect(perDriver(({ penalties }) => penalties.length)).toBeGreaterThan(5);
  expect(perDriver(({ resultStatus }) => Number(resultStatus !== ResultStatus.Finished))).toBeGreaterThan(10);
  expect(sum((detail) => (detail.numberOfSafetyCars ?? 0) + (detail.numberOfVirtualSafetyCars ?? 0))).toBeGreaterThan(
    3,
  );
  expect(sum(({ overtakes }) => overtakes.length)).toBeGreaterThan(20 * 10);
});

test('a race that is stopped waits in the pit lane in its order, with fresh tyres, and nobody counts that as a stop', () => {
  const race = createSimulatedRace({
    seed: '4',
    track: Track.Zandvoort,
    field: createField(createRandom('late-4'), 22),
    startsAt: '2026-05-01T18:00:00.000Z',
    minutes: 16,
  });
  const runningAt = (time: number) =>
    race
      .at(time)
      .drivers.filter(({ resultStatus }) => resultStatus === ResultStatus.Active)
      .sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  const seconds = Array.from({ length: Math.floor(race.duration / 1_000) }, (_, second) => second * 1_000);
  const red = seconds.filter((time) => race.at(time).trackFlag === TrackFlag.Red);
  const [from = 0, to = 0] = [red[0], red.at(-1)];
  expect(red.length).toBe((to - from) / 1_000 + 1);
  expect([race.at(from - 1_000), race.at(from)].map(({ numberOfRedFlags }) => numberOfRedFlags)).toEqual([0, 1]);
  expect(race.at(race.duration)).toMatchObject({ numberOfRedFlags: 1, sessionStatus: SessionStatus.Finished });
  expect(race.at(from).safetyCarStatus).toBe(SafetyCarStatus.None);
  // Until then a yellow flag covers the car that has stopped.
  expect(Math.max(...(race.at(from - 1_000).sectorFlags ?? []))).toBe(TrackFlag.Yellow);
  // There are no passes from the flag on, until all are on the track again.
  const order = (time: number) => runningAt(time).map(({ carIndex }) => carIndex);
  for (const time of red) expect(order(time)).toEqual(order(from));
  expect(order(to + 25_000)).toEqual(order(from));
  // The lap to the pit lane takes half as long again as another.
  const waiting = runningAt(to - 5_000);
  const best = Math.min(...waiting.flatMap(({ lapTimes }) => lapTimes.map(({ lapTime }) => lapTime ?? Infinity)));
  for (const { lapTimes } of waiting) expect(lapTimes.at(-1)?.lapTime).toBeGreaterThan(best * 1.3);
  expect(waiting.map(({ pitStatus }) => pitStatus)).toEqual(waiting.map(() => PitStatus.InBox));
  const stopsAt = (time: number) => runningAt(time).map(({ pitStops }) => pitStops.length);
  expect(stopsAt(to + 30_000)).toEqual(stopsAt(from));
  expect(waiting.map(({ currentTyreAgeLaps }) => currentTyreAgeLaps)).toEqual(waiting.map(() => 0));
  const warningsAt = (time: number) => runningAt(time).map(({ warnings, penalties }) => [warnings, penalties]);
  expect(warningsAt(to)).toEqual(warningsAt(from));
  // They stand one behind the other, and leave the lane one after the other.
  const places = waiting.map(({ lapDistance }) => lapDistance ?? 0);
  expect(places.slice(1).map((place, index) => (places[index] ?? 0) - place)).toEqual(places.slice(1).map(() => 8));
  const left = (time: number) => runningAt(time).filter(({ pitStatus }) => pitStatus === PitStatus.None).length;
  expect([to, to + 10_000, to + 30_000].map(left)).toEqual([0, 6, waiting.length]);
});

test('few races are stopped', () => {
  const counts = Array.from({ length: 40 }, (_, seed) => raceOf(seed)).map((race) => race.at(race.duration));
  const stopped = counts.filter(({ numberOfRedFlags }) => (numberOfRedFlags ?? 0) > 0);
  expect(stopped.length).toBeGreaterThan(0);
  expect(stopped.length).toBeLessThan(8);
});
