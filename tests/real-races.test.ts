import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convert } from '#contract/pits-n-giggles/convert';
import { raceCourse } from '#contract/race/race-trace';

const folder = process.env.PITBOARD_DATA;
if (folder === undefined) console.log('SKIPPED: the course of real races (PITBOARD_DATA is not set)');
const files =
  folder === undefined ? [] : readdirSync(join(folder, 'sessions')).filter((file) => file.startsWith('Race'));

test.skipIf(folder === undefined)('of real races the last places and gaps are those of the result', () => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const session = convert(readFileSync(join(folder ?? '', 'sessions', file)), '2026-01-01T20:00:00.000Z');
    const { laps, traces } = raceCourse(session);
    const [winner] = traces;
    for (const { driver, places, gaps, result, isOut } of traces) {
      expect([file, places[0]]).toEqual([file, driver.startingPosition]);
      if (isOut) continue;
      // Nobody has a penalty there.
      expect([file, driver.name, places.at(-1)]).toEqual([file, driver.name, result]);
      const gap = gaps.at(-1) ?? null;
      if (driver.lapTimes.length < laps) expect(gap).toBeNull();
      // Each lap is rounded to a millisecond.
      else expect(gap).toBeCloseTo((driver.totalRaceTime ?? 0) - (winner?.driver.totalRaceTime ?? 0), -1);
    }
  }
});
