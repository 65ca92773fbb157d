// The season of one driver, session by session.

import { resultIn } from './championship.ts';
import { championshipSteps, placesIn, type SteppedSeason } from './championship-steps.ts';
import { rosterDriverOf } from './roster.ts';
import { rankable } from './standings.ts';

/** The races and sprints of a driver, by the name in the standings, in the order in which they were driven. */
export function driverSeason(season: SteppedSeason, name: string) {
  const driver = rosterDriverOf(season.standings.drivers, name);
  if (driver === null) return [];
  const { steps, resultsAfter } = championshipSteps(season, 'drivers');
  return steps.map((step, index) => {
    const result = resultIn(driver, step.column.session.id);
    const team = season.standings.teams?.find(({ results }) =>
      results.some((each) => each.sessionId === result?.sessionId && each.driverIdx === result.driverIdx),
    );
    const place = placesIn(resultsAfter(index).map(rankable)).get(driver.name) ?? null;
    // Null where the driver was not there, without a team, and before the first result.
    return { ...step, result, team: team?.name ?? null, place };
  });
}
