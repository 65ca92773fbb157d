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

/** Times of the same lap may be rounded differently, in ms. */
const lapTolerance = 2;
/** Race times are sums of them. */
const raceTolerance = 100;
/** Two recorders may see the start of one session so far from each other, in ms. */
const startTolerance = 60_000;

/**
 * Whether two recordings under the game's id of a session are of the same one: the game gives it again where a session begins
 * again. Most of their laps agree then, or their race times where they have no lap in common, or else their starts: clocks and
 * recordings that are played later say when a session began less well.
 */
export function isSameSession(one: Started, other: Started): boolean {
  const drivers = new Map(other.drivers.map((driver) => [driver.carIndex, driver]));
  const pairs = one.drivers.flatMap((driver) => {
    const twin = drivers.get(driver.carIndex);
    return twin === undefined ? [] : [[driver, twin] as const];
  });
  const laps = pairs.flatMap(([{ lapTimes }, twin]) =>
    lapTimes.flatMap(({ lapTime }, index) => distance(lapTime, twin.lapTimes[index]?.lapTime ?? null)),
  );
  const races = pairs.flatMap(([{ totalRaceTime }, twin]) => distance(totalRaceTime, twin.totalRaceTime));
  if (laps.length > 0) return isMost(laps, lapTolerance);
  if (races.length > 0) return isMost(races, raceTolerance);
  return Math.abs(Date.parse(one.sessionStartTime) - Date.parse(other.sessionStartTime)) <= startTolerance;
}

type Started = Pick<SessionUpload, 'sessionStartTime'> & {
  readonly drivers: readonly Pick<SessionUpload['drivers'][number], 'carIndex' | 'lapTimes' | 'totalRaceTime'>[];
};

function distance(one: number | null, other: number | null): number[] {
  return one === null || other === null ? [] : [Math.abs(one - other)];
}

function isMost(distances: readonly number[], tolerance: number): boolean {
  return distances.filter((each) => each <= tolerance).length * 2 >= distances.length;
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
