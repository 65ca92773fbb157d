import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { event, finisher, race, ruling } from '../../tests/fixtures/scored.ts';
import type { RosterDriver } from '../entities/roster.ts';
import type { Ruling } from '../entities/ruling.ts';
import type { ScoringRules } from '../entities/scoring.ts';
import type { Standings } from '../entities/season.ts';
import { ResultStatus, SessionStatus, SessionType, Track } from '../enumerations.ts';
import { foldName } from '../text/fold-text.ts';
import { championshipRows } from './championship.ts';
import { scoringsOf } from './event-scoring.ts';
import type { ScoredDriver, ScoredEvent } from './results.ts';
import { defaultRules, pointsPlacesOf, standingsOf } from './scoring.ts';
import { countedPoints, dropWorst, type ScoredResult } from './standings.ts';
import { teamKey } from './teams.ts';

const { DidNotFinish } = ResultStatus;
const listed: Omit<RosterDriver, 'id' | 'name'> = { number: null, team: null, isReserve: false, changes: [] };
const rules: ScoringRules = { ...defaultRules, fastestLapBonus: 0 };

const tableOf = ({ drivers }: Pick<Standings, 'drivers'>) => drivers.map((row) => [row.name, row.points]);

/** A race that cars finished in this order. */
const finish = (order: readonly number[], changes: Record<number, Partial<ScoredDriver>> = {}) =>
  order.map((carIndex, index) => finisher(carIndex, index + 1, changes[carIndex]));

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** One event for each order, with one race. */
function seasonOf(orders: readonly (readonly number[])[]): ScoredEvent[] {
  return orders.map((order, index) =>
    event([race(finish(order), { sessionId: `s${index + 1}` })], { id: `e${index}` }),
  );
}

describe('bonuses', () => {
  test('pole is not paid to a disqualified car, and is to one that did not finish', () => {
    const drivers = [
      finisher(0, 1),
      finisher(1, 2, { startingPosition: 1, resultStatus: DidNotFinish }),
      finisher(2, 3, { startingPosition: 1 }),
    ];
    const table = standingsOf(
      [event([race(drivers)])],
      { ...rules, poleBonus: 3 },
      [],
      [ruling({ kind: 'disqualify', carIndex: 2 })],
    );
    expect(tableOf(table)).toEqual([
      ['Driver 0', 25],
      ['Driver 1', 3],
      ['Driver 2', 0],
    ]);
  });

  test('a best lap of 0 ms is none', () => {
    const drivers = finish([0, 1], { 0: { bestLapTimeMs: 0 }, 1: { bestLapTimeMs: 90_000 } });
    expect(tableOf(standingsOf([event([race(drivers)])]))).toEqual([
      ['Driver 0', 25],
      ['Driver 1', 19],
    ]);
  });

  test('the fastest lap passes on when its driver is disqualified', () => {
    const drivers = finish([0, 1, 2], { 0: { bestLapTimeMs: 1 }, 2: { bestLapTimeMs: 2 } });
    const table = standingsOf([event([race(drivers)])], defaultRules, [], [ruling({ kind: 'disqualify' })]);
    expect(tableOf(table)).toEqual([
      ['Driver 1', 25],
      ['Driver 2', 19],
      ['Driver 0', 0],
    ]);
  });

  test.each([
    [0.5, [12.5, 9.5]],
    [2, [50, 38]],
    [0, [0, 0]],
  ])(
    'an event with the factor %d multiplies table and bonuses, and not the points of rulings',
    (pointsFactor, points) => {
      const drivers = finish([0, 1], { 1: { bestLapTimeMs: 1 } });
      const deducted = ruling({ kind: 'points', carIndex: 0, points: -2 });
      const { drivers: rows } = standingsOf([event([race(drivers)], { pointsFactor })], defaultRules, [], [deducted]);
      const byCar = rows.flatMap((row) => row.results).sort((one, other) => one.driverIdx - other.driverIdx);
      expect(byCar.map((result) => result.points)).toEqual([(points[0] ?? 0) - 2, points[1]]);
    },
  );

  test('cars in a dead heat share the points of their positions', () => {
    const drivers = [finisher(0, 1), finisher(1, 1), finisher(2, 3)];
    expect(tableOf(standingsOf([event([race(drivers)])], rules))).toEqual([
      ['Driver 0', 21.5],
      ['Driver 1', 21.5],
      ['Driver 2', 15],
    ]);
    const three = [finisher(0, 1), finisher(1, 1), finisher(2, 1)];
    const rows = standingsOf([event([race(three)])], rules).drivers;
    expect(rows.map((row) => [row.points, row.results[0]?.base])).toEqual(rows.map(() => [19.333, 19.333]));
    expect(rows).toHaveLength(3);
  });
});

describe('a result', () => {
  const resultsOf = (...given: Parameters<typeof standingsOf>) =>
    standingsOf(...given)
      .drivers.flatMap(({ results }) => results)
      .sort((one, other) => one.driverIdx - other.driverIdx);

  test('has each bonus with its kind and its points', () => {
    const drivers = finish([0, 1], { 0: { startingPosition: 1 }, 1: { startingPosition: 2, bestLapTimeMs: 90_000 } });
    const bonusRules = { ...defaultRules, fastestLapBonus: 2, poleBonus: 3 };
    const own = { sessionId: 's1', resultStatus: ResultStatus.Finished };
    expect(resultsOf([event([race(drivers)], { pointsFactor: 0.5 })], bonusRules)).toEqual([
      {
        ...own,
        driverIdx: 0,
        position: 1,
        points: 14,
        fastestLap: false,
        base: 12.5,
        bonuses: [{ kind: 'pole', points: 1.5 }],
      },
      {
        ...own,
        driverIdx: 1,
        position: 2,
        points: 10,
        fastestLap: true,
        base: 9,
        bonuses: [{ kind: 'fastestLap', points: 1 }],
      },
    ]);
  });

  test('has no bonus that the rules do not give, and no rulings without one', () => {
    const drivers = finish([0], { 0: { startingPosition: 1, bestLapTimeMs: 90_000 } });
    const [result] = resultsOf([event([race(drivers)])], rules);
    expect(result).toMatchObject({ fastestLap: true, bonuses: [] });
    expect(result).not.toHaveProperty('rulings');
  });

  test.each([
    [10, 1],
    [11, 0],
  ])('in place %i with the fastest lap has %i points for it', (place, bonus) => {
    const drivers = range(11).map((car) => finisher(car, car + 1, car === place - 1 ? { bestLapTimeMs: 90_000 } : {}));
    const points = resultsOf([event([race(drivers)])]).map((result) => result.points);
    expect(points[place - 1]).toBe((defaultRules.racePoints[place - 1] ?? 0) + bonus);
  });

  test('of a driver who finished in no place has no points, and none for the fastest lap', () => {
    const drivers = [finisher(0, 1), finisher(1, 2, { finishingPosition: null, bestLapTimeMs: 90_000 })];
    expect(resultsOf([event([race(drivers)])]).map(({ position, points }) => [position, points])).toEqual([
      [1, 25],
      [null, 0],
    ]);
  });

  test('has the fastest lap where two laps are equal and the other car was behind', () => {
    const bestLapTimeMs = 90_000;
    const fastestOf = (drivers: readonly ScoredDriver[]) =>
      resultsOf([event([race(drivers)])]).flatMap(({ driverIdx, fastestLap }) => (fastestLap ? [driverIdx] : []));
    // The rulings put car 1 before car 0.
    const ruled = resultsOf(
      [event([race(finish([0, 1], { 0: { bestLapTimeMs }, 1: { bestLapTimeMs } }))])],
      defaultRules,
      [],
      [ruling({ kind: 'places', carIndex: 0, places: 1 })],
    );
    expect(ruled.map(({ fastestLap }) => fastestLap)).toEqual([false, true]);
    const unplaced = [finisher(0, 1, { finishingPosition: null, bestLapTimeMs }), finisher(1, 2, { bestLapTimeMs })];
    expect(fastestOf(unplaced)).toEqual([1]);
  });
});

test('standings have the tracks of the events, in their order', () => {
  const events = [event([], { track: Track.Spa }), event([], { track: Track.Monza })];
  expect(standingsOf(events).tracks).toEqual([Track.Spa, Track.Monza]);
});

test('the places with points are those up to the last that has some', () => {
  const own = { ...rules, racePoints: [10, 0, 5, 0, 0], sprintPoints: [0, 0] };
  expect((['race', 'sprint', 'none'] as const).map((scoring) => pointsPlacesOf(own, scoring))).toEqual([3, 0, 0]);
  expect([pointsPlacesOf(rules, 'sprint'), pointsPlacesOf(rules, 'none')]).toEqual([8, 0]);
});

describe('sessions', () => {
  const laps = (numberOfLaps: number | null, more = {}) => race([], { numberOfLaps, ...more });

  test.each([
    ['one race is a race', [laps(10)], ['race']],
    ['the shorter of two is the sprint', [laps(10), laps(30)], ['sprint', 'race']],
    ['two of the same length are races', [laps(30), laps(30)], ['race', 'race']],
    ['of three the shorter ones are sprints', [laps(10), laps(30), laps(12)], ['sprint', 'race', 'sprint']],
    ['of three the longest two are races', [laps(30), laps(10), laps(30)], ['race', 'sprint', 'race']],
    ['a choice stays', [laps(10, { scoring: 'race' }), laps(30)], ['race', 'race']],
    [
      'a longer race that was chosen makes the other a sprint',
      [laps(10), laps(30, { scoring: 'race' })],
      ['sprint', 'race'],
    ],
    ['a race that scores for nobody makes no sprint', [laps(10), laps(30, { scoring: 'none' })], ['race', 'none']],
    [
      'of distances that are not known, that of the laps that were driven counts',
      [laps(null, { drivers: finish([0, 1], { 1: { numberOfLaps: 20 } }) }), laps(40)],
      ['race', 'sprint'],
    ],
    ['a race without drivers and distance is the sprint', [laps(null), laps(10)], ['sprint', 'race']],
    ['a qualifying session makes no sprint', [laps(10), laps(30, { sessionType: SessionType.Q1 })], ['race', 'none']],
  ] as const)('%s', (_, sessions, expected) => {
    expect(scoringsOf([...sessions]).map(({ scoring }) => scoring)).toEqual(expected);
  });

  test('a session in progress scores only when the owner chose how', () => {
    const drivers = finish([0, 1]);
    for (const sessionStatus of [SessionStatus.InProgress, SessionStatus.Unknown]) {
      expect(standingsOf([event([race(drivers, { sessionStatus })])]).drivers).toEqual([]);
      expect(standingsOf([event([race(drivers, { sessionStatus, scoring: 'race' })])], rules).drivers).toHaveLength(2);
    }
  });
});

describe('names', () => {
  const named = (names: readonly string[], teams: readonly string[] = []) =>
    names.map((name, index) => finisher(index, index + 1, { name, team: teams[index] ?? null }));

  test('two cars of one name in a session are two drivers', () => {
    const table = standingsOf([event([race(named(['Player', 'Ada', 'Player']))])], rules);
    expect(tableOf(table)).toEqual([
      ['Player (car 0)', 25],
      ['Ada', 18],
      ['Player (car 2)', 15],
    ]);
  });

  test('an alias can name one of them', () => {
    const aliases = [{ name: 'Bo', recordedNames: ['Player (car 2)'] }];
    const table = standingsOf([event([race(named(['Player', 'Ada', 'Player']))])], rules, aliases);
    expect(table.drivers.map(({ name }) => name)).toEqual(['Player (car 0)', 'Ada', 'Bo']);
  });

  test('an alias of two cars in one session does not make them one', () => {
    const aliases = [{ name: 'Ada', recordedNames: ['A', 'B'] }];
    const table = standingsOf([event([race(named(['A', 'B']))])], rules, aliases);
    expect(tableOf(table)).toEqual([
      ['Ada (car 0)', 25],
      ['Ada (car 1)', 18],
    ]);
  });

  test('composed and decomposed letters and blanks around a name make no other driver', () => {
    const events = ['Zo\u00eb', 'Zoe\u0308', ' Zo\u00eb '].map((name, index) =>
      event([race(named([name]), { sessionId: `s${index}` })], { id: `e${index}` }),
    );
    expect(tableOf(standingsOf(events, rules))).toEqual([['Zo\u00eb', 75]]);
    const aliases = [{ name: 'Zoe\u0308 L.', recordedNames: ['Zoe\u0308'] }];
    const [row] = standingsOf(events, rules, aliases).drivers;
    expect([row?.name, row?.points, row?.aliases]).toEqual(['Zo\u00eb L.', 75, ['Zoe\u0308']]);
  });

  test('case, accents and doubled blanks tell neither drivers nor teams apart', () => {
    const events = [
      named(['HAMILTON', 'Sergio Pérez'], ['Red', ' red']),
      named(['Hamilton', 'sergio  perez'], ['RED', 'Red']),
      named(['Hamilton', 'Sergio Pérez'], ['Red', 'Red']),
    ].map((drivers, index) => event([race(drivers, { sessionId: `s${index}` })], { id: `e${index}` }));
    const table = standingsOf(events, rules);
    expect(tableOf(table)).toEqual([
      ['Hamilton', 75],
      ['Sergio Pérez', 54],
    ]);
    expect(table.teams?.map(({ name, points }) => [name, points])).toEqual([['Red', 129]]);
    const aliases = [{ name: 'Lewis', recordedNames: ['hamilton'] }];
    expect(tableOf(standingsOf(events, rules, aliases))[0]).toEqual(['Lewis', 75]);
  });

  test('a driver is written as in the roster, or in an alias', () => {
    const events = [event([race(named(['HAMILTON', 'BOB']))])];
    const roster = [{ ...listed, id: 'r1', name: 'Hamilton' }];
    const aliases = [{ name: 'Bob', recordedNames: ['Robert'] }];
    expect(tableOf(standingsOf(events, rules, aliases, [], roster))).toEqual([
      ['Hamilton', 25],
      ['Bob', 18],
    ]);
  });

  test('two cars of one race whose names differ in case alone are two drivers', () => {
    expect(tableOf(standingsOf([event([race(named(['max', 'Max']))])], rules))).toEqual([
      ['max (car 0)', 25],
      ['Max (car 1)', 18],
    ]);
  });

  test('a team has its most frequent spelling, of equally frequent ones the latest, there the first in the alphabet', () => {
    const teamOf = (...rounds: readonly (readonly string[])[]) =>
      standingsOf(
        rounds.map((teams, index) =>
          event([race(named(['Ada', 'Bo'], teams), { sessionId: `s${index}` })], { id: `e${index}` }),
        ),
        rules,
      ).teams?.map(({ name }) => name);
    expect(teamOf(['red', 'Red'])).toEqual(['Red']);
    expect(teamOf(['red', 'red'], ['Red', 'RED'])).toEqual(['red']);
    expect(teamOf(['red', 'red'], ['Red', 'Red'])).toEqual(['Red']);
    expect(teamOf(['Alpha Tauri', 'AlphaTauri'], ['AlphaTauri', 'ALPHA TAURI'])).toEqual(['AlphaTauri']);
  });

  test('a driver whose last race names no team has the team before', () => {
    const events = [['Red'], []].map((teams, index) =>
      event([race(named(['Ada'], teams), { sessionId: `s${index}` })], { id: `e${index}` }),
    );
    expect(standingsOf(events, rules).drivers[0]?.team).toBe('Red');
  });
});

describe('dropped results', () => {
  const dropping = (droppedResults: number) => ({ ...rules, droppedResults });
  const marked = (standings: Standings, name: string) =>
    standings.drivers
      .find((row) => row.name === name)
      ?.results.map(({ points, dropped }) => (dropped ? `(${points})` : `${points}`))
      .join(' ');

  test('are the worst ones, once more rounds were run than can be dropped', () => {
    const events = seasonOf([
      [0, 1],
      [1, 0],
      [0, 1],
    ]);
    expect(marked(standingsOf(events.slice(0, 1), dropping(1)), 'Driver 0')).toBe('25');
    expect(marked(standingsOf(events.slice(0, 2), dropping(1)), 'Driver 0')).toBe('25 (18)');
    expect(marked(standingsOf(events, dropping(2)), 'Driver 0')).toBe('(25) (18) 25');
    expect(marked(standingsOf(events, dropping(3)), 'Driver 0')).toBe('25 18 25');
  });

  test('count a missed round as a result of 0', () => {
    const events = seasonOf([[0, 1], [1], [0, 1]]);
    expect(marked(standingsOf(events, dropping(1)), 'Driver 0')).toBe('25 25');
    expect(marked(standingsOf(events, dropping(2)), 'Driver 0')).toBe('(25) 25');
    expect(marked(standingsOf(events, dropping(1)), 'Driver 1')).toBe('(18) 25 18');
  });

  test('are none of a driver who missed more rounds than are dropped', () => {
    const events = seasonOf([[0, 1], [0, 1], [0], [0]]);
    expect(marked(standingsOf(events, dropping(1)), 'Driver 1')).toBe('18 18');
  });

  test('count nothing, and only those with points of rulings say what they count', () => {
    const events = seasonOf([
      [0, 1],
      [1, 0],
    ]);
    const [dropped] = standingsOf(events, dropping(1)).drivers[0]?.results.filter((result) => result.dropped) ?? [];
    expect(dropped).not.toHaveProperty('counted');
    const given = ruling({ kind: 'points', sessionId: 's2', carIndex: 0, points: 4 });
    const { drivers } = standingsOf(events, dropping(1), [], [given]);
    expect(drivers.find(({ name }) => name === 'Driver 0')?.results[1]).toMatchObject({ dropped: true, counted: 4 });
  });

  test('of results without the points of the table are those with the fewest points', () => {
    const own = [12, 5, 8].map((points, round): ScoredResult => {
      const own = { sessionId: `s${round}`, driverIdx: 0, position: 1, resultStatus: ResultStatus.Finished };
      return { name: 'Ada', team: null, round, scoring: 'race', result: { ...own, points, fastestLap: false } };
    });
    expect(dropWorst(own, 3, dropping(1)).map(({ result }) => result.dropped ?? false)).toEqual([false, true, false]);
  });

  test('are no disqualifications, and no points of rulings', () => {
    const events = seasonOf([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
    const rulings = [
      ruling({ kind: 'disqualify', sessionId: 's1', carIndex: 1 }),
      ruling({ kind: 'points', sessionId: 's2', carIndex: 1, points: -20 }),
    ];
    const table = standingsOf(events, dropping(1), [], rulings);
    // The second race drops 18 points; the 20 points taken stay taken: 0 - 20 + 18.
    expect(marked(table, 'Driver 1')).toBe('0 (-2) 18');
    expect(tableOf(table)).toContainEqual(['Driver 1', -2]);
  });

  test('keep points that a ruling gave or took, and are chosen without them', () => {
    const events = seasonOf([
      [0, 1, 2],
      [1, 0, 2],
      [2, 1, 0],
    ]);
    const rulings = [
      ruling({ kind: 'points', sessionId: 's3', carIndex: 0, points: -3 }),
      ruling({ kind: 'points', sessionId: 's1', carIndex: 2, points: 20 }),
    ];
    const table = standingsOf(events, dropping(1), [], rulings);
    // Driver 0: 25 and 18 count, the third race's 15 do not, 3 are taken. Driver 2: one 15 is dropped, 20 are given.
    expect(marked(table, 'Driver 0')).toBe('25 18 (12)');
    expect(marked(table, 'Driver 2')).toBe('(35) 15 25');
    expect(tableOf(table)).toEqual([
      ['Driver 2', 60],
      ['Driver 1', 43],
      ['Driver 0', 40],
    ]);
  });

  describe('of rounds with a sprint and a race', () => {
    const weekend = (number: number, sprint: readonly number[], main: readonly number[]) =>
      event(
        [
          race(finish(sprint), { sessionId: `q${number}`, numberOfLaps: 10 }),
          race(finish(main), { sessionId: `r${number}` }),
        ],
        { id: `e${number}` },
      );
    // Driver 0: 8 + 15, then 6 + 18, then 7 + 25.
    const events = [
      weekend(1, [0, 1, 2], [1, 2, 0]),
      weekend(2, [1, 2, 0], [1, 0, 2]),
      weekend(3, [1, 0, 2], [0, 1, 2]),
    ];
    const byRound = (droppedResults: number) => ({ ...dropping(droppedResults), dropBy: 'round' as const });

    test('are single results, or whole rounds', () => {
      expect(marked(standingsOf(events, dropping(1)), 'Driver 0')).toBe('8 15 (6) 18 7 25');
      const whole = standingsOf(events, byRound(1));
      expect(marked(whole, 'Driver 0')).toBe('(8) (15) 6 18 7 25');
      expect(tableOf(whole)).toContainEqual(['Driver 0', 56]);
    });

    test('are no round with a disqualification, and not the points of its rulings', () => {
      const disqualified = ruling({ kind: 'disqualify', sessionId: 'q1', carIndex: 0 });
      const taken = ruling({ kind: 'points', sessionId: 'q2', carIndex: 0, points: -5 });
      const table = standingsOf(events, byRound(1), [], [disqualified, taken]);
      expect(marked(table, 'Driver 0')).toBe('0 15 (1) (18) 7 25');
      expect(tableOf(table)).toContainEqual(['Driver 0', 42]);
    });

    test('count a sprint that the driver missed as the worst result, and not as a missed round', () => {
      const missed = [weekend(1, [1, 2], [1, 2, 0]), ...events.slice(1)];
      expect(marked(standingsOf(missed, dropping(1)), 'Driver 0')).toBe('15 6 18 7 25');
      expect(marked(standingsOf(missed, byRound(1)), 'Driver 0')).toBe('(15) 6 18 7 25');
    });
  });
});

describe('dropped results of a season that is older than the choice of what is dropped', () => {
  const weekend = (number: number, sprint: readonly number[], main: readonly number[]) =>
    event(
      [
        race(finish(sprint), { sessionId: `q${number}`, numberOfLaps: 10 }),
        race(finish(main), { sessionId: `r${number}` }),
      ],
      { id: `e${number}` },
    );
  // Driver 0 missed the first sprint, driver 2 the third round.
  const events = [
    weekend(1, [1, 2], [1, 2, 0]),
    weekend(2, [1, 2, 0], [1, 0, 2]),
    weekend(3, [1, 0], [0, 1]),
    weekend(4, [0, 1, 2], [2, 1, 0]),
  ];
  const rulings = [
    ruling({ kind: 'points', sessionId: 'q2', carIndex: 0, points: 3 }),
    ruling({ kind: 'points', sessionId: 'q4', carIndex: 1, points: -20 }),
    ruling({ kind: 'disqualify', sessionId: 'r4', carIndex: 1 }),
  ];
  const { dropBy: _, ...older } = rules;
  const rowsOf = (droppedResults: number) =>
    standingsOf(events, { ...older, droppedResults }, [], rulings).drivers.map(({ name, points, results }) => [
      name,
      points,
      results.map(({ points: each, dropped }) => (dropped ? `(${each})` : `${each}`)).join(' '),
    ]);

  // Computed by the release that had no choice.
  test.each([
    [
      1,
      [
        ['Driver 0', 93, '15 9 18 (7) 25 8 18'],
        ['Driver 2', 78, '7 18 7 15 6 25'],
        ['Driver 1', 71, '(8) 25 8 25 8 18 -13 0'],
      ],
    ],
    [
      2,
      [
        ['Driver 0', 85, '15 9 18 (7) 25 (8) 18'],
        ['Driver 2', 72, '7 18 7 15 (6) 25'],
        ['Driver 1', 63, '(8) 25 (8) 25 8 18 -13 0'],
      ],
    ],
  ])('%i: are those that it dropped', (count, rows) => {
    expect(rowsOf(count)).toEqual(rows);
  });

  const dropsOf = (orders: readonly (readonly number[])[], droppedResults: number, name: string) =>
    standingsOf(seasonOf(orders), { ...older, droppedResults })
      .drivers.find((row) => row.name === name)
      ?.results.map(({ points, dropped }) => (dropped ? `(${points})` : `${points}`))
      .join(' ');

  test('are none before more rounds were run than can be dropped, or of a driver who missed more', () => {
    expect(dropsOf([[0, 1]], 1, 'Driver 1')).toBe('18');
    expect(
      dropsOf(
        [
          [0, 1],
          [0, 1],
        ],
        3,
        'Driver 1',
      ),
    ).toBe('18 18');
    expect(dropsOf([[0, 1], [1, 0], [0], [0]], 1, 'Driver 1')).toBe('18 25');
  });

  test('are results without points first', () => {
    const order = range(11);
    expect(dropsOf([order, [10, 0, 1], order], 1, 'Driver 10')).toBe('(0) 25 0');
  });

  test('are dropped with the points of rulings on them', () => {
    // The 15 points of the last race, less 13, are the worst of driver 0.
    const taken = ruling({ kind: 'points', sessionId: 'r4', carIndex: 0, points: -13 });
    const { drivers } = standingsOf(events, { ...older, droppedResults: 1 }, [], [taken]);
    const results = drivers.find(({ name }) => name === 'Driver 0')?.results ?? [];
    const dropped = results.filter((result) => result.dropped);
    expect(dropped.map((result) => [result.sessionId, result.points, countedPoints(result)])).toEqual([['r4', 2, 0]]);
  });
});

describe('a tie', () => {
  const none = { ...rules, racePoints: [0] };
  const namesOf = (events: readonly ScoredEvent[]) => standingsOf(events, none).drivers.map(({ name }) => name);

  test('without wins goes to who was second first', () => {
    const events = seasonOf([
      [2, 1, 0],
      [2, 0, 1],
    ]);
    expect(namesOf(events)).toEqual(['Driver 2', 'Driver 1', 'Driver 0']);
  });

  test('is not decided by a position in which a car retired', () => {
    const retired = { resultStatus: DidNotFinish };
    expect(namesOf([event([race(finish([1, 0], { 1: retired }))])])).toEqual(['Driver 0', 'Driver 1']);
  });

  test('is decided by the position of a retirement that the season classifies', () => {
    const points = { ...rules, racePoints: [3, 2, 2, 2] };
    const retired = {
      3: { resultStatus: DidNotFinish, numberOfLaps: 48 },
      1: { numberOfLaps: 45 },
      2: { numberOfLaps: 45 },
    };
    const events = [
      event([race(finish([0, 1, 2, 3], retired), { sessionId: 's1' })], { id: 'e1' }),
      event([race(finish([0, 2, 1, 3]), { sessionId: 's2' })], { id: 'e2' }),
    ];
    const season = { events: [], standings: standingsOf(events, { ...points, classifiedFrom: 0.9 }) };
    expect(tableOf(season.standings)).toEqual([
      ['Driver 0', 6],
      ['Driver 3', 4],
      ['Driver 2', 4],
      ['Driver 1', 4],
    ]);
    const podiums = championshipRows(season, 'drivers').map((row) => [row.name, row.podiums]);
    expect(podiums).toContainEqual(['Driver 3', 1]);
  });

  test('of rows that nothing separates is in the order of the names', () => {
    const retired = { resultStatus: DidNotFinish };
    const drivers = finish([2, 0, 1], { 0: retired, 1: retired, 2: retired });
    const { drivers: rows, teams } = standingsOf([event([race(drivers)])], none);
    expect(rows.map(({ name }) => name)).toEqual(['Driver 0', 'Driver 1', 'Driver 2']);
    expect(teams?.map(({ name }) => name)).toEqual(['Aurora', 'Lanza', 'Meridian']);
  });
});

describe('for any results', () => {
  const cars = [0, 1, 2, 3, 4, 5, 6, 7];
  const orders = fc.array(fc.shuffledSubarray(cars, { minLength: 2 }), { minLength: 1, maxLength: 6 });
  const seasons = orders.map(seasonOf);
  const carOf = fc.constantFrom(...cars);
  const rulings = fc
    .array(
      fc.oneof(
        fc.record({
          kind: fc.constant('time' as const),
          carIndex: carOf,
          milliseconds: fc.integer({ min: -9_000, max: 9_000 }),
        }),
        fc.record({ kind: fc.constant('places' as const), carIndex: carOf, places: fc.integer({ min: -5, max: 5 }) }),
        fc.record({ kind: fc.constant('points' as const), carIndex: carOf, points: fc.integer({ min: -30, max: 30 }) }),
        fc.record({ kind: fc.constantFrom('disqualify' as const, 'reinstate' as const), carIndex: carOf }),
        fc.record({ kind: fc.constant('excludeSession' as const) }),
      ),
      { maxLength: 5 },
    )
    .map((all) => all.map((given) => ruling({ sessionId: 's1', ...given })));

  test('the order in which drivers, aliases and rulings are listed makes no difference', () => {
    const aliases = [
      { name: 'Ada', recordedNames: ['Driver 0', 'Driver 1'] },
      { name: 'Bo', recordedNames: ['Driver 2', 'Driver 9'] },
    ];
    fc.assert(
      fc.property(seasons, rulings, (events, made) => {
        const turned = events.map((one) => ({
          ...one,
          sessions: one.sessions.map((session) => ({ ...session, drivers: [...session.drivers].reverse() })),
        }));
        const expected = standingsOf(events, defaultRules, aliases, made);
        expect(standingsOf(turned, defaultRules, [...aliases].reverse(), [...made].reverse())).toEqual(expected);
      }),
    );
  });

  test('withdrawing rulings restores the standings', () => {
    fc.assert(
      fc.property(seasons, rulings, (events, made) => {
        const withdrawn = made.map((one) => ({ ...one, withdrawnAt: '2026-01-02T00:00:00.000Z' }));
        expect(standingsOf(events, defaultRules, [], withdrawn)).toEqual(standingsOf(events));
      }),
    );
  });

  test('all points are the points of the table for as many cars as are classified', () => {
    const moving = rulings.map((made) => made.filter(({ kind }) => kind !== 'points'));
    fc.assert(
      fc.property(seasons, moving, (events, made) => {
        const { drivers, teams } = standingsOf(events, rules, [], made);
        const results = drivers.flatMap((row) => row.results);
        const finished = (sessionId: string) =>
          results.filter((one) => one.sessionId === sessionId && one.resultStatus === ResultStatus.Finished).length;
        const expected = events
          .flatMap(({ sessions }) => sessions)
          .flatMap(({ sessionId }) => rules.racePoints.slice(0, finished(sessionId)))
          .reduce((sum, points) => sum + points, 0);
        const sumOf = (rows: readonly { points: number }[]) => rows.reduce((sum, { points }) => sum + points, 0);
        expect([sumOf(drivers), sumOf(teams ?? [])]).toEqual([expected, expected]);
      }),
    );
  });

  test('a ruling in one session changes no result of another', () => {
    const of = (standings: Standings) =>
      standings.drivers
        .flatMap(({ name, results }) => results.map((result) => ({ name, ...result })))
        .filter(({ sessionId }) => sessionId !== 's1')
        .sort((one, other) => `${one.sessionId} ${one.name}`.localeCompare(`${other.sessionId} ${other.name}`));
    fc.assert(
      fc.property(seasons, rulings, (events, made) => {
        expect(of(standingsOf(events, defaultRules, [], made))).toEqual(of(standingsOf(events)));
      }),
    );
  });

  test('dropping more results never raises a total', () => {
    fc.assert(
      fc.property(seasons, rulings, fc.nat(5), (events, made, droppedResults) => {
        const totals = (dropped: number) =>
          new Map(
            standingsOf(events, { ...rules, droppedResults: dropped }, [], made).drivers.map((row) => [
              row.name,
              row.points,
            ]),
          );
        const [all, fewer] = [totals(0), totals(droppedResults)];
        for (const [name, points] of fewer) expect(points).toBeLessThanOrEqual(all.get(name) ?? 0);
        expect(fewer.size).toBe(all.size);
      }),
    );
  });

  test('rows are sorted by points, then wins, then second places and so on', () => {
    fc.assert(
      fc.property(
        seasons,
        fc.constantFrom<number[]>([10, 10, 10, 10], [2, 2, 1, 1], [3, 2, 1]),
        (events, racePoints) => {
          const { drivers } = standingsOf(events, { ...rules, racePoints });
          const keys = drivers.map(({ points, results }) => [
            points,
            ...cars.map((_, place) => results.filter(({ position }) => position === place + 1).length),
          ]);
          const isSorted = keys.slice(1).every((key, index) => {
            const before = keys[index] ?? [];
            const differing = key.findIndex((value, place) => value !== before[place]);
            return differing < 0 || (before[differing] ?? 0) > (key[differing] ?? 0);
          });
          expect(isSorted).toBe(true);
        },
      ),
    );
  });
});

describe('a driver who comes back in another car', () => {
  const left = { name: 'Cam', carNumber: 4, team: 'Lanza', resultStatus: ResultStatus.Retired };
  const back = { name: 'Cam', carNumber: 4, team: 'Lanza' };
  const cars = (more: object = {}) => [
    finisher(0, 1, { name: 'Ada' }),
    finisher(4, 2, { ...back, ...more }),
    finisher(2, 3, { ...left, startingPosition: 1 }),
  ];
  const tableFor = (drivers: readonly ScoredDriver[], rulings: readonly Ruling[] = []) =>
    standingsOf([event([race(drivers)])], { ...rules, poleBonus: 1 }, [], rulings);

  test('is one driver, with the result of the car in which they stayed and the bonuses of both', () => {
    const table = tableFor(cars());
    expect(tableOf(table)).toEqual([
      ['Ada', 25],
      ['Cam', 19],
    ]);
    expect(table.drivers[1]?.results).toMatchObject([{ driverIdx: 4, position: 2 }]);
    expect(table.teams?.map(({ name, points }) => [name, points])).toContainEqual(['Lanza', 19]);
  });

  test('is one driver in a session of an earlier release, which gave the second car its index', () => {
    expect(tableOf(tableFor(cars({ name: 'Cam (car 4)' })))).toEqual(tableOf(tableFor(cars())));
  });

  test('has what stewards took from either car', () => {
    const table = tableFor(cars(), [ruling({ kind: 'points', carIndex: 2, points: -3 })]);
    expect(tableOf(table)[1]).toEqual(['Cam', 16]);
  });

  test.each([
    ['has another number', { carNumber: 5 }],
    ['has another team', { team: 'Aurora' }],
    ['has no known number', { carNumber: null }],
  ])('is another driver who %s', (_, more) => {
    expect(tableOf(tableFor(cars(more))).map(([name]) => name)).toEqual(['Ada', 'Cam (car 4)', 'Cam (car 2)']);
  });

  test('is another driver when both cars finished', () => {
    const both = cars().map((car) => ({ ...car, resultStatus: ResultStatus.Finished }));
    expect(tableOf(tableFor(both)).map(([name]) => name)).toEqual(['Ada', 'Cam (car 4)', 'Cam (car 2)']);
  });
});

test('the points of constructors are those of their drivers, however names and teams are written', () => {
  const spelling = fc.constantFrom('HAMILTON', 'Hamilton', 'hamilton', 'Pérez', 'PEREZ', 'Player', 'Player', 'Zhou');
  const team = fc.constantFrom(
    'Alpha Tauri',
    'AlphaTauri',
    'VCARB',
    'RB',
    'MY_TEAM',
    'My Team',
    "Mercedes '22",
    'Écurie',
  );
  const car = fc.record({
    name: spelling,
    team,
    carNumber: fc.option(fc.integer({ min: 1, max: 3 })),
    resultStatus: fc.constantFrom(ResultStatus.Finished, ResultStatus.Finished, ResultStatus.Retired),
  });
  const field = fc.array(car, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(field, { maxLength: 4 }), (rounds) => {
      const events = rounds.map((cars, round) =>
        event(
          [
            race(
              cars.map((each, index) => finisher(index, index + 1, each)),
              { sessionId: `s${round}` },
            ),
          ],
          {
            id: `e${round}`,
          },
        ),
      );
      const { drivers, teams = [] } = standingsOf(events);
      const sumOf = (rows: readonly { readonly points: number }[]) => rows.reduce((sum, row) => sum + row.points, 0);
      const keys = [drivers.map(({ name }) => foldName(name)), teams.map(({ name }) => teamKey(name))];
      return sumOf(drivers) === sumOf(teams) && keys.every((own) => new Set(own).size === own.length);
    }),
  );
});
