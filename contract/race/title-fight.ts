// The mathematics of a championship: who can still win it.
import type { Result, Season } from '../entities/season.ts';
import { ResultStatus } from '../enumerations.ts';
import { resultsColumns } from './championship.ts';
import { defaultRules } from './scoring.ts';
import { countedPoints, roundPoints } from './standings.ts';

/** A driver or team in the fight for the title. */
interface TitleRow {
  readonly name: string;
  readonly team: string | null;
  readonly points: number;
  /** Points behind the leader after each round that has results, the first one first. */
  readonly behind: readonly number[];
  /** Whether it can still win: for the leader, true. */
  readonly isInFight: boolean;
}

/** The fight for a title. */
interface TitleFight {
  /** The rounds with results, by their number in the calendar. */
  readonly rounds: readonly number[];
  /** The number of the last round of the calendar. */
  readonly lastRound: number;
  /** Rounds whose race has no result yet. */
  readonly roundsLeft: number | null;
  /** Points that one driver can still win; null where dropped results make the bound unknown. */
  readonly left: number | null;
  /** Nobody can reach the leader, by points or by count-back. */
  readonly isDecided: boolean;
  readonly rows: readonly TitleRow[];
}

type TitleSeason = Pick<Season, 'events' | 'standings' | 'scoring'>;

/** The drivers' championship after each round, and what is still possible; null before the first result. */
export function titleFight(season: TitleSeason): TitleFight | null {
  const { events, standings } = season;
  const columns = resultsColumns(season);
  const [leader] = standings.drivers;
  if (leader === undefined || columns.length === 0) return null;
  const roundOf = new Map(columns.map(({ event, session }) => [session.id, events.indexOf(event) + 1]));
  const rounds = [...new Set(roundOf.values())];
  const totals = standings.drivers.map(({ results }) =>
    rounds.map((round) =>
      roundPoints(
        results
          .filter(({ sessionId }) => (roundOf.get(sessionId) ?? 0) <= round)
          .reduce((sum, result) => sum + countedPoints(result), 0),
      ),
    ),
  );
  const leading = rounds.map((_, index) => Math.max(...totals.map((own) => own[index] ?? 0)));
  const possible = pointsLeft(season);
  const finishes = standings.drivers.map(({ results }) => finishesOf(results, columns));
  const rows = standings.drivers.map(({ name, team, points }, index): TitleRow => {
    const gap = leader.points - points;
    const isInFight =
      index === 0 ||
      possible === null ||
      (possible.races > 0 || possible.points > 0
        ? gap < possible.points ||
          (gap === possible.points && canWinCountBack(finishes[index] ?? [], finishes[0] ?? [], possible.races))
        : false);
    const behind = leading.map((best, round) => roundPoints(best - (totals[index]?.[round] ?? 0)));
    return { name, team, points, behind, isInFight };
  });
  return {
    rounds,
    lastRound: events.length,
    roundsLeft: possible?.races ?? null,
    left: possible?.points ?? null,
    isDecided: rows.filter(({ isInFight }) => isInFight).length === 1,
    rows,
  };
}

/**
 * The most that one driver can win in the events without a race: every race, with all bonuses, and a sprint at each where
 * the season has had one. Null where results are dropped: the leader's points could become less.
 */
function pointsLeft(season: TitleSeason): { points: number; races: number } | null {
  const { scoring = defaultRules } = season;
  if (scoring.droppedResults > 0) return null;
  const columns = resultsColumns(season);
  const has = (kind: 'race' | 'sprint') =>
    new Set(columns.filter(({ scoring: own }) => own === kind).map(({ event }) => event.id));
  const [raced, sprinted] = [has('race'), has('sprint')];
  const race = most(scoring.racePoints) + scoring.fastestLapBonus + scoring.poleBonus;
  const sprint = sprinted.size === 0 ? 0 : most(scoring.sprintPoints);
  // A sprint comes before its race.
  const ahead = season.events.filter(({ id, liveId }) => !raced.has(id) || liveId !== undefined);
  const points = ahead.reduce(
    (sum, { id, pointsFactor = 1 }) => sum + (race + (sprinted.has(id) ? 0 : sprint)) * pointsFactor,
    0,
  );
  return { points: roundPoints(points), races: ahead.length };
}

const most = (points: readonly number[]) => Math.max(0, ...points);

/** How often each place was reached in races, wins first; sprints do not count. */
function finishesOf(results: readonly Result[], columns: ReturnType<typeof resultsColumns>): number[] {
  const races = new Set(columns.filter(({ scoring }) => scoring === 'race').map(({ session }) => session.id));
  const counts: number[] = [];
  for (const { sessionId, position, resultStatus } of results) {
    if (!races.has(sessionId) || position === null || resultStatus !== ResultStatus.Finished) continue;
    while (counts.length < position) counts.push(0);
    counts[position - 1] = (counts[position - 1] ?? 0) + 1;
  }
  return counts;
}

/** Level on points after winning all races that are left, while the leader finishes none: equal counts leave it open. */
function canWinCountBack(own: readonly number[], leader: readonly number[], wins: number): boolean {
  for (let place = 0; place < Math.max(own.length, leader.length, 1); place += 1) {
    const difference = (own[place] ?? 0) + (place === 0 ? wins : 0) - (leader[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
