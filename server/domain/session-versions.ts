import { v7 } from 'uuid';
import { calls } from '#contract/calls/by-name';
import { sessionVersionBound } from '#contract/constants';
import type { SessionVersion } from '#contract/entities/session-version';
import type { ResultStatus, SessionStatus, SessionType } from '#contract/enumerations';
import { classifiedCars, podiumOf, timedPodium } from '#contract/race/classification';
import { retentionTime } from '#contract/values/retention';
import { notFound } from '../http/problem.ts';
import { listRenamed, type RenamedDriver } from '../storage/driver-names.ts';
import { type DriverRow, insertDrivers } from '../storage/session-drivers.ts';
import {
  copyToVersion,
  deleteOlderVersions,
  deleteVersion,
  findVersion,
  insertVersion,
  listVersionRows,
} from '../storage/session-versions.ts';
import { findSummaryRow, replaceSession, summaryOf } from '../storage/sessions.ts';
import type { VersionColumns } from '../storage/tables.ts';
import { announceWrite } from './announce-write.ts';
import { type Context, type ExpectedVersion, requireOwner, viewerOf } from './context.ts';
import { keepColoursOf } from './season-teams.ts';
import { type RenameInDetail, renameInDetail } from './session-detail.ts';
import { lockOwnSession, oldestVersion, type StoredSession, withDetail } from './sessions.ts';

export interface VersionContent {
  readonly columns: VersionColumns;
  readonly drivers: readonly DriverRow[];
  /** Compressed. */
  readonly detail: Uint8Array;
}

/**
 * Replaces a stored session; the replaced version is stored beside it. Drivers that the owner has
 * renamed keep their new names. The session is locked.
 */
export async function replaceVersion(
  context: Context,
  id: string,
  content: VersionContent,
  rename: RenameInDetail = renameInDetail,
): Promise<VersionContent> {
  const { transaction, now } = context;
  const renamed = await listRenamed(transaction, id);
  await copyToVersion(transaction, id, { id: v7(), storedAt: now });
  await deleteOlderVersions(transaction, id, sessionVersionBound);
  // Renaming takes long, and renamed drivers are rare.
  const result = renamed.length === 0 ? content : await keepNames(content, renamed, rename);
  await replaceSession(transaction, id, { ...result.columns, detail: result.detail });
  await insertDrivers(transaction, id, result.drivers);
  await keepColoursOf(context, id);
  announceWrite(transaction, calls.restoreSession, { params: { id } });
  return result;
}

/** Stores a version beside a session, so that its owner can choose it. */
export async function storeUnused({ transaction, now }: Context, id: string, content: VersionContent): Promise<void> {
  const stored = await listVersionRows(transaction, id, oldestVersion(now));
  if (stored.some(({ columns }) => columns.digest === content.columns.digest)) return;
  await insertVersion(transaction, { ...content, id: v7(), sessionId: id, reason: 'unused', storedAt: now });
  await deleteOlderVersions(transaction, id, sessionVersionBound);
}

/** A version in which the drivers that the owner of the session has renamed have their new names. */
async function keepNames(
  content: VersionContent,
  renamed: readonly RenamedDriver[],
  renameIn: RenameInDetail,
): Promise<VersionContent> {
  const names = new Map(renamed.map(({ carIndex, name }) => [carIndex, name]));
  const nameOf = (one: { readonly carIndex: number; readonly name: string }) => names.get(one.carIndex) ?? one.name;
  return {
    columns: { ...content.columns, podium: content.columns.podium.map((one) => ({ ...one, name: nameOf(one) })) },
    drivers: content.drivers.map((one) => {
      const name = nameOf(one);
      const recordedName = one.recordedName ?? one.name;
      return { ...one, name, recordedName: name === recordedName ? null : recordedName };
    }),
    detail: await renameIn(content.detail, [...names]),
  };
}

interface SessionId {
  readonly id: string;
}

/** The versions of an own session that can be restored, newest first. @throws Problem 403 or 404. */
export async function listVersions(context: Context, { id }: SessionId): Promise<SessionVersion[]> {
  const { transaction, now } = context;
  await requireOwnSession(context, id);
  const rows = await listVersionRows(transaction, id, oldestVersion(now));
  return rows.map(({ columns, drivers, ...row }) => ({
    id: row.id,
    reason: row.reason,
    storedAt: row.storedAt,
    keptUntil: new Date(Date.parse(row.storedAt) + retentionTime('sessionVersions')).toISOString(),
    // Checked when it was uploaded.
    sessionStatus: columns.sessionStatus as SessionStatus,
    laps: Math.max(0, ...drivers.map(({ numberOfLaps }) => numberOfLaps ?? 0)),
    drivers: drivers.length,
    podium: timedPodium({ sessionType: columns.sessionType as SessionType, podium: podiumIn({ columns, drivers }) }),
  }));
}

/** The podium of a version stored by an older server is computed from its drivers. */
function podiumIn({ columns, drivers }: Pick<VersionContent, 'columns' | 'drivers'>) {
  return podiumOf({ sessionType: columns.sessionType as SessionType, drivers: resultsOf(drivers) });
}

/** The contract has checked the numbers that are stored. */
function resultsOf(drivers: readonly DriverRow[]) {
  return drivers.map((driver) => ({ ...driver, resultStatus: driver.resultStatus as ResultStatus }));
}

async function requireOwnSession(context: Context, id: string) {
  const row = await findSummaryRow(context.transaction, viewerOf(context), id);
  if (row === null) throw notFound();
  requireOwner(context, { ownerId: row.userId });
  return row;
}

interface VersionId extends SessionId {
  readonly versionId: string;
}

async function requireVersionContent(
  { transaction, now }: Context,
  { id, versionId }: VersionId,
): Promise<VersionContent> {
  const content = await findVersion(transaction, { id: versionId, sessionId: id }, oldestVersion(now));
  if (content === null) throw notFound();
  return { ...content, columns: { ...content.columns, podium: podiumIn(content) } };
}

/** A version of an own session. @throws Problem 403 or 404. */
export async function getVersion(context: Context, target: VersionId): Promise<StoredSession> {
  const { results: _, ...row } = await requireOwnSession(context, target.id);
  const { columns, drivers, detail } = await requireVersionContent(context, target);
  const summary = summaryOf({ ...row, ...columns });
  const classification = classifiedCars({ sessionType: summary.sessionType, drivers: resultsOf(drivers) });
  return { id: row.id, version: row.version, summary: JSON.stringify({ ...summary, classification }), detail };
}

/** Stores a version of an own session again, in exchange for the one that is stored. @throws Problem 403, 404 or 412. */
export async function restoreVersion(
  context: Context,
  { expected, ...target }: VersionId & { readonly expected: ExpectedVersion },
  rename: RenameInDetail,
): Promise<StoredSession> {
  await lockOwnSession(context, { id: target.id, expected });
  const content = await requireVersionContent(context, target);
  await deleteVersion(context.transaction, target.versionId);
  const { detail } = await replaceVersion(context, target.id, content, rename);
  return withDetail(context, target.id, detail);
}
