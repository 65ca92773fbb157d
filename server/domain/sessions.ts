import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { v7 } from 'uuid';
import type { SessionUpload } from '#contract/bodies';
import { defaultPageSize, unpagedBound } from '#contract/constants';
import { podiumOf } from '#contract/race/classification';
import type { OwnSessions, SessionPage, SessionSummary } from '#contract/session';
import { notFound } from '../http/problem.ts';
import {
  countSessions,
  deleteSessionRow,
  findSession,
  findSessionVersion,
  insertDrivers,
  insertSession,
  listSummaries,
  lockSession,
  lockSessionByGameId,
  replaceSession,
  summaryOf,
} from '../storage/sessions.ts';
import { type Context, type ExpectedVersion, requireOwner, requireUser, requireVersion } from './context.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The values that the response of a session depends on besides its id. */
export interface SessionVersion {
  readonly version: number;
  readonly userName: string | null;
}

/** A complete session as JSON text. */
export interface SessionJson extends SessionVersion {
  readonly id: string;
  readonly json: string;
}

/** An upload with its compressed detail, prepared before the transaction. */
export interface PreparedUpload {
  readonly upload: SessionUpload;
  readonly detail: Buffer;
}

/** Splits an upload into the fields of a summary and the detail, which is stored as compressed JSON. */
export async function prepareUpload(upload: SessionUpload): Promise<PreparedUpload> {
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
  return { upload, detail: await compress(JSON.stringify(detail)) };
}

/** Stores an upload, unless a more complete version of the same session is stored. Returns the stored session. */
export async function uploadSession(context: Context, { upload, detail }: PreparedUpload): Promise<SessionJson> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  const { drivers, liveId: _, ...fields } = upload;
  const driverLaps = drivers.reduce((sum, driver) => sum + driver.lapTimes.length, 0);
  const row = {
    ...toColumns(fields),
    id: v7(),
    userId,
    version: 1,
    createdAt: now,
    podium: podiumOf(upload),
    driverLaps,
    detail,
  };
  const isNew = await insertSession(transaction, row);
  if (isNew) {
    await insertDrivers(transaction, row.id, drivers);
    return readBack(context, row.id);
  }
  const stored = await lockSessionByGameId(transaction, userId, upload.internalSessionId);
  if (stored === null) throw new Error('the session that prevented an insert does not exist');
  const progress = upload.sessionStatus - stored.status || driverLaps - stored.laps;
  if (progress <= 0) return readBack(context, stored.id);
  await replaceSession(transaction, stored.id, row);
  await insertDrivers(transaction, stored.id, drivers);
  return readBack(context, stored.id);
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

async function readBack(context: Context, id: string): Promise<SessionJson> {
  const session = await findSessionJson(context, id);
  if (session === null) throw new Error('a session that was just stored does not exist');
  return session;
}

/** A complete session, or null. Joins two JSON texts, so that the stored detail is not parsed. */
export async function findSessionJson({ transaction }: Context, id: string): Promise<SessionJson | null> {
  const row = await findSession(transaction, id);
  if (row === null) return null;
  const { detail, ...summary } = row;
  const head = JSON.stringify(summaryOf(summary)).slice(0, -1);
  const rest = (await decompress(detail)).toString().slice(1);
  return { id, version: row.version, userName: row.userName, json: `${head},${rest}` };
}

/** The current version of a session, or null when it does not exist. */
export function getSessionVersion({ transaction }: Context, id: string): Promise<SessionVersion | null> {
  return findSessionVersion(transaction, id);
}

/** The summary of a session. @throws Problem 404. */
export async function getSummary({ transaction }: Context, id: string): Promise<SessionSummary> {
  const [session] = await listSummaries(transaction, { ids: [id] }, 1);
  if (session === undefined) throw notFound();
  return session;
}

/** Deletes a session. Its results disappear from all standings. */
export async function deleteSession(context: Context, input: { id: string; expected: ExpectedVersion }): Promise<void> {
  const { transaction } = context;
  const row = await lockSession(transaction, input.id);
  if (row === null) throw notFound();
  requireOwner(context, row);
  await requireVersion(input.expected, row, async () => {
    const current = await findSessionJson(context, input.id);
    return current === null ? null : JSON.parse(current.json);
  });
  await deleteSessionRow(transaction, input.id);
}

/** The newest sessions. */
export function listSessions({ transaction }: Context): Promise<SessionSummary[]> {
  return listSummaries(transaction, {}, unpagedBound);
}

/** A page of a user's sessions. */
export async function pageSessionsOf({ transaction }: Context, userId: string, page: number): Promise<SessionPage> {
  const total = await countSessions(transaction, { userId });
  const sessions = await listSummaries(transaction, { userId }, defaultPageSize, page * defaultPageSize);
  return { totalPages: Math.ceil(total / defaultPageSize), sessions };
}

/** A page of the caller's sessions, filtered by tracks and types. */
export async function listOwnSessions(
  context: Context,
  query: { page: number; pageSize: number; TrackIds: readonly number[]; SessionTypes: readonly number[] },
): Promise<OwnSessions> {
  const filter = { userId: requireUser(context), trackIds: query.TrackIds, sessionTypes: query.SessionTypes };
  const totalElements = await countSessions(context.transaction, filter);
  const offset = query.page * query.pageSize;
  return { totalElements, sessions: await listSummaries(context.transaction, filter, query.pageSize, offset) };
}

/** The sessions of a race weekend, oldest first. */
export async function listWeekend({ transaction }: Context, weekendId: string): Promise<SessionSummary[]> {
  const [userId = '', link = ''] = weekendId.split('.');
  const found = await listSummaries(transaction, { userId, weekendLink: Number(link) }, unpagedBound);
  return found.reverse();
}

/** The sessions of the race weekend of a session, or only the session itself. @throws Problem 404. */
export async function listWeekendOf(context: Context, sessionId: string): Promise<SessionSummary[]> {
  const session = await getSummary(context, sessionId);
  return session.weekendId === null ? [session] : listWeekend(context, session.weekendId);
}
