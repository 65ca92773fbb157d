import { isRace, type Scoring, SessionType } from '../enumerations.ts';

/** A session of an event, as far as its scoring depends on it. */
interface EventSession {
  readonly sessionType: SessionType;
  /** The planned distance; null where the game gave none. */
  readonly numberOfLaps: number | null;
  readonly scoring?: Scoring | null;
  /** All drivers, or at least the podium: where the distance is unknown, the laps they completed count instead. */
  readonly drivers: readonly { readonly numberOfLaps: number | null }[];
}

/**
 * How each session of an event scores. Unless the owner chose otherwise, only races score, and a race that is shorter
 * than the longest one of its event is a sprint. Races of the same length are races.
 */
export function scoringsOf<Session extends EventSession>(
  sessions: readonly Session[],
): { session: Session; scoring: Scoring }[] {
  const races = sessions.filter(
    ({ sessionType, scoring }) => scoring === 'race' || (scoring == null && isRace(sessionType)),
  );
  const longest = Math.max(0, ...races.map(lapsOf));
  return sessions.map((session) => {
    if (session.scoring != null) return { session, scoring: session.scoring };
    if (!isRace(session.sessionType)) return { session, scoring: 'none' as const };
    return { session, scoring: lapsOf(session) < longest ? ('sprint' as const) : ('race' as const) };
  });
}

function lapsOf(session: EventSession): number {
  return session.numberOfLaps ?? Math.max(0, ...session.drivers.map((driver) => driver.numberOfLaps ?? 0));
}

/** The sessions that decide pole position, the last part of each at the end. */
const qualifyings = {
  race: [
    SessionType.Q1,
    SessionType.Q2,
    SessionType.Q3,
    SessionType.ShortQualifying,
    SessionType.OneShotQualifying,
  ] as readonly SessionType[],
  sprint: [
    SessionType.SprintShootout1,
    SessionType.SprintShootout2,
    SessionType.SprintShootout3,
    SessionType.ShortSprintShootout,
    SessionType.OneShotSprintShootout,
  ] as readonly SessionType[],
};

/** The session of an event that decides pole position of its race or sprint; null without one. */
export function poleSessionOf<Session extends { readonly sessionType: SessionType }>(
  sessions: readonly Session[],
  scoring: keyof typeof qualifyings,
): Session | null {
  const order = qualifyings[scoring];
  const placeOf = ({ sessionType }: Session) => order.indexOf(sessionType);
  const found = sessions.filter((session) => placeOf(session) >= 0);
  return found.toSorted((one, other) => placeOf(one) - placeOf(other)).at(-1) ?? null;
}
