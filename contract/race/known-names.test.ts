import { expect, test } from 'vitest';
import type { Season } from '../entities/season.ts';
import { knownDrivers, namesForCar } from './known-names.ts';

const rosterOf = (...drivers: [name: string, number: number | null, team: string | null][]) =>
  drivers.map(([name, number, team]) => ({ id: name, name, number, team, isReserve: false, changes: [] }));
const standingsOf = (...drivers: [name: string, team: string | null][]) => ({
  drivers: drivers.map(([name, team]) => ({ name, team })),
});
/** Only the fields that count here. */
const seasonOf = (roster: Season['roster'], standings: unknown) =>
  ({ roster, standings }) as Pick<Season, 'roster' | 'standings'>;

const known = knownDrivers([
  seasonOf(
    rosterOf(['Ada', 44, 'Aurora'], ['Ben', 7, 'Lanza']),
    standingsOf(['Ada ', 'Aurora'], ['Player #7', null], ['Lanza #9', 'Lanza'], ['Cleo', 'Lanza']),
  ),
  seasonOf(undefined, standingsOf(['Ben', 'Aurora'], ['Dan', null])),
]);

test('the known drivers of seasons are those of the rosters and those who raced under a name, each once', () => {
  expect(known).toEqual([
    { name: 'Ada', number: 44, team: 'Aurora' },
    { name: 'Ben', number: 7, team: 'Lanza' },
    { name: 'Cleo', number: null, team: 'Lanza' },
    { name: 'Dan', number: null, team: null },
  ]);
});

test('a car gets a name of its number first, then of its team, and none that another car has', () => {
  expect(namesForCar(known, { carNumber: 44, team: 'lanza' }, [])).toEqual(['Ada', 'Ben', 'Cleo', 'Dan']);
  expect(namesForCar(known, { carNumber: 9, team: 'Lanza' }, ['ben ', 'Ben'])).toEqual(['Cleo', 'Ada', 'Dan']);
  expect(namesForCar(known, { carNumber: null, team: null }, ['Ada'])).toEqual(['Ben', 'Cleo', 'Dan']);
});
