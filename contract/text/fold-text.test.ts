import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { foldName, foldText } from './fold-text.ts';

test.each([
  ['Ärger', 'arger'],
  ['A\u0308rger', 'arger'],
  ['Øresund', 'oresund'],
  ['straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['İstanbul', 'istanbul'],
  ['Kılıç', 'kilic'],
  ['ＦＵＬＬ', 'full'],
  ['Σίσυφος', 'σισυφοσ'],
  // Marks of other scripts are letters there.
  ['が', 'か\u3099'],
])('%s is compared as %s', (text, folded) => expect(foldText(text)).toBe(folded));

test.each([
  ['HAMILTON', 'Hamilton'],
  ['Sergio  Pérez', 'SERGIO PEREZ'],
  [' Nico\u00a0Hülkenberg ', 'nico hulkenberg'],
  ['Zhou\u200b Guanyu', 'Zhou Guanyu'],
])('%s and %s are one name', (one, other) => expect(foldName(one)).toBe(foldName(other)));

test('a name that has nothing left without accents stays as it is', () => expect(foldName('\u0301')).toBe('\u0301'));

test('a folded name, folded again, stays the same', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => foldName(foldName(name)) === foldName(name)));
});
