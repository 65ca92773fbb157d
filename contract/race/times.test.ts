import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { formatGap, formatGapOf, formatLap, formatLapsBehind, formatPoints, formatTime, noTime } from './times.ts';

/** Parses a formatted time, in ms. */
function parse(text: string): number {
  const parts = text.split(':').map(Number);
  return Math.round(parts.reduce((sum, part) => sum * 60 + part, 0) * 1_000);
}

const times = fc.integer({ min: 0, max: 86_399_999 });

test('a formatted time can be parsed back', () => {
  fc.assert(
    fc.property(times, (time) => {
      const [shown, lap] = [formatTime(time), formatLap(time)];
      const isTime = /^(\d+:[0-5]\d:[0-5]\d|\d{1,2}:[0-5]\d|[1-5]?\d)\.\d{3}$/.test(shown);
      return parse(shown) === time && parse(lap) === time && isTime && /^\d+:[0-5]\d\.\d{3}$/.test(lap);
    }),
    { numRuns: 100_000 },
  );
});

test('a formatted gap has its sign and can be parsed back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3_600_000, max: 3_600_000 }), (gap) => {
      const text = formatGap(gap);
      const sign = text.startsWith('-') ? -1 : 1;
      expect(sign * parse(text.slice(1))).toBe(gap === 0 ? 0 : gap);
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  [formatTime(83_456), '1:23.456'],
  [formatTime(4_865_311), '1:21:05.311'],
  [formatTime(59_999.6), '1:00.000'],
  [formatTime(28_123), '28.123'],
  [formatTime(9_001), '9.001'],
  [formatTime(null), '—'],
  [formatTime(Number.NaN), '—'],
  [formatTime(-1), '—'],
  [formatLap(58_900), '0:58.900'],
  [formatLap(null), noTime],
  [formatGap(1_234), '+1.234'],
  [formatGap(62_345), '+1:02.345'],
  [formatGap(-0.2), '+0.000'],
  [formatGap(null), '—'],
  [formatLapsBehind(1), '+1 LAP'],
  [formatLapsBehind(2), '+2 LAPS'],
  [formatPoints(12.5), '12.5'],
  [formatPoints(25), '25'],
])('%s is %s', (formatted, expected) => {
  expect(formatted).toBe(expected);
});

test('a gap is one in laps, one in time, or none', () => {
  expect([{ laps: 2 }, { milliseconds: 1_234 }, null].map(formatGapOf)).toEqual(['+2 LAPS', '+1.234', noTime]);
  expect([Number.NaN, Number.POSITIVE_INFINITY, null, undefined].map(formatGap)).toEqual(Array(4).fill(noTime));
});
