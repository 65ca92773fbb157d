import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodyOf } from '#contract/api/requests';
import type { Season, Standings } from '#contract/entities/season';
import { Track } from '#contract/enumerations';
import { uploadOf } from '../../tests/fixtures/session.ts';
import { standingsPicture } from '../domain/drawing/season-picture.ts';
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
type Changes = BodyOf<'previewStandings'>;

interface ByHand {
  readonly title: string;
  /** The sessions of each round; the first of two is the sprint. */
  readonly rounds: readonly (readonly Order[])[];
  readonly teams?: Readonly<Record<string, string>>;
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
    title: 'half points, of the fastest lap too',
    rounds: [[['A', 'B', 'C']]],
    change: ({ events }) => ({ events: events.map(({ id }) => ({ id, pointsFactor: 0.5 })) }),
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
];

let uid = 0;

/** A season with the sessions of its rounds, before anything is changed. */
async function run({ rounds, teams = {} }: ByHand): Promise<Season> {
  const { id: seasonId } = await server.get('createSeason', { as, body: { name: 'By hand' } });
  const events = rounds.map((_, round) => ({ track: Track.Monza, startsAt: `2026-05-0${round + 1}T18:00:00.000Z` }));
  const planned = await server.get('addEvents', { as, params: { seasonId }, body: { events } });
  for (const [round, sessions] of rounds.entries()) {
    for (const [index, order] of sessions.entries()) {
      uid += 1;
      const numberOfLaps = index + 1 === sessions.length ? 10 : 5;
      const body = uploadOf(order, { internalSessionId: String(uid), numberOfLaps });
      const drivers = body.drivers.map((driver) => ({ ...driver, team: teams[driver.name] ?? 'Lanza' }));
      const { id: sessionId } = await server.get('createSession', { as, body: { ...body, drivers } });
      const eventId = planned.events[round]?.id ?? '';
      await server.get('addEventSession', { as, params: { seasonId, eventId, sessionId } });
    }
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
  expect(official === undefined ? null : rowsOf(official.standings)).toEqual(preview);
  expect({ drivers: await csvRows(season.id, 'drivers'), teams: await csvRows(season.id, 'teams') }).toEqual(preview);
});
