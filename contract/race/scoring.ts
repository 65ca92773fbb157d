import type { RosterDriver } from '../entities/roster.ts';
import type { Ruling } from '../entities/ruling.ts';
import type { Alias, ScoringRules } from '../entities/scoring.ts';
import type { Bonus, Result, Standings } from '../entities/season.ts';
import { ResultStatus, type Scoring, SessionStatus } from '../enumerations.ts';
import { foldName } from '../text/fold-text.ts';
import { type ClassifiedResult as AnyResult, classify } from './classify.ts';
import { hasStayed } from './driver-identity.ts';
import { poleSessionOf, scoringsOf } from './event-scoring.ts';
import { grouped } from './grouped.ts';
import { type Naming, namingOf, shownNames } from './names.ts';
import type { ScoredDriver, ScoredEvent, ScoredSession } from './results.ts';
import { rosterAt, rosterDriverOf, teamOfResult } from './roster.ts';
import { rulingsInForce, rulingsOn } from './rulings.ts';
import { rankDrivers, roundPoints, type ScoredResult } from './standings.ts';

/** The rules of a season whose owner has set none. */
export const defaultRules: ScoringRules = {
  racePoints: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
  sprintPoints: [8, 7, 6, 5, 4, 3, 2, 1],
  fastestLapBonus: 1,
  fastestLapWithin: 10,
  poleBonus: 0,
  droppedResults: 0,
  dropBy: 'result',
};

/** The rules of a new season: those of F1 where they differ from what older seasons have. */
export const newSeasonRules: ScoringRules = {
  ...defaultRules,
  classifiedFrom: 0.9,
  poleBy: 'qualifying',
  factorOf: 'table',
  sprintBonuses: false,
};

/** How many places have points under these rules; 0 for none. */
export function pointsPlacesOf(rules: ScoringRules, scoring: Scoring): number {
  if (scoring === 'none') return 0;
  return tableOf(rules, scoring).findLastIndex((points) => points > 0) + 1;
}

/** The standings after the given events. They follow from the arguments alone and are stored nowhere. */
export function standingsOf(
  events: readonly ScoredEvent[],
  rules: ScoringRules = defaultRules,
  aliases: readonly Alias[] = [],
  rulings: readonly Ruling[] = [],
  roster: readonly RosterDriver[] = [],
  teamAliases: readonly Alias[] = [],
): Standings {
  const inForce = rulingsInForce(rulings);
  const naming = namingOf(aliases, roster);
  const eventIds = events.map(({ id }) => id);
  const scored = events.flatMap((event, round) =>
    scoringsOf(event.sessions).flatMap(({ session, scoring }) =>
      scoring === 'none' || !isOver(session)
        ? []
        : scoreSession({
            event,
            round,
            session,
            scoring,
            rules,
            rulings: inForce,
            naming,
            roster: rosterAt(roster, eventIds, event.id),
          }),
    ),
  );
  return { ...rankDrivers(scored, aliases, rules, teamAliases), tracks: events.map((event) => event.track) };
}

/** A session in progress scores only when the owner of the season chose how. */
export function isOver({
  sessionStatus = SessionStatus.Finished,
  scoring,
}: Pick<ScoredSession, 'sessionStatus' | 'scoring'>): boolean {
  return sessionStatus === SessionStatus.Finished || scoring != null;
}

type ClassifiedResult = AnyResult<ScoredDriver>;

interface ScoringInput {
  readonly event: ScoredEvent;
  readonly round: number;
  readonly session: ScoredSession;
  readonly scoring: Exclude<Scoring, 'none'>;
  readonly rules: ScoringRules;
  readonly rulings: readonly Ruling[];
  readonly naming: Naming;
  /** The roster at the time of the event. */
  readonly roster: readonly RosterDriver[];
}

function scoreSession(input: ScoringInput): ScoredResult[] {
  const { round, session, scoring } = input;
  const rulings = input.rulings.filter((ruling) => ruling.sessionId === session.sessionId);
  if (rulings.some((ruling) => ruling.kind === 'excludeSession')) return [];
  const classified = classify(session, rulings, input.rules);
  const fastest = fastestDriver(classified);
  const names = shownNames(
    classified.map(({ driver }) => driver),
    input.naming,
  );
  const pole = poleOf(input, classified, names);
  const named = classified.map((entry, index) => ({ entry, name: names[index] ?? entry.driver.name }));
  return [...grouped(named, ({ name }) => foldName(name)).values()].flatMap((own) => {
    // A driver who came back in another car has one result: that of the car in which they stayed.
    const counted = own.find(({ entry }) => hasStayed(entry.driver)) ?? own[0];
    if (counted === undefined) return [];
    const { entry, name } = counted;
    const cars = own.map((each) => each.entry.driver);
    return {
      name,
      team: teamOfResult(rosterDriverOf(input.roster, name), entry.driver.team),
      round,
      scoring,
      result: resultOf(entry, { ...input, rulings, base: tablePoints(entry, classified, input), fastest, pole, cars }),
    };
  });
}

interface ResultInput extends ScoringInput {
  /** The points of the table. */
  readonly base: number;
  readonly fastest: ScoredDriver | null;
  readonly pole: ScoredDriver | null;
  /** All cars of the driver. */
  readonly cars: readonly ScoredDriver[];
}

function resultOf(entry: ClassifiedResult, input: ResultInput): Result {
  const { driver, position, resultStatus, isClassified } = entry;
  const { session, rulings, base, fastest, cars } = input;
  const own = cars.flatMap(({ carIndex }) => rulingsOn(rulings, carIndex));
  const bonuses = bonusesOf(entry, input);
  const ruled = own.reduce((sum, ruling) => sum + (ruling.kind === 'points' ? ruling.points : 0), 0);
  return {
    sessionId: session.sessionId,
    driverIdx: driver.carIndex,
    position,
    points: roundPoints(base + bonuses.reduce((sum, bonus) => sum + bonus.points, 0) + ruled),
    resultStatus,
    ...(isClassified && resultStatus !== ResultStatus.Finished ? { isClassified } : {}),
    fastestLap: fastest !== null && cars.includes(fastest),
    base,
    bonuses,
    ...(own.length > 0 ? { rulings: own.map((ruling) => ruling.id) } : {}),
  };
}

function isScoring(entry: ClassifiedResult): entry is ClassifiedResult & { readonly position: number } {
  return entry.isClassified && entry.position !== null;
}

/** The points of position 1 first. */
function tableOf(rules: ScoringRules, scoring: 'race' | 'sprint'): readonly number[] {
  return scoring === 'race' ? rules.racePoints : rules.sprintPoints;
}

/** The points of the table for a position. Cars in a dead heat share the points of the positions that they take. */
function tablePoints(
  entry: ClassifiedResult,
  classified: readonly ClassifiedResult[],
  { event, scoring, rules }: ScoringInput,
): number {
  if (!isScoring(entry)) return 0;
  const { position } = entry;
  const table = tableOf(rules, scoring);
  const sharing = classified.filter((other) => isScoring(other) && other.position === position).length;
  const shared = Array.from({ length: sharing }, (_, index) => table[position - 1 + index] ?? 0);
  const sum = shared.reduce((total, points) => total + points, 0);
  return roundPoints((sum / sharing) * (event.pointsFactor ?? 1));
}

function bonusesOf(entry: ClassifiedResult, { event, scoring, rules, fastest, pole, cars }: ResultInput): Bonus[] {
  if (scoring !== 'race' && rules.sprintBonuses !== true) return [];
  const factor = rules.factorOf === 'table' ? 1 : (event.pointsFactor ?? 1);
  const bonuses: Bonus[] = [];
  const isWithin = isScoring(entry) && entry.position <= rules.fastestLapWithin;
  if (fastest !== null && cars.includes(fastest) && isWithin && rules.fastestLapBonus !== 0) {
    bonuses.push({ kind: 'fastestLap', points: roundPoints(rules.fastestLapBonus * factor) });
  }
  const hasPole = pole !== null && cars.includes(pole) && entry.resultStatus !== ResultStatus.Disqualified;
  if (hasPole && rules.poleBonus !== 0) {
    bonuses.push({ kind: 'pole', points: roundPoints(rules.poleBonus * factor) });
  }
  return bonuses;
}

/** The driver in pole position by the rules of the season; in an event without qualifying, the first on the grid. */
function poleOf(
  { event, scoring, rules, rulings, naming }: ScoringInput,
  classified: readonly ClassifiedResult[],
  names: readonly string[],
): ScoredDriver | null {
  const finished = event.sessions.filter(({ sessionStatus }) => isOver({ sessionStatus, scoring: null }));
  const qualifying = rules.poleBy === 'qualifying' ? poleSessionOf(finished, scoring) : null;
  if (qualifying === null) return classified.find(({ driver }) => driver.startingPosition === 1)?.driver ?? null;
  const own = rulings.filter(({ sessionId }) => sessionId === qualifying.sessionId);
  const drivers = classify(qualifying, own).map(({ driver }) => driver);
  const [fastest] = shownNames(drivers, naming);
  const index = names.findIndex((name) => foldName(name) === foldName(fastest ?? ''));
  return classified[index]?.driver ?? null;
}

/** The driver with the fastest lap; of two equal laps, that of the driver classified higher, who stays first in a sort. */
function fastestDriver(classified: readonly ClassifiedResult[]): ScoredDriver | null {
  const timed = classified.filter(
    ({ driver, resultStatus }) => (driver.bestLapTimeMs ?? 0) > 0 && resultStatus !== ResultStatus.Disqualified,
  );
  const [fastest] = timed.sort((one, other) => (one.driver.bestLapTimeMs ?? 0) - (other.driver.bestLapTimeMs ?? 0));
  return fastest?.driver ?? null;
}
