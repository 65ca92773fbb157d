import type { ScoringRules } from '../entities/scoring.ts';
import type { Result } from '../entities/season.ts';
import { ResultStatus } from '../enumerations.ts';
import { resultsColumns, scoredSessionsOf } from './championship.ts';
import type { SteppedSeason } from './championship-steps.ts';
import { defaultRules } from './scoring.ts';
import { roundPoints, type ScoredResult } from './standings.ts';

/** The points still to be won in a season. */
export interface PointsLeft {
  /** By one driver, or by one team with all of its cars, before results are dropped. */
  readonly points: number;
  /** Events whose race has no result yet. */
  readonly races: number;
  /** Sprints of these events: those that are planned and, once there was any, one for each that is not decided. */
  readonly sprints: number;
  /** The sprints among them that are undecided. */
  readonly undecidedSprints: number;
  /** The results of one who wins everything, and of one who is disqualified in everything: no other costs more. */
  readonly best: readonly ScoredResult[];
  readonly worst: readonly ScoredResult[];
}

/**
 * The most that is left, for teams of so many cars. Once there was a sprint, each event of which it is not decided may have
 * one too.
 */
export function pointsLeft(season: SteppedSeason, cars = 1): PointsLeft {
  const { scoring = defaultRules } = season;
  const columns = resultsColumns(season);
  const excluded = excludedSessions(season);
  /** The events whose race or sprint was run, also where it gives nothing. */
  const had = (kind: 'race' | 'sprint') => {
    const withResults = columns.filter(({ scoring: own }) => own === kind).map(({ event }) => event);
    const without = season.events.filter((event) =>
      scoredSessionsOf(event).some(({ session, scoring: own }) => own === kind && excluded.has(session.id)),
    );
    return new Set([...withResults, ...without].map(({ id }) => id));
  };
  const [raced, sprinted] = [had('race'), had('sprint')];
  const ahead = season.events.flatMap(({ id, liveId, pointsFactor: factor = 1, hasSprint }, round) => {
    const isRun = raced.has(id);
    if (isRun && liveId === undefined) return [];
    const awaitsSprint = (hasSprint ?? sprinted.size > 0) && !sprinted.has(id) && !isRun;
    const kinds = awaitsSprint ? (['sprint', 'race'] as const) : (['race'] as const);
    const isUndecided = hasSprint == null;
    return kinds.map((kind) => ({ sessionId: `${id} ${kind}`, round, scoring: kind, factor, isUndecided }));
  });
  const entry = (each: (typeof ahead)[number], result: Partial<Result>): ScoredResult => ({
    name: '',
    team: null,
    round: each.round,
    scoring: each.scoring,
    result: { ...nothing, sessionId: each.sessionId, ...result },
  });
  const best = ahead.flatMap((each) =>
    mostPoints(scoring, each.scoring, cars, each.factor).map((points, car) =>
      entry(each, {
        points: roundPoints(points),
        position: car + 1,
        resultStatus: ResultStatus.Finished,
      }),
    ),
  );
  return {
    points: roundPoints(best.reduce((sum, { result }) => sum + result.points, 0)),
    races: ahead.filter((each) => each.scoring === 'race').length,
    sprints: ahead.filter((each) => each.scoring === 'sprint').length,
    undecidedSprints: ahead.filter((each) => each.scoring === 'sprint' && each.isUndecided).length,
    best,
    worst: ahead.map((each) => entry(each, {})),
  };
}

const nothing: Result = {
  sessionId: '',
  driverIdx: 0,
  position: null,
  points: 0,
  resultStatus: ResultStatus.Disqualified,
  fastestLap: false,
};

/** The most points that so many cars can win together, the first with the bonuses of a race. */
function mostPoints(rules: ScoringRules, kind: 'race' | 'sprint', cars: number, factor: number): number[] {
  const table = kind === 'race' ? rules.racePoints : rules.sprintPoints;
  const fastestLap = rules.fastestLapWithin > 0 ? rules.fastestLapBonus : 0;
  const bonus = kind === 'race' || rules.sprintBonuses === true ? fastestLap + rules.poleBonus : 0;
  const most = [...table].sort((one, other) => other - one);
  const bonusFactor = rules.factorOf === 'table' ? 1 : factor;
  return Array.from({ length: cars }, (_, car) => (most[car] ?? 0) * factor + (car === 0 ? bonus * bonusFactor : 0));
}

/** Sessions that a ruling takes out of the season, by the standings that readers see: they were run, and give nothing. */
function excludedSessions({ rulings = [], provisional, revision }: SteppedSeason): Set<string> {
  const until = provisional === 'whenPublished' ? (revision?.publishedAt ?? '') : null;
  const excluding = rulings.filter(({ kind, state, madeAt, withdrawnAt }) => {
    if (kind !== 'excludeSession' || state === 'draft') return false;
    return until === null ? withdrawnAt === null : madeAt <= until && (withdrawnAt === null || withdrawnAt > until);
  });
  return new Set(excluding.map(({ sessionId }) => sessionId));
}
