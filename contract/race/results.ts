import type { Driver, PodiumPlace } from '../entities/session.ts';
import type { Scoring, SessionStatus, SessionType, Track } from '../enumerations.ts';

/** The recorded result of one driver, as scoring reads it; times in ms, penalties in s. */
export interface ScoredDriver
  extends Readonly<Omit<PodiumPlace, 'timeWithPenalties' | 'resultStatus'>>,
    Readonly<Pick<Driver, 'finishingPosition' | 'startingPosition' | 'resultStatus'>> {
  /** The race number; absent or null where it is not known. */
  readonly carNumber?: number | null;
}

/** A session of an event, with the results of its drivers. */
export interface ScoredSession {
  readonly sessionId: string;
  readonly sessionType: SessionType;
  readonly numberOfLaps: number | null;
  /** Absent: finished. */
  readonly sessionStatus?: SessionStatus;
  /** The choice of the season's owner; null or absent: the default, see `scoringsOf`. */
  readonly scoring?: Scoring | null;
  readonly drivers: readonly ScoredDriver[];
}

/** An event of a season; a list of events is in calendar order. */
export interface ScoredEvent {
  readonly id: string;
  readonly track: Track;
  /** The factor of its points; absent: 1. */
  readonly pointsFactor?: number;
  readonly sessions: readonly ScoredSession[];
}
