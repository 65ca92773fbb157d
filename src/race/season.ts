import { ResultStatus } from '#contract/enumerations';
import type { Result, Season, SeasonEvent, StandingDriver } from '#contract/season';
import { statusWord } from '../format/names.ts';

/** A driver's row with what the table shows beside the points. */
export interface ChampionshipRow {
  readonly place: number;
  readonly name: string;
  readonly team: string | null;
  readonly points: number;
  /** Points behind the leader. */
  readonly behind: number;
  readonly wins: number;
  readonly podiums: number;
}

function placed(results: readonly Result[], most: number): number {
  return results.filter(
    (result) => result.resultStatus === ResultStatus.Finished && result.position !== null && result.position <= most,
  ).length;
}

/** Rows of the championship, of drivers or of teams. */
export function championshipRows(
  rows: readonly { name: string; points: number; results: readonly Result[]; team?: string | null }[],
): ChampionshipRow[] {
  const lead = rows[0]?.points ?? 0;
  return rows.map((row, index) => ({
    place: index + 1,
    name: row.name,
    team: row.team ?? null,
    points: row.points,
    behind: lead - row.points,
    wins: placed(row.results, 1),
    podiums: placed(row.results, 3),
  }));
}

/** The sessions of an event that gave results. */
export function scoredSessions(event: SeasonEvent, scored: ReadonlySet<string>): SeasonEvent['sessions'] {
  return event.sessions.filter(({ session }) => scored.has(session.id));
}

/** Ids of all sessions that any driver has a result of. */
export function scoredSessionIds(season: Season): Set<string> {
  return new Set(season.standings.drivers.flatMap((driver) => driver.results.map((result) => result.sessionId)));
}

/** What a driver did in one session. */
export function resultIn(driver: StandingDriver, sessionId: string): Result | null {
  return driver.results.find((result) => result.sessionId === sessionId) ?? null;
}

/** A result as a cell says it: the place, or why there is none. */
export function resultText(result: Result): string {
  return statusWord(result.resultStatus) ?? (result.position === null ? '–' : String(result.position));
}

/** How many events have a session, and how many there are. */
export function progressOf(season: Pick<Season, 'events'>): { run: number; all: number } {
  return { run: season.events.filter((event) => event.sessions.length > 0).length, all: season.events.length };
}
