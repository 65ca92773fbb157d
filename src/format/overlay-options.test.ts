import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import {
  defaultOverlay,
  formatOverlayOptions,
  overlayColumns,
  overlayExample,
  overlayKey,
  overlayKinds,
  overlayTables,
  parseOverlayOptions,
} from './overlay-options.ts';

test('without options an overlay is a tower with interval and tyre, and nothing else', () => {
  expect(parseOverlayOptions('')).toEqual(defaultOverlay);
  expect(formatOverlayOptions(defaultOverlay)).toBe('');
});

test('every option is read', () => {
  const search =
    '?show=Battle&table=Teams&rows=10&columns=gap,last,TYRE&drivers=VER, 44&scale=1.5&side=right&heads=1&asof&delay=20';
  expect(parseOverlayOptions(search)).toEqual({
    show: 'battle',
    table: 'teams',
    rows: 10,
    columns: ['gap', 'last', 'tyre'],
    drivers: ['VER', '44'],
    scale: 1.5,
    side: 'right',
    heads: true,
    asOf: true,
    delay: 20,
  });
});

test.each([
  'show=towers&table=cars&rows=0&columns=nothing&scale=0&side=top&delay=301',
  'rows=1.5&scale=5&delay=-1&heads=0&asof=off&drivers=,,',
  'rows=ten&scale=NaN&delay=1e9&columns=',
])('unreadable options are as if they were not there: %s', (search) => {
  expect(parseOverlayOptions(`?${search}`)).toEqual(defaultOverlay);
});

test('options survive their address', () => {
  const drivers = fc
    .string({ minLength: 1, unit: 'grapheme' })
    .map((text) => text.replaceAll(',', '').trim())
    .filter((text) => text !== '' && text.isWellFormed());
  const options = fc.record({
    show: fc.constantFrom(...overlayKinds),
    table: fc.constantFrom(...overlayTables),
    rows: fc.option(fc.integer({ min: 1, max: 64 })),
    columns: fc.shuffledSubarray([...overlayColumns], { minLength: 1 }),
    drivers: fc.uniqueArray(drivers, { maxLength: 2 }),
    scale: fc.constantFrom(0.25, 0.8, 1, 1.5, 4),
    side: fc.constantFrom('left' as const, 'right' as const),
    heads: fc.boolean(),
    asOf: fc.boolean(),
    delay: fc.integer({ min: 0, max: 300 }),
  });
  fc.assert(
    fc.property(options, (given) => {
      const { search } = new URL(`/overlay/1${formatOverlayOptions(given)}`, 'http://pitboard.test');
      expect(parseOverlayOptions(search)).toEqual(given);
    }),
  );
});

test.each([
  ['', null],
  ['#', null],
  ['#key=', null],
  ['#key=pit%20wall%207', 'pit wall 7'],
  ['#key=a%26b%23c', 'a&b#c'],
])('the fragment %s has the key %s', (hash, key) => {
  expect(overlayKey(hash)).toBe(key);
});

test('the example of a preview is in the fragment, beside no key', () => {
  expect([overlayExample('#example=some-race'), overlayKey('#example=some-race')]).toEqual(['some-race', null]);
  expect(overlayExample('#key=pit')).toBeNull();
});
