import { describe, expect, test } from 'vitest';
import { session } from '../../tests/fixtures/session.ts';
import type { Result, Season, SeasonEvent } from '../entities/season.ts';
import type { Session } from '../entities/session.ts';
import { ResultStatus, SessionType, Track } from '../enumerations.ts';
import { championshipRows, hasResults, resultsColumns } from './championship.ts';
import { standingsOf } from './scoring.ts';

function result(sessionId: string, position: number | null, more: Partial<Result> = {}): Result {
  const resultStatus = position === null ? ResultStatus.DidNotFinish : ResultStatus.Finished;
  return { sessionId, driverIdx: 0, position, points: 0, resultStatus, fastestLap: false, ...more };
}

describe('championship rows', () => {
  const [race, sprint, last] = ['a', 'b', 'c'].map((id) => ({ session: session({ id }), driverNames: [] }));
  if (race === undefined || sprint === undefined || last === undefined) throw new Error('three sessions');
  const event = { track: Track.Monza, name: null, startsAt: null };
  const events: SeasonEvent[] = [
    { ...event, id: 'e1', sessions: [{ ...sprint, scoring: 'sprint' }, race] },
    { ...event, id: 'e2', sessions: [last] },
  ];
  const drivers = [
    { name: 'Ada', team: 'Aurora', points: 40, aliases: [], results: [result('a', 1), result('b', 1)] },
    {
      name: 'Bo',
      team: null,
      points: 18,
      aliases: [],
      results: [result('a', 2), result('b', null), result('c', 3, { resultStatus: 5 })],
    },
  ];
  const teams = [{ name: 'Aurora', points: 40, results: [result('a', 9), result('a', 1), result('b', null)] }];
  const standings = { drivers, teams, tracks: [] };

  test('count wins and podiums of races, wins of sprints apart, and the points behind the leader', () => {
    const rows = championshipRows({ events, standings }, 'drivers');
    expect(rows.map(({ latest: _, ...row }) => row)).toEqual([
      { position: 1, name: 'Ada', team: 'Aurora', points: 40, behind: 0, wins: 1, podiums: 1, sprintWins: 1 },
      { position: 2, name: 'Bo', team: null, points: 18, behind: 22, wins: 0, podiums: 1, sprintWins: 0 },
    ]);
  });

  test('of a driver who finished without a place have no win', () => {
    const [ada] = drivers.map((row) => ({ ...row, results: [{ ...result('a', 1), position: null }] }));
    const given = { events, standings: { ...standings, drivers: ada === undefined ? [] : [ada] } };
    expect(championshipRows(given, 'drivers')).toMatchObject([{ wins: 0, podiums: 0, sprintWins: 0 }]);
  });

  test('are none of teams in standings of the first releases, which have no teams', () => {
    const { teams: _, ...first } = standings;
    expect(championshipRows({ events, standings: first }, 'teams')).toEqual([]);
  });

  test('are there once a driver has a result', () => {
    expect([hasResults(standings), hasResults({ drivers: [] })]).toEqual([true, false]);
  });

  test('have the last results in the order of the calendar, of a team the best of its cars', () => {
    const latestOf = (of: 'drivers' | 'teams', given = events) =>
      championshipRows({ events: given, standings }, of).map(({ latest }) =>
        latest.map((each) => each && [each.sessionId, each.position]),
      );
    expect(latestOf('drivers')).toEqual([
      [['b', 1], ['a', 1], null],
      [
        ['b', null],
        ['a', 2],
        ['c', 3],
      ],
    ]);
    expect(latestOf('teams')).toEqual([[['b', null], ['a', 1], null]]);
    const long = [...'abcabc'].flatMap((id, index) => ({
      ...event,
      id: `${index}`,
      sessions: [{ ...race, session: session({ id }) }],
    }));
    expect(latestOf('drivers', long)[0]).toHaveLength(5);
  });
});

describe('the columns of the results matrix', () => {
  function attached(id: string, given: Partial<Session>, scoring?: 'race' | 'sprint' | 'none') {
    const podium = [{ ...place, numberOfLaps: given.numberOfLaps ?? 20 }];
    return {
      session: session({ id, podium, ...given }),
      driverNames: [],
      ...(scoring === undefined ? {} : { scoring }),
    };
  }
  const place = {
    carIndex: 0,
    name: 'Ada',
    team: null,
    totalRaceTime: null,
    totalPenaltiesSeconds: null,
    bestLapTimeMs: null,
    numberOfLaps: null,
  };
  const driver = { ...place, finishingPosition: 1, startingPosition: 1, resultStatus: ResultStatus.Finished };

  function columnsOf(sessions: SeasonEvent['sessions'], withResults = sessions) {
    const event = { id: 'e', track: Track.Monza, name: null, startsAt: null, sessions };
    const scored = withResults.map(({ session: { id, sessionType, numberOfLaps }, scoring }) => ({
      sessionId: id,
      sessionType,
      numberOfLaps,
      scoring: scoring ?? null,
      drivers: [{ ...driver, numberOfLaps: numberOfLaps ?? 20 }],
    }));
    const season: Pick<Season, 'events' | 'standings'> = {
      events: [event],
      standings: standingsOf([{ id: 'e', track: Track.Monza, sessions: scored }]),
    };
    return resultsColumns(season).map((column) => [column.session.id, column.scoring]);
  }

  test.each([
    [
      'the shorter of two races is the sprint',
      [attached('s', { numberOfLaps: 10 }), attached('r', { numberOfLaps: 30 })],
      [
        ['s', 'sprint'],
        ['r', 'race'],
      ],
    ],
    [
      'a race without a planned distance counts by the laps of its podium',
      [attached('s', { numberOfLaps: null }), attached('r', { numberOfLaps: 30 })],
      [
        ['s', 'sprint'],
        ['r', 'race'],
      ],
    ],
    [
      'a race that scores for nobody leaves one race, which is no sprint',
      [attached('n', { numberOfLaps: 30 }, 'none'), attached('r', { numberOfLaps: 10 })],
      [['r', 'race']],
    ],
    [
      'a qualifying session that the owner lets score has a column',
      [attached('q', { sessionType: SessionType.Q1, numberOfLaps: null }, 'sprint')],
      [['q', 'sprint']],
    ],
  ] as const)('%s', (_, sessions, expected) => {
    expect(columnsOf([...sessions])).toEqual(expected);
  });

  test('a race without results has no column, and still makes the shorter one the sprint', () => {
    const [short, long] = [attached('s', { numberOfLaps: 10 }), attached('r', { numberOfLaps: 30 })];
    expect(columnsOf([short, long], [short])).toEqual([['s', 'sprint']]);
  });
});
