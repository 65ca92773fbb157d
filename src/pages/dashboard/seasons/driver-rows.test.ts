import { expect, test } from 'vitest';
import type { RosterDriver } from '#contract/entities/roster';
import type { Season } from '#contract/entities/season';
import {
  type DriverSources,
  type Drivers,
  driverRows,
  driversToAdd,
  otherNames,
  withAdded,
  withDriver,
  withMerged,
} from './driver-rows.ts';

const seat = (id: string, name: string, number: number | null = null): RosterDriver => ({
  id,
  name,
  number,
  team: 'Aurora',
  isReserve: false,
  changes: [],
});

/** A season with these recorded names in one session each, and this stored roster. */
function sources(names: readonly string[], roster: RosterDriver[] = []): DriverSources {
  const standings = { drivers: names.map((name) => ({ name, team: 'Lanza', aliases: [] })) };
  const events = names.map((name) => ({ sessions: [{ driverNames: [name] }] }));
  return {
    // The rows read no more of a season.
    season: { events, roster, standings } as unknown as Season,
    recorded: names.map((name, index) => ({ name, numbers: [index + 1], teams: ['Lanza'], sessionIds: [] })),
  };
}

const drivers = (given: Partial<Drivers> = {}): Drivers => ({ roster: [], aliases: [], recordedAs: {}, ...given });
const shown = (from: DriverSources, of: Drivers) =>
  driverRows(from, of).map((row) => [row.name, ...otherNames(row)].join(' = '));

test('each driver is one row: the roster in its order, then the names that are in no row of it', () => {
  const from = sources(['mika', 'Zoe', 'Ada', 'mv'], [seat('z', 'Zoe'), seat('m', 'Mika')]);
  const aliases = [{ name: 'Mika', recordedNames: ['mika', 'mv'] }];
  const rows = driverRows(from, drivers({ roster: [seat('z', 'Zoe'), seat('m', 'Mika')], aliases }));
  expect(rows.map(({ name, driver }) => [name, driver?.id])).toEqual([
    ['Zoe', 'z'],
    ['Mika', 'm'],
    ['Ada', undefined],
  ]);
  expect(rows[2]).toMatchObject({ number: 3, teams: ['Lanza'] });
  expect(rows[1] && otherNames(rows[1])).toEqual(['mv']);
});

test('a stored driver who is renamed keeps the recorded names', () => {
  const from = sources(['Mika', 'mv'], [seat('m', 'Mika')]);
  const aliases = [{ name: 'Mika', recordedNames: ['Mika', 'mv'] }];
  const renamed = withDriver(drivers({ roster: [seat('m', 'Mika')], aliases }), seat('m', 'Varga'), from.season.roster);
  expect(renamed.aliases).toBe(aliases);
  expect(shown(from, renamed)).toEqual(['Varga = Mika = mv']);
});

test('a new driver who raced keeps the recorded name, also while half of another driver’s name is typed', () => {
  const from = sources(['mv', 'Max']);
  const added = withAdded(drivers(), [{ name: 'mv' }], driverRows(from, drivers())).drivers;
  const [driver] = added.roster;
  let typed = added;
  for (const name of ['', 'Maxi', 'Maxim']) typed = withDriver(typed, { ...seat('', name), id: driver?.id ?? '' }, []);
  expect(typed.aliases).toEqual([{ name: 'Maxim', recordedNames: ['mv'] }]);
  expect(shown(from, typed)).toEqual(['Maxim = mv', 'Max']);
  // As it was recorded, it needs no alias.
  expect(withDriver(typed, { ...seat('', 'mv'), id: driver?.id ?? '' }, []).aliases).toEqual([]);
});

test('merging keeps the row that is in the roster, and takes the other one out of it', () => {
  const roster = [seat('a', 'Ada'), seat('b', 'Ada O')];
  const from = sources(['Ada', 'Ada O', 'ada_77'], roster);
  const before = drivers({ roster });
  const [ada, other, recorded] = driverRows(from, before);
  if (ada === undefined || other === undefined || recorded === undefined) throw new Error('a row is missing');
  const once = withMerged(before, recorded, ada);
  expect(shown(from, once)).toEqual(['Ada = ada_77', 'Ada O']);
  const [first] = driverRows(from, once);
  expect(shown(from, withMerged(once, first ?? ada, other))).toEqual(['Ada = ada_77 = Ada O']);
});

test('a driver who is typed anew and merged keeps the names under another one', () => {
  const from = sources(['mv']);
  const before = drivers({ roster: [seat('n', 'Mika')] });
  const [mika, recorded] = driverRows(from, before);
  if (mika === undefined || recorded === undefined) throw new Error('a row is missing');
  const merged = withDriver(withMerged(before, mika, recorded), seat('n', 'Varga'), []);
  expect(shown(from, merged)).toEqual(['Varga = Mika = mv']);
});

test('those who raced and have no row of the roster can be added, a car without a name by its number', () => {
  const from = sources(['Ada', 'Player #2']);
  const before = drivers();
  expect(driversToAdd(from, before, driverRows(from, before))).toEqual([
    { name: 'Ada', number: 1, team: 'Lanza' },
    { name: '', number: 2, team: 'Lanza' },
  ]);
  const merged = drivers({
    aliases: [{ name: 'Ada', recordedNames: ['Ada', 'Player #2'] }],
    roster: [seat('a', 'Ada')],
  });
  expect(driversToAdd(from, merged, driverRows(from, merged))).toEqual([]);
});

test('a car without a name is in the row of the driver with its number', () => {
  const from = sources(['Player #1']);
  expect(shown(from, drivers({ roster: [seat('a', 'Ada', 1)] }))).toEqual(['Ada = Player #1']);
});
