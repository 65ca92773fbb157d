import { v7 } from 'uuid';
import { listRenamed, type RenamedDriver } from '../storage/driver-names.ts';
import { LostRace } from '../storage/failures.ts';
import { insertDrivers, insertSession, lockSessionByGameId, replaceSession } from '../storage/sessions.ts';
import { type Context, requireUser } from './context.ts';
import type { PreparedUpload } from './prepare-upload.ts';
import { type RenameInDetail, renameInDetail } from './session-detail.ts';
import { readSession, type StoredSession, withDetail } from './sessions.ts';

interface UploadOptions {
  /** Whether it replaces a stored session that is as complete or more. */
  readonly isReplacing?: boolean;
  readonly rename?: RenameInDetail;
}

/** Stores an upload, unless a version of the same session is stored that is as complete or more. Returns what is stored. */
export async function uploadSession(
  context: Context,
  prepared: PreparedUpload,
  { isReplacing = false, rename = renameInDetail }: UploadOptions = {},
): Promise<StoredSession> {
  const { transaction } = context;
  const userId = requireUser(context);
  const row = toRow(context, prepared);
  const { internalSessionId, sessionStatus } = prepared.columns;
  const isNew = await insertSession(transaction, row);
  if (isNew) {
    await insertDrivers(transaction, row.id, prepared.drivers);
    return withDetail(context, row.id, prepared.detail);
  }
  const stored = await lockSessionByGameId(transaction, userId, internalSessionId);
  if (stored === null) throw new LostRace('the session that prevented an insert was deleted');
  const progress = sessionStatus - stored.status || prepared.driverLaps - stored.laps;
  if (progress <= 0 && !isReplacing) return readSession(context, stored.id);
  const renamed = await listRenamed(transaction, stored.id);
  // This takes long, and renamed drivers are rare.
  const kept = renamed.length === 0 ? prepared : await keepNames(prepared, renamed, rename);
  await replaceSession(transaction, stored.id, toRow(context, kept));
  const recordedNames = new Map(renamed.map(({ carIndex, recordedName }) => [carIndex, recordedName]));
  await insertDrivers(transaction, stored.id, kept.drivers, recordedNames);
  return withDetail(context, stored.id, kept.detail);
}

/** An upload in which the drivers that its owner has renamed have their new names. */
async function keepNames(
  prepared: PreparedUpload,
  renamed: readonly RenamedDriver[],
  renameIn: RenameInDetail,
): Promise<PreparedUpload> {
  const names = new Map(renamed.map(({ carIndex, name }) => [carIndex, name]));
  const rename = <One extends { readonly carIndex: number; readonly name: string }>(one: One): One => ({
    ...one,
    name: names.get(one.carIndex) ?? one.name,
  });
  return {
    ...prepared,
    podium: prepared.podium.map(rename),
    drivers: prepared.drivers.map(rename),
    detail: await renameIn(prepared.detail, [...names]),
  };
}

function toRow(context: Context, { columns, podium, driverLaps, detail }: PreparedUpload) {
  return {
    ...columns,
    id: v7(),
    userId: requireUser(context),
    version: 1,
    createdAt: context.now,
    podium,
    driverLaps,
    detail,
  };
}
