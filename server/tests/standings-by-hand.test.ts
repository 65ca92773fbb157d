import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/calls/by-name';
import type { BodyOf } from '#contract/calls/call';
import type { Season, Standings } from '#contract/entities/season';
import type { Driver } from '#contract/entities/session';
import { isRace, ResultStatus, SessionType, Track } from '#contract/enumerations';
import { toDocument } from '#contract/live/to-document';
import { compareStandings, standingsBefore, standingsNow } from '#contract/race/as-it-stands';
import { championshipRows } from '#contract/race/championship';
import { classificationOf } from '#contract/race/classification';
import { timingOf } from '#contract/race/live-timing';
import { resultDocument } from '#contract/race/result-document';
import { shownEventOf, shownPodium } from '#contract/race/ruled-event';
import { resultOf } from '#contract/race/ruled-session';
import { uploadOf } from '../../tests/fixtures/session.ts';
import { standingsPicture } from '../domain/drawing/season-picture.ts';
import { sessionPicture } from '../domain/drawing/session-picture.ts';
import { migrationsFolder } from '../storage/migrations.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const as = 'Ann';
/** Drivers in the order of their result; each finishes a second behind the one before, with a slower best lap. */
type Order = readonly string[];
type Row = readonly [name: string, points: number];
type Changes = BodyOf<Calls['previewStandings']>;

interface ByHand {
  readonly title: string;
  /** The sessions of each round; the first of two is the sprint. */
  readonly rounds: readonly (readonly Order[])[];
  readonly teams?: Readonly<Record<string, string>>;
  /** How the races ended for those who did not finish. */
  readonly statuses?: Readonly<Record<string, ResultStatus>>;
  /** Differences from the usual cars, by index. */
  readonly cars?: Readonly<Record<number, Partial<Driver>>>;
  /** The laps of the race that each has driven. */
  readonly laps?: Readonly<Record<string, number>>;
  /** The order of qualifying of the first round; the first of a race starts first. */
  readonly qualifying?: Order;
  readonly change: (season: Season) => Changes;
  readonly drivers: readonly Row[];
  readonly teamRows?: readonly Row[];
}

const sessionOf = ({ events }: Season, round: number) => events[round]?.sessions[0]?.session.id ?? '';
const rosterOf = (...drivers: readonly object[]) =>
  drivers.map((driver, index) => ({
    id: `01900000-0000-7000-8000-00000000000${index}`,
    name: '',
    number: null,
    team: null,
    isReserve: false,
    changes: [],
    ...driver,
  }));

/** 25, 18 and 15 points for a race, 8 and 7 for a sprint, one for the fastest lap of a race: that of its winner. */
const cases: readonly ByHand[] = [
  {
    title: 'a tie is decided by who won first',
    rounds: [[['A', 'B', 'C']], [['B', 'A', 'C']]],
    change: () => ({ scoring: { droppedResults: 0 } }),
    drivers: [
      ['A', 44],
      ['B', 44],
      ['C', 30],
    ],
  },
  {
    // A: 26 + 26, the 18 are dropped, 3 are taken. B: 26 + 18, and 18 are dropped.
    title: 'a dropped result keeps what a points ruling took',
    rounds: [[['A', 'B']], [['A', 'B']], [['B', 'A']]],
    change: (season) => ({
      scoring: { droppedResults: 1 },
      rulings: [{ sessionId: sessionOf(season, 2), kind: 'points', carIndex: 1, points: -3, reason: 'Late entry' }],
    }),
    drivers: [
      ['A', 49],
      ['B', 44],
    ],
  },
  {
    title: 'a sprint and a race of one round',
    rounds: [
      [
        ['A', 'B'],
        ['B', 'A'],
      ],
    ],
    change: () => ({ scoring: { fastestLapBonus: 1 } }),
    drivers: [
      ['B', 33],
      ['A', 26],
    ],
  },
  {
    title: 'the point for the fastest lap of a disqualified driver goes to the next one',
    rounds: [[['A', 'B', 'C']]],
    change: (season) => ({
      rulings: [{ sessionId: sessionOf(season, 0), kind: 'disqualify', carIndex: 0, reason: 'Underweight' }],
    }),
    drivers: [
      ['B', 26],
      ['C', 18],
      ['A', 0],
    ],
  },
  {
    title: 'half points leave the point of the fastest lap whole',
    rounds: [[['A', 'B', 'C']]],
    change: ({ events }) => ({ events: events.map(({ id }) => ({ id, pointsFactor: 0.5 })) }),
    drivers: [
      ['A', 13.5],
      ['B', 9],
      ['C', 7.5],
    ],
  },
  {
    title: 'half points, of the fastest lap too where the factor counts for all points',
    rounds: [[['A', 'B', 'C']]],
    change: ({ events }) => ({
      events: events.map(({ id }) => ({ id, pointsFactor: 0.5 })),
      scoring: { factorOf: 'all' },
    }),
    drivers: [
      ['A', 13],
      ['B', 9],
      ['C', 7.5],
    ],
  },
  {
    title: 'one driver under two names',
    rounds: [[['A', 'B']], [['B', 'a_77']], [['a_77', 'B']]],
    change: () => ({ aliases: [{ name: 'A', recordedNames: ['A', 'a_77'] }] }),
    drivers: [
      ['A', 70],
      ['B', 62],
    ],
  },
  {
    title: 'a change of team: points stay with the team that they were driven for',
    rounds: [[['A', 'B']], [['A', 'B']]],
    change: ({ events }) => ({
      roster: rosterOf(
        {
          name: 'A',
          team: 'Aurora',
          changes: [{ eventId: events[1]?.id ?? '', team: 'Lanza', isReserve: false }],
        },
        { name: 'B', team: 'Lanza' },
      ),
    }),
    drivers: [
      ['A', 52],
      ['B', 36],
    ],
    teamRows: [
      ['Lanza', 62],
      ['Aurora', 26],
    ],
  },
  {
    title: 'a reserve scores for the team of the car',
    rounds: [[['A', 'B']], [['R', 'B']]],
    teams: { A: 'Aurora', R: 'Aurora' },
    change: () => ({
      roster: rosterOf({ name: 'A', team: 'Aurora' }, { name: 'B', team: 'Lanza' }, { name: 'R', isReserve: true }),
    }),
    drivers: [
      ['B', 36],
      ['A', 26],
      ['R', 26],
    ],
    teamRows: [
      ['Aurora', 52],
      ['Lanza', 36],
    ],
  },
  {
    title: 'two spellings of one team are one constructor',
    rounds: [[['A', 'B', 'C']], [['A', 'B', 'C']]],
    teams: { A: 'Alpha Tauri', B: 'VCARB', C: 'AlphaTauri', D: 'RB' },
    change: () => ({}),
    drivers: [
      ['A', 52],
      ['B', 36],
      ['C', 30],
    ],
    teamRows: [
      ['Alpha Tauri', 82],
      ['VCARB', 36],
    ],
  },
  {
    title: 'one driver whose name is written in three ways',
    rounds: [[['Pérez', 'B']], [['B', 'PEREZ']], [['pérez', 'B']]],
    change: () => ({ roster: rosterOf({ name: 'Pérez' }) }),
    drivers: [
      ['Pérez', 70],
      ['B', 62],
    ],
  },
  {
    title: 'a driver who left and came back in another car has one result',
    rounds: [[['A', 'Cam', 'B', 'cam']]],
    cars: { 3: { carNumber: 4, resultStatus: ResultStatus.Retired }, 1: { carNumber: 4 } },
    change: () => ({}),
    drivers: [
      ['A', 26],
      ['Cam', 18],
      ['B', 15],
    ],
    teamRows: [['Lanza', 59]],
  },
  {
    title: 'five seconds put the winner behind two, and leave the fastest lap',
    rounds: [[['A', 'B', 'C']]],
    change: (season) => ({
      rulings: [{ sessionId: sessionOf(season, 0), kind: 'time', carIndex: 0, milliseconds: 5_000, reason: 'Contact' }],
    }),
    drivers: [
      ['B', 25],
      ['C', 18],
      ['A', 16],
    ],
  },
  {
    // A: 8 + 26, 18 and 26. B: 7 + 18, 26 and 18. The worst round of each goes.
    title: 'the worst round is dropped with its sprint',
    rounds: [
      [
        ['A', 'B'],
        ['A', 'B'],
      ],
      [['B', 'A']],
      [['A', 'B']],
    ],
    change: () => ({ scoring: { droppedResults: 1, dropBy: 'round' } }),
    drivers: [
      ['A', 60],
      ['B', 51],
    ],
  },
  {
    title: 'the first of a recorded result is disqualified: all others move up, and the fastest lap too',
    rounds: [[['A', 'B', 'C']]],
    statuses: { A: ResultStatus.Disqualified },
    change: () => ({ scoring: { fastestLapBonus: 1 } }),
    drivers: [
      ['B', 26],
      ['C', 18],
      ['A', 0],
    ],
  },
  {
    title: 'the third of a recorded result did not finish: the fourth has the points of the third place',
    rounds: [[['A', 'B', 'C', 'D']]],
    statuses: { C: ResultStatus.DidNotFinish },
    laps: { C: 5 },
    change: () => ({ scoring: { fastestLapBonus: 1 } }),
    drivers: [
      ['A', 26],
      ['B', 18],
      ['D', 15],
      ['C', 0],
    ],
  },
  {
    // 9 of 10 laps are 90 %. The first car with fewer laps is behind it.
    title: 'a car that retires after 95 % of the distance is classified, one after 80 % is not',
    rounds: [[['A', 'B', 'C', 'D']]],
    statuses: { B: ResultStatus.DidNotFinish, D: ResultStatus.Retired },
    laps: { A: 20, B: 19, C: 18, D: 16 },
    change: () => ({ scoring: { classifiedFrom: 0.9 } }),
    drivers: [
      ['A', 26],
      ['B', 18],
      ['C', 15],
      ['D', 0],
    ],
  },
  {
    title: 'a car that retires after 95 % of the distance has no points where only finishers are classified',
    rounds: [[['A', 'B', 'C']]],
    statuses: { B: ResultStatus.DidNotFinish },
    laps: { A: 20, B: 19, C: 18 },
    change: () => ({ scoring: { classifiedFrom: null } }),
    drivers: [
      ['A', 26],
      ['C', 18],
      ['B', 0],
    ],
  },
  {
    // C was fastest in qualifying; A started first.
    title: 'the point for pole goes to the fastest of qualifying',
    rounds: [[['A', 'B', 'C']]],
    qualifying: ['C', 'A', 'B'],
    change: () => ({ scoring: { poleBonus: 2 } }),
    drivers: [
      ['A', 26],
      ['B', 18],
      ['C', 17],
    ],
  },
  {
    title: 'the point for pole goes to who starts first where the season says so',
    rounds: [[['A', 'B', 'C']]],
    qualifying: ['C', 'A', 'B'],
    change: () => ({ scoring: { poleBonus: 2, poleBy: 'grid' } }),
    drivers: [
      ['A', 28],
      ['B', 18],
      ['C', 15],
    ],
  },
  {
    title: 'the point for pole goes to who starts first in an event without qualifying',
    rounds: [[['A', 'B']]],
    change: () => ({ scoring: { poleBonus: 2 } }),
    drivers: [
      ['A', 28],
      ['B', 18],
    ],
  },
  {
    // 8 + 1 and 25 + 1.
    title: 'a sprint has the points of bonuses where the season says so',
    rounds: [
      [
        ['A', 'B'],
        ['B', 'A'],
      ],
    ],
    change: () => ({ scoring: { sprintBonuses: true } }),
    drivers: [
      ['B', 33],
      ['A', 27],
    ],
  },
];

let uid = 0;

/** A season with the sessions of its rounds, before anything is changed. */
async function run({ rounds, teams = {}, statuses = {}, laps = {}, cars = {}, qualifying }: ByHand): Promise<Season> {
  const { id: seasonId } = await server.get('createSeason', { as, body: { name: 'By hand' } });
  const events = rounds.map((_, round) => ({ track: Track.Monza, startsAt: `2026-05-0${round + 1}T18:00:00.000Z` }));
  const planned = await server.get('addEvents', { as, params: { seasonId }, body: { events } });
  for (const [round, sessions] of rounds.entries()) {
    for (const [index, order] of sessions.entries()) {
      uid += 1;
      const numberOfLaps = index + 1 === sessions.length ? 10 : 5;
      const body = uploadOf(order, { internalSessionId: String(uid), numberOfLaps });
      const drivers = body.drivers.map((driver) => ({
        ...driver,
        team: teams[driver.name] ?? 'Lanza',
        resultStatus: statuses[driver.name] ?? driver.resultStatus,
        numberOfLaps: laps[driver.name] ?? driver.numberOfLaps,
        startingPosition: driver.carIndex + 1,
        ...cars[driver.carIndex],
      }));
      const { id: sessionId } = await server.get('createSession', { as, body: { ...body, drivers } });
      const eventId = planned.events[round]?.id ?? '';
      await server.get('addEventSession', { as, params: { seasonId, eventId, sessionId } });
    }
  }
  if (qualifying !== undefined) {
    uid += 1;
    const body = uploadOf(qualifying, { internalSessionId: String(uid), sessionType: SessionType.ShortQualifying });
    const { id: sessionId } = await server.get('createSession', { as, body });
    const eventId = planned.events[0]?.id ?? '';
    await server.get('addEventSession', { as, params: { seasonId, eventId, sessionId } });
  }
  return server.get('getSeason', { as, params: { id: seasonId } });
}

async function store({ id }: Season, { scoring, aliases, roster, rulings = [], events = [] }: Changes): Promise<void> {
  const params = { id };
  if (scoring !== undefined) await server.get('updateScoring', { as, params, body: scoring });
  if (aliases !== undefined) await server.get('setAliases', { as, params, body: { aliases } });
  if (roster !== undefined) await server.get('setRoster', { as, params, body: { roster } });
  for (const body of rulings) await server.get('addRuling', { as, params, body });
  for (const { id: eventId, pointsFactor = 1 } of events)
    await server.get('updateEvent', { as, params: { seasonId: id, eventId }, body: { pointsFactor } });
}

const rowsOf = ({ drivers, teams = [] }: Standings) => ({
  drivers: drivers.map(({ name, points }) => [name, points]),
  teams: teams.map(({ name, points }) => [name, points]),
});

async function csvRows(id: string, table: 'drivers' | 'teams'): Promise<(readonly [string, number])[]> {
  const { body } = await server.call('getSeasonCsv', { params: { id }, query: { table } });
  const at = table === 'drivers' ? 3 : 2;
  return body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
    .map((cells) => [cells[1] ?? '', Number(cells[at])]);
}

/** The rows of the picture to share. */
function pictureRows(season: Season, of: 'drivers' | 'teams') {
  return standingsPicture(season, of).rows.map(({ name, value }) => [name, Number(value)]);
}

/** The rows that overlays show of a season, and as it stands while its last race is live. */
async function overlayRows(season: Season) {
  const rowsFrom = (rows: readonly { readonly name: string; readonly points: number }[]) =>
    rows.map(({ name, points }) => [name, points]);
  const event = season.events.at(-1);
  const races = (event?.sessions ?? []).filter(({ session }) => isRace(session.sessionType));
  const longest = races.toSorted((one, other) => (other.session.numberOfLaps ?? 0) - (one.session.numberOfLaps ?? 0));
  const liveId = longest[0]?.session.id ?? '';
  const document = toDocument(await server.get('getSession', { params: { id: liveId } }));
  const race = { liveId, eventId: event?.id ?? '', document };
  const before = standingsBefore(season, race);
  return {
    drivers: rowsFrom(championshipRows(season, 'drivers')),
    teams: rowsFrom(championshipRows(season, 'teams')),
    live: rowsFrom(compareStandings(standingsNow(season, race), before, liveId)),
  };
}

test.each(cases.map((byHand) => [byHand.title, byHand] as const))('counted by hand, %s', async (_, byHand) => {
  const season = await run(byHand);
  const params = { id: season.id };
  const changes = byHand.change(season);
  const preview = rowsOf(await server.get('previewStandings', { as, params, body: changes }));
  await store(season, changes);
  const stored = rowsOf((await server.get('getSeason', { as, params })).standings);
  const shown = await server.get('getSeason', { params });
  await server.get('createRevision', { as, params, body: { note: null } });
  const [official] = await server.get('listRevisions', { params });

  expect(preview.drivers).toEqual(byHand.drivers);
  if (byHand.teamRows !== undefined) expect(preview.teams).toEqual(byHand.teamRows);
  expect(stored).toEqual(preview);
  expect(rowsOf(shown.standings)).toEqual(preview);
  expect({ drivers: pictureRows(shown, 'drivers'), teams: pictureRows(shown, 'teams') }).toEqual(preview);
  expect(await overlayRows(shown)).toEqual({ ...preview, live: preview.drivers });
  expect(official === undefined ? null : rowsOf(official.standings)).toEqual(preview);
  expect({ drivers: await csvRows(season.id, 'drivers'), teams: await csvRows(season.id, 'teams') }).toEqual(preview);
});

test('who does not count is last in every form of a result: stored, public, file, picture and podium', async () => {
  uid += 1;
  const [dsq, dnf] = [ResultStatus.Disqualified, ResultStatus.DidNotFinish];
  const statuses: Readonly<Record<string, ResultStatus>> = { A: dsq, C: dnf };
  const { drivers, ...body } = uploadOf(['A', 'B', 'C', 'D'], { internalSessionId: String(uid) });
  const { id } = await server.get('createSession', {
    as,
    body: {
      ...body,
      drivers: drivers.map((one) => ({ ...one, resultStatus: statuses[one.name] ?? one.resultStatus })),
    },
  });
  const params = { id };
  const session = await server.get('getSession', { params });
  const file = await server.call('getSessionCsv', { params });
  const listed = (await server.get('listSessions')).find((each) => each.id === id);
  const nameOf = (car: number) => session.drivers.find(({ carIndex }) => carIndex === car)?.name;

  expect(session.drivers.map(({ name, finishingPosition }) => [name, finishingPosition])).toEqual([
    ['A', 1],
    ['B', 2],
    ['C', 3],
    ['D', 4],
  ]);
  expect(session.classification?.map((one) => [nameOf(one.carIndex), one.position, one.timeWithPenalties])).toEqual([
    ['B', 1, 3_601_000],
    ['D', 2, 3_603_000],
    ['C', 3, undefined],
    ['A', 4, undefined],
  ]);
  const rows = file.body.trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',')).map((cells) => [cells[0], cells[2], cells[7], cells[12]])).toEqual([
    ['1', 'B', '', 'Finished'],
    ['2', 'D', '2', 'Finished'],
    ['3', 'C', '', 'Did Not Finish'],
    ['4', 'A', '', 'Disqualified'],
  ]);
  expect(sessionPicture(session, []).rows.map(({ position, name, value }) => [position, name, value])).toEqual([
    ['1', 'B', '1:00:01.000'],
    ['2', 'D', '+2.000'],
    ['3', 'C', 'DNF'],
    ['4', 'A', 'DSQ'],
  ]);
  for (const { podium } of [session, listed ?? session]) expect(podium.map(({ name }) => name)).toEqual(['B', 'D']);
});

/** The names of a result with their places, in every form of a session: as its page, file, picture, overlay and lists have it. */
async function formsOf(id: string) {
  const params = { id };
  const session = await server.get('getSession', { params });
  const event = shownEventOf(session, null);
  const nameOf = (car: number) => session.drivers.find(({ carIndex }) => carIndex === car)?.name;
  const file = await server.call('getSessionCsv', { params });
  const overlay = timingOf(resultDocument(session)).lines;
  const listed = (await server.get('listSessions')).find((each) => each.id === id) ?? session;
  const podiums = [session, listed].map((each) => shownPodium(each).map(({ name }) => name));
  const rows = classificationOf(resultOf(session, event));
  return {
    page: rows.map(({ driver, position }) => [driver.name, position]),
    ends: rows.map(({ status, isOut }) => [status, isOut]),
    answer: (event?.classification ?? session.classification ?? []).map((one) => [nameOf(one.carIndex), one.position]),
    file: file.body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
      .map((cells) => [cells[2], Number(cells[0])]),
    picture: sessionPicture(session, [], event).rows.map(({ name, position }) => [name, Number(position)]),
    overlay: overlay.map(({ driver, place }) => [driver.name, place]),
    podiums,
  };
}

test('a retirement that its season classifies has its place in every form of a result, as in the standings', async () => {
  const byHand = cases.find(({ title }) =>
    title.startsWith('a car that retires after 95 % of the distance is classified'),
  );
  if (byHand === undefined) throw new Error('the case does not exist');
  const season = await run(byHand);
  const id = sessionOf(season, 0);
  const forms = await formsOf(id);
  const places = [
    ['A', 1],
    ['B', 2],
    ['C', 3],
    ['D', 4],
  ];
  const { ends, podiums, ...lists } = forms;
  for (const [form, rows] of Object.entries(lists)) expect([form, rows]).toEqual([form, places]);
  expect(ends).toEqual([
    [null, false],
    ['DNF', false],
    [null, false],
    ['RET', true],
  ]);
  expect(podiums).toEqual([
    ['A', 'B', 'C'],
    ['A', 'B', 'C'],
  ]);
  const scored = season.standings.drivers.flatMap(({ name, results }) =>
    results.map(({ position, isClassified }) => [name, position, isClassified]),
  );
  expect(scored).toEqual([
    ['A', 1, undefined],
    ['B', 2, true],
    ['C', 3, undefined],
    ['D', 4, undefined],
  ]);
  expect((await server.get('getSession', { params: { id } })).events).toEqual([
    expect.objectContaining({ classifiedFrom: 0.9 }),
  ]);

  await server.get('updateScoring', { as, params: { id: season.id }, body: { classifiedFrom: null } });
  const without = await formsOf(id);
  const order = ['A', 'C', 'B', 'D'].map((name, index) => [name, index + 1]);
  for (const form of ['page', 'answer', 'file', 'picture', 'overlay'] as const)
    expect([form, without[form]]).toEqual([form, order]);
  expect(without.podiums).toEqual([
    ['A', 'C'],
    ['A', 'C'],
  ]);
});

test('the podium that an older server has stored with a disqualified winner is that of those who count', async () => {
  uid += 1;
  const { drivers, ...body } = uploadOf(['A', 'B', 'C', 'D'], { internalSessionId: String(uid) });
  const { id } = await server.get('createSession', {
    as,
    body: { ...body, drivers: drivers.map((one) => (one.name === 'A' ? { ...one, resultStatus: 5 as const } : one)) },
  });
  const { podium } = await server.get('getSession', { params: { id } });
  const old = [{ ...podium[0], carIndex: 0, name: 'A', timeWithPenalties: undefined }, ...podium.slice(0, 2)];
  await server.storage.database.execute(
    sql`update sessions set podium = ${JSON.stringify(old)}::jsonb where id = ${id}`,
  );
  const name = readdirSync(migrationsFolder).find((each) => each.endsWith('_podiums-of-finishers.sql')) ?? '';
  const migration = readFileSync(join(migrationsFolder, name), 'utf8');
  await server.storage.database.execute(sql.raw(migration));
  const { rows } = Object(await server.storage.database.execute(sql`select podium from sessions where id = ${id}`));
  expect(rows[0].podium).toEqual(podium.map(({ timeWithPenalties: _, ...place }) => place));
});
