import { defaultPageSize, unpagedBound } from '#contract/constants';
import type { StillPublicSessions } from '#contract/entities/account';
import type { OwnSessions, Session, SessionPage, SessionSummary } from '#contract/entities/session';
import type { ResultStatus } from '#contract/enumerations';
import { classifiedCars } from '#contract/race/classification';
import { retentionTime } from '#contract/values/retention';
import { notFound } from '../http/problem.ts';
import { recordDeleted } from '../storage/deleted-sessions.ts';
import { nextPageOf } from '../storage/page-keys.ts';
import { findNewestVersions } from '../storage/session-versions.ts';
import { listStillPublic, settleStillPublic, setVisibility } from '../storage/session-visibility.ts';
import {
  countSessions,
  findSession,
  findSummaryRow,
  listSummaries,
  lockSession,
  summaryOf,
} from '../storage/sessions.ts';
import { type Context, type ExpectedVersion, requireOwner, requireUser, requireVersion, viewerOf } from './context.ts';
import { deleteEntity } from './deletions.ts';
import { keepColoursOf } from './season-teams.ts';
import { decompressDetail } from './session-detail.ts';
import { findEventsOf, withEvents } from './session-events.ts';

/** A complete session as it is stored. */
export interface StoredSession {
  readonly id: string;
  readonly version: number;
  /** JSON text. */
  readonly summary: string;
  /** Compressed JSON text. */
  readonly detail: Uint8Array;
}

/** A session whose detail was just stored: reading that again would cost more than all the rest. */
export async function withDetail(context: Context, id: string, detail: Uint8Array): Promise<StoredSession> {
  const row = await findSummaryRow(context.transaction, viewerOf(context), id);
  if (row === null) throw new Error('a session that was just stored does not exist');
  return toStoredSession(context, row, detail);
}

type SummaryRow = NonNullable<Awaited<ReturnType<typeof findSummaryRow>>>;

async function toStoredSession(
  context: Context,
  { results, ...row }: SummaryRow,
  detail: Uint8Array,
): Promise<StoredSession> {
  const { id, version, raceControl } = row;
  const listed = summaryOf(row);
  const summary = {
    ...listed,
    events: await findEventsOf(context, id),
    classification: classifiedCars({ sessionType: listed.sessionType, drivers: results.map(toResult) }),
    ...(raceControl === null ? {} : { raceControl }),
  };
  return { id, version, summary: JSON.stringify(summary), detail };
}

/** The contract has checked the number. */
function toResult({ resultStatus, ...driver }: SummaryRow['results'][number]) {
  return { ...driver, resultStatus: resultStatus as ResultStatus };
}

/** A session that exists. */
export async function readSession(context: Context, id: string): Promise<StoredSession> {
  const session = await findStoredSession(context, id);
  if (session === null) throw new Error('a session that was just stored does not exist');
  return session;
}

/** A session that the caller may see, or null. */
export async function findStoredSession(context: Context, id: string): Promise<StoredSession | null> {
  const row = await findSession(context.transaction, viewerOf(context), id);
  if (row === null) return null;
  const { detail, ...summary } = row;
  return toStoredSession(context, summary, detail);
}

/**
 * The JSON text of a complete session. Joins two texts, so that the stored detail is not parsed. Takes long for a large one:
 * not within a transaction.
 */
export async function jsonOf({ summary, detail }: Pick<StoredSession, 'summary' | 'detail'>): Promise<Buffer> {
  const rest = await decompressDetail(detail);
  return Buffer.concat([Buffer.from(`${summary.slice(0, -1)},`), rest.subarray(1)]);
}

/** A complete session. @throws Problem 404. */
export async function getSessionDetail(context: Context, id: string): Promise<Session> {
  const found = await findStoredSession(context, id);
  if (found === null) throw notFound();
  // Its parts were checked when they were stored.
  return JSON.parse((await jsonOf(found)).toString()) as Session;
}

/** The summary of a session. @throws Problem 404. */
export async function getSummary(context: Context, id: string): Promise<SessionSummary> {
  const [session] = await listSummaries(context.transaction, viewerOf(context), { ids: [id] }, 1);
  if (session === undefined) throw notFound();
  return session;
}

interface SessionTarget {
  readonly id: string;
  readonly expected: ExpectedVersion;
}

/** Locks a session of the caller for a change. @throws Problem 403, 404 or 412. */
export async function lockOwnSession(context: Context, { id, expected }: SessionTarget): Promise<void> {
  const row = await lockSession(context.transaction, viewerOf(context), id);
  if (row === null) throw notFound();
  requireOwner(context, row);
  await requireVersion(expected, row, () => getSessionDetail(context, id));
}

/** Deletes a session. It can be restored for a while. Its results disappear from all standings, and their owners get a task. */
export async function deleteSession(context: Context, input: SessionTarget): Promise<void> {
  await lockOwnSession(context, input);
  await recordDeleted(context.transaction, { id: input.id }, context.now);
  await deleteEntity(context, 'session', input.id);
}

/** Makes an own session public, or private. @throws Problem 403, 404 or 412. */
export async function updateSession(
  context: Context,
  { isPublic, ...target }: SessionTarget & { readonly isPublic: boolean },
): Promise<StoredSession> {
  await lockOwnSession(context, target);
  await setVisibility(context.transaction, target.id, isPublic ? 'public' : 'private');
  await keepColoursOf(context, target.id);
  return readSession(context, target.id);
}

/** Makes the caller's sessions public, or private, that were public before sessions could be private. Returns what is left. */
export async function decideSessions(context: Context, isPublic: boolean): Promise<StillPublicSessions> {
  const { transaction } = context;
  const userId = requireUser(context);
  await settleStillPublic(transaction, userId, isPublic ? 'public' : 'private');
  return listStillPublic(transaction, userId, defaultPageSize);
}

/** The newest sessions. */
export async function listSessions(context: Context): Promise<SessionSummary[]> {
  return withEvents(context, await listSummaries(context.transaction, viewerOf(context), {}, unpagedBound));
}

/** A page of a user's sessions. */
export async function pageSessionsOf(
  context: Context,
  userId: string,
  { page, after }: { readonly page: number; readonly after?: string | undefined },
): Promise<SessionPage> {
  const { transaction } = context;
  const viewer = viewerOf(context);
  const total = await countSessions(transaction, viewer, { userId });
  const found = await listSummaries(transaction, viewer, { userId, after }, defaultPageSize, page * defaultPageSize);
  const sessions = await withEvents(context, found);
  const next = nextPageOf(found, defaultPageSize, ({ sessionStartTime }) => sessionStartTime);
  return { totalPages: Math.ceil(total / defaultPageSize), sessions, next };
}

/** Versions of sessions that were stored after this instant can be restored. */
export function oldestVersion(now: string): string {
  return new Date(Date.parse(now) - retentionTime('sessionVersions')).toISOString();
}

interface OwnSessionsQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly after?: string | undefined;
  readonly TrackIds: readonly number[];
  readonly SessionTypes: readonly number[];
  readonly Without?: 'event' | 'names' | undefined;
}

/** A page of the caller's sessions, filtered by tracks, types and missing parts. */
export async function listOwnSessions(context: Context, query: OwnSessionsQuery): Promise<OwnSessions> {
  const filter = {
    userId: requireUser(context),
    trackIds: query.TrackIds,
    sessionTypes: query.SessionTypes,
    without: query.Without,
  };
  const { transaction } = context;
  const viewer = viewerOf(context);
  const totalElements = await countSessions(transaction, viewer, filter);
  const offset = query.page * query.pageSize;
  const found = await listSummaries(transaction, viewer, { ...filter, after: query.after }, query.pageSize, offset);
  const sessions = await withEvents(context, found);
  const versions = await findNewestVersions(
    context.transaction,
    sessions.map(({ id }) => id),
    oldestVersion(context.now),
  );
  return {
    totalElements,
    next: nextPageOf(found, query.pageSize, ({ sessionStartTime }) => sessionStartTime),
    sessions: sessions.map((session) => {
      const otherVersionAt = versions.get(session.id);
      return otherVersionAt === undefined ? session : { ...session, otherVersionAt };
    }),
  };
}

/** The sessions of a race weekend, oldest first. */
export async function listWeekend(context: Context, weekendId: string): Promise<SessionSummary[]> {
  const [userId = '', link = ''] = weekendId.split('.');
  const filter = { userId, weekendLink: Number(link) };
  const found = await listSummaries(context.transaction, viewerOf(context), filter, unpagedBound);
  return withEvents(context, found.reverse());
}

/** The sessions of the race weekend of a session, or only the session itself. @throws Problem 404. */
export async function listWeekendOf(context: Context, sessionId: string): Promise<SessionSummary[]> {
  const session = await getSummary(context, sessionId);
  return session.weekendId === null ? withEvents(context, [session]) : listWeekend(context, session.weekendId);
}
