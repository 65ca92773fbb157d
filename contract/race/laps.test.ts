import { describe, expect, test } from 'vitest';
import { driver } from '../../tests/fixtures/session.ts';
import type { LapTime } from '../entities/session.ts';
import { bestTimes, highlightOf, idealLap, sessionBestTimes } from './laps.ts';

function lap(lapTime: number | null, more: Partial<LapTime> = {}): LapTime {
  return { lapTime, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000, invalidLap: false, ...more };
}

const own = [lap(90_000, { sector1Time: 29_000 }), lap(89_000, { invalidLap: true }), lap(91_000), lap(null)];
const rival = driver({ carIndex: 1, lapTimes: [lap(89_500)] });

test('best times are taken per sector and leave out invalid laps and missing times', () => {
  expect(bestTimes(own)).toEqual({
    lapTime: 90_000,
    sector1Time: 29_000,
    sector2Time: 30_000,
    sector3Time: 30_000,
  });
});

test('a time of 0, as games and files give for none, is no best time', () => {
  expect(bestTimes([lap(0, { sector1Time: 0 }), lap(90_000)])).toMatchObject({ lapTime: 90_000, sector1Time: 30_000 });
  expect(bestTimes([lap(0)]).lapTime).toBeNull();
});

test('best times without any valid lap are null', () => {
  expect(bestTimes([lap(89_000, { invalidLap: true })])).toEqual({
    lapTime: null,
    sector1Time: null,
    sector2Time: null,
    sector3Time: null,
  });
});

describe('highlights', () => {
  const bests = [bestTimes(own), sessionBestTimes([driver({ lapTimes: own }), rival])] as const;

  test('tell session best, personal best, other and invalid times apart', () => {
    const highlights = own.map((one) => highlightOf(one, 'lapTime', ...bests));
    expect(highlights).toEqual(['personalBest', 'invalid', 'none', 'none']);
    expect(highlightOf(lap(89_500), 'lapTime', ...bests)).toBe('sessionBest');
    expect(highlightOf(lap(90_000, { sector1Time: 29_000 }), 'sector1Time', ...bests)).toBe('sessionBest');
  });
});

test('the ideal lap is the sum of the best sectors, and null when a sector is missing', () => {
  expect(idealLap(bestTimes(own))).toBe(89_000);
  expect(idealLap(bestTimes([lap(90_000, { sector2Time: null })]))).toBeNull();
});
