import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { savedCar, savedLap, savedRace, savedSet, savedStint } from '../../tests/fixtures/saved-session.ts';
import type { LapTime } from '../entities/session.ts';
import { isRace, TyreCompound } from '../enumerations.ts';
import { convert } from './convert.ts';

const { Unknown, Soft, Medium, Hard } = TyreCompound;

interface Given {
  readonly laps?: number;
  readonly stints: readonly object[];
  readonly sets?: unknown;
  readonly type?: string;
}

/** Stints as [compound, last lap] and the laps of the stops, for the only driver of a session. */
function driven({ laps = 10, stints, sets, type = 'Race' }: Given) {
  const lapTimes = Array.from({ length: laps }, () => 90_000);
  const history = {
    'lap-history-data': [...lapTimes.map((time) => savedLap(time)), savedLap(0)],
    'tyre-stints-history-data': stints,
  };
  const more = { 'session-history': history, ...(sets === undefined ? {} : { 'tyre-set-history': sets }) };
  const car = savedCar({ index: 0, name: 'Ann', laps: laps === 0 ? [90_000] : lapTimes, more });
  const saved = savedRace({ 'classification-data': [car] }, { 'session-type': type, 'total-laps': 10 });
  const [driver] = convert(JSON.stringify(saved), '2026-09-06T20:00:00.000Z').drivers;
  return {
    tyres: driver?.tyres.map(({ tyreCompound, endLap }) => [tyreCompound, endLap]),
    stops: driver?.pitStops.map(({ lapNum }) => lapNum),
    last: driver?.currentTyreCompound,
  };
}

describe('stints', () => {
  test('and stops are on the lap after the completed laps that the file counts', () => {
    const stints = [savedStint(3, 'Soft'), savedStint(6, 'Medium'), savedStint(255, 'Hard')];
    expect(driven({ stints })).toEqual({
      tyres: [
        [Soft, 4],
        [Medium, 7],
        [Hard, 10],
      ],
      stops: [4, 7],
      last: Hard,
    });
  });

  test('of a qualifying session have no stops, because sets are changed in the garage', () => {
    const stints = [savedStint(0, 'Soft'), savedStint(1, 'Soft'), savedStint(255, 'Medium')];
    const sets = [savedSet(1, 2, 'Soft'), savedSet(3, 3, 'Soft')];
    expect(driven({ laps: 3, stints, sets, type: 'Short Qualifying' })).toEqual({
      tyres: [
        [Soft, 1],
        [Soft, 2],
        [Medium, 3],
      ],
      stops: [],
      last: Medium,
    });
  });

  test.each([
    ['was seen on lap 1 and not later', [savedSet(1, 1, 'Hard'), savedSet(2, 10, 'Soft')], true],
    ['was seen one lap late', [savedSet(1, 2, 'Hard'), savedSet(3, 10, 'Soft')], true],
    ['was seen, its compound not', [{ 'start-lap': 1, 'end-lap': 1 }], true],
    ['was not recorded', [], true],
    ['was recorded from lap 3 on', [savedSet(3, 10, 'Soft')], true],
    ['was recorded in another way', { hidden: true }, true],
    ['was not seen', [savedSet(1, 10, 'Soft')], false],
    ['was not seen, another for one lap was', [savedSet(1, 1, 'Soft')], false],
    ['was not seen, another of its compound was', [savedSet(1, 10, 'Hard')], false],
  ])('a first set with no lap completed that %s: driven is %j', (_, sets, isDriven) => {
    const rest = [[Soft, 10]];
    const { tyres, stops } = driven({ stints: [savedStint(0, 'Hard'), savedStint(255, 'Soft')], sets });
    expect({ tyres, stops }).toEqual(
      isDriven ? { tyres: [[Hard, 1], ...rest], stops: [1] } : { tyres: rest, stops: [] },
    );
  });

  test('of a first set that completed laps are driven, whatever sets were seen', () => {
    const stints = [savedStint(3, 'Hard'), savedStint(255, 'Soft')];
    expect(driven({ stints, sets: [savedSet(1, 10, 'Soft')] }).tyres).toEqual([
      [Hard, 4],
      [Soft, 10],
    ]);
  });

  test('of sets that were all removed are driven, one without a compound too, and the last one is on the car', () => {
    const stints = [savedStint(3, 'Soft'), savedStint(6, '0'), savedStint(9, 'Hard')];
    expect(driven({ stints })).toMatchObject({
      tyres: [
        [Soft, 4],
        [Unknown, 7],
        [Hard, 10],
      ],
      last: Hard,
    });
  });

  test('end with the completed laps', () => {
    const stints = [savedStint(3, 'Soft'), savedStint(8, 'Hard'), savedStint(255, 'Medium')];
    expect(driven({ laps: 4, stints })).toEqual({ tyres: [[Soft, 4]], stops: [], last: Medium });
    expect(driven({ laps: 3, stints })).toEqual({ tyres: [[Soft, 3]], stops: [], last: Medium });
    expect(driven({ laps: 0, stints: [savedStint(255, 'Hard')] })).toEqual({ tyres: [], stops: [], last: Hard });
  });

  test('use the first of two open sets, leave out unused slots, and keep unknown compounds', () => {
    const unused = savedStint(0, '0');
    const stints = [
      savedStint(1, "Prototype (F2 '19)"),
      savedStint(255, "Super Soft (F2 '19)"),
      savedStint(255, 'Hard'),
    ];
    expect(driven({ stints: [...stints, unused] })).toEqual({
      tyres: [
        [Unknown, 2],
        [Soft, 10],
      ],
      stops: [2],
      last: Soft,
    });
    expect(driven({ stints: [savedStint(4, 'Soft'), savedStint(9, 'Hard'), unused] })).toEqual({
      tyres: [
        [Soft, 5],
        [Hard, 10],
      ],
      stops: [5],
      last: Hard,
    });
    expect(driven({ stints: [unused] })).toEqual({ tyres: [], stops: [], last: null });
  });
});

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

const sectorsOf = (laps: readonly LapTime[], sector: 'sector1Time' | 'sector3Time') =>
  laps.map((lap) => lap[sector] ?? 0);

test('real sessions: every stop is on laps with slow sectors, and stints cover all laps', () => {
  const folder = process.env.PITBOARD_DATA;
  const sessions = folder === undefined ? null : join(folder, 'sessions');
  if (sessions === null || !existsSync(sessions)) {
    console.log(`SKIPPED: stops of real sessions (${sessions ?? 'PITBOARD_DATA is not set'})`);
    return;
  }
  let stops = 0;
  for (const name of readdirSync(sessions)) {
    const upload = convert(readFileSync(join(sessions, name), 'utf8'), '2026-09-06T20:00:00.000Z');
    for (const { name: driver, lapTimes, pitStops, tyres } of upload.drivers) {
      const label = `${name} ${driver}`;
      expect([label, tyres.at(-1)?.endLap ?? 0]).toEqual([label, lapTimes.length]);
      if (!isRace(upload.sessionType)) continue;
      const inLaps = pitStops.map(({ lapNum }) => lapNum);
      // The way into the pits is slower than any other sector 3, the way out slower than most sectors 1 of later laps.
      const slowest = sectorsOf(lapTimes, 'sector3Time')
        .map((time, index) => ({ time, lap: index + 1 }))
        .sort((one, other) => other.time - one.time)
        .slice(0, inLaps.length)
        .map(({ lap }) => lap)
        .sort((one, other) => one - other);
      expect([label, inLaps]).toEqual([label, slowest]);
      const first = sectorsOf(lapTimes, 'sector1Time');
      for (const lap of inLaps) expect(first[lap]).toBeGreaterThan(median(first.slice(1)));
      stops += inLaps.length;
    }
  }
  expect(stops).toBe(20);
});
