import type { SessionUpload } from '../api/bodies.ts';
import { SessionStatus } from '../enumerations.ts';
import { podiumOf } from './classification.ts';

/** The differences between two versions of a session. */
export interface Recording {
  readonly trackId: SessionUpload['trackId'];
  readonly sessionType: SessionUpload['sessionType'];
  readonly sessionStartTime: string;
  readonly isFinished: boolean;
  /** The laps of the driver with the most. */
  readonly laps: number;
  readonly drivers: number;
  /** The name of the winner; null when no driver is classified. */
  readonly winner: string | null;
}

/**
 * Why a session cannot have begun when a person says; null when it can. `now`: the server's time, in ms. Only what is typed is
 * held to it: the clock of a computer that records can be wrong.
 */
export function startFault(startedAt: string, now: number): 'future' | 'tooEarly' | null {
  const start = Date.parse(startedAt);
  if (start > now) return 'future';
  return start < 0 ? 'tooEarly' : null;
}

/** An upload that began at another time, and ended as much earlier or later. */
export function startingAt(upload: SessionUpload, startedAt: string): SessionUpload {
  const { sessionStartTime, sessionEndTime } = upload;
  const moved = Date.parse(startedAt) - Date.parse(sessionStartTime);
  return {
    ...upload,
    sessionStartTime: startedAt,
    sessionEndTime: sessionEndTime === null ? null : new Date(Date.parse(sessionEndTime) + moved).toISOString(),
  };
}

/** The extent of an upload or a stored session. */
export function recordingOf(
  session: Pick<SessionUpload, 'trackId' | 'sessionType' | 'sessionStartTime' | 'sessionStatus' | 'drivers'>,
): Recording {
  const { trackId, sessionType, sessionStartTime, sessionStatus, drivers } = session;
  return {
    trackId,
    sessionType,
    sessionStartTime,
    isFinished: sessionStatus === SessionStatus.Finished,
    laps: Math.max(0, ...drivers.map(({ numberOfLaps, lapTimes }) => Math.max(numberOfLaps ?? 0, lapTimes.length))),
    drivers: drivers.length,
    winner: podiumOf(session)[0]?.name ?? null,
  };
}
