import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { roundsOf, type SavedSeason, wrongPublishedStandings } from '../../tests/fixtures/published-season.ts';
import type { Ruling } from '../entities/ruling.ts';
import type { Alias } from '../entities/scoring.ts';
import { ResultStatus, SessionType, Track } from '../enumerations.ts';
import { scoringsOf } from './event-scoring.ts';
import type { ScoredDriver, ScoredEvent, ScoredSession } from './results.ts';
import { defaultRules, standingsOf } from './scoring.ts';

const teams = ['Aurora', 'Lanza', 'Meridian'];

function finisher(carIndex: number, place: number, more: Partial<ScoredDriver> = {}): ScoredDriver {
  return {
    carIndex,
    name: `Driver ${carIndex}`,
    team: teams[carIndex % 3] ?? null,
    finishingPosition: place,
    startingPosition: place,
    resultStatus: ResultStatus.Finished,
    bestLapTimeMs: 90_000 + carIndex,
    totalRaceTime: 3_600_000 + place * 1_000,
    totalPenaltiesSeconds: 0,
    numberOfLaps: 50,
    ...more,
  };
}

function race(sessionId: string, order: readonly number[], more: Partial<ScoredSession> = {}): ScoredSession {
  const drivers = order.map((carIndex, index) => finisher(carIndex, index + 1));
  return { sessionId, sessionType: SessionType.Race, numberOfLaps: 50, drivers, ...more };
}

function event(id: string, sessions: readonly ScoredSession[], more: Partial<ScoredEvent> = {}): ScoredEvent {
  return { id, track: Track.Monza, sessions, ...more };
}

function pointsOf(events: readonly ScoredEvent[], ...rest: [typeof defaultRules?, (readonly Alias[])?, Ruling[]?]) {
  return standingsOf(events, ...rest).drivers.map((driver) => [driver.name, driver.points]);
}

const madeAt = '2026-01-01T00:00:00.000Z';

function ruling(given: Partial<Ruling> & Pick<Ruling, 'kind'>): Ruling {
  const base = { id: 'r1', sessionId: 's1', authorName: 'steward', reason: 'why', madeAt };
  return { ...base, withdrawnAt: null, carIndex: 0, ...given } as Ruling;
}

describe('points', () => {
  test('a race gives the points of the table, and one for the fastest lap in the top ten', () => {
    const order = [5, 1, 2, 3, 4, 0, 6, 7, 8, 9, 10];
    expect(pointsOf([event('e', [race('s1', order)])]).slice(0, 7)).toEqual([
      ['Driver 5', 25],
      ['Driver 1', 18],
      ['Driver 2', 15],
      ['Driver 3', 12],
      ['Driver 4', 10],
      // Sixth, with the fastest lap.
      ['Driver 0', 9],
      ['Driver 6', 6],
    ]);
  });

  test('a fastest lap outside the top ten gives nobody a point', () => {
    const drivers = Array.from({ length: 11 }, (_, index) => finisher(10 - index, index + 1));
    const standings = standingsOf([event('e', [race('s1', [], { drivers })])]);
    const sum = standings.drivers.reduce((total, driver) => total + driver.points, 0);
    expect(sum).toBe(101);
    expect(standings.drivers.find((driver) => driver.name === 'Driver 0')?.results[0]?.fastestLap).toBe(true);
  });

  test('of two races in one event the shorter one is the sprint, and qualifying does not score', () => {
    const sessions = [
      race('q', [0], { sessionType: SessionType.Q3, numberOfLaps: null }),
      race('s', [0, 1], { sessionType: SessionType.Race, numberOfLaps: 17 }),
      race('r', [1, 0], { sessionType: SessionType.Race2 }),
    ];
    expect(scoringsOf(sessions).map(({ scoring }) => scoring)).toEqual(['none', 'sprint', 'race']);
    expect(pointsOf([event('e', sessions)])).toEqual([
      ['Driver 1', 25 + 7],
      ['Driver 0', 18 + 1 + 8],
    ]);
  });

  test('an event for half points halves the table and the bonus', () => {
    expect(pointsOf([event('e', [race('s1', [1, 0, 2])], { pointsFactor: 0.5 })])).toEqual([
      ['Driver 1', 12.5],
      ['Driver 0', 9.5],
      ['Driver 2', 7.5],
    ]);
  });

  test('only drivers who finished score, and the others keep a row with 0 points', () => {
    const drivers = [finisher(0, 1), finisher(1, 2, { resultStatus: ResultStatus.DidNotFinish })];
    expect(pointsOf([event('e', [race('s1', [], { drivers })])])).toEqual([
      ['Driver 0', 26],
      ['Driver 1', 0],
    ]);
  });

  test('the worst results are dropped, and pole gives points when the rules say so', () => {
    const events = [event('a', [race('s1', [1, 0])]), event('b', [race('s2', [0, 1])])];
    const rules = { ...defaultRules, droppedResults: 1, poleBonus: 2, fastestLapBonus: 0 };
    const [first, second] = standingsOf(events, rules).drivers;
    expect([first?.points, second?.points]).toEqual([27, 27]);
    expect(second?.results.map((result) => [result.points, result.dropped ?? false])).toEqual([
      [18, true],
      [27, false],
    ]);
  });

  test('a team scores with all its cars', () => {
    const { teams: rows } = standingsOf([event('e', [race('s1', [0, 3, 1])])]);
    expect(rows?.map((row) => [row.name, row.points])).toEqual([
      ['Aurora', 25 + 1 + 18],
      ['Lanza', 15],
    ]);
  });

  test('aliases combine the results of several recorded names', () => {
    const events = [event('a', [race('s1', [0, 1])]), event('b', [race('s2', [2, 1])])];
    const [first] = standingsOf(events, defaultRules, [
      { name: 'Mika Varga', recordedNames: ['Driver 0', 'Driver 2'] },
    ]).drivers;
    expect([first?.name, first?.points, first?.aliases]).toEqual(['Mika Varga', 51, ['Driver 0', 'Driver 2']]);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('a driver called %s has no aliases', (name) => {
    const session = race('s1', [0]);
    const drivers = session.drivers.map((result) => ({ ...result, name }));
    const { drivers: rows } = standingsOf([event('a', [{ ...session, drivers }])]);
    expect(rows.map((row) => [row.name, row.aliases])).toEqual([[name, []]]);
  });
});

describe('ties', () => {
  const flat = { ...defaultRules, racePoints: [10, 10, 10, 10], sprintPoints: [10, 10], fastestLapBonus: 0 };

  test('are decided by wins, then second places; sprints do not count', () => {
    const events = [
      event('a', [race('s1', [2, 0, 1])]),
      event('b', [race('s2', [1, 2, 0]), race('s3', [0, 1], { numberOfLaps: 10 })]),
    ];
    expect(standingsOf(events, { ...flat, sprintPoints: [0, 0] }).drivers.map((driver) => driver.name)).toEqual([
      'Driver 2',
      'Driver 1',
      'Driver 0',
    ]);
  });

  test('with equal finishes are decided by who had the best finish first', () => {
    const events = [event('a', [race('s1', [1, 0])]), event('b', [race('s2', [0, 1])])];
    expect(standingsOf(events, flat).drivers.map((driver) => driver.name)).toEqual(['Driver 1', 'Driver 0']);
  });
});

describe('rulings', () => {
  const events = [event('e', [race('s1', [0, 1, 2])])];
  const places = (rulings: Ruling[]) =>
    standingsOf(events, { ...defaultRules, fastestLapBonus: 0 }, [], rulings).drivers.map((driver) => [
      driver.results[0]?.driverIdx,
      driver.results[0]?.position,
      driver.points,
    ]);

  test.each([
    [
      'added time costs the win',
      ruling({ kind: 'time', milliseconds: 1_500 }),
      [
        [1, 1, 25],
        [0, 2, 18],
        [2, 3, 15],
      ],
    ],
    [
      'moves a driver two places back',
      ruling({ kind: 'places', places: 2 }),
      [
        [1, 1, 25],
        [2, 2, 18],
        [0, 3, 15],
      ],
    ],
    [
      'a disqualification moves the others up',
      ruling({ kind: 'disqualify' }),
      [
        [1, 1, 25],
        [2, 2, 18],
        [0, 3, 0],
      ],
    ],
    [
      'points are deducted',
      ruling({ kind: 'points', points: -20 }),
      [
        [1, 2, 18],
        [2, 3, 15],
        [0, 1, 5],
      ],
    ],
  ] as const)('%s', (_, given, expected) => {
    expect(places([given as Ruling])).toEqual(expected);
  });

  test('a reinstated driver scores by time', () => {
    const drivers = [
      finisher(0, 1),
      finisher(1, 3, { resultStatus: ResultStatus.Disqualified, totalRaceTime: 3_600_500 }),
      finisher(2, 2),
    ];
    const standings = standingsOf(
      [event('e', [race('s1', [], { drivers })])],
      defaultRules,
      [],
      [ruling({ kind: 'reinstate', carIndex: 1 })],
    );
    expect(standings.drivers.find((driver) => driver.name === 'Driver 1')?.points).toBe(25);
  });

  test('a time ruling keeps a lapped car behind cars with more laps', () => {
    const drivers = [finisher(0, 1), finisher(1, 2, { numberOfLaps: 49, totalRaceTime: 3_500_000 })];
    const standings = standingsOf(
      [event('e', [race('s1', [], { drivers })])],
      defaultRules,
      [],
      [ruling({ kind: 'time', carIndex: 0, milliseconds: 60_000 })],
    );
    expect(standings.drivers[0]?.name).toBe('Driver 0');
  });

  test('an excluded session gives no results', () => {
    expect(standingsOf(events, defaultRules, [], [ruling({ kind: 'excludeSession' })]).drivers).toEqual([]);
  });

  test('a result lists the rulings on its driver', () => {
    const [, second] = standingsOf(events, defaultRules, [], [ruling({ kind: 'time', milliseconds: 1_500 })]).drivers;
    expect(second?.results[0]?.rulings).toEqual(['r1']);
  });
});

describe('for any results', () => {
  const orders = fc.array(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 2 }), {
    minLength: 1,
    maxLength: 6,
  });
  const seasons = orders.map((all) => all.map((order, index) => event(`e${index}`, [race(`s${index}`, order)])));

  test('points are the sum of the results that are not dropped, and rows are sorted by points', () => {
    fc.assert(
      fc.property(seasons, fc.integer({ min: 0, max: 3 }), (events, droppedResults) => {
        const { drivers } = standingsOf(events, { ...defaultRules, droppedResults });
        for (const driver of drivers) {
          const counted = driver.results.filter((result) => result.dropped !== true);
          expect(driver.points).toBe(counted.reduce((sum, result) => sum + result.points, 0));
        }
        const points = drivers.map((driver) => driver.points);
        expect(points).toEqual([...points].sort((one, other) => other - one));
      }),
    );
  });

  test('the order in which drivers are listed makes no difference', () => {
    fc.assert(
      fc.property(seasons, (events) => {
        const turned = events.map((one) => ({
          ...one,
          sessions: one.sessions.map((session) => ({ ...session, drivers: [...session.drivers].reverse() })),
        }));
        expect(standingsOf(turned)).toEqual(standingsOf(events));
      }),
    );
  });

  test('a withdrawn ruling makes no difference', () => {
    fc.assert(
      fc.property(seasons, (events) => {
        const withdrawn = ruling({ kind: 'disqualify', sessionId: 's0', withdrawnAt: madeAt });
        expect(standingsOf(events, defaultRules, [], [withdrawn])).toEqual(standingsOf(events));
      }),
    );
  });
});

describe('published seasons', () => {
  test('a round without a fastest lap gives nobody the point for it', () => {
    const race = ['ada', 'bo'].map((driverId, index) => ({
      driverId,
      constructorId: 'aurora',
      position: index + 1,
      laps: 3,
    }));
    const [round] = roundsOf({ rounds: [{ round: 1, laps: 3, race, fastestLap: null, standingsAfter: [] }] });
    expect(pointsOf(round === undefined ? [] : [round.event])).toEqual([
      ['ada', 25],
      ['bo', 18],
    ]);
  });

  const folder = process.env.PITBOARD_DATA;

  test.each(['2022', '2023'])('%s: the standings after every round equal the published ones', (year) => {
    const file = folder === undefined ? null : join(folder, 'seasons', `${year}.json`);
    if (file === null || !existsSync(file)) {
      console.log(`SKIPPED: season ${year} (${file ?? 'PITBOARD_DATA is not set'})`);
      return;
    }
    const season: SavedSeason = JSON.parse(readFileSync(file, 'utf8'));
    const rounds = roundsOf(season);
    let compared = 0;
    for (const [index, round] of rounds.entries()) {
      if (wrongPublishedStandings.has(`${year}/${round.round}`)) continue;
      const { drivers } = standingsOf(rounds.slice(0, index + 1).map((one) => one.event));
      const published = round.published.map((row) => [row.driverId, row.points]);
      expect(drivers.slice(0, published.length).map((row) => [row.name, row.points])).toEqual(published);
      compared += published.length;
    }
    expect(compared).toBeGreaterThan(400);
  });
});
