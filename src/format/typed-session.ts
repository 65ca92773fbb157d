import type { SessionUpload } from '#contract/api/bodies';
import type { Driver } from '#contract/entities/session';
import { type Scoring, SessionStatus, SessionType, type Track } from '#contract/enumerations';
import { blankDriver } from '#contract/race/blank-driver';
import { enteredByHand } from '#contract/race/entered-by-hand';
import type { TypedPlace } from './typed-result.ts';

interface TypedSession {
  readonly track: Track;
  /** When its event starts. */
  readonly startsAt: string;
  /** A race, a sprint, or qualifying, which scores no points. */
  readonly scoring: Scoring;
  readonly places: readonly TypedPlace[];
  /** A UUID: the same for each attempt to store the same result. */
  readonly key: string;
}

/** In ms before the race of the event: sessions are shown, and standings counted, in the order of their times. */
const leads: Readonly<Record<Scoring, number>> = { race: 0, none: 1_800_000, sprint: 3_600_000 };

/** The type of a typed session. */
export function typedSessionType(scoring: Scoring): SessionType {
  return scoring === 'none' ? SessionType.ShortQualifying : SessionType.Race;
}

/** A typed result as the session that is stored. */
export function typedSession({ track, startsAt, scoring, places, key }: TypedSession): SessionUpload {
  const sessionType = typedSessionType(scoring);
  const isRace = scoring !== 'none';
  return {
    internalSessionId: BigInt(`0x${key.replaceAll('-', '').slice(-16)}`).toString(),
    trackId: track,
    sessionType,
    numberOfLaps: isRace ? (places[0]?.laps ?? null) : null,
    sessionStartTime: new Date(Date.parse(startsAt) - leads[scoring]).toISOString(),
    sessionEndTime: null,
    gameVersion: enteredByHand,
    isMultiplayer: true,
    seasonLinkIdentifier: null,
    weekendLinkIdentifier: null,
    sessionLinkIdentifier: null,
    startTrackTemp: null,
    startAirTemp: null,
    startWeather: null,
    sessionStatus: SessionStatus.Finished,
    drivers: places.map((place, index) => driverOf(isRace ? place : asQualified(place), index)),
    sessionTimeLeft: null,
    sessionDuration: null,
    safetyCarStatus: null,
    weatherForecastSamples: [],
    timeOfDay: null,
    trackTemp: null,
    airTemp: null,
    numberOfSafetyCars: null,
    numberOfVirtualSafetyCars: null,
    numberOfRedFlags: null,
    trackLength: null,
    overtakes: [],
    weatherHistory: [],
  };
}

/** The time after the name is the lap that counts. */
function asQualified({ time, bestLap, lapsDown: _, ...place }: TypedPlace): TypedPlace {
  return { ...place, time: null, bestLap: bestLap ?? time, grid: null, laps: null };
}

function driverOf(
  { name, team, position, status, time, bestLap, grid, laps, lapsDown }: TypedPlace,
  index: number,
): Driver {
  return {
    ...blankDriver(index, name),
    team,
    position,
    finishingPosition: position,
    startingPosition: grid,
    totalRaceTime: time,
    bestLapTimeMs: bestLap,
    numberOfLaps: laps,
    lapsBehind: lapsDown ?? null,
    resultStatus: status,
  };
}
