// The season of one driver, session by session.
import type { Result } from '../entities/season.ts';
import { resultIn } from './championship.ts';
import { type ChampionshipStep, championshipSteps, placesIn, type SteppedSeason } from './championship-steps.ts';
import { rankable } from './standings.ts';

/** One race or sprint of a driver's season. */
interface DriverRound extends ChampionshipStep {
  /** Null where the driver was not there. */
  readonly result: Result | null;
  /** The team that the result counts for. */
  readonly team: string | null;
  /** The place in the championship after it; null before the first result. */
  readonly place: number | null;
}

/** The races and sprints of a driver, by the name in the standings, in the order in which they were driven. */
export function driverSeason(season: SteppedSeason, name: string): DriverRound[] {
  const driver = season.standings.drivers.find((row) => row.name === name);
  if (driver === undefined) return [];
  const { steps, resultsAfter } = championshipSteps(season, 'drivers');
  return steps.map((step, index) => {
    const result = resultIn(driver, step.column.session.id);
    const team = season.standings.teams?.find(({ results }) =>
      results.some((each) => each.sessionId === result?.sessionId && each.driverIdx === result.driverIdx),
    );
    const place = placesIn(resultsAfter(index).map(rankable)).get(name) ?? null;
    return { ...step, result, team: team?.name ?? null, place };
  });
}
