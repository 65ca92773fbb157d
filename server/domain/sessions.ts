import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { v7 } from 'uuid';
import { defaultPageSize, unpagedBound } from '#contract/constants';
import { isRace } from '#contract/enumerations';
import type { Driver, OwnSessions, PodiumPlace, SessionPage, SessionSummary, SessionUpload } from '#contract/session';
import { bodyOf } from '../bodies.ts';
import { notFound } from '../problem.ts';
import {
  countSessions,
  findSession,
  findSessionStamp,
  insertDrivers,
  insertSession,
  listSummaries,
  lockSession,
  lockSessionOfGame,
  removeSession,
  replaceSession,
  sessionsWhere,
  summaryOf,
} from '../storage/sessions.ts';
import { type Context, type Expected, memberOf, mustMatch, mustOwn } from './context.ts';
import type { SessionBodies, SessionBody } from './session-bodies.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** An upload with all that needs no database: done before the transaction. */
export interface PackedUpload {
  readonly upload: SessionUpload;
  readonly detail: Buffer;
}

/** Splits an upload into what a list shows and the rest, which is stored as compressed bytes. */
export async function packUpload(upload: SessionUpload): Promise<PackedUpload> {
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
  return { upload, detail: await pack(JSON.stringify(detail)) };
}

/** Stores an upload, unless the same session is stored more complete already (design §4). */
export async function uploadSession(
  context: Context,
  bodies: SessionBodies,
  { upload, detail }: PackedUpload,
): Promise<SessionBody> {
  const { transaction, now, after } = context;
  const userId = memberOf(context);
  const { drivers, liveId: _, ...given } = upload;
  const driverLaps = drivers.reduce((sum, driver) => sum + driver.lapTimes.length, 0);
  const row = {
    ...columnsOf(given),
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
    return readBack(context, bodies, row.id);
  }
  const stored = await lockSessionOfGame(transaction, userId, upload.internalSessionId);
  if (stored === null) throw new Error('a session that could not be inserted is not there');
  const gained = upload.sessionStatus - stored.status || driverLaps - stored.laps;
  if (gained <= 0) return readBack(context, bodies, stored.id);
  await replaceSession(transaction, stored.id, row);
  await insertDrivers(transaction, stored.id, drivers);
  after(() => bodies.drop(stored.id));
  return readBack(context, bodies, stored.id);
}

function columnsOf(given: Omit<SessionUpload, 'drivers' | 'liveId'>) {
  return {
    internalSessionId: given.internalSessionId,
    trackId: given.trackId,
    sessionType: given.sessionType,
    numberOfLaps: given.numberOfLaps,
    sessionStartTime: given.sessionStartTime,
    sessionEndTime: given.sessionEndTime,
    gameVersion: given.gameVersion,
    isMultiplayer: given.isMultiplayer,
    seasonLinkIdentifier: given.seasonLinkIdentifier,
    weekendLinkIdentifier: given.weekendLinkIdentifier,
    sessionLinkIdentifier: given.sessionLinkIdentifier,
    startTrackTemp: given.startTrackTemp,
    startAirTemp: given.startAirTemp,
    startWeather: given.startWeather,
    sessionStatus: given.sessionStatus,
  };
}

/** The first three: by the classification, or by the best lap where there is none yet. */
function podiumOf({ sessionType, drivers }: Pick<SessionUpload, 'sessionType' | 'drivers'>): PodiumPlace[] {
  const placeOf = (driver: Driver) => driver.finishingPosition ?? driver.position;
  const never = Number.POSITIVE_INFINITY;
  const isTimed = !isRace(sessionType);
  const inOrder = drivers
    .filter((driver) => (isTimed ? driver.bestLapTimeMs !== null : placeOf(driver) !== null))
    .sort((one, other) => {
      const byPlace = (placeOf(one) ?? never) - (placeOf(other) ?? never);
      return byPlace || (one.bestLapTimeMs ?? never) - (other.bestLapTimeMs ?? never);
    });
  return inOrder.slice(0, 3).map((driver) => ({
    carIndex: driver.carIndex,
    name: driver.name,
    team: driver.team,
    totalRaceTime: driver.totalRaceTime,
    totalPenaltiesSeconds: driver.totalPenaltiesSeconds,
    bestLapTimeMs: driver.bestLapTimeMs,
    numberOfLaps: driver.numberOfLaps,
  }));
}

async function readBack({ transaction, after }: Context, bodies: SessionBodies, id: string): Promise<SessionBody> {
  const made = await makeBody(transaction, id);
  if (made === null) throw new Error('a session that was just stored is not there');
  after(() => bodies.keep(made));
  return made;
}

/** Two JSON texts in one: the detail is stored as text and is not parsed again to be sent. */
async function makeBody(transaction: Context['transaction'], id: string): Promise<SessionBody | null> {
  const row = await findSession(transaction, id);
  if (row === null) return null;
  const { detail, ...summary } = row;
  const head = JSON.stringify(summaryOf(summary)).slice(0, -1);
  const rest = (await unpack(detail)).toString().slice(1);
  return { id, version: row.version, userName: row.userName, body: bodyOf(`${head},${rest}`) };
}

/** A session whole, as bytes. @throws Problem 404. */
export async function getSession({ transaction }: Context, bodies: SessionBodies, id: string): Promise<SessionBody> {
  const found = await bodies.find(
    id,
    () => findSessionStamp(transaction, id),
    () => makeBody(transaction, id),
  );
  if (found === null) throw notFound();
  return found;
}

/** Deletes a session; its results leave the standings. */
export async function deleteSession(
  context: Context,
  bodies: SessionBodies,
  input: { id: string; expected: Expected },
): Promise<void> {
  const { transaction, after } = context;
  const row = await lockSession(transaction, input.id);
  if (row === null) throw notFound();
  mustOwn(context, row);
  await mustMatch(input.expected, row, async () => {
    const made = await makeBody(transaction, input.id);
    return made === null ? null : JSON.parse((await made.body.bytes('identity')).toString());
  });
  await removeSession(transaction, input.id);
  after(() => bodies.drop(input.id));
}

/** The newest sessions. */
export function listSessions({ transaction }: Context): Promise<SessionSummary[]> {
  return listSummaries(transaction, undefined, unpagedBound);
}

/** A page of a user's sessions. */
export async function pageSessionsOf({ transaction }: Context, userId: string, page: number): Promise<SessionPage> {
  const condition = sessionsWhere.ofUser(userId);
  const total = await countSessions(transaction, condition);
  const sessions = await listSummaries(transaction, condition, defaultPageSize, page * defaultPageSize);
  return { totalPages: Math.ceil(total / defaultPageSize), sessions };
}

/** A page of the caller's sessions, by tracks and types. */
export async function listOwnSessions(
  context: Context,
  query: { page: number; pageSize: number; TrackIds: readonly number[]; SessionTypes: readonly number[] },
): Promise<OwnSessions> {
  const condition = sessionsWhere.ofTracksAndTypes(memberOf(context), query.TrackIds, query.SessionTypes);
  const totalElements = await countSessions(context.transaction, condition);
  const offset = query.page * query.pageSize;
  return { totalElements, sessions: await listSummaries(context.transaction, condition, query.pageSize, offset) };
}

/** The sessions of a race weekend, in the order they were driven. */
export async function listWeekend({ transaction }: Context, weekendId: string): Promise<SessionSummary[]> {
  const [userId = '', link = ''] = weekendId.split('.');
  const found = await listSummaries(transaction, sessionsWhere.ofWeekend(userId, Number(link)), unpagedBound);
  return found.reverse();
}

/** The race weekend that a session belongs to; a session without one stands alone. @throws Problem 404. */
export async function listWeekendOf(context: Context, sessionId: string): Promise<SessionSummary[]> {
  const [session] = await listSummaries(context.transaction, sessionsWhere.withIds([sessionId]), 1);
  if (session === undefined) throw notFound();
  return session.weekendId === null ? [session] : listWeekend(context, session.weekendId);
}
