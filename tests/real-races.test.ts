import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRace, ResultStatus } from '#contract/enumerations';
import { convert } from '#contract/pits-n-giggles/convert';
import { battlesOf, lastingOvertakes } from '#contract/race/battles';
import { classificationOf } from '#contract/race/classification';
import { paceLaps, pacesOf } from '#contract/race/pace';
import { isOutStatus } from '#contract/race/race-control';
import { raceCourse } from '#contract/race/race-trace';
import { replayOf } from '#contract/race/replay/replay';
import { sectorLadder } from '#contract/race/sector-ladder';
import { stintsOf } from '#contract/race/stints';
import { weatherRuns } from '#contract/race/strategy';
import { outlineOf } from '../server/domain/outlines.ts';

const folder = process.env.PITBOARD_DATA;
if (folder === undefined) console.log('SKIPPED: the course of real races (PITBOARD_DATA is not set)');
const files =
  folder === undefined ? [] : readdirSync(join(folder, 'sessions')).filter((file) => file.startsWith('Race'));

const unowned = { id: '', sessionId: '', userId: '', userName: null, weekendId: null };

const sessionOf = (file: string) =>
  convert(readFileSync(join(folder ?? '', 'sessions', file)), '2026-01-01T20:00:00.000Z');

test.skipIf(folder === undefined)('of real races the last places and gaps are those of the result', () => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const session = sessionOf(file);
    const { laps, traces } = raceCourse(session);
    const [winner] = traces;
    for (const { driver, places, gaps, result, isOut } of traces) {
      expect([file, places[0]]).toEqual([file, driver.startingPosition]);
      if (isOut) continue;
      // No driver has a penalty there.
      expect([file, driver.name, places.at(-1)]).toEqual([file, driver.name, result]);
      const gap = gaps.at(-1) ?? null;
      if (driver.lapTimes.length < laps) expect(gap).toBeNull();
      // Each lap is rounded to a millisecond.
      else expect(gap).toBeCloseTo((driver.totalRaceTime ?? 0) - (winner?.driver.totalRaceTime ?? 0), -1);
    }
  }
});

test.skipIf(folder === undefined)('of real races the place after each lap is that of the laps’ times', () => {
  let compared = 0;
  for (const file of files) {
    const { traces } = raceCourse(sessionOf(file));
    const totals = traces.map(({ driver: { lapTimes } }) => {
      let total = 0;
      return lapTimes.map(({ lapTime }) => (total += lapTime ?? Number.NaN));
    });
    for (const [car, { driver, places, result }] of traces.entries()) {
      expect([file, driver.name, result]).toEqual([file, driver.name, driver.finishingPosition]);
      for (const [index, own] of (totals[car] ?? []).entries()) {
        const place = places[index + 1] ?? null;
        if (place === null) continue;
        const ahead = totals.filter((total) => (total[index] ?? Number.POSITIVE_INFINITY) < own).length;
        expect([file, driver.name, index + 1, place]).toEqual([file, driver.name, index + 1, ahead + 1]);
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(300);
});

test.skipIf(folder === undefined)(
  'of real sessions the stints of a driver are its laps, and each lap is in a pace or left out',
  () => {
    for (const file of readdirSync(join(folder ?? '', 'sessions'))) {
      const session = sessionOf(file);
      const { drivers } = session;
      for (const driver of drivers) {
        const stints = stintsOf(driver);
        for (const [index, { fromLap }] of stints.entries()) expect(fromLap).toBe((stints[index - 1]?.toLap ?? 0) + 1);
        if (stints.length > 0) expect([file, stints.at(-1)?.toLap]).toEqual([file, driver.lapTimes.length]);
      }
      const { groups, leftOut } = pacesOf(session, isRace(session.sessionType) ? raceCourse(session) : null);
      const laps = drivers.flatMap((driver) => paceLaps(driver)).length;
      const whole = groups.filter(
        ({ condition, compound }, index) =>
          compound === null ||
          !groups.some((other, at) => at !== index && other.condition === condition && other.compound === null),
      );
      const left = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
      expect(whole.reduce((sum, group) => sum + group.laps, left)).toBe(laps);
      for (const { paces } of groups) {
        const medians = paces.flatMap(({ isPartial, median }) => (isPartial ? [] : median));
        expect(medians).toEqual([...medians].sort((one, two) => one - two));
      }
    }
  },
);

test.skipIf(folder === undefined)(
  'of real races each overtake is in one battle at most, and weather fills the laps',
  () => {
    for (const file of files) {
      const session = sessionOf(file);
      const battles = battlesOf(session);
      const swaps = battles.reduce((sum, battle) => sum + battle.swaps, 0);
      expect(swaps).toBeLessThanOrEqual(session.overtakes.length);
      const lasting = lastingOvertakes(session);
      expect((swaps - lasting.length) % 2).toBe(0);
      expect(new Set(battles.map(({ cars }) => [...cars].sort().join())).size).toBe(battles.length);
      const runs = weatherRuns(session, raceCourse(session));
      for (const [index, { to }] of runs.entries()) expect(to).toBe(runs[index + 1]?.from ?? raceCourse(session).laps);
    }
  },
);

test.skipIf(folder === undefined)('of real sessions sector losses add up to the gaps to pole', () => {
  const timed = readdirSync(join(folder ?? '', 'sessions')).filter((file) => !file.startsWith('Race'));
  const ladders = timed.flatMap((file) => {
    const session = sessionOf(file);
    return sectorLadder(session) ?? [];
  });
  expect(ladders.length).toBeGreaterThan(0);
  for (const { rows, poleLoss } of ladders) {
    expect(rows[0]?.gap).toBe(0);
    for (const { gap, losses } of rows) expect(losses[0] + losses[1] + losses[2] - poleLoss).toBe(gap);
  }
});

test.skipIf(folder === undefined)(
  'a real session is replayed in the order of its laps at each line, and ends with its result',
  () => {
    let compared = 0;
    for (const file of readdirSync(join(folder ?? '', 'sessions'))) {
      const session = { ...sessionOf(file), ...unowned };
      const replay = replayOf(session, outlineOf(session.trackId));
      const ends = session.drivers.map(({ carIndex, lapTimes }) => {
        let total = 0;
        return { carIndex, ends: lapTimes.map(({ lapTime }) => (total += lapTime ?? Number.NaN)) };
      });
      for (const { carIndex, ends: own } of isRace(session.sessionType) ? ends : []) {
        for (const [index, end] of own.entries()) {
          if (replay.start + end >= replay.duration) continue;
          const { drivers = {} } = replay.at(replay.start + end);
          // Cars that have stopped are behind all others.
          const isOut = (car: number) => isOutStatus(drivers[car]?.resultStatus ?? ResultStatus.Active);
          if (isOut(carIndex)) continue;
          const ahead = ends.filter((other) => (other.ends[index] ?? Infinity) < end && !isOut(other.carIndex)).length;
          const place = [file, carIndex, index + 1, ahead + 1];
          expect([file, carIndex, index + 1, drivers[carIndex]?.position]).toEqual(place);
          compared += 1;
        }
      }
      const places = classificationOf(session).map(({ driver }) => driver.carIndex);
      const shown = replay.at(replay.duration).drivers;
      expect(places.map((car) => shown?.[car]?.position)).toEqual(places.map((_, index) => index + 1));
    }
    expect(compared).toBeGreaterThan(300);
  },
);
