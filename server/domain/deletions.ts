import type { Deletion } from '#contract/entities/deletion';
import { trackName } from '#contract/entities/track-name';
import { typeName } from '#contract/entities/type-name';
import type { SessionType, Track } from '#contract/enumerations';
import { retentionTime } from '#contract/values/retention';
import { conflict, notFound } from '../http/problem.ts';
import { detachElsewhere, detachSettled, lockSeasonsMissing } from '../storage/deleted-sessions.ts';
import { listDeletedRows, listEndedLive, purgeRows, restoreRow, setDeleted } from '../storage/deletions.ts';
import { countAttached, countEvents } from '../storage/season-events.ts';
import { findSeason, updateSeasonRow } from '../storage/seasons.ts';
import { lockSessionsByGameId } from '../storage/sessions.ts';
import { type Context, requireUser } from './context.ts';
import { attachEnded } from './live-events.ts';
import { type Quotas, requireWithin } from './quotas.ts';
import { maxEvents, maxSessions } from './season-bounds.ts';
import { stayPrivate } from './stay-private.ts';

/** The limits of one user: the newest deletions, and their size in bytes. */
const bounds = { count: 500, bytes: 256 * 1024 ** 2 };

/** The earliest deletion that can still be restored. */
function oldest(now: string): string {
  return new Date(Date.parse(now) - retentionTime('deletions')).toISOString();
}

interface Deleted extends Pick<Deletion, 'kind' | 'id' | 'seasonId' | 'name' | 'deletedAt'> {
  readonly bytes: number;
  /** How the game names a session: another one may have the same by now. */
  readonly game: { readonly internalSessionId: string; readonly sessionStartTime: string } | null;
}

/** What the caller has deleted and can restore, newest first. */
async function findDeleted(context: Context, id?: string): Promise<Deleted[]> {
  const filter = { userId: requireUser(context), after: oldest(context.now), ...(id === undefined ? {} : { id }) };
  const { leagues, seasons, events, sessions } = await listDeletedRows(context.transaction, filter);
  const common = { seasonId: null, bytes: 0, game: null };
  // The contract has checked the numbers.
  const rows = [
    ...leagues.map((row) => ({ ...common, ...row, kind: 'league' as const })),
    ...seasons.map((row) => ({ ...common, ...row, kind: 'season' as const })),
    ...events.map(({ track, ...row }) => ({
      ...common,
      ...row,
      kind: 'event' as const,
      name: row.name ?? trackName(track as Track),
    })),
    ...sessions.map(({ trackId, sessionType, internalSessionId, sessionStartTime, ...row }) => ({
      ...common,
      ...row,
      kind: 'session' as const,
      name: [trackName(trackId as Track), typeName(sessionType as SessionType), sessionStartTime.slice(0, 10)].join(
        ', ',
      ),
      game: { internalSessionId, sessionStartTime },
    })),
  ];
  return rows
    .map((row) => ({ ...row, deletedAt: row.deletedAt ?? '' }))
    .sort((one, other) => (`${one.deletedAt} ${one.id}` < `${other.deletedAt} ${other.id}` ? 1 : -1));
}

/** Deletes something of the caller, which can be restored for a while. The oldest deletions beyond the bounds are purged. */
export async function deleteEntity(context: Context, kind: Deletion['kind'], id: string): Promise<void> {
  const { transaction, now } = context;
  await setDeleted(transaction, kind, id, now);
  let bytes = 0;
  const beyond = (await findDeleted(context)).filter((row, index) => {
    bytes += row.bytes;
    return index >= bounds.count || (index > 0 && bytes > bounds.bytes);
  });
  for (const row of beyond) await purgeRows(transaction, row.kind, [row.id]);
}

/** What the caller has deleted and can restore, newest first; leagues only where a client knows of them. */
export async function listDeletions(context: Context, { hasLeagues }: { hasLeagues: boolean }): Promise<Deletion[]> {
  const found = await findDeleted(context);
  return found
    .filter(({ kind }) => hasLeagues || kind !== 'league')
    .map(({ bytes: _, game: __, ...row }) => ({
      ...row,
      entityId: row.id,
      undoUntil: new Date(Date.parse(row.deletedAt) + retentionTime('deletions')).toISOString(),
    }));
}

/**
 * Restores what the caller has deleted, with everything that belongs to it and still has its place.
 * @throws Problem 404, also when the time is over; 409 when its season is deleted or has no room, the session was stored
 * again, or an account can have no more.
 */
export async function restoreDeletion(context: Context, id: string, quotas: Quotas): Promise<void> {
  const [row] = await findDeleted(context, id);
  if (row === undefined) throw notFound();
  if (row.kind === 'session') {
    await restoreSession(context, row);
    await requireWithin(context, quotas, ['sessions', 'bytes']);
  } else if (row.kind === 'league') {
    await restore(context, row);
    await requireWithin(context, quotas, ['leagues']);
  } else {
    await restoreEvents(context, row);
    if (row.kind === 'season') await requireWithin(context, quotas, ['seasons']);
  }
}

/** @throws Problem 404 when it was restored in the meantime. */
async function restore({ transaction }: Context, { kind, id }: Deleted): Promise<void> {
  if (!(await restoreRow(transaction, kind, id))) throw notFound();
}

/** A session is in its events again, where they still miss it. */
async function restoreSession(context: Context, row: Deleted): Promise<void> {
  const { transaction } = context;
  const { internalSessionId = '', sessionStartTime } = row.game ?? {};
  // Seasons are locked before what is in them, as every other change of them does.
  await lockSeasonsMissing(transaction, row.id);
  const stored = await lockSessionsByGameId(transaction, requireUser(context), internalSessionId);
  if (stored.some((other) => other.sessionStartTime === sessionStartTime))
    throw conflict('It was stored again in the meantime.');
  await stayPrivate(transaction, { sessionId: row.id }, async () => {
    await restore(context, row);
    await detachSettled(transaction, row.id, maxSessions);
  });
}

/** An event, or a season with its events. */
async function restoreEvents(context: Context, row: Deleted): Promise<void> {
  const { transaction, now } = context;
  const seasonId = row.seasonId ?? row.id;
  if (row.kind === 'event' && (await findSeason(transaction, seasonId, requireUser(context), true)) === null)
    throw conflict('Its season is deleted: restore that first.');
  await restore(context, row);
  if (row.kind === 'event') {
    await detachElsewhere(transaction, row.id);
    if ((await countEvents(transaction, seasonId)) > maxEvents)
      throw conflict(`A season has at most ${maxEvents} events.`);
    if ((await countAttached(transaction, seasonId)) > maxSessions)
      throw conflict(`A season has at most ${maxSessions} sessions.`);
  }
  await updateSeasonRow(transaction, seasonId, { updatedAt: now });
  // Races that ended while their event was deleted.
  const of = row.kind === 'event' ? { eventId: row.id } : { seasonId };
  for (const { liveId, sessionId } of await listEndedLive(transaction, of))
    await attachEnded(transaction, liveId, { sessionId, now });
}
