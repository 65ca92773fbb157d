import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isRace, SafetyCarStatus, SessionStatus, SessionType } from '#contract/enumerations';
import { type Driver, type Overtake, SessionUpload, type WeatherSample } from '#contract/session';
import { driverOf } from './driver.ts';
import { SavedSession } from './file.ts';
import { changeOf, safetyCarOf, trackOf, typeOf, weatherOf } from './words.ts';

/** A file that cannot be imported; the message says what is wrong with it, in a line. */
export class NotImportable extends Error {}

/**
 * Makes an upload of a session that Pits n' Giggles saved. `endedAt` is when it was saved, ISO 8601 UTC: the file itself
 * does not say.
 * @throws NotImportable for anything else than such a file, with the place of the fault.
 */
export function convert(text: string, endedAt: string): SessionUpload {
  const saved = read(text);
  const info = saved['session-info'];
  const sessionType = typeOf(info['session-type']);
  if (sessionType === null) throw new NotImportable(`the session type ${info['session-type']} is not known`);
  const drivers = saved['classification-data'].map((car) => driverOf(car, sessionType));
  const isFinal = saved['classification-data'].some((car) => car['final-classification'] !== null);
  const upload = {
    internalSessionId: uidOf(saved, drivers),
    trackId: trackOf(info['track-id']),
    sessionType,
    numberOfLaps: isRace(sessionType) ? positive(info['total-laps']) : null,
    sessionStartTime: new Date(Date.parse(endedAt) - lengthOf(saved, drivers, sessionType)).toISOString(),
    sessionEndTime: isFinal ? endedAt : null,
    gameVersion: saved['game-year'] === null ? null : `F1 ${saved['game-year']}`,
    isMultiplayer: Boolean(info['network-game']),
    seasonLinkIdentifier: positive(info['season-link-identifier']),
    weekendLinkIdentifier: positive(info['weekend-link-identifier']),
    sessionLinkIdentifier: positive(info['session-link-identifier']),
    // The file has the weather at the end only.
    startTrackTemp: null,
    startAirTemp: null,
    startWeather: null,
    sessionStatus: isFinal ? SessionStatus.Finished : SessionStatus.InProgress,
    drivers,
    sessionTimeLeft: info['session-time-left'],
    sessionDuration: info['session-duration'],
    safetyCarStatus: safetyCarOf(info['safety-car-status']) ?? SafetyCarStatus.None,
    weatherForecastSamples: info['weather-forecast-samples'].flatMap(sampleOf),
    timeOfDay: info['time-of-day'],
    trackTemp: info['track-temperature'],
    airTemp: info['air-temperature'],
    numberOfSafetyCars: info['num-safety-car-periods'],
    numberOfVirtualSafetyCars: info['num-virtual-safety-car-periods'],
    numberOfRedFlags: info['num-red-flag-periods'],
    trackLength: positive(info['track-length']),
    overtakes: overtakesOf(saved, drivers),
    weatherHistory: [],
  };
  const checked = v.safeParse(SessionUpload, upload);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  throw new NotImportable(`${v.getDotPath(issue) ?? 'the session'}: ${issue.message}`);
}

function read(text: string): SavedSession {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const isCut = text.trimStart().startsWith('{') && !text.trimEnd().endsWith('}');
    throw new NotImportable(
      isCut
        ? 'the file is cut off before its end'
        : `it is not JSON (${String(Object(error).message).replaceAll(/\s+/g, ' ')})`,
    );
  }
  const parsed = v.safeParse(SavedSession, json);
  if (parsed.success) return parsed.output;
  const known = Object(json);
  if (!('classification-data' in known) && !('session-info' in known)) {
    throw new NotImportable('it is JSON, but no session saved by Pits n’ Giggles');
  }
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue) ?? 'its root';
  throw new NotImportable(issue.received === 'undefined' ? `${path} is missing` : `${path}: ${issue.message}`);
}

function positive(value: number | null): number | null {
  return value === null || value <= 0 ? null : Math.round(value);
}

/**
 * The file does not hold the game's session UID. Link identifiers and first laps stand for it: the same session saved
 * twice is one, and one that was restarted is another.
 */
function uidOf(saved: SavedSession, drivers: readonly Driver[]): string {
  const info = saved['session-info'];
  const identity = [
    info['season-link-identifier'],
    info['weekend-link-identifier'],
    info['session-link-identifier'],
    info['session-type'],
    info['track-id'],
    ...drivers.map((driver) => [driver.carIndex, driver.name, driver.lapTimes[0]?.lapTime ?? null]),
  ];
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest();
  return digest.readBigUInt64BE().toString();
}

/** How long the session took, in ms. */
function lengthOf(saved: SavedSession, drivers: readonly Driver[], sessionType: SessionType): number {
  const { 'session-duration': whole, 'session-time-left': left } = saved['session-info'];
  const timed = Math.max(0, (whole ?? 0) - (left ?? 0)) * 1_000;
  const raced = Math.max(0, ...drivers.map((driver) => driver.totalRaceTime ?? 0));
  return isRace(sessionType) && raced > 0 ? raced : timed;
}

function sampleOf(sample: SavedSession['session-info']['weather-forecast-samples'][number]): WeatherSample[] {
  const weather = weatherOf(sample.weather);
  if (weather === null) return [];
  return [
    {
      sessionTypeMode: typeOf(sample['session-type']) ?? SessionType.Unknown,
      timeOffSet: sample['time-offset'],
      forecastedWeatherCondition: weather,
      trackTemperatureCelsius: sample['track-temperature'],
      trackTemperatureChange: changeOf(sample['track-temperature-change']),
      airTemperatureCelsius: sample['air-temperature'],
      airTemperatureChange: changeOf(sample['air-temperature-change']),
      rainPercentage: sample['rain-percentage'],
    },
  ];
}

/** The file names drivers; of two with one name the first is meant as well as the second. */
function overtakesOf(saved: SavedSession, drivers: readonly Driver[]): Overtake[] {
  const indexOf = new Map([...drivers].reverse().map((driver) => [driver.name, driver.carIndex]));
  return (saved.overtakes?.records ?? []).flatMap((record) => {
    const overtaking = indexOf.get(record['overtaking-driver-name'].trim());
    const overtaken = indexOf.get(record['overtaken-driver-name'].trim());
    if (overtaking === undefined || overtaken === undefined) return [];
    return [
      {
        overtakingDriverIdx: overtaking,
        overtakenDriverIdx: overtaken,
        lapNum: positive(record['overtaking-driver-lap']),
        overtakingTime: null,
        utcTime: null,
      },
    ];
  });
}
