import { expect, test } from 'vitest';
import { event, finisher, race, ruling } from '../../tests/fixtures/scored.ts';
import { ResultStatus, SessionType, Track } from '../enumerations.ts';
import { foldName } from '../text/fold-text.ts';
import { driverRecordOf, driversOf, identifyAccounts, identifyDrivers, trackRecordsOf } from './records.ts';
import type { ScoredEvent } from './results.ts';
import { defaultRules, standingsOf } from './scoring.ts';
import { drivesOfSeason } from './season-drives.ts';

const startOf = (id: string) => `2026-05-0${id.at(-1)}T18:00:00.000Z`;

/** The drives of a season; sessions are at the tracks of their events, and `s1` is on the first of May. */
function season(id: string, events: readonly ScoredEvent[], more: { accounts?: [string, string][] } = {}) {
  const sessions = new Map(
    events.flatMap(({ track, sessions: own }) =>
      own.map(({ sessionId }) => [sessionId, { track, startedAt: startOf(sessionId) }] as const),
    ),
  );
  const rulings = [ruling({ kind: 'disqualify', sessionId: 's3', carIndex: 0 })];
  const standings = standingsOf(events, defaultRules, [], rulings);
  const drives = drivesOfSeason({ id, events, sessions, standings, aliases: [], roster: [] });
  return { drives, accounts: new Map((more.accounts ?? []).map(([name, userId]) => [foldName(name), userId])) };
}

const max = (place: number, more = {}) => finisher(0, place, { name: 'Max', ...more });
const lia = (place: number, more = {}) => finisher(1, place, { name: 'Lia', ...more });
const ben = (place: number, more = {}) => finisher(2, place, { name: 'Ben', ...more });

const monza = event(
  [
    race([max(1, { bestLapTimeMs: 79_000 }), lia(2, { bestLapTimeMs: 79_500 })], {
      sessionId: 's1',
      sessionType: SessionType.Q3,
    }),
    race(
      [
        max(2, { startingPosition: 1, bestLapTimeMs: 81_000 }),
        lia(1, { startingPosition: 2, bestLapTimeMs: 82_000 }),
        ben(3, { startingPosition: 3, resultStatus: ResultStatus.DidNotFinish, finishingPosition: null }),
      ],
      { sessionId: 's2' },
    ),
  ],
  { id: 'e1' },
);
const spa = event(
  [
    race(
      [max(1, { startingPosition: 2, bestLapTimeMs: 90_000 }), lia(2, { startingPosition: 1, bestLapTimeMs: 91_000 })],
      {
        sessionId: 's3',
      },
    ),
    race([max(2), lia(1), ben(3, { resultStatus: ResultStatus.Inactive, finishingPosition: null })], {
      sessionId: 's4',
      numberOfLaps: 15,
    }),
  ],
  { id: 'e2', track: Track.Spa },
);

test('counts races after rulings, sprints apart, and who was not there not at all', () => {
  const drives = identifyDrivers([season('one', [monza, spa])]);
  const of = { userId: null, seasons: 1, sprintWins: 0 };
  expect(driversOf(drives)).toEqual([
    // 25 at Monza, 25 at Spa because Max was disqualified, 1 for the fastest lap there, and 8 for the sprint.
    {
      ...of,
      id: 'Lia',
      name: 'Lia',
      team: 'Lanza',
      starts: 2,
      wins: 2,
      podiums: 2,
      poles: 1,
      bestFinish: 1,
      fastestLaps: 1,
      sprintWins: 1,
      points: 59,
    },
    {
      ...of,
      id: 'Max',
      name: 'Max',
      team: 'Aurora',
      starts: 2,
      wins: 0,
      podiums: 1,
      poles: 1,
      bestFinish: 2,
      fastestLaps: 1,
      points: 26,
    },
    {
      ...of,
      id: 'Ben',
      name: 'Ben',
      team: 'Meridian',
      starts: 1,
      wins: 0,
      podiums: 0,
      poles: 0,
      bestFinish: null,
      fastestLaps: 0,
      points: 0,
    },
  ]);
});

test('a record is the fastest lap of all sessions, beside that of races, without disqualified drivers', () => {
  const [max1, lia1] = ['Max', 'Lia'].map((name) => ({ id: name, name, userId: null }));
  expect(trackRecordsOf(identifyDrivers([season('one', [monza, spa])]))).toEqual([
    {
      track: Track.Spa,
      races: 1,
      lap: { time: 91_000, sessionId: 's3', sessionType: SessionType.Race, drivenAt: startOf('s3'), driver: lia1 },
      raceLap: { time: 91_000, sessionId: 's3', sessionType: SessionType.Race, drivenAt: startOf('s3'), driver: lia1 },
      winners: [{ ...lia1, wins: 1 }],
    },
    {
      track: Track.Monza,
      races: 1,
      lap: { time: 79_000, sessionId: 's1', sessionType: SessionType.Q3, drivenAt: startOf('s1'), driver: max1 },
      raceLap: { time: 81_000, sessionId: 's2', sessionType: SessionType.Race, drivenAt: startOf('s2'), driver: max1 },
      winners: [{ ...lia1, wins: 1 }],
    },
  ]);
});

test('of two drivers each common race counts for who was ahead, in the result and on the grid', () => {
  const drives = identifyDrivers([season('one', [monza, spa])]);
  const record = driverRecordOf(drives, { id: 'Lia', name: 'Lia', userId: null });
  expect(record.rivals).toEqual([
    { id: 'Max', name: 'Max', userId: null, races: 2, ahead: 2, behind: 0, startedAhead: 1, startedBehind: 1 },
    { id: 'Ben', name: 'Ben', userId: null, races: 1, ahead: 1, behind: 0, startedAhead: 1, startedBehind: 0 },
  ]);
  expect(record.tracks.map(({ track, starts, wins, poles, lap }) => [track, starts, wins, poles, lap?.time])).toEqual([
    [Track.Spa, 1, 1, 1, 91_000],
    [Track.Monza, 1, 1, 0, 79_500],
  ]);
});

test('an account that a name has in one season it has in the others, unless it is not the only one', () => {
  const account = '01900000-0000-7000-8000-0000000000a1';
  const other = '01900000-0000-7000-8000-0000000000a2';
  const idsOf = (seasons: ReturnType<typeof season>[]) =>
    driversOf(identifyDrivers(seasons)).map(({ id, seasons: count }) => [id, count]);
  expect(idsOf([season('two', [spa]), season('one', [monza], { accounts: [['Max', account]] })])).toEqual([
    ['Lia', 2],
    [account, 2],
    ['Ben', 1],
  ]);
  const claimed = season('three', [monza], { accounts: [['Max', other]] });
  const ids = idsOf([claimed, season('two', [spa]), season('one', [monza], { accounts: [['Max', account]] })]);
  expect(ids.sort()).toEqual([
    [account, 1],
    [other, 1],
    ['Ben', 2],
    ['Lia', 3],
    ['Max', 1],
  ]);
});

test('over seasons of several owners only accounts are one driver', () => {
  const account = '01900000-0000-7000-8000-0000000000a1';
  const seasons = ['one', 'two'].map((id) => season(id, [monza], { accounts: [['Lia', account]] }));
  const drives = identifyAccounts([...seasons, season('three', [spa])]);
  expect(new Set(drives.map(({ person }) => person.id))).toEqual(new Set([account]));
  expect(driverRecordOf(drives, { id: account, name: 'Lia', userId: account })).toMatchObject({
    starts: 2,
    rivals: [],
  });
});
