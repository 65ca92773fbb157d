import { expect, test } from 'vitest';
import {
  mergeDrivers,
  namesOfDrivers,
  racedTogether,
  rememberNames,
  renamedDrivers,
  renameRecorded,
  separateName,
} from './aliases.ts';

const mika = { name: 'Mika', recordedNames: ['Mika', 'mika'] };

test('drivers are aliases and the recorded names that are in none, in the order of the alphabet', () => {
  expect(namesOfDrivers([mika], ['mika', 'Mika', 'ada', 'Elin', 'ada'])).toEqual(['ada', 'Elin', 'Mika']);
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

test('merging two drivers leaves the others', () => {
  const elin = { name: 'Elin', recordedNames: ['elin'] };
  expect(mergeDrivers([elin, mika], ['Ada', 'Mika'])).toEqual([
    elin,
    { name: 'Ada', recordedNames: ['Ada', 'Mika', 'mika'] },
  ]);
});

test('one name alone is nothing to merge', () => {
  expect(mergeDrivers([mika], ['Ada'])).toEqual([mika]);
  expect(mergeDrivers([mika], [])).toEqual([mika]);
});

test('a name is separated from its driver, and a driver that is left with its own name alone has no alias', () => {
  const elin = { name: 'Elin', recordedNames: ['elin'] };
  const varga = { name: 'Mika', recordedNames: ['Mika', 'Varga', 'M. Varga'] };
  expect(separateName([varga, elin], 'varga')).toEqual([{ name: 'Mika', recordedNames: ['Mika', 'M. Varga'] }, elin]);
  expect(separateName([{ name: 'Mika', recordedNames: ['Mika', 'Varga'] }, elin], 'Varga')).toEqual([elin]);
  expect(separateName([{ name: 'Mika', recordedNames: ['Varga'] }], 'Varga')).toEqual([]);
  expect(separateName([{ name: 'Mika', recordedNames: ['Varga', 'MV'] }], 'MV')).toEqual([
    { name: 'Mika', recordedNames: ['Varga'] },
  ]);
});

test('the driver of a recorded name is shown by another name, and by the recorded one again', () => {
  const elin = { name: 'Elin', recordedNames: ['Elin', 'EL'] };
  expect(renameRecorded([elin], 'EL', 'Elin L')).toEqual([{ ...elin, name: 'Elin L' }]);
  const renamed = renameRecorded([elin], 'MV', 'Mika');
  expect(renamed).toEqual([elin, { name: 'Mika', recordedNames: ['MV'] }]);
  expect(renameRecorded(renamed, 'MV', 'mv')).toEqual([elin, { name: 'mv', recordedNames: ['MV'] }]);
  expect(renameRecorded(renamed, 'MV', 'MV')).toEqual([elin]);
});

test('names that were changed are remembered as recorded, with the car where a session had the name twice', () => {
  expect(
    renamedDrivers({ 0: 'Player', 1: 'Player', 2: 'Max', 3: 'Eve' }, { 0: 'Ann ', 1: 'Player', 2: 'Bob', 3: 'Eve' }),
  ).toEqual([
    { recorded: 'Player (car 0)', shown: 'Ann' },
    { recorded: 'Max', shown: 'Bob' },
  ]);
});

test('a name that was cleared, or is not there after the change, renames nobody', () => {
  expect(renamedDrivers({ 0: 'Ada', 1: 'Max', 2: 'Eve' }, { 0: '', 1: '  ' })).toEqual([]);
});

test('a name is remembered for the alias that shows it, also where that was recorded under other names alone', () => {
  const bo = { name: 'Bo', recordedNames: ['Player #2'] };
  expect(rememberNames([bo], [{ recorded: 'Player #7', shown: 'Bo' }])).toEqual([
    { name: 'Bo', recordedNames: ['Player #2', 'Player #7'] },
  ]);
});

test('a remembered name joins the driver of that name and leaves any other', () => {
  const aliases = [
    { name: 'Max', recordedNames: ['Max', 'Player #7'] },
    { name: 'Eve', recordedNames: ['Player #9'] },
  ];
  const names = [
    { recorded: 'Player #7', shown: 'Ann' },
    { recorded: 'Player #9', shown: 'Max' },
  ];
  const remembered = rememberNames(aliases, names);
  expect(remembered).toEqual([
    { name: 'Ann', recordedNames: ['Ann', 'Player #7'] },
    { name: 'Max', recordedNames: ['Max', 'Player #9'] },
  ]);
  // A name that is recorded for a driver already stays with that driver.
  expect(rememberNames([mika], [{ recorded: 'Player', shown: 'mika' }])).toEqual([
    { name: 'Mika', recordedNames: ['Mika', 'mika', 'Player'] },
  ]);
  expect(new Set(rememberNames(remembered, names).map((alias) => JSON.stringify(alias)))).toEqual(
    new Set(remembered.map((alias) => JSON.stringify(alias))),
  );
});

test('a name that the line-up gave to the wrong driver stays that of its driver: the race number is remembered', () => {
  const renamed = renamedDrivers({ 0: 'Max', 1: 'Eve' }, { 0: 'Ann', 1: 'Eva' }, [
    { carIndex: 0, name: 'Max', carNumber: 17 },
    { carIndex: 1, name: 'Eve', carNumber: 9 },
  ]);
  expect(rememberNames([], renamed, [{ name: 'Max' }, { name: 'Ann' }])).toEqual([
    { name: 'Ann', recordedNames: ['Ann', 'Player #17'] },
    { name: 'Eva', recordedNames: ['Eva', 'Eve'] },
  ]);
});

test('two names of one session are two drivers, also by their aliases', () => {
  const sessions = [['mika', 'Ada'], ['Elin']];
  expect(racedTogether([mika], sessions, 'Mika', 'Ada')).toBe(true);
  expect(racedTogether([mika], sessions, 'Elin', 'Ada')).toBe(false);
  expect(racedTogether([], sessions, 'Mika', 'Ada')).toBe(true);
});
