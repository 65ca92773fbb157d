import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { driverCodes, shortTeamName } from './driver-codes.ts';

test('a code is three letters of the surname, or of what gives as many', () => {
  expect(driverCodes(['Mika Varga', 'Petra Novák', 'Tomasz Zieliński', 'VERSTAPPEN', 'max_e', 'Bo Li', 'Al'])).toEqual([
    'VAR',
    'NOV',
    'ZIE',
    'VER',
    'MAX',
    'LIB',
    'AL',
  ]);
});

test('digits and emoji are no letters', () => {
  expect(driverCodes(['F1_Racer99', '4nna', '10', '🏎️ Speedy 🏎️', 'x'])).toEqual(['RAC', 'NNA', 'CAR', 'SPE', 'X']);
});

test('names in other scripts keep their letters, and names without letters get some', () => {
  expect(driverCodes(['王小明', 'ガブリエル', 'Юки Цунода', 'Κώστας Παπάς', 'محمد علي', '🏎️🏎️', '!!!', '…'])).toEqual([
    '王小明',
    'ガブリ',
    'ЦУН',
    'ΠΑΠ',
    'علي',
    'CAR',
    'CAA',
    'CAB',
  ]);
});

test('the codes of a session are unique and have letters alone, whatever the names', () => {
  expect(driverCodes(['Player', 'Player', 'Player'])).toEqual(['PLA', 'PLY', 'PLE']);
  expect(new Set(driverCodes(Array(64).fill('A'))).size).toBe(64);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 64 }), (names) => {
      const codes = driverCodes(names);
      expect(new Set(codes).size).toBe(codes.length);
      for (const code of codes) expect(code).toMatch(/^\p{L}{1,3}$/u);
    }),
  );
});

test.each([
  ['Aurora Grand Prix', 'Aurora'],
  ['Red Bull', 'Red Bull'],
  ['Tramontana', 'Tramontan'],
  ['🚀🚀🚀🚀🚀🚀', '🚀🚀🚀🚀🚀🚀'],
  ['', ''],
])('the team “%s” is “%s” at the end of a line', (name, text) => {
  expect(shortTeamName(name)).toBe(text);
});
