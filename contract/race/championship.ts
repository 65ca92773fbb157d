import type { Result, Season, SeasonEvent, StandingDriver, Standings } from '../entities/season.ts';
import { ResultStatus } from '../enumerations.ts';
import { scoringsOf } from './event-scoring.ts';

/** A row of the championship table. */
export interface ChampionshipRow {
  readonly position: number;
  readonly name: string;
  readonly team: string | null;
  readonly points: number;
  /** Points behind the leader. */
  readonly behind: number;
  readonly wins: number;
  readonly podiums: number;
}

/** The rows of drivers or teams; they come in the order of the championship. */
export function championshipRows(
  rows: readonly { name: string; points: number; results: readonly Result[]; team?: string | null }[],
): ChampionshipRow[] {
  const leading = rows[0]?.points ?? 0;
  return rows.map((row, index) => ({
    position: index + 1,
    name: row.name,
    team: row.team ?? null,
    points: row.points,
    behind: leading - row.points,
    wins: finishesWithin(row.results, 1),
    podiums: finishesWithin(row.results, 3),
  }));
}

function finishesWithin(results: readonly Result[], lowest: number): number {
  return results.filter(
    ({ resultStatus, position }) => resultStatus === ResultStatus.Finished && position !== null && position <= lowest,
  ).length;
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
    scoringsOf(
      event.sessions.map(({ session, scoring }) => ({ ...session, scoring, drivers: session.podium })),
    ).flatMap(({ session, scoring }) =>
      scoring === 'none' || !withResults.has(session.id) ? [] : [{ event, session, scoring }],
    ),
  );
}

/** Whether any session has given results: only drivers with a result have a row. */
export function hasResults({ drivers }: Pick<Standings, 'drivers'>): boolean {
  return drivers.length > 0;
}

/** The result of a driver in one session, or null. */
export function resultIn(driver: StandingDriver, sessionId: string): Result | null {
  return driver.results.find((result) => result.sessionId === sessionId) ?? null;
}

/** How many events have a session, and how many there are. */
export function progressOf({ events }: Pick<Season, 'events'>): { run: number; all: number } {
  return { run: events.filter(({ sessions }) => sessions.length > 0).length, all: events.length };
}
