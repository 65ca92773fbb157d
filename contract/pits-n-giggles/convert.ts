import * as v from 'valibot';
import { SessionUpload } from '../api/bodies.ts';
import type { Driver, WeatherSample } from '../entities/session.ts';
import { isRace, ResultStatus, SafetyCarStatus, SessionStatus, SessionType } from '../enumerations.ts';
import { decode } from './decode.ts';
import { driverOf } from './driver.ts';
import { placeInFile } from './fields.ts';
import type { SavedSession } from './file.ts';
import { savedAtOf } from './file-name.ts';
import { formerNamesOf, lineOf, namesOf } from './names.ts';
import { counted, positive } from './numbers.ts';
import { overtakesOf } from './overtakes.ts';
import { NotImportable, readSaved, savedUid } from './read.ts';
import { hash64 } from './sha256.ts';
import { changeOf, safetyCarOf, statusOf, trackOf, typeOf, weatherOf } from './words.ts';

/**
 * Converts a session file of Pits n' Giggles, its text or its bytes, to an upload. `savedAt` (ISO 8601, UTC) is for files
 * without a time; a function is called for those alone. `remark` is called for each omission.
 * @throws NotImportable for any other file; the message says where it differs.
 */
export function convert(
  content: string | Uint8Array,
  savedAt: string | (() => string),
  remark: (text: string) => void = () => undefined,
): SessionUpload {
  const text = typeof content === 'string' ? content : decode(content, remark);
  const saved = readSaved(text);
  const { 'session-info': info, 'classification-data': cars } = saved;
  const format = formatOf(saved);
  const sessionType = typeOf(info['session-type'], format);
  if (sessionType === null) throw new NotImportable(`the session type ${info['session-type']} is not known`);
  const isFinal = cars.some((car) => isClassified(car['final-classification']));
  const totalLaps = isRace(sessionType) ? positive(info['total-laps']) : null;
  const names = namesOf(cars, format);
  const named = cars.map((car, index) => ({
    car,
    driver: driverOf(car, names[index] ?? `Car ${car.index}`, { sessionType, totalLaps, isFinal, format }),
  }));
  const drivers = named.map(({ driver }) => driver);
  const { overtakes, unclear, unknown } = overtakesOf(saved.overtakes?.records ?? [], named);
  if (unclear > 0) remark(`${overtakeCount(unclear)} left out: several cars have the name`);
  if (unknown > 0) remark(`${overtakeCount(unknown)} left out: of drivers who are not in the classification`);
  const nameless = cars.flatMap((car, index) => (lineOf(car['driver-name'], 1) === null ? (names[index] ?? []) : []));
  if (nameless.length > 0) remark(`without a name: ${nameless.join(', ')}`);
  const negative = negativeTimesIn(cars);
  if (negative > 0) remark(`${negative} times below zero left out`);
  const endedAt = savedAtOf(saved) ?? (typeof savedAt === 'string' ? savedAt : savedAt());
  const upload = {
    internalSessionId: savedUid(text, saved) ?? derivedUid(saved, drivers),
    trackId: trackOf(info['track-id']),
    sessionType,
    numberOfLaps: totalLaps,
    sessionStartTime: new Date(Date.parse(endedAt) - lengthOf(saved, drivers, sessionType)).toISOString(),
    sessionEndTime: isFinal ? endedAt : null,
    gameVersion: saved['game-year'] === null ? null : `F1 ${saved['game-year']}`,
    isMultiplayer: Boolean(info['network-game']),
    seasonLinkIdentifier: positive(info['season-link-identifier']),
    weekendLinkIdentifier: positive(info['weekend-link-identifier']),
    sessionLinkIdentifier: positive(info['session-link-identifier']),
    // The file has only the weather at the end.
    startTrackTemp: null,
    startAirTemp: null,
    startWeather: null,
    sessionStatus: isFinal ? SessionStatus.Finished : SessionStatus.InProgress,
    drivers,
    sessionTimeLeft: counted(info['session-time-left']),
    sessionDuration: counted(info['session-duration']),
    safetyCarStatus: safetyCarOf(info['safety-car-status']) ?? SafetyCarStatus.None,
    weatherForecastSamples: (info['weather-forecast-samples'] ?? []).flatMap((sample) => sampleOf(sample, format)),
    timeOfDay: counted(info['time-of-day']),
    trackTemp: info['track-temperature'],
    airTemp: info['air-temperature'],
    numberOfSafetyCars: counted(info['num-safety-car-periods']),
    numberOfVirtualSafetyCars: counted(info['num-virtual-safety-car-periods']),
    numberOfRedFlags: counted(info['num-red-flag-periods']),
    trackLength: positive(info['track-length']),
    overtakes,
    weatherHistory: [],
  };
  const checked = v.safeParse(SessionUpload, upload);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  const path = v.getDotPath(issue);
  throw new NotImportable(`${path === null ? 'the session' : placeInFile(path)}: ${issue.message}`);
}

const overtakeCount = (count: number) => (count === 1 ? '1 overtake' : `${count} overtakes`);

/** The format of the game's packets, which numbers of session types depend on: that of the year when it is not named. */
function formatOf({ 'packet-format': format, 'game-year': year }: SavedSession): number | undefined {
  return format ?? (year === null ? undefined : 2_000 + (year % 100));
}

function negativeTimesIn(cars: SavedSession['classification-data']): number {
  const laps = cars.flatMap((car) => car['session-history']?.['lap-history-data'] ?? []);
  const times = laps.flatMap((lap) => [
    lap['lap-time-in-ms'],
    lap['sector-1-time-in-ms'],
    lap['sector-2-time-in-ms'],
    lap['sector-3-time-in-ms'],
  ]);
  return times.filter((time) => time < 0).length;
}

/** A session that was saved before its end can have a classification with invalid results. */
function isClassified(result: SavedSession['classification-data'][number]['final-classification']): boolean {
  return result !== null && (statusOf(result['result-status']) ?? ResultStatus.Invalid) !== ResultStatus.Invalid;
}

/**
 * A UID for older files, which lack the game's session UID. It is made of link identifiers and first laps: two files of
 * one session have the same, a restarted session has another.
 */
function derivedUid(saved: SavedSession, drivers: readonly Driver[]): string {
  const info = saved['session-info'];
  const names = formerNamesOf(saved['classification-data']);
  const identity = [
    info['season-link-identifier'],
    info['weekend-link-identifier'],
    info['session-link-identifier'],
    info['session-type'],
    info['track-id'],
    ...drivers.map((driver, index) => [driver.carIndex, names[index], driver.lapTimes[0]?.lapTime ?? null]),
  ];
  return hash64(JSON.stringify(identity)).toString();
}

/** The duration of the session, in ms. */
function lengthOf(saved: SavedSession, drivers: readonly Driver[], sessionType: SessionType): number {
  const { 'session-duration': whole, 'session-time-left': left } = saved['session-info'];
  const timed = Math.max(0, (whole ?? 0) - (left ?? 0)) * 1_000;
  const raced = Math.max(0, ...drivers.map((driver) => driver.totalRaceTime ?? 0));
  return isRace(sessionType) && raced > 0 ? raced : timed;
}

function sampleOf(
  sample: NonNullable<SavedSession['session-info']['weather-forecast-samples']>[number],
  packetFormat: number | undefined,
): WeatherSample[] {
  const weather = weatherOf(sample.weather);
  if (weather === null) return [];
  return [
    {
      sessionTypeMode: typeOf(sample['session-type'], packetFormat) ?? SessionType.Unknown,
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
