import type { SessionUpload } from '#contract/api/bodies';
import type { Driver } from '#contract/entities/session';
import { ResultStatus, type Scoring, SessionStatus, SessionType, type Track } from '#contract/enumerations';
import { blankDriver } from '#contract/race/blank-driver';

/** A driver of a typed result, in the order of the lines. */
interface TypedPlace {
  readonly name: string;
  readonly team: string | null;
  readonly status: ResultStatus;
  /** The time of the race, or of the lap in qualifying, in ms; null where none was typed. */
  readonly time: number | null;
  readonly bestLap: number | null;
  /** The place on the grid of a race, from 1. */
  readonly grid: number | null;
}

/** A typed result: one driver in each line. */
interface TypedResult {
  readonly places: readonly TypedPlace[];
  /** A sentence for each line that cannot be understood. */
  readonly errors: readonly string[];
}

/** The most drivers that a session can have. */
const maxTypedPlaces = 64;

const statuses: Readonly<Record<string, ResultStatus>> = {
  DNF: ResultStatus.DidNotFinish,
  RET: ResultStatus.Retired,
  DSQ: ResultStatus.Disqualified,
  DQ: ResultStatus.Disqualified,
  NC: ResultStatus.NotClassified,
};

/**
 * Reads a result as people have it in chats and spreadsheets. After the name, in any order and separated by commas, semicolons
 * or tabs: the team, the time or the gap to the first, the best lap after “FL”, the place on the grid after “Grid”, and DNF, RET,
 * DSQ or NC. The own place of a line may precede its name. Who did not start has no place.
 */
export function parseResult(text: string): TypedResult {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const errors: string[] = [];
  const places: TypedPlace[] = [];
  for (const line of lines) {
    const parts = partsOf(line, places.length + 1);
    if (parts.some((part) => part.toUpperCase() === 'DNS')) continue;
    const place = placeOf(parts, places[0]?.time ?? null);
    if (typeof place === 'string') errors.push(`“${line.trim()}”: ${place}`);
    else if (places.some(({ name }) => name === place.name)) errors.push(`${place.name} is there twice.`);
    else if (place.grid !== null && places.some(({ grid }) => grid === place.grid))
      errors.push(`Grid ${place.grid} is there twice.`);
    else places.push(place);
  }
  if (places.length > maxTypedPlaces) errors.push(`At most ${maxTypedPlaces} drivers can be in a result.`);
  return { places, errors };
}

function partsOf(line: string, place: number): string[] {
  const separator = ['\t', ';'].find((each) => line.includes(each)) ?? ',';
  const unnumbered = line.trim().replace(new RegExp(`^P?0?${place}(?:[.):;,]\\s*|\\s+)`, 'iu'), '');
  return unnumbered
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '-' && part !== '–');
}

function placeOf(parts: readonly string[], winnerTime: number | null): TypedPlace | string {
  const texts: string[] = [];
  let status: ResultStatus = ResultStatus.Finished;
  let time: number | null = null;
  let bestLap: number | null = null;
  let grid: number | null = null;
  for (const part of parts) {
    const fastest = /^FL\b\s*(.*)$/iu.exec(part)?.[1];
    const start = /^grid\b\s*P?(.*)$/iu.exec(part)?.[1];
    const out = statuses[part.toUpperCase()];
    if (fastest !== undefined) {
      bestLap = milliseconds(fastest);
      if (bestLap === null) return 'write the time of the lap after FL, such as FL 1:24.617.';
    } else if (start !== undefined) {
      grid = /^\d{1,2}$/u.test(start) ? Number(start) : 0;
      if (grid < 1 || grid > maxTypedPlaces) return 'write the place after Grid, such as Grid 3.';
    } else if (out !== undefined) status = out;
    else if (/^\+\s*\d+ laps?$/iu.test(part)) continue;
    else if (part.startsWith('+')) {
      const gap = milliseconds(part.slice(1).trim().replace(/\s*s$/u, ''));
      if (gap === null) return `“${part}” is not a gap, such as +4.252.`;
      time = winnerTime === null ? null : winnerTime + gap;
    } else if (milliseconds(part) !== null) time = milliseconds(part);
    else texts.push(part);
  }
  const [name, team = null, ...rest] = texts;
  if (name === undefined) return 'the name is missing.';
  if (rest.length > 0) return `“${rest[0]}” is more than a name, a team and a time.`;
  return { name, team, status, time, bestLap, grid };
}

/** `41:30.599`, `1:02:03.4` or `24.617` in ms; null for any other text. */
function milliseconds(text: string): number | null {
  const found = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,2})\.(\d{1,3})$/u.exec(text);
  if (found === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0', decimals = '0'] = found;
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 + Number(decimals.padEnd(3, '0'));
}

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

/** A typed result as the session that is stored. */
export function typedSession({ track, startsAt, scoring, places, key }: TypedSession): SessionUpload {
  const isRace = scoring !== 'none';
  return {
    internalSessionId: BigInt(`0x${key.replaceAll('-', '').slice(-16)}`).toString(),
    trackId: track,
    sessionType: isRace ? SessionType.Race : SessionType.ShortQualifying,
    numberOfLaps: null,
    sessionStartTime: new Date(Date.parse(startsAt) - leads[scoring]).toISOString(),
    sessionEndTime: null,
    gameVersion: 'Entered by hand',
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

/** What is typed after the name is the lap that counts. */
function asQualified({ time, bestLap, ...place }: TypedPlace): TypedPlace {
  return { ...place, time: null, bestLap: bestLap ?? time, grid: null };
}

function driverOf({ name, team, status, time, bestLap, grid }: TypedPlace, index: number): Driver {
  return {
    ...blankDriver(index, name),
    team,
    position: index + 1,
    finishingPosition: index + 1,
    startingPosition: grid,
    totalRaceTime: time,
    bestLapTimeMs: bestLap,
    resultStatus: status,
  };
}
