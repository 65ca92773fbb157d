import { expect, test } from 'vitest';
import { mergeDrivers, renameDriver, separateDriver, shownNames } from './aliases.ts';

const mika = { name: 'Mika', recordedNames: ['Mika', 'mika'] };

test('drivers are aliases and the recorded names that are in none, in the order of the alphabet', () => {
  expect(shownNames([mika], ['mika', 'Mika', 'ada', 'Elin', 'ada'])).toEqual(['ada', 'Elin', 'Mika']);
});

test('merged drivers have all their recorded names, and the first name', () => {
  expect(mergeDrivers([], ['Ada', 'ada'])).toEqual([{ name: 'Ada', recordedNames: ['Ada', 'ada'] }]);
  expect(mergeDrivers([mika], ['M. Varga', 'Mika'])).toEqual([
    { name: 'M. Varga', recordedNames: ['M. Varga', 'Mika', 'mika'] },
  ]);
  const ada = { name: 'Ada', recordedNames: ['Ada', 'ada'] };
  expect(mergeDrivers([mika, ada], ['Ada', 'Mika'])).toEqual([
    { name: 'Ada', recordedNames: ['Ada', 'ada', 'Mika', 'mika'] },
  ]);
});

test('one name alone is nothing to merge', () => {
  expect(mergeDrivers([mika], ['Ada'])).toEqual([mika]);
  expect(mergeDrivers([mika], [])).toEqual([mika]);
});

test('a driver can be separated and shown by another name', () => {
  expect(separateDriver([mika], 'Mika')).toEqual([]);
  expect(renameDriver([mika], 'Mika', 'Mika Varga')).toEqual([{ ...mika, name: 'Mika Varga' }]);
});
