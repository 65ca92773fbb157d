import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { driverCodes } from './codes.ts';

test('a code is three letters of the surname', () => {
  expect(driverCodes(['Mika Varga', 'Petra Novák', 'Tomasz Zieliński', 'VERSTAPPEN', 'max_e'])).toEqual([
    'VAR',
    'NOV',
    'ZIE',
    'VER',
    'E--',
  ]);
});

test('names in other scripts keep their letters, and names without letters get the number of the car', () => {
  expect(driverCodes(['王小明', 'Юки Цунода', 'Κώστας Παπάς', '🏎️🏎️', '!!!', '…'], [1, 2, 3, 44, 44, null])).toEqual([
    '王小明',
    'ЦУН',
    'ΠΑΠ',
    '44',
    '#1',
    '#2',
  ]);
});

test('the codes of a session are unique, whatever the names', () => {
  expect(driverCodes(['Player', 'Player', 'Player'])).toEqual(['PLA', 'PLY', 'PLE']);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 22 }), (names) => {
      const codes = driverCodes(names);
      expect(new Set(codes).size).toBe(codes.length);
    }),
  );
});
