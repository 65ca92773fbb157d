import { describe, expect, test } from 'vitest';
import { event, finisher, race } from '../../tests/fixtures/scored.ts';
import type { RosterDriver } from '../entities/roster.ts';
import type { Alias } from '../entities/scoring.ts';
import { namingOf, type RosterCar, shownNames } from './names.ts';
import {
  aliasesAfterRenames,
  carsOfNames,
  namedByNumber,
  rosterAt,
  seatAt,
  seatedDrivers,
  sharedNumbers,
  teamOfResult,
  unlistedDrivers,
} from './roster.ts';
import { defaultRules, standingsOf } from './scoring.ts';

function driver(id: string, more: Partial<RosterDriver> = {}): RosterDriver {
  return { id, name: id, number: null, team: null, isReserve: false, changes: [], ...more };
}

describe('the names of cars', () => {
  const roster = [driver('Max', { number: 4 }), driver('Lia', { number: 7 })];
  const namesOf = (cars: readonly Omit<RosterCar, 'carIndex'>[], aliases: readonly Alias[] = [], of = roster) =>
    shownNames(
      cars.map((car, carIndex) => ({ ...car, carIndex })),
      namingOf(aliases, of),
    );

  test.each([
    ['Player', 4, null, 'Max'],
    ['Player #9', 4, null, 'Max'],
    ['Player #4 (McLaren)', null, null, 'Max'],
    ['McLaren #4', null, 'McLaren', 'Max'],
    ['mclaren 4', 4, 'McLaren', 'Max'],
    ['Car 3', 7, null, 'Lia'],
    ['Player', null, null, 'Player'],
    ['Player', 5, null, 'Player'],
    // The index of the car, not its number.
    ['Car 4', null, null, 'Car 4'],
    ['Ben', 4, null, 'Ben'],
    ['Ferrari #4', null, 'McLaren', 'Ferrari #4'],
  ])('%s with the number %s is %4$s', (name, carNumber, team, shown) => {
    expect(namesOf([{ name, carNumber, team }])).toEqual([shown]);
  });

  test('a number that two cars have names neither, also when one of them has a name', () => {
    const player = { name: 'Player', carNumber: 4 };
    expect(namesOf([player, player])).toEqual(['Player (car 0)', 'Player (car 1)']);
    expect(namesOf([player, { name: 'Ben', carNumber: 4 }])).toEqual(['Player', 'Ben']);
  });

  test('a car without a number is not that of the one driver without a number', () => {
    expect(namesOf([{ name: 'Player', carNumber: null }], [], [...roster, driver('Ben')])).toEqual(['Player']);
  });

  test('a number that two drivers have names neither', () => {
    const two = [...roster, driver('Reserve', { number: 4 })];
    expect(namesOf([{ name: 'Player', carNumber: 4 }], [], two)).toEqual(['Player']);
  });

  test('a driver who is in another car by name or by alias is in no second one', () => {
    const player = { name: 'Player', carNumber: 4 };
    expect(namesOf([player, { name: 'Max', carNumber: 5 }])).toEqual(['Player', 'Max']);
    const aliases = [{ name: 'Max', recordedNames: ['maxv'] }];
    expect(namesOf([player, { name: 'maxv', carNumber: 5 }], aliases)).toEqual(['Player', 'Max']);
  });

  test('an alias comes before the number', () => {
    const aliases = [{ name: 'Ben', recordedNames: ['Player #4'] }];
    expect(namesOf([{ name: 'Player #4', carNumber: 4 }], aliases)).toEqual(['Ben']);
  });
});

describe('the seat of a driver', () => {
  const events = ['e1', 'e2', 'e3'];
  const max = driver('Max', {
    team: 'Aurora',
    changes: [
      { eventId: 'e3', team: 'Lanza', isReserve: true },
      { eventId: 'gone', team: 'Nobody', isReserve: true },
      { eventId: 'e2', team: 'Meridian', isReserve: false },
    ],
  });

  test('is that of the last change up to the event, in the order of the calendar', () => {
    expect([null, ...events].map((id) => seatAt(max, events, id).team)).toEqual([
      'Aurora',
      'Aurora',
      'Meridian',
      'Lanza',
    ]);
    expect(seatAt(max, ['e3', 'e1', 'e2'], 'e1').team).toBe('Lanza');
    expect(rosterAt([max], events, 'e3')).toEqual([{ ...max, team: 'Lanza', isReserve: true, changes: [] }]);
  });

  test('gives its team to the result; a reserve drives for the team of the car', () => {
    const regular = { team: 'Aurora', isReserve: false };
    expect(teamOfResult(regular, 'McLaren')).toBe('Aurora');
    expect(teamOfResult({ ...regular, team: null }, 'McLaren')).toBe('McLaren');
    expect(teamOfResult({ ...regular, isReserve: true }, 'McLaren')).toBe('McLaren');
    expect(teamOfResult({ ...regular, isReserve: true }, null)).toBe('Aurora');
    expect(teamOfResult(null, 'McLaren')).toBe('McLaren');
  });
});

describe('a driver who gets another name', () => {
  const named = (name: string) => [driver('1', { name })];

  test('keeps what was recorded under the name before, once', () => {
    const rosters = { before: named('Max'), after: named('Max V') };
    expect(aliasesAfterRenames([], rosters, ['Max', 'Lia'])).toEqual([{ name: 'Max V', recordedNames: ['Max'] }]);
    const aliases = [{ name: 'Max', recordedNames: ['Max', 'maxv'] }];
    expect(aliasesAfterRenames(aliases, rosters, ['Max', 'maxv'])).toEqual([{ ...aliases[0], name: 'Max V' }]);
    expect(aliasesAfterRenames([], rosters, ['Lia'])).toEqual([]);
  });

  test('leaves the others without an alias: those who keep their name, and those who are new', () => {
    const after = [driver('1', { name: 'Max V' }), driver('2', { name: 'Lia' }), driver('3', { name: 'Ben' })];
    const rosters = { before: [...named('Max'), driver('2', { name: 'Lia' })], after };
    expect(aliasesAfterRenames([], rosters, ['Max', 'Lia', 'Ben'])).toEqual([
      { name: 'Max V', recordedNames: ['Max'] },
    ]);
  });

  test('changes names with another: each keeps their own', () => {
    const rosters = {
      before: [driver('1', { name: 'A' }), driver('2', { name: 'B' })],
      after: [driver('1', { name: 'B' }), driver('2', { name: 'A' })],
    };
    expect(aliasesAfterRenames([], rosters, ['A', 'B'])).toEqual([
      { name: 'B', recordedNames: ['A'] },
      { name: 'A', recordedNames: ['B'] },
    ]);
  });

  test('does not take a name that is an alias of somebody else', () => {
    const aliases = [{ name: 'Lia', recordedNames: ['Max'] }];
    expect(aliasesAfterRenames(aliases, { before: named('Max'), after: named('Max V') }, ['Max'])).toEqual(aliases);
  });
});

describe('the drivers who raced', () => {
  const recordedOf = (name: string, numbers: number[], teams: string[] = ['Aurora']) => ({
    name,
    numbers,
    teams,
    sessionIds: [],
  });

  test('are offered with their number and team, without those whose name says nothing, once', () => {
    const rows = [
      { name: 'Max', team: 'Aurora', aliases: ['Max', 'maxv'] },
      { name: 'Player #9', team: null, aliases: [] },
      { name: 'Lia', team: 'Lanza', aliases: [] },
    ];
    const recorded = [recordedOf('maxv', [0, 4]), recordedOf('Lia', [7])];
    expect(unlistedDrivers(rows, [driver('Lia')], recorded)).toEqual([{ name: 'Max', number: 4, team: 'Aurora' }]);
  });

  test('without a name are offered by their race number, where the roster and no named driver has it', () => {
    const rows = [
      { name: 'Lia', team: 'Lanza', aliases: ['Lia', 'Player #7'] },
      { name: 'Player', team: 'Aurora', aliases: ['Player'] },
    ];
    const recorded = [
      recordedOf('Lia', [7]),
      recordedOf('Player #7', [17]),
      recordedOf('Player', [4, 5, 0]),
      recordedOf('Aurora #9', [9]),
      recordedOf('Player #8', [8], ['Aurora', 'Lanza']),
    ];
    expect(unlistedDrivers(rows, [driver('Max', { number: 4 })], recorded)).toEqual([
      { name: 'Lia', number: 7, team: 'Lanza' },
      { name: '', number: 5, team: null },
      { name: '', number: 9, team: 'Aurora' },
      { name: '', number: 8, team: null },
    ]);
  });

  test('without a name are those of the roster by number, unless an alias says otherwise', () => {
    const recorded = [
      recordedOf('Player #4', [4]),
      recordedOf('Aurora #7', [7]),
      recordedOf('Player', [4, 7]),
      recordedOf('Ben', [4]),
      recordedOf('Player #5', [5]),
    ];
    const roster = [driver('Max', { number: 4 }), driver('Lia', { number: 7 })];
    const ofMax = { recorded: 'Player #4', shown: 'Max' };
    const ofLia = { recorded: 'Aurora #7', shown: 'Lia' };
    expect(namedByNumber(recorded, roster, [])).toEqual([ofMax, ofLia]);
    expect(namedByNumber(recorded, roster, [{ name: 'Ben', recordedNames: ['Player #4'] }])).toEqual([ofLia]);
  });

  test('of a number that two drivers have, and of two numbers of a driver, say nothing', () => {
    const car = (...numbers: number[]) => ({ name: 'Player', numbers, teams: [], sessionIds: ['s1'] });
    const both = [driver('Max', { number: 4 }), driver('Lia', { number: 4 }), driver('Ben', { number: 9 })];
    expect(namedByNumber([car(4)], both, [])).toEqual([]);
    expect(namedByNumber([car(9, 10)], both, [])).toEqual([]);
    expect(namedByNumber([car(9)], both, [])).toEqual([{ recorded: 'Player', shown: 'Ben' }]);
    expect(namedByNumber([car(0)], [driver('Max'), driver('Lia')], [])).toEqual([]);
  });

  test('share a number: regular drivers do not, a reserve may', () => {
    const reserve = driver('Rex', { number: 4, isReserve: true });
    expect(sharedNumbers([driver('Max', { number: 4 }), reserve, driver('A'), driver('B')])).toEqual([]);
    expect(sharedNumbers([driver('Max', { number: 4 }), driver('Lia', { number: 4 })])).toEqual([4]);
  });
});

test('the cars of a name are those of its recordings, and of the seats and the number of its driver', () => {
  const recorded = [
    { name: 'Max', numbers: [33], teams: ['Red'], sessionIds: ['s1'] },
    { name: 'Ben', numbers: [9], teams: [], sessionIds: ['s1'] },
  ];
  const roster = [
    driver('Max', { number: 4, team: 'Blue', changes: [{ eventId: 'e2', team: 'Green', isReserve: false }] }),
    driver('Ben'),
    driver('Lia'),
  ];
  expect([...carsOfNames([...recorded, { ...recorded[0], name: 'Eve' } as never], roster)]).toEqual([
    ['Max', { numbers: [4], teams: ['Blue', 'Green', 'Red'] }],
    ['Ben', { numbers: [9], teams: [] }],
    ['Eve', { numbers: [33], teams: ['Red'] }],
    ['Lia', { numbers: [], teams: [] }],
  ]);
});

test('drivers are in the seat of the latest event that was run, each with the account that is this driver', () => {
  const seat = (eventId: string, team: string) => ({ eventId, team, isReserve: false });
  const roster = [
    driver('Max', { team: 'Blue', changes: [seat('e2', 'Green'), seat('e3', 'Red')] }),
    driver('Lia', { team: 'Blue' }),
  ];
  const events = [['e1', 1] as const, ['e2', 1] as const, ['e3', 0] as const].map(
    ([id, count]) => ({ id, sessions: Array(count).fill({}) }) as never,
  );
  const members = [{ driverId: 'Lia', userId: 'u1' }] as never;
  const seatsOf = (given: Parameters<typeof seatedDrivers>[0]) =>
    seatedDrivers(given).map(({ name, team, userId }) => [name, team, userId]);
  expect(seatsOf({ roster, members, events })).toEqual([
    ['Max', 'Green', null],
    ['Lia', 'Blue', 'u1'],
  ]);
  expect(seatsOf({ roster, events: [] })).toEqual([
    ['Max', 'Blue', null],
    ['Lia', 'Blue', null],
  ]);
  expect(seatedDrivers({ events: [] })).toEqual([]);
});

/** Counted by hand: 25, 18, 15, 12 for a race, without bonuses. */
describe('standings by hand', () => {
  const rules = { ...defaultRules, fastestLapBonus: 0 };
  const raced = (number: number, names: readonly [name: string, team: string, carNumber?: number][]) =>
    event(
      [
        race(
          names.map(([name, team, carNumber], index) =>
            finisher(index, index + 1, { name, team, carNumber: carNumber ?? null }),
          ),
          { sessionId: `s${number}` },
        ),
      ],
      { id: `e${number}` },
    );
  const tables = (
    roster: readonly RosterDriver[],
    events: Parameters<typeof standingsOf>[0],
    aliases: Alias[] = [],
  ) => {
    const { drivers, teams = [] } = standingsOf(events, rules, aliases, [], roster);
    return {
      drivers: drivers.map(({ name, points, team }) => [name, points, team]),
      teams: teams.map(({ name, points }) => [name, points]),
    };
  };

  test('one driver under two names, once by alias and once by race number', () => {
    const events = [
      raced(1, [
        ['maxv', 'Aurora', 4],
        ['Lia', 'Lanza', 7],
      ]),
      raced(2, [
        ['Lia', 'Lanza', 7],
        ['Player #4', 'Aurora', 4],
      ]),
      raced(3, [
        ['Max', 'Aurora', 4],
        ['Lia', 'Lanza', 7],
      ]),
    ];
    const roster = [driver('Max', { number: 4 }), driver('Lia', { number: 7 })];
    expect(tables(roster, events, [{ name: 'Max', recordedNames: ['maxv'] }])).toEqual({
      drivers: [
        ['Max', 68, 'Aurora'],
        ['Lia', 61, 'Lanza'],
      ],
      teams: [
        ['Aurora', 68],
        ['Lanza', 61],
      ],
    });
  });

  test('a team change in mid-season: points stay with the team that they were driven for', () => {
    // The game shows the same cars all season; the roster decides.
    const order: [string, string][] = [
      ['Max', 'Aurora'],
      ['Lia', 'Lanza'],
    ];
    const events = [raced(1, order), raced(2, order), raced(3, order)];
    const roster = [
      driver('Max', { team: 'Aurora', changes: [{ eventId: 'e2', team: 'Lanza', isReserve: false }] }),
      driver('Lia', { team: 'Lanza', changes: [{ eventId: 'e3', team: 'Aurora', isReserve: false }] }),
    ];
    expect(tables(roster, events)).toEqual({
      drivers: [
        ['Max', 75, 'Lanza'],
        ['Lia', 54, 'Aurora'],
      ],
      // 25 + 18 for Aurora; 18, 25 + 18 and 25 for Lanza.
      teams: [
        ['Lanza', 86],
        ['Aurora', 43],
      ],
    });
  });

  test('a reserve scores for the team of the car, and for their own as a regular driver later', () => {
    const events = [
      raced(1, [
        ['Rex', 'Aurora'],
        ['Max', 'Lanza'],
      ]),
      raced(2, [
        ['Max', 'Lanza'],
        ['Rex', 'Lanza'],
      ]),
      raced(3, [
        ['Rex', 'Aurora'],
        ['Max', 'Lanza'],
      ]),
    ];
    const rex = driver('Rex', {
      team: 'Meridian',
      isReserve: true,
      changes: [{ eventId: 'e3', team: 'Meridian', isReserve: false }],
    });
    expect(tables([rex, driver('Max', { team: 'Lanza' })], events)).toEqual({
      drivers: [
        ['Rex', 68, 'Meridian'],
        ['Max', 61, 'Lanza'],
      ],
      teams: [
        // 18, 25 + 18, 18
        ['Lanza', 79],
        ['Aurora', 25],
        ['Meridian', 25],
      ],
    });
  });
});
