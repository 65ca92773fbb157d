import { ResultStatus, type Scoring } from '../enumerations.ts';
import type { Alias, Ruling, ScoringRules } from '../scoring.ts';
import type { Bonus, Result, Standings } from '../season.ts';
import { scoringsOf } from './event-scoring.ts';
import type { ScoredDriver, ScoredEvent, ScoredSession } from './results.ts';
import { applyRulings, type ClassifiedResult, rulingsOn } from './rulings.ts';
import { rankDrivers, type ScoredResult } from './standings.ts';

/** The rules of a season whose owner has set none. */
export const defaultRules: ScoringRules = {
  racePoints: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
  sprintPoints: [8, 7, 6, 5, 4, 3, 2, 1],
  fastestLapBonus: 1,
  fastestLapWithin: 10,
  poleBonus: 0,
  droppedResults: 0,
};

/** The standings after the given events. They follow from the arguments alone and are stored nowhere. */
export function standingsOf(
  events: readonly ScoredEvent[],
  rules: ScoringRules = defaultRules,
  aliases: readonly Alias[] = [],
  rulings: readonly Ruling[] = [],
): Standings {
  const inForce = rulings.filter((ruling) => ruling.withdrawnAt === null);
  const scored = events.flatMap((event, round) =>
    scoringsOf(event.sessions).flatMap(({ session, scoring }) =>
      scoring === 'none' ? [] : scoreSession({ event, round, session, scoring, rules, rulings: inForce }),
    ),
  );
  return { ...rankDrivers(scored, aliases, rules.droppedResults), tracks: events.map((event) => event.track) };
}

interface ScoringInput {
  readonly event: ScoredEvent;
  readonly round: number;
  readonly session: ScoredSession;
  readonly scoring: Exclude<Scoring, 'none'>;
  readonly rules: ScoringRules;
  readonly rulings: readonly Ruling[];
}

function scoreSession(input: ScoringInput): ScoredResult[] {
  const { event, round, session, scoring, rules } = input;
  const rulings = input.rulings.filter((ruling) => ruling.sessionId === session.sessionId);
  if (rulings.some((ruling) => ruling.kind === 'excludeSession')) return [];
  const classified = applyRulings(session, rulings);
  const fastest = fastestDriver(classified);
  const table = scoring === 'race' ? rules.racePoints : rules.sprintPoints;
  const factor = event.pointsFactor ?? 1;

  return classified.map(({ driver, position, resultStatus }) => {
    const own = rulingsOn(rulings, driver.carIndex);
    const isScoring = resultStatus === ResultStatus.Finished && position !== null;
    const base = isScoring ? (table[position - 1] ?? 0) * factor : 0;
    const isFastest = driver === fastest;
    const bonuses: Bonus[] = [];
    const isWithin = isScoring && position <= rules.fastestLapWithin;
    if (scoring === 'race' && isFastest && isWithin && rules.fastestLapBonus !== 0) {
      bonuses.push({ kind: 'fastestLap', points: rules.fastestLapBonus * factor });
    }
    if (scoring === 'race' && driver.startingPosition === 1 && rules.poleBonus !== 0) {
      bonuses.push({ kind: 'pole', points: rules.poleBonus * factor });
    }
    const ruled = own.reduce((sum, ruling) => sum + (ruling.kind === 'points' ? ruling.points : 0), 0);
    const result: Result = {
      sessionId: session.sessionId,
      driverIdx: driver.carIndex,
      position,
      points: base + bonuses.reduce((sum, bonus) => sum + bonus.points, 0) + ruled,
      resultStatus,
      fastestLap: isFastest,
      base,
      bonuses,
      ...(own.length > 0 ? { rulings: own.map((ruling) => ruling.id) } : {}),
    };
    return { name: driver.name, team: driver.team, round, scoring, result };
  });
}

/** The driver with the fastest lap; of two equal laps, that of the driver classified higher. */
function fastestDriver(classified: readonly ClassifiedResult[]): ScoredDriver | null {
  const timed = classified.filter(
    ({ driver, resultStatus }) => driver.bestLapTimeMs !== null && resultStatus !== ResultStatus.Disqualified,
  );
  const [fastest] = [...timed].sort((one, other) => {
    const byTime = (one.driver.bestLapTimeMs ?? 0) - (other.driver.bestLapTimeMs ?? 0);
    return byTime || (one.position ?? 99) - (other.position ?? 99);
  });
  return fastest?.driver ?? null;
}
