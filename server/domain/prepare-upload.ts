import { createHash } from 'node:crypto';
import type { SessionUpload } from '#contract/api/bodies';
import type { Driver, PodiumPlace } from '#contract/entities/session';
import { podiumOf } from '#contract/race/classification';
import { invalid } from '../http/problem.ts';
import { compressDetail } from './session-detail.ts';

/** The rows of an upload. The laps are only in its detail, so that the rest is small. */
export interface PreparedUpload {
  readonly columns: ReturnType<typeof toColumns>;
  readonly podium: PodiumPlace[];
  /** Laps with a time, of all drivers. */
  readonly driverLaps: number;
  readonly drivers: readonly ReturnType<typeof withoutLists>[];
  /** The compressed JSON of the rest. */
  readonly detail: Uint8Array;
  readonly liveId: string | null;
  /** A recorder of the game has made it: only those say how much they received. */
  readonly isOfRecorder: boolean;
  /** The same for the same upload. */
  readonly digest: string;
}

/** Whether the end of a session is before its start. */
export function endsBeforeStart({ sessionStartTime, sessionEndTime }: SessionUpload): boolean {
  return sessionEndTime !== null && Date.parse(sessionEndTime) < Date.parse(sessionStartTime);
}

/** Splits an upload into the fields of a summary and the detail. @throws Problem 400. */
export async function prepareUpload(sent: SessionUpload): Promise<PreparedUpload> {
  const upload = { ...sent, drivers: sent.drivers.map(withBestLap) };
  if (endsBeforeStart(upload))
    throw invalid([{ path: 'sessionEndTime', message: 'must not be before sessionStartTime' }]);
  const { drivers, liveId } = upload;
  const columns = toColumns(upload);
  const detail = JSON.stringify(toDetail(upload));
  return {
    columns,
    podium: podiumOf(upload),
    driverLaps: drivers.reduce(
      (sum, { lapTimes }) => sum + lapTimes.filter(({ lapTime }) => lapTime !== null).length,
      0,
    ),
    drivers: drivers.map(withoutLists),
    detail: await compressDetail(detail),
    liveId: liveId ?? null,
    isOfRecorder: upload.completeness != null,
    digest: createHash('sha256').update(JSON.stringify(columns)).update(detail).digest('base64url'),
  };
}

/** A recorder that sends no best lap may have sent the laps. */
function withBestLap(driver: Driver): Driver {
  const times = driver.lapTimes.flatMap(({ lapTime, invalidLap }) =>
    lapTime === null || lapTime === 0 || invalidLap ? [] : [lapTime],
  );
  return driver.bestLapTimeMs !== null || times.length === 0
    ? driver
    : { ...driver, bestLapTimeMs: Math.min(...times) };
}

function withoutLists({ lapTimes: _, pitStops: __, tyres: ___, penalties: ____, warnings: _____, ...driver }: Driver) {
  return driver;
}

function toDetail({ completeness, resultSource, ...upload }: SessionUpload) {
  return {
    sessionTimeLeft: upload.sessionTimeLeft,
    sessionDuration: upload.sessionDuration,
    safetyCarStatus: upload.safetyCarStatus,
    timeOfDay: upload.timeOfDay,
    trackTemp: upload.trackTemp,
    airTemp: upload.airTemp,
    numberOfSafetyCars: upload.numberOfSafetyCars,
    numberOfVirtualSafetyCars: upload.numberOfVirtualSafetyCars,
    numberOfRedFlags: upload.numberOfRedFlags,
    trackLength: upload.trackLength,
    weatherForecastSamples: upload.weatherForecastSamples,
    weatherHistory: upload.weatherHistory,
    overtakes: upload.overtakes,
    drivers: upload.drivers,
    ...(completeness == null ? {} : { completeness }),
    ...(resultSource == null ? {} : { resultSource }),
  };
}

function toColumns(fields: SessionUpload) {
  return {
    internalSessionId: fields.internalSessionId,
    trackId: fields.trackId,
    sessionType: fields.sessionType,
    numberOfLaps: fields.numberOfLaps,
    sessionStartTime: fields.sessionStartTime,
    sessionEndTime: fields.sessionEndTime,
    gameVersion: fields.gameVersion,
    isMultiplayer: fields.isMultiplayer,
    seasonLinkIdentifier: fields.seasonLinkIdentifier,
    weekendLinkIdentifier: fields.weekendLinkIdentifier,
    sessionLinkIdentifier: fields.sessionLinkIdentifier,
    startTrackTemp: fields.startTrackTemp,
    startAirTemp: fields.startAirTemp,
    startWeather: fields.startWeather,
    sessionStatus: fields.sessionStatus,
  };
}
