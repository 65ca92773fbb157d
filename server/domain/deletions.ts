import { v7 } from 'uuid';
import type { Deletion } from '#contract/entities/deletion';
import { retentionTime } from '#contract/retention';
import { conflict, notFound } from '../http/problem.ts';
import {
  deleteDeletion,
  insertDeletion,
  listDeletionRows,
  lockDeletion,
  restoreRows,
  touchRestoredSession,
} from '../storage/deletions.ts';
import { ownsSeason, updateSeasonRow } from '../storage/seasons.ts';
import { type Context, requireUser } from './context.ts';

/** What was deleted after this instant can be brought back. */
function oldest(now: string): string {
  return new Date(Date.parse(now) - retentionTime('deletions')).toISOString();
}

/** Keeps what the caller is about to delete for as long as that can be undone. */
export async function keepDeleted(
  context: Context,
  deleted: Pick<Deletion, 'kind' | 'entityId' | 'seasonId' | 'name'>,
): Promise<void> {
  const { transaction, now } = context;
  await insertDeletion(transaction, { ...deleted, id: v7(), userId: requireUser(context), deletedAt: now });
}

/** What the caller has deleted and can bring back, newest first. */
export async function listDeletions(context: Context): Promise<Deletion[]> {
  const { transaction, now } = context;
  const rows = await listDeletionRows(transaction, requireUser(context), oldest(now));
  return rows.map(({ userId: _, ...row }) => ({
    ...row,
    undoUntil: new Date(Date.parse(row.deletedAt) + retentionTime('deletions')).toISOString(),
  }));
}

/**
 * Brings back what the caller has deleted, with everything that went with it and still has its place.
 * @throws Problem 404, also when the time is over; 409 when its season is gone or the session was stored again.
 */
export async function undoDeletion(context: Context, id: string): Promise<Deletion[]> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  const row = await lockDeletion(transaction, { id, userId, after: oldest(now) });
  if (row === null) throw notFound();
  const { kind, entityId, seasonId } = row;
  if (!(await restoreRows(transaction, row)))
    throw conflict(
      kind === 'event' ? 'Its season is deleted: bring that back first.' : 'It was stored again in the meantime.',
    );
  if (kind === 'session') await touchRestoredSession(transaction, entityId);
  const changed = kind === 'season' ? entityId : seasonId;
  if (changed !== null && (await ownsSeason(transaction, changed, userId)))
    await updateSeasonRow(transaction, changed, { updatedAt: now });
  await deleteDeletion(transaction, id);
  return listDeletions(context);
}
