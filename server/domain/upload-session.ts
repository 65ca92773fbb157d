import { v7 } from 'uuid';
import type { UploadedSession } from '#contract/entities/session-version';
import { isSameSession } from '#contract/race/recording';
import { preconditionFailed } from '../http/problem.ts';
import { LostRace } from '../storage/failures.ts';
import { findRegistration } from '../storage/live-races.ts';
import { driverRowsOf, insertDrivers } from '../storage/session-drivers.ts';
import { setKeyHash } from '../storage/session-visibility.ts';
import { insertSession, lockSessionsByGameId } from '../storage/sessions.ts';
import { attachRecorded } from './attach-recorded.ts';
import { type Context, type ExpectedVersion, requireUser } from './context.ts';
import type { PreparedUpload } from './prepare-upload.ts';
import { type Quotas, requireWithin } from './quotas.ts';
import { type RenameInDetail, readRecording } from './session-detail.ts';
import { replaceVersion, storeUnused, type VersionContent } from './session-versions.ts';
import { getSessionDetail, readSession, type StoredSession, withDetail } from './sessions.ts';

interface UploadOptions {
  /** A live session has ended: its recorder has made this. */
  readonly isRecorded?: boolean;
  /** The live session that has ended, and the hash of its viewers' key. */
  readonly liveId?: string | null;
  readonly keyHash?: string | null;
  /** The user has chosen to replace the stored session. */
  readonly isReplacing?: boolean;
  /** The version that it is compared with, or that it replaces. */
  readonly expected?: ExpectedVersion;
  readonly rename?: RenameInDetail;
  /** The most that the user can store; absent for what a live session has to store at its end. */
  readonly quotas?: Quotas;
}

type UploadResult = UploadedSession['uploadResult'];

export type UploadAnswer = StoredSession & { readonly uploadResult: UploadResult };

/**
 * Stores an upload. A session that is stored already is replaced only by the choice of a person, or when recorders have
 * made both and the new one is more complete; the version that was replaced can be restored. One of another session with the
 * same id of the game is stored beside it. Returns the stored session.
 * @throws Problem 412 with the stored session when that has another version than expected, 409 when the user can store no
 * more.
 */
export async function uploadSession(
  context: Context,
  prepared: PreparedUpload,
  options: UploadOptions = {},
): Promise<UploadAnswer> {
  const { isRecorded = false, liveId = null, isReplacing = false, expected = null, rename, quotas } = options;
  const { transaction, now } = context;
  const userId = requireUser(context);
  const live = await findOwnLive(context, prepared);
  const byRecorder = isRecorded || prepared.isOfRecorder || live !== null;
  const keyHash = options.keyHash ?? live?.keyHash ?? null;
  const content = toContent(prepared, byRecorder);
  const stored = await findStored(context, prepared, { isReplacing, expected });
  if (stored === null) {
    const row = { ...content.columns, detail: content.detail, id: v7(), userId, version: 1, createdAt: now, keyHash };
    if (!(await insertSession(transaction, row))) throw new LostRace('another session began at the same time');
    await insertDrivers(transaction, row.id, content.drivers);
    if (quotas !== undefined) await requireWithin(context, quotas, ['sessions', 'bytes']);
    if (byRecorder) await attachRecorded(context, row, liveId ?? prepared.liveId);
    return answer(await withDetail(context, row.id, content.detail), 'created');
  }
  if (keyHash !== null) await setKeyHash(transaction, stored.id, keyHash);
  if (stored.digest === prepared.digest) return answer(await readSession(context, stored.id), 'same');
  if (expected !== null && expected !== stored.version)
    throw preconditionFailed(await getSessionDetail(context, stored.id));
  const isMoreComplete = byRecorder && (await compareCompleteness(prepared, stored)) > 0;
  if (isReplacing || (stored.isRecorded && isMoreComplete)) {
    const { detail } = await replaceVersion(context, stored.id, content, rename);
    if (quotas !== undefined) await requireWithin(context, quotas, ['bytes']);
    // One that a recorder had stored was attached then: its owner may have taken it out since.
    if (byRecorder && !stored.isRecorded)
      await attachRecorded(context, { ...content.columns, id: stored.id }, liveId ?? prepared.liveId);
    return answer(await withDetail(context, stored.id, detail), 'replaced');
  }
  if (isMoreComplete) await storeUnused(context, stored.id, content);
  return answer(await readSession(context, stored.id), 'kept');
}

type StoredRow = Awaited<ReturnType<typeof lockSessionsByGameId>>[number];

/**
 * The stored session that an upload is a version of; null where there is none yet. Others may have the same id of the game: the
 * choice of a person is the one with the version that they saw.
 */
async function findStored(
  context: Context,
  { columns, digest, detail }: PreparedUpload,
  { isReplacing, expected }: Required<Pick<UploadOptions, 'isReplacing' | 'expected'>>,
): Promise<StoredRow | null> {
  const rows = await lockSessionsByGameId(context.transaction, requireUser(context), columns.internalSessionId);
  const same = rows.find((row) => row.digest === digest);
  if (same !== undefined || rows.length === 0) return same ?? null;
  const { drivers } = await readRecording(detail);
  for (const row of rows) {
    const stored = await readRecording(row.detail);
    if (isSameSession({ ...columns, drivers }, { ...row, drivers: stored.drivers })) return row;
  }
  if (!isReplacing) return null;
  return rows.find(({ version }) => version === expected) ?? rows.at(-1) ?? null;
}

/** Above 0: an upload is more complete than what is stored, by its status, the source of its result, and its laps. */
async function compareCompleteness(prepared: PreparedUpload, stored: StoredRow): Promise<number> {
  const byStatus = prepared.columns.sessionStatus - stored.status;
  if (byStatus !== 0) return byStatus;
  const [one, other] = [await readRecording(prepared.detail), await readRecording(stored.detail)];
  const rankOf = ({ resultSource }: typeof one) => (resultSource === 'timing' ? 0 : 1);
  return rankOf(one) - rankOf(other) || prepared.driverLaps - stored.laps;
}

/** The live session that its recorder names in an upload; null where it is not one of the caller. */
async function findOwnLive(context: Context, { liveId }: PreparedUpload) {
  const live = liveId === null ? null : await findRegistration(context.transaction, liveId);
  return live?.userId === requireUser(context) ? live : null;
}

function answer(session: StoredSession, uploadResult: UploadResult): UploadAnswer {
  // Part of the summary, so that a repeated request gets it again.
  const summary = `${session.summary.slice(0, -1)},"uploadResult":"${uploadResult}"}`;
  return { ...session, summary, uploadResult };
}

function toContent({ columns, podium, driverLaps, drivers, detail, digest }: PreparedUpload, isRecorded: boolean) {
  return {
    columns: { ...columns, podium, driverLaps, isRecorded, digest },
    drivers: driverRowsOf(drivers),
    detail,
  } satisfies VersionContent;
}
