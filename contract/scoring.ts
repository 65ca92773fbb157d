import type { ResultStatus, Scoring, SessionType, Track } from './enumerations.ts';
import type { Standings } from './season.ts';

/** The rules of a season (design §7). */
export interface ScoringRules {
  readonly racePoints: readonly number[];
  readonly sprintPoints: readonly number[];
  /** Points for the fastest lap of a race, inside the first `fastestLapWithin` places only. */
  readonly fastestLapBonus: number;
  readonly fastestLapWithin: number;
  readonly poleBonus: number;
  /** How many of a driver's worst results do not count. */
  readonly droppedResults: number;
}

/** One driver's telemetry result, as recorded. */
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

export interface ScoredSession {
  readonly sessionId: string;
  readonly sessionType: SessionType;
  readonly numberOfLaps: number | null;
  /** Absent: by the default of design §7. */
  readonly scoring?: Scoring | null;
  readonly drivers: readonly ScoredDriver[];
}

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

export const defaultRules: ScoringRules = {
  racePoints: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
  sprintPoints: [8, 7, 6, 5, 4, 3, 2, 1],
  fastestLapBonus: 1,
  fastestLapWithin: 10,
  poleBonus: 0,
  droppedResults: 0,
};

/** Standings after the given events, from results, rules and rulings alone (design §7). */
export declare function standingsOf(
  events: readonly ScoredEvent[],
  rules?: ScoringRules,
  aliases?: Aliases,
  rulings?: readonly Ruling[],
): Standings;
