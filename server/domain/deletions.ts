import { v7 } from 'uuid';
import type { Deletion } from '#contract/entities/deletion';
import { retentionTime } from '#contract/values/retention';
import { conflict, notFound } from '../http/problem.ts';
import { lockSeasonsMissing, reattach } from '../storage/deleted-sessions.ts';
import {
  deleteDeletion,
  insertDeletion,
  listDeletionRows,
  listEndedLive,
  lockDeletion,
  restoreRows,
  touchRestoredSession,
  trimDeletions,
} from '../storage/deletions.ts';
import { removeRulingsBeyond } from '../storage/rulings.ts';
import { countAttached, countEvents } from '../storage/season-events.ts';
import { findSeason, updateSeasonRow } from '../storage/seasons.ts';
import { type Context, requireUser } from './context.ts';
import { attachEnded } from './live-events.ts';
import { maxEvents, maxRulings, maxSessions } from './season-bounds.ts';

/** What is kept for one user: the newest deletions, and their size in bytes. */
const bounds = { count: 100, size: 256 * 1024 ** 2 };

/** What was deleted after this instant can be brought back. */
function oldest(now: string): string {
  return new Date(Date.parse(now) - retentionTime('deletions')).toISOString();
}

/** Keeps what the caller is about to delete for as long as that can be undone. */
export async function storeDeleted(
  context: Context,
  deleted: Pick<Deletion, 'kind' | 'entityId' | 'seasonId' | 'name'>,
): Promise<void> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  await insertDeletion(transaction, { ...deleted, id: v7(), userId, deletedAt: now });
  await trimDeletions(transaction, userId, bounds);
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
 * @throws Problem 404, also when the time is over; 409 when its season is deleted or has no room, or the session was stored
 * again.
 */
export async function undoDeletion(context: Context, id: string): Promise<Deletion[]> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  const row = await lockDeletion(transaction, { id, userId, after: oldest(now) });
  if (row === null) throw notFound();
  if (row.kind === 'session') await restoreSession(context, row);
  else await restoreEvents(context, { ...row, seasonId: row.seasonId ?? row.entityId });
  await deleteDeletion(transaction, id);
  return listDeletions(context);
}

type Deleted = Pick<Deletion, 'id' | 'kind' | 'entityId'>;

/** Events of other users get the session back only where they still miss it. */
async function restoreSession({ transaction, now }: Context, row: Deleted): Promise<void> {
  const { entityId: sessionId } = row;
  // Seasons are locked before what is in them, as every other change of them does.
  await lockSeasonsMissing(transaction, sessionId);
  if (!(await restoreRows(transaction, { ...row, now }))) throw conflict('It was stored again in the meantime.');
  await touchRestoredSession(transaction, sessionId);
  await reattach(transaction, { sessionId }, maxSessions);
  await removeRulingsBeyond(transaction, sessionId, maxRulings);
}

/** An event, or a season with its events. */
async function restoreEvents(context: Context, row: Deleted & { readonly seasonId: string }): Promise<void> {
  const { transaction, now } = context;
  const { kind, seasonId } = row;
  if (kind === 'event' && (await findSeason(transaction, seasonId, requireUser(context), true)) === null)
    throw conflict('Its season is deleted: bring that back first.');
  if (!(await restoreRows(transaction, { ...row, now })))
    throw conflict('It was deleted by an earlier release: that can’t be undone.');
  if ((await countEvents(transaction, seasonId)) > maxEvents)
    throw conflict(`A season has at most ${maxEvents} events.`);
  if ((await countAttached(transaction, seasonId)) > maxSessions)
    throw conflict(`A season has at most ${maxSessions} sessions.`);
  await reattach(transaction, { seasonId }, maxSessions);
  await updateSeasonRow(transaction, seasonId, { updatedAt: now });
  // Races that ended while their event was deleted.
  for (const { liveId, sessionId } of await listEndedLive(transaction, row))
    await attachEnded(transaction, liveId, { sessionId, now });
}
