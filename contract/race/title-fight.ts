// The mathematics of a championship: who can still win it.
import type { Result } from '../entities/season.ts';
import { type ChampionshipStep, championshipSteps, placesIn, type SteppedSeason } from './championship-steps.ts';
import { type PointsLeft, pointsLeft } from './points-left.ts';
import { compareRank, rankable, roundPoints, totalOf } from './standings.ts';

/** A driver or team in the fight for the title. */
interface TitleRow {
  readonly name: string;
  readonly team: string | null;
  readonly points: number;
  /** Points behind the leader after each step. */
  readonly behind: readonly number[];
  /** Places gained since the round before the last one, negative: lost; null where there was no row or no such round. */
  readonly places: number | null;
  /** The most and the fewest points that it can end with. */
  readonly most: number;
  readonly fewest: number;
  /** Whether it can still win. */
  readonly isInFight: boolean;
}

/** The fight for a title. */
export interface TitleFight {
  readonly of: 'drivers' | 'teams';
  readonly steps: readonly ChampionshipStep[];
  /** The number of the last round of the calendar. */
  readonly lastRound: number;
  readonly left: Pick<PointsLeft, 'points' | 'races' | 'sprints' | 'undecidedSprints'>;
  /** True if no other driver can reach the leader, by points or by count-back. */
  readonly isDecided: boolean;
  /** Level on points, and nothing separates the first two: neither their finishes nor when they had the best one. */
  readonly isLevel: boolean;
  readonly rows: readonly TitleRow[];
}

/** The championship of drivers or teams after each session, and what is still possible; null before the first result. */
export function titleFight(season: SteppedSeason, of: 'drivers' | 'teams' = 'drivers'): TitleFight | null {
  const { events, standings } = season;
  const { steps, lastBefore, resultsAfter } = championshipSteps(season, of);
  const rowsOf =
    of === 'drivers' ? standings.drivers : (standings.teams ?? []).map((row) => ({ ...row, team: row.name }));
  if (rowsOf.length === 0 || steps.length === 0) return null;
  const last = steps.length - 1;
  const totals = steps.map((_, step) => resultsAfter(step).map(({ own }) => totalOf(own)));
  const left = pointsLeft(season, of === 'drivers' ? 1 : carsOf(standings.teams ?? []));
  const [first, second] = resultsAfter(last).map(rankable);
  const best = resultsAfter(last, left.best).map(rankable);
  const worst = resultsAfter(last, left.worst).map(rankable);
  const before = placesIn(resultsAfter(lastBefore).map(rankable));
  const rows = rowsOf.map(({ name, team, points }, index): TitleRow => {
    const own = best[index];
    const placeBefore = before.get(name);
    return {
      name,
      team,
      points,
      behind: totals.map((each) => roundPoints(Math.max(...each) - (each[index] ?? 0))),
      places: placeBefore === undefined ? null : placeBefore - (index + 1),
      most: own?.points ?? points,
      fewest: worst[index]?.points ?? points,
      isInFight: own !== undefined && worst.every((other, others) => others === index || compareRank(own, other) <= 0),
    };
  });
  return {
    of,
    steps,
    lastRound: events.length,
    left,
    // A driver without a result can still overtake a sole leader.
    isDecided: rows.filter(({ isInFight }) => isInFight).length === 1 && (rows.length > 1 || left.points === 0),
    isLevel: first !== undefined && second !== undefined && compareRank(first, second) === 0,
    rows,
  };
}

/** How many cars of one team have results in one session: the most of all, and two at least. */
function carsOf(teams: readonly { results: readonly Result[] }[]): number {
  const counts = teams.flatMap(({ results }) => {
    const bySession = new Map<string, number>();
    for (const { sessionId } of results) bySession.set(sessionId, (bySession.get(sessionId) ?? 0) + 1);
    return [...bySession.values()];
  });
  return Math.max(2, ...counts);
}
