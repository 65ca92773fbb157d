import { eventDuration } from '#contract/constants';
import { labelOf } from '#contract/entities/label';
import type { LineUp } from '#contract/entities/line-up';
import type { Result, Season, SeasonEvent } from '#contract/entities/season';
import { trackName } from '#contract/entities/track-name';
import { typeName } from '#contract/entities/type-name';
import { ResultStatus, Track } from '#contract/enumerations';
import { eventPath } from '#contract/pages/event-path';
import { championshipRows } from '#contract/race/championship';
import { type CalendarEntry, toCalendar } from '../http/calendar.ts';
import { type Cell, type Separator, toCsv } from '../http/csv.ts';

/** The table of a season that a file shows. */
export type SeasonTable = 'drivers' | 'teams' | 'results';

const figures = {
  Points: 'points',
  Behind: 'behind',
  Wins: 'wins',
  Podiums: 'podiums',
  'Sprint wins': 'sprintWins',
} as const;
/** The columns of standings, with the fields that they show. */
const columnsOf = {
  drivers: { Position: 'position', Driver: 'name', Team: 'team', ...figures },
  teams: { Position: 'position', Team: 'name', ...figures },
} as const;

/** The standings or the results of a season as CSV. */
export function seasonCsv(season: Season, table: SeasonTable, separator: Separator): Buffer {
  if (table === 'results')
    return toCsv(
      [resultsHead, ...season.events.flatMap((event, index) => resultRows(season, event, index + 1))],
      separator,
    );
  const fields = Object.values(columnsOf[table]);
  const rows = championshipRows(season, table).map((row) => fields.map((field) => row[field]));
  return toCsv([Object.keys(columnsOf[table]), ...rows], separator);
}

const resultsHead = [
  'Round',
  'Event',
  'Track',
  'Session',
  'Position',
  'Driver',
  'Status',
  'Points',
  'Table points',
  'Bonus points',
  'Fastest lap',
  'Dropped',
  'Rulings',
];

function resultRows({ standings }: Season, event: SeasonEvent, round: number): Cell[][] {
  return event.sessions.flatMap(({ session }) =>
    standings.drivers
      .flatMap(({ name, results }) =>
        results.filter(({ sessionId }) => sessionId === session.id).map((result) => ({ name, result })),
      )
      .sort((one, other) => (one.result.position ?? 99) - (other.result.position ?? 99))
      .map(({ name, result }) => [
        round,
        event.name,
        trackName(event.track),
        typeName(session.sessionType),
        ...resultCells(name, result),
      ]),
  );
}

function resultCells(name: string, result: Result): Cell[] {
  const {
    position,
    resultStatus,
    points,
    base = null,
    bonuses = [],
    fastestLap,
    dropped = false,
    rulings = [],
  } = result;
  return [
    position,
    name,
    labelOf(ResultStatus, resultStatus),
    points,
    base,
    bonuses.reduce((sum, bonus) => sum + bonus.points, 0),
    fastestLap,
    dropped,
    rulings.length,
  ];
}

interface CalendarSource {
  /** The version of the season. */
  readonly version: number;
  /** The line-ups of its events, with their versions. */
  readonly lineUps: readonly (LineUp & { readonly version: number })[];
  readonly publicUrl: string;
}

/** The events of a season that have a time, as a calendar. */
export function seasonCalendar(season: Season, { version, lineUps, publicUrl }: CalendarSource): Buffer {
  const entries = season.events.flatMap((event, index): CalendarEntry[] => {
    if (event.startsAt === null) return [];
    const track = event.track === Track.Unknown ? '' : trackName(event.track);
    const round = `Round ${index + 1}`;
    const lineUp = lineUps.find(({ eventId }) => eventId === event.id);
    return [
      {
        uid: `${event.id}@pitboard`,
        startsAt: event.startsAt,
        duration: eventDuration,
        title: `${event.name ?? (track || round)} · ${season.name}`,
        description: [
          `${round} of ${season.events.length}, ${season.name}`,
          ...(lineUp === undefined ? [] : lineUpLines(lineUp)),
        ].join('\n'),
        // Grows with every change of either.
        sequence: version + (lineUp?.version ?? 0),
        location: track,
        url: `${publicUrl}${lineUp === undefined ? `/seasons/${season.id}` : eventPath(season.id, event.id)}`,
      },
    ];
  });
  return toCalendar({ name: season.name, changedAt: season.updatedAt, entries });
}

/** A line-up as lines of a text. */
function lineUpLines({ seats, reserves, open }: LineUp): string[] {
  const listed = (label: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${label}: ${names.join(', ')}`];
  return [
    ...listed(
      'Line-up',
      seats.map(({ name, team }) => (team === null ? name : `${name} (${team})`)),
    ),
    ...listed(
      'Open seats',
      open.map(({ name }) => name),
    ),
    ...listed(
      'Reserves',
      reserves.map(({ name }) => name),
    ),
  ];
}
