import type { Season } from '#contract/entities/season';
import { ResultStatus } from '#contract/enumerations';
import type { SeasonSession } from '#contract/race/season-sessions';
import { assignTeamColours, teamColour, teamsOfSeason } from '#contract/race/team-colours';
import { formatCount } from './count.ts';
import { trackName, typeName } from './names.ts';
import { resultText } from './results.ts';
import { seasonStatus } from './season-status.ts';
import { formatPoints } from './time.ts';

/** A table as it is drawn in a picture. */
export interface TablePicture {
  readonly title: string;
  readonly subtitle: string;
  /** At the foot: official or provisional. */
  readonly status: string;
  readonly rows: readonly {
    readonly position: string;
    readonly name: string;
    readonly colour: string;
    readonly value: string;
    /** Beside the value, smaller. */
    readonly note: string;
  }[];
}

/** The championship of drivers or teams. */
export function standingsPicture(season: Season, of: 'drivers' | 'teams'): TablePicture {
  const { drivers, teams = [] } = season.standings;
  const rows = of === 'drivers' ? drivers : teams.map((team) => ({ ...team, team: team.name }));
  const colours = assignTeamColours(teamsOfSeason(season));
  const leading = rows[0]?.points ?? 0;
  return {
    title: season.name,
    subtitle: of === 'drivers' ? 'Driver standings' : 'Constructor standings',
    status: seasonStatus(season),
    rows: rows.map(({ name, points, team }, index) => ({
      position: String(index + 1),
      name,
      colour: colours.get(team ?? '') ?? teamColour(team),
      value: formatPoints(points),
      note: points === leading ? '' : `−${formatPoints(leading - points)}`,
    })),
  };
}

/** The results of one session, after its rulings. */
export function sessionPicture(season: Season, { event, round, session, scoring }: SeasonSession): TablePicture {
  const type = scoring === 'sprint' ? 'Sprint' : typeName(session.sessionType);
  const colours = assignTeamColours(teamsOfSeason(season));
  const last = Number.MAX_SAFE_INTEGER;
  const results = season.standings.drivers
    .flatMap(({ name, team, results: own }) =>
      own.filter(({ sessionId }) => sessionId === session.id).map((result) => ({ name, team, result })),
    )
    .sort((one, other) => (one.result.position ?? last) - (other.result.position ?? last));
  return {
    title: `${event.name ?? trackName(event.track)} ${type}`,
    subtitle: `Round ${round}, ${season.name}`,
    status: seasonStatus(season),
    rows: results.map(({ name, team, result }) => ({
      position: resultText(result),
      name,
      colour: colours.get(team ?? '') ?? teamColour(team),
      value: result.points === 0 && result.resultStatus !== ResultStatus.Finished ? '' : formatPoints(result.points),
      note: [
        result.fastestLap ? 'FL' : '',
        result.rulings === undefined ? '' : formatCount(result.rulings.length, 'ruling'),
      ]
        .filter((part) => part !== '')
        .join(' · '),
    })),
  };
}
