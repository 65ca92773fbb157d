import { describe, expect, test } from 'vitest';
import { completenessText, recordingRemarks } from './completeness.ts';

const whole = { laps: 1_144, lapsRecorded: 1_144, packets: 648_000, packetsLost: 0 };

test.each([
  [null, null],
  [undefined, null],
  [{ laps: 0, lapsRecorded: 0, packets: null, packetsLost: null }, null],
  [whole, 'All laps recorded'],
  [{ ...whole, packets: null, packetsLost: null }, 'All laps recorded'],
  [{ ...whole, packetsLost: 2_592 }, 'All laps recorded · 0.4 % of packets lost'],
  [{ ...whole, packetsLost: 1 }, 'All laps recorded · under 0.1 % of packets lost'],
  [
    { ...whole, lapsRecorded: 1_140, packetsLost: 12_960 },
    '1,140 of all drivers’ 1,144 laps recorded · 2 % of packets lost',
  ],
])('%j is said as %j', (completeness, text) => {
  expect(completenessText(completeness)).toBe(text);
});

describe('a recording', () => {
  const stopsOf = (count: number) => ({
    pitStops: Array.from({ length: count }, () => ({ lapNum: 3, pitLaneTime: null })),
  });
  const completeness = { ...whole, pitStops: 3 };

  test('of which everything is known needs no remark', () => {
    const drivers = [stopsOf(2), stopsOf(1)];
    expect(recordingRemarks({ completeness, resultSource: 'classification', drivers })).toEqual([]);
    expect(recordingRemarks({ drivers })).toEqual([]);
  });

  test('says that its result is from timing, and how many stops nobody saw', () => {
    expect(recordingRemarks({ completeness, resultSource: 'timing', drivers: [stopsOf(2)] })).toEqual([
      'Result from timing: the game sent no classification',
      'The laps of 1 of 3 pit stops are not known',
    ]);
  });
});
