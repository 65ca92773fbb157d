import { describe, expect, test } from 'vitest';
import type { KnownNames } from '#contract/race/driver-identity';
import { unnamedPattern } from '#contract/race/unnamed';
import { blankBody } from '../game/packet.ts';
import { Identities } from './identities.ts';

const format = 2025;
const [mercedes, mcLaren] = [0, 8];
const [blank] = blankBody('participants', format).participants;

type Car = readonly [name: string, raceNumber: number, teamId?: number, networkId?: number];
/** A car of the computer has no network id. */
const none = 255;

function participantsOf(cars: readonly Car[]) {
  return cars.flatMap(([name, raceNumber, teamId = mercedes, networkId = none]) =>
    blank === undefined ? [] : [{ ...blank, name, raceNumber, teamId, networkId }],
  );
}

/** The names of cars, in their order. */
function namesOf(...lists: (readonly Car[])[]): string[] {
  const identities = new Identities();
  for (const cars of lists) identities.follow(participantsOf(cars), format);
  return (lists.at(-1) ?? []).map((_, carIndex) => identities.of(carIndex, format).name);
}

test('a player without a public name is named by the race number', () => {
  expect(
    namesOf([
      ['Ann', 1],
      ['Player', 4],
      ['Player', 44],
    ]),
  ).toEqual(['Ann', 'Player #4', 'Player #44']);
});

test('players with the same race number, or none, are named by their team too, in whatever order they are listed', () => {
  const [one, other]: Car[] = [
    ['Player', 4, mercedes],
    ['Player', 4, mcLaren],
  ];
  if (one === undefined || other === undefined) throw new Error('two cars');
  expect(namesOf([one, other])).toEqual(['Player #4 (Mercedes)', 'Player #4 (McLaren)']);
  expect(namesOf([other, one])).toEqual(['Player #4 (McLaren)', 'Player #4 (Mercedes)']);
  expect(
    namesOf([
      ['Player', 0, mcLaren],
      ['Ann', 1],
    ]),
  ).toEqual(['Player (McLaren)', 'Ann']);
});

test('players with the same race number in the same team are told apart by their network ids', () => {
  const [one, other]: Car[] = [
    ['Player', 4, mcLaren, 3],
    ['Player', 4, mcLaren, 7],
  ];
  if (one === undefined || other === undefined) throw new Error('two cars');
  expect(namesOf([one, other])).toEqual(['Player #4 (McLaren, id 3)', 'Player #4 (McLaren, id 7)']);
  expect(namesOf([other, one])).toEqual(['Player #4 (McLaren, id 7)', 'Player #4 (McLaren, id 3)']);
  const noTeam = 65_535;
  expect(
    namesOf([
      ['Player', 0, noTeam, 3],
      ['Player', 0, noTeam, 7],
    ]),
  ).toEqual(['Player (id 3)', 'Player (id 7)']);
});

test('a player who changes the number is the same one, and another one in the same car is not', () => {
  expect(namesOf([['Player', 4, mcLaren, 3]], [['Player', 5, mcLaren, 3]])).toEqual(['Player #4']);
  const left: Car[] = [
    ['Player', 4, mcLaren, 3],
    ['Player', 4, mercedes, 7],
  ];
  const joined: Car[] = [
    ['Player', 4, mcLaren, 9],
    ['Player', 4, mercedes, 7],
  ];
  expect(namesOf(left.slice(0, 1), left)).toEqual(['Player #4', 'Player #4 (Mercedes)']);
  expect(namesOf(left.slice(0, 1), left, joined)).toEqual(['Player #4 (McLaren)', 'Player #4 (Mercedes)']);
});

test('players whom nothing tells apart are named by their cars', () => {
  expect(
    namesOf([
      ['Player', 0],
      ['Player', 0],
    ]),
  ).toEqual(['Player (car 0)', 'Player (car 1)']);
});

test('a name stays for the session when another player with the same number joins', () => {
  const alone: Car[] = [['Player', 4, mercedes]];
  expect(namesOf(alone, [...alone, ['Player', 4, mcLaren]])).toEqual(['Player #4', 'Player #4 (McLaren)']);
});

test('the owner of a session is asked for the name of each of them', () => {
  const names = namesOf([
    ['Player', 4, mercedes],
    ['Player', 4, mcLaren, 3],
    ['Player', 4, mcLaren, 7],
    ['Player', 44],
    ['Player', 0],
    ['Max #33', 3],
  ]);
  const isUnnamed = (name: string) => new RegExp(unnamedPattern, 'i').test(name);
  expect(names.map(isUnnamed)).toEqual([true, true, true, true, true, false]);
});

describe('what the season knows', () => {
  const seats = [
    { name: 'Ann', number: 4, team: 'Mercedes' },
    { name: 'Ben', number: 4, team: 'McLaren' },
    { name: 'Cleo', number: 7, team: 'Own Team' },
  ];
  const known = (cars: readonly Car[], names: KnownNames = { seats, aliases: [] }) => {
    const identities = new Identities();
    const read = () => cars.map((_, carIndex) => identities.of(carIndex, format).name);
    identities.follow(participantsOf(cars), format);
    const before = read();
    identities.know(names);
    return { before, after: read() };
  };

  test('names players without a name by race number, and by team where several have it, whenever it comes', () => {
    const cars: Car[] = [
      ['Player', 4, mcLaren],
      ['Player', 4, mercedes],
      ['Player', 7, mcLaren],
      ['Dana', 9],
    ];
    expect(known(cars)).toEqual({
      before: ['Player #4 (McLaren)', 'Player #4 (Mercedes)', 'Player #7', 'Dana'],
      after: ['Ben', 'Ann', 'Cleo', 'Dana'],
    });
  });

  test('names no car that it cannot tell from another, and none whose driver is in another one', () => {
    const twins: Car[] = [
      ['Player', 7, mcLaren, 1],
      ['Player', 7, mercedes, 2],
    ];
    expect(known(twins).after).toEqual(['Player #7 (McLaren)', 'Player #7 (Mercedes)']);
    expect(
      known([
        ['Player', 7],
        ['Cleo', 8],
      ]).after,
    ).toEqual(['Player #7', 'Cleo']);
    expect(
      known([
        ['Player', 8],
        ['Player', 0],
      ]).after,
    ).toEqual(['Player #8', 'Player (Mercedes)']);
  });

  test('has the word of a person before that of the line-up', () => {
    const aliases = [{ name: 'Dana', recordedNames: ['Player #7'] }];
    expect(
      known(
        [
          ['Player', 7],
          ['Player', 4, mcLaren],
        ],
        { seats, aliases },
      ).after,
    ).toEqual(['Dana', 'Ben']);
  });
});
