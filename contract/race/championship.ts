import type { Result, Season, SeasonEvent, StandingDriver, Standings, StandingTeam } from '../entities/season.ts';
import { scoringsOf } from './event-scoring.ts';
import { isFinish } from './standings.ts';

/** A row of the championship table. */
export interface ChampionshipRow {
  readonly position: number;
  readonly name: string;
  readonly team: string | null;
  readonly points: number;
  /** Points behind the leader. */
  readonly behind: number;
  /** Race wins: sprints do not count for the count-back. */
  readonly wins: number;
  readonly podiums: number;
  readonly sprintWins: number;
  /** In the last five races and sprints, of a team the best one of its cars; null where there is none. */
  readonly latest: readonly (Result | null)[];
}

const latestCount = 5;

/** The rows of drivers or teams; they come in the order of the championship. */
export function championshipRows(
  season: Pick<Season, 'events' | 'standings'>,
  of: 'drivers' | 'teams',
): ChampionshipRow[] {
  const { drivers, teams = [] } = season.standings;
  const rows: readonly (StandingTeam & { readonly team?: string | null })[] = of === 'drivers' ? drivers : teams;
  const columns = resultsColumns(season);
  const sprints = new Set(columns.filter(({ scoring }) => scoring === 'sprint').map(({ session }) => session.id));
  const leading = rows[0]?.points ?? 0;
  return rows.map((row, index) => {
    const inRaces = row.results.filter(({ sessionId }) => !sprints.has(sessionId));
    return {
      position: index + 1,
      name: row.name,
      team: row.team ?? null,
      points: row.points,
      behind: leading - row.points,
      wins: finishesWithin(inRaces, 1),
      podiums: finishesWithin(inRaces, 3),
      sprintWins: finishesWithin(row.results, 1) - finishesWithin(inRaces, 1),
      latest: columns.slice(-latestCount).map(({ session }) => bestIn(row.results, session.id)),
    };
  });
}

function finishesWithin(results: readonly Result[], lowest: number): number {
  return results.filter((result) => isFinish(result) && (result.position ?? 0) <= lowest).length;
}

function bestIn(results: readonly Result[], sessionId: string): Result | null {
  const [best] = results
    .filter((result) => result.sessionId === sessionId)
    .sort((one, other) => placeOf(one) - placeOf(other));
  return best ?? null;
}

function placeOf(result: Result): number {
  return isFinish(result) ? (result.position ?? 0) : Number.POSITIVE_INFINITY;
}

/** A session that gave results, with the kind of points it gave. */
export interface ResultsColumn {
  readonly event: SeasonEvent;
  readonly session: SeasonEvent['sessions'][number]['session'];
  readonly scoring: 'race' | 'sprint';
}

/** The sessions of a season that drivers have results of, in calendar order. */
export function resultsColumns({ events, standings }: Pick<Season, 'events' | 'standings'>): ResultsColumn[] {
  const withResults = new Set(standings.drivers.flatMap(({ results }) => results.map(({ sessionId }) => sessionId)));
  return events.flatMap((event) =>
    scoredSessionsOf(event).flatMap(({ session, scoring }) =>
      scoring === 'none' || !withResults.has(session.id) ? [] : [{ event, session, scoring }],
    ),
  );
}

/** The sessions of an event, with the kind of points that each gives. */
export function scoredSessionsOf({ sessions }: Pick<SeasonEvent, 'sessions'>) {
  return scoringsOf(sessions.map(({ session, scoring }) => ({ ...session, scoring, drivers: session.podium })));
}

/** Whether any session has given results: only drivers with a result have a row. */
export function hasResults({ drivers }: Pick<Standings, 'drivers'>): boolean {
  return drivers.length > 0;
}

/** The result of a driver in one session, or null. */
export function resultIn(driver: StandingDriver, sessionId: string): Result | null {
  return driver.results.find((result) => result.sessionId === sessionId) ?? null;
}
