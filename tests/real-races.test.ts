import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convert } from '#contract/pits-n-giggles/convert';
import { battlesOf } from '#contract/race/battles';
import { raceCourse } from '#contract/race/race-trace';
import { sectorLadder } from '#contract/race/sector-ladder';
import { weatherRuns } from '#contract/race/strategy';

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

test.skipIf(folder === undefined)(
  'of real races each overtake is in one battle at most, and weather fills the laps',
  () => {
    for (const file of files) {
      const session = convert(readFileSync(join(folder ?? '', 'sessions', file)), '2026-01-01T20:00:00.000Z');
      const battles = battlesOf(session);
      const swaps = battles.reduce((sum, battle) => sum + battle.swaps, 0);
      expect(swaps).toBeLessThanOrEqual(session.overtakes.length);
      expect(new Set(battles.map(({ cars }) => [...cars].sort().join())).size).toBe(battles.length);
      const runs = weatherRuns(session, raceCourse(session));
      for (const [index, { to }] of runs.entries()) expect(to).toBe(runs[index + 1]?.from ?? raceCourse(session).laps);
    }
  },
);

test.skipIf(folder === undefined)('of real sessions sector losses add up to the gaps to pole', () => {
  const timed = readdirSync(join(folder ?? '', 'sessions')).filter((file) => !file.startsWith('Race'));
  const ladders = timed.flatMap((file) => {
    const session = convert(readFileSync(join(folder ?? '', 'sessions', file)), '2026-01-01T20:00:00.000Z');
    return sectorLadder(session) ?? [];
  });
  expect(ladders.length).toBeGreaterThan(0);
  for (const { rows, poleLoss } of ladders) {
    expect(rows[0]?.gap).toBe(0);
    for (const { gap, losses } of rows) expect(losses[0] + losses[1] + losses[2] - poleLoss).toBe(gap);
  }
});
