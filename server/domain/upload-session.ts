import { v7 } from 'uuid';
import type { SessionUpload } from '#contract/bodies';
import { podiumOf } from '#contract/race/classification';
import { invalid } from '../http/problem.ts';
import { listRenamed, type RenamedDriver } from '../storage/driver-names.ts';
import { LostRace } from '../storage/failures.ts';
import { insertDrivers, insertSession, lockSessionByGameId, replaceSession } from '../storage/sessions.ts';
import { type Context, requireUser } from './context.ts';
import { compressDetail, readSession, type SessionJson } from './sessions.ts';

/** An upload with its compressed detail, prepared before the transaction. */
export interface PreparedUpload {
  readonly upload: SessionUpload;
  readonly detail: Buffer;
}

/** Whether the end of a session is before its start. */
export function endsBeforeStart({ sessionStartTime, sessionEndTime }: SessionUpload): boolean {
  return sessionEndTime !== null && Date.parse(sessionEndTime) < Date.parse(sessionStartTime);
}

/** Splits an upload into the fields of a summary and the detail, which is stored as compressed JSON. @throws Problem 400. */
export async function prepareUpload(upload: SessionUpload): Promise<PreparedUpload> {
  if (endsBeforeStart(upload))
    throw invalid([{ path: 'sessionEndTime', message: 'must not be before sessionStartTime' }]);
  const {
    drivers,
    sessionTimeLeft,
    sessionDuration,
    safetyCarStatus,
    weatherForecastSamples,
    timeOfDay,
    trackTemp,
    airTemp,
    numberOfSafetyCars,
    numberOfVirtualSafetyCars,
    numberOfRedFlags,
    trackLength,
    overtakes,
    weatherHistory,
  } = upload;
  const detail = {
    sessionTimeLeft,
    sessionDuration,
    safetyCarStatus,
    timeOfDay,
    trackTemp,
    airTemp,
    numberOfSafetyCars,
    numberOfVirtualSafetyCars,
    numberOfRedFlags,
    trackLength,
    weatherForecastSamples,
    weatherHistory,
    overtakes,
    drivers,
  };
  return { upload, detail: await compressDetail(detail) };
}

/**
 * Stores an upload, unless a version of the same session is stored that is as complete or more; `isReplacing` stores it
 * then too. Returns the stored session.
 */
export async function uploadSession(
  context: Context,
  prepared: PreparedUpload,
  isReplacing = false,
): Promise<SessionJson> {
  const { transaction } = context;
  const userId = requireUser(context);
  const { upload } = prepared;
  const row = toRow(context, prepared);
  const { driverLaps } = row;
  const isNew = await insertSession(transaction, row);
  if (isNew) {
    await insertDrivers(transaction, row.id, upload.drivers);
    return readSession(context, row.id);
  }
  const stored = await lockSessionByGameId(transaction, userId, upload.internalSessionId);
  if (stored === null) throw new LostRace('the session that prevented an insert was deleted');
  const progress = upload.sessionStatus - stored.status || driverLaps - stored.laps;
  if (progress <= 0 && !isReplacing) return readSession(context, stored.id);
  const renamed = await listRenamed(transaction, stored.id);
  const kept = keepNames(upload, renamed);
  // Compressing takes long, and renamed drivers are rare.
  const complete = renamed.length === 0 ? row : toRow(context, await prepareUpload(kept));
  await replaceSession(transaction, stored.id, complete);
  const recordedNames = new Map(renamed.map(({ carIndex, recordedName }) => [carIndex, recordedName]));
  await insertDrivers(transaction, stored.id, kept.drivers, recordedNames);
  return readSession(context, stored.id);
}

/** An upload in which the drivers that its owner has renamed have their new names. */
function keepNames(upload: SessionUpload, renamed: readonly RenamedDriver[]): SessionUpload {
  const names = new Map(renamed.map(({ carIndex, name }) => [carIndex, name]));
  const drivers = upload.drivers.map((driver) => ({ ...driver, name: names.get(driver.carIndex) ?? driver.name }));
  return { ...upload, drivers };
}

function toRow(context: Context, { upload, detail }: PreparedUpload) {
  const { drivers, liveId: _, ...fields } = upload;
  return {
    ...toColumns(fields),
    id: v7(),
    userId: requireUser(context),
    version: 1,
    createdAt: context.now,
    podium: podiumOf(upload),
    driverLaps: drivers.reduce((sum, driver) => sum + driver.lapTimes.length, 0),
    detail,
  };
}

function toColumns(fields: Omit<SessionUpload, 'drivers' | 'liveId'>) {
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
