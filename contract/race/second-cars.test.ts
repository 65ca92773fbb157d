import { expect, test } from 'vitest';
import { secondCarsOfRace } from './second-cars-of-race.ts';
import { secondDriversOf } from './second-drivers.ts';

test('one driver of a team has the mark, the same one whatever the order of the list', () => {
  const drivers = [
    { carIndex: 4, name: 'Varga', team: 'Aurora' },
    { carIndex: 1, name: 'Zhou', team: 'Boreal' },
    { carIndex: 3, name: 'Araújo', team: 'Aurora' },
    { carIndex: 2, name: 'Alone', team: 'Comet' },
  ];
  expect([...secondCarsOfRace(drivers)]).toEqual([4]);
  expect([...secondCarsOfRace(drivers.toReversed())]).toEqual([4]);
});

test('two cars with one name are told apart, and cars without a team have no mark', () => {
  const player = { name: 'Player', team: 'Aurora' };
  expect([
    ...secondCarsOfRace([
      { carIndex: 0, ...player },
      { carIndex: 7, ...player },
    ]),
  ]).toEqual([7]);
  const drivers = [null, null, '', ''].map((team, carIndex) => ({ carIndex, name: 'A', team }));
  expect(secondCarsOfRace(drivers).size).toBe(0);
});

test('the regular drivers of a season are told apart beside a reserve who is first by name', () => {
  const of = (name: string, starts: number) => ({
    name,
    team: 'Aurora',
    points: 0,
    aliases: [],
    results: Array.from({ length: starts }, () => ({}) as never),
  });
  const standings = { drivers: [of('Aaron', 1), of('Zhou', 5), of('Varga', 5)] };
  expect([...secondDriversOf({ standings })].sort()).toEqual(['Aaron', 'Zhou']);
  // The places of a season change; nobody's mark does.
  const turned = { drivers: standings.drivers.toReversed() };
  expect([...secondDriversOf({ standings: turned })].sort()).toEqual(['Aaron', 'Zhou']);

  const seat = { id: '01900000-0000-7000-8000-000000000001', number: 1, team: 'Aurora', changes: [] };
  const roster = [
    { ...seat, name: 'Aaron', isReserve: true },
    { ...seat, name: 'Zhou', isReserve: false },
    { ...seat, name: 'Varga', isReserve: false },
  ];
  const empty = { drivers: [] };
  expect([...secondDriversOf({ standings: empty, roster })].sort()).toEqual(['Aaron', 'Zhou']);
  const live = [
    { name: 'Varga', team: 'Aurora' },
    { name: 'Aaron', team: 'Aurora' },
  ];
  expect([...secondDriversOf({ standings: empty }, live)]).toEqual(['Varga']);
});
