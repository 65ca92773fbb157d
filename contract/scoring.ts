import { isRace, ResultStatus, type Scoring, type SessionType, type Track } from './enumerations.ts';
import type { Bonus, Result, Standings } from './season.ts';
import { rankDrivers, type ScoredResult } from './standings.ts';

/** The rules of a season (design §7). */
export interface ScoringRules {
  readonly racePoints: readonly number[];
  readonly sprintPoints: readonly number[];
  /** Points for the fastest lap of a race, inside the first `fastestLapWithin` places only. */
  readonly fastestLapBonus: number;
  readonly fastestLapWithin: number;
  /** Points for starting a race from the first place. */
  readonly poleBonus: number;
  /** How many of a driver's worst results do not count. */
  readonly droppedResults: number;
}

/** One driver's telemetry result, as recorded; times in ms, penalties in s. */
export interface ScoredDriver {
  readonly carIndex: number;
  readonly name: string;
  readonly team: string | null;
  readonly finishingPosition: number | null;
  readonly startingPosition: number | null;
  readonly resultStatus: ResultStatus;
  readonly bestLapTimeMs: number | null;
  readonly totalRaceTime: number | null;
  readonly totalPenaltiesSeconds: number | null;
  readonly numberOfLaps: number | null;
}

/** A session of an event. */
export interface ScoredSession {
  readonly sessionId: string;
  readonly sessionType: SessionType;
  readonly numberOfLaps: number | null;
  /** Absent: by the default of design §7. */
  readonly scoring?: Scoring | null;
  readonly drivers: readonly ScoredDriver[];
}

/** An event of a season; events are given in their order. */
export interface ScoredEvent {
  readonly id: string;
  readonly track: Track;
  readonly halfPoints?: boolean;
  readonly sessions: readonly ScoredSession[];
}

/** Many recorded names are one driver: shown name → recorded names. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** A decision over untouched telemetry (design §7); a withdrawn one has no effect. */
export type Ruling = {
  readonly id: string;
  readonly sessionId: string;
  readonly author: string;
  readonly reason: string;
  readonly madeAt: string;
  readonly withdrawn: boolean;
} & (
  | { readonly kind: 'time'; readonly carIndex: number; readonly milliseconds: number }
  | { readonly kind: 'places'; readonly carIndex: number; readonly places: number }
  | { readonly kind: 'points'; readonly carIndex: number; readonly points: number }
  | { readonly kind: 'disqualify'; readonly carIndex: number }
  | { readonly kind: 'reinstate'; readonly carIndex: number }
  | { readonly kind: 'excludeSession' }
);

/** The rules of a season that has set none (design §7). */
export const defaultRules: ScoringRules = {
  racePoints: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
  sprintPoints: [8, 7, 6, 5, 4, 3, 2, 1],
  fastestLapBonus: 1,
  fastestLapWithin: 10,
  poleBonus: 0,
  droppedResults: 0,
};

/** Standings after the given events, from results, rules, aliases and rulings alone (design §7). */
export function standingsOf(
  events: readonly ScoredEvent[],
  rules: ScoringRules = defaultRules,
  aliases: Aliases = {},
  rulings: readonly Ruling[] = [],
): Standings {
  const inForce = rulings.filter((ruling) => !ruling.withdrawn);
  const scored = events.flatMap((event, round) =>
    scoringsOf(event).flatMap(({ session, scoring }) =>
      scoring === 'none' ? [] : scoreSession({ event, round, session, scoring, rules, rulings: inForce }),
    ),
  );
  return { ...rankDrivers(scored, aliases, rules.droppedResults), tracks: events.map((event) => event.track) };
}

/** What each session of an event counts as: of two races the shorter is the sprint, whatever is no race counts not. */
export function scoringsOf(event: ScoredEvent): { session: ScoredSession; scoring: Scoring }[] {
  const undecided = event.sessions.filter((session) => session.scoring == null && isRace(session.sessionType));
  const [shorter, longer] = [...undecided].sort((one, other) => lapsOf(one) - lapsOf(other));
  const isPair = undecided.length === 2 && shorter !== undefined && longer !== undefined;
  const sprint = isPair && lapsOf(shorter) < lapsOf(longer) ? shorter : null;
  return event.sessions.map((session) => {
    if (session.scoring != null) return { session, scoring: session.scoring };
    if (!isRace(session.sessionType)) return { session, scoring: 'none' as const };
    return { session, scoring: session === sprint ? ('sprint' as const) : ('race' as const) };
  });
}

function lapsOf(session: ScoredSession): number {
  return session.numberOfLaps ?? Math.max(0, ...session.drivers.map((driver) => driver.numberOfLaps ?? 0));
}

interface Scene {
  readonly event: ScoredEvent;
  readonly round: number;
  readonly session: ScoredSession;
  readonly scoring: Exclude<Scoring, 'none'>;
  readonly rules: ScoringRules;
  readonly rulings: readonly Ruling[];
}

function scoreSession(scene: Scene): ScoredResult[] {
  const { event, round, session, scoring, rules } = scene;
  const rulings = scene.rulings.filter((ruling) => ruling.sessionId === session.sessionId);
  if (rulings.some((ruling) => ruling.kind === 'excludeSession')) return [];
  const classified = classify(session, rulings);
  const fastest = fastestOf(classified);
  const table = scoring === 'race' ? rules.racePoints : rules.sprintPoints;
  const share = event.halfPoints === true ? 0.5 : 1;

  return classified.map(({ driver, position, resultStatus }) => {
    const own = rulings.filter((ruling) => 'carIndex' in ruling && ruling.carIndex === driver.carIndex);
    const isScoring = resultStatus === ResultStatus.Finished && position !== null;
    const base = isScoring ? (table[position - 1] ?? 0) * share : 0;
    const isFastest = driver === fastest;
    const bonuses: Bonus[] = [];
    const isInside = isScoring && position <= rules.fastestLapWithin;
    if (scoring === 'race' && isFastest && isInside && rules.fastestLapBonus !== 0) {
      bonuses.push({ kind: 'fastestLap', points: rules.fastestLapBonus * share });
    }
    if (scoring === 'race' && driver.startingPosition === 1 && rules.poleBonus !== 0) {
      bonuses.push({ kind: 'pole', points: rules.poleBonus * share });
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

/** A driver with place and status as the rulings leave them. */
export interface Classified {
  readonly driver: ScoredDriver;
  readonly position: number | null;
  readonly resultStatus: ResultStatus;
}

/**
 * The classification of a session under its rulings. Recorded places stand while no ruling touches the order; then those
 * who finish are put in order by laps, time with penalties, and places given or taken.
 */
export function classify(session: ScoredSession, rulings: readonly Ruling[]): Classified[] {
  const statusOf = (driver: ScoredDriver): ResultStatus => {
    const own = rulings.filter((ruling) => 'carIndex' in ruling && ruling.carIndex === driver.carIndex);
    const last = own.findLast((ruling) => ruling.kind === 'disqualify' || ruling.kind === 'reinstate');
    if (last === undefined) return driver.resultStatus;
    return last.kind === 'disqualify' ? ResultStatus.Disqualified : ResultStatus.Finished;
  };
  const recorded = [...session.drivers]
    .sort((one, other) => placeOf(one) - placeOf(other) || one.carIndex - other.carIndex)
    .map((driver) => ({ driver, position: driver.finishingPosition, resultStatus: statusOf(driver) }));
  const touches = ['time', 'places', 'disqualify', 'reinstate'];
  if (!rulings.some((ruling) => touches.includes(ruling.kind))) return recorded;

  const finishers = recorded.filter((entry) => entry.resultStatus === ResultStatus.Finished);
  const others = recorded.filter((entry) => entry.resultStatus !== ResultStatus.Finished);
  const ordered = movePlaces(byTime(finishers, rulings), rulings);
  return [...ordered, ...others].map((entry, index) => ({
    ...entry,
    position: entry.position === null && entry.resultStatus !== ResultStatus.Finished ? null : index + 1,
  }));
}

function placeOf(driver: ScoredDriver): number {
  return driver.finishingPosition ?? Number.POSITIVE_INFINITY;
}

/** In recorded order, save for who has a time ruling: they go where laps and time put them. */
function byTime(finishers: readonly Classified[], rulings: readonly Ruling[]): Classified[] {
  const added = (driver: ScoredDriver) =>
    rulings.reduce(
      (sum, ruling) =>
        ruling.kind === 'time' && ruling.carIndex === driver.carIndex ? sum + ruling.milliseconds : sum,
      0,
    );
  if (finishers.every((entry) => added(entry.driver) === 0)) return [...finishers];
  const timeOf = ({ driver }: Classified) =>
    driver.totalRaceTime === null
      ? Number.POSITIVE_INFINITY
      : driver.totalRaceTime + (driver.totalPenaltiesSeconds ?? 0) * 1_000 + added(driver);
  const compare = (one: Classified, other: Classified) => {
    const byLaps = (other.driver.numberOfLaps ?? 0) - (one.driver.numberOfLaps ?? 0);
    const times = [timeOf(one), timeOf(other)] as const;
    return byLaps || (times[0] === times[1] ? 0 : times[0] - times[1]);
  };
  return [...finishers].sort(compare);
}

function movePlaces(order: readonly Classified[], rulings: readonly Ruling[]): Classified[] {
  const moved = [...order];
  for (const ruling of rulings) {
    if (ruling.kind !== 'places') continue;
    const from = moved.findIndex((entry) => entry.driver.carIndex === ruling.carIndex);
    const [entry] = from < 0 ? [] : moved.splice(from, 1);
    if (entry === undefined) continue;
    moved.splice(Math.min(moved.length, Math.max(0, from + Math.trunc(ruling.places))), 0, entry);
  }
  return moved;
}

/** Who has the fastest lap: of two equal ones the better placed. */
function fastestOf(classified: readonly Classified[]): ScoredDriver | null {
  const timed = classified.filter(
    ({ driver, resultStatus }) => driver.bestLapTimeMs !== null && resultStatus !== ResultStatus.Disqualified,
  );
  const [fastest] = [...timed].sort((one, other) => {
    const byTime = (one.driver.bestLapTimeMs ?? 0) - (other.driver.bestLapTimeMs ?? 0);
    return byTime || (one.position ?? 99) - (other.position ?? 99);
  });
  return fastest?.driver ?? null;
}
