import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as v from 'valibot';
import { SessionUpload } from '#contract/api/bodies';
import { liveEnded } from '#contract/calls/changes';
import { longestDelay } from '#contract/constants';
import type { LiveSummary } from '#contract/entities/live-session';
import { type LiveDocument, toDetail } from '#contract/live/document';
import type { Tree } from '#contract/live/merge-patch';
import { type LiveOrigin, readSnapshot } from '#contract/live/read-document';
import { raceControlOf } from '#contract/race/race-control';
import { notFound } from '../http/problem.ts';
import {
  claimLive,
  deleteLivePast,
  endEpoch,
  findLatestLiveOf,
  findLive,
  insertLivePast,
  type LiveRow,
  listLivePast,
  listSilentLive,
  resumeLive,
  revokeLiveOf,
  updateLiveState,
} from '../storage/live-races.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import { storeRaceControl } from '../storage/race-control.ts';
import { setKeyHash } from '../storage/session-visibility.ts';
import { findSessionIds, lockSession } from '../storage/sessions.ts';
import { announceWrite } from './announce-write.ts';
import { type Context, callerIdOf, viewerOf } from './context.ts';
import { attachEnded } from './live-events.ts';
import { endsBeforeStart, prepareUpload } from './prepare-upload.ts';
import { transactTwice } from './transact-twice.ts';
import { uploadSession } from './upload-session.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** What viewers were shown at a time, in ms since 1970. */
export interface Past {
  readonly at: number;
  /** The number of its message. */
  readonly seq: number;
  readonly document: Tree;
}

/** A registered live race with its state. */
export type LiveRecord = Omit<LiveRow, 'document'> & {
  readonly userName: string | null;
  readonly document: Tree | null;
  /** What was stored of the last minutes, oldest first, for viewers with a delay. */
  readonly past?: readonly Past[];
};

/**
 * A race that has ended, by its live id; its stored session where the caller may see that. @throws Problem 404, also for a
 * private race that the caller may not see.
 */
export async function getEndedLive(context: Context, id: string): Promise<LiveSummary> {
  const row = await findLive(context.transaction, id);
  if (row === null || row.endedAt === null) throw notFound();
  const sessionId = await findVisibleSession(context, row);
  if (!isEndShown(context, row, sessionId)) throw notFound();
  return {
    id,
    userId: row.userId,
    userName: row.userName ?? '',
    trackId: null,
    sessionType: null,
    leaderName: null,
    currentLap: null,
    totalLaps: null,
    startedAt: row.startedAt,
    lastDataAt: row.lastDataAt,
    isPrivate: row.keyHash !== null,
    delaySeconds: row.delaySeconds,
    state: 'ended',
    endedAt: endShownAt(row.endedAt, row),
    ...(sessionId === null ? {} : { sessionId }),
  };
}

/** When viewers without a delay see the end of a live race. */
export function endShownAt(endedAt: string, { delaySeconds }: Pick<LiveRow, 'delaySeconds'>): string {
  return new Date(Date.parse(endedAt) + delaySeconds * 1_000).toISOString();
}

/** The user who records a live race, running or ended. @throws Problem 404, also for the end of a private race. */
export async function getLiveOwner(context: Context, id: string): Promise<{ userName: string | null }> {
  const row = await findLive(context.transaction, id);
  if (row === null) throw notFound();
  if (row.endedAt !== null && !isEndShown(context, row, await findVisibleSession(context, row))) throw notFound();
  return { userName: row.userName };
}

async function findVisibleSession(context: Context, { sessionId }: LiveRow): Promise<string | null> {
  if (sessionId === null) return null;
  const visible = await findSessionIds(context.transaction, viewerOf(context), [sessionId]);
  return visible.has(sessionId) ? sessionId : null;
}

/** Whether a race with a key is still there after its end: for its user, with its key, and where its session is shown. */
function isEndShown(context: Context, { keyHash, userId }: LiveRow, sessionId: string | null): boolean {
  return keyHash === null || userId === callerIdOf(context) || keyHash === context.keyHash || sessionId !== null;
}

/** The live races that had not ended when the server stopped; each begins a new epoch. */
export async function resumeLiveRaces(transaction: Transaction): Promise<LiveRecord[]> {
  const rows = await resumeLive(transaction);
  const records: LiveRecord[] = [];
  for (const row of rows)
    records.push({ ...row, document: await parseDocument(row), past: await loadPast(transaction, row) });
  return records;
}

/** Finds a live race by its id or by the token of its recorder. */
export type LiveKey = { readonly id: string } | { readonly tokenHash: string };

/** Begins a new epoch of a live race, which ends the one before on other servers. Null without a live race. */
export async function claimLiveRace(transaction: Transaction, key: LiveKey): Promise<LiveRecord | null> {
  const row = await claimLive(transaction, key);
  return row === null ? null : { ...row, document: await parseDocument(row), past: await loadPast(transaction, row) };
}

/** Takes the live races of a recorder away from it: each begins a new epoch, with an unknown token. */
export async function revokeLive(
  transaction: Transaction,
  recorderId: string,
  tokenHash: string,
): Promise<LiveRecord[]> {
  const rows = await revokeLiveOf(transaction, recorderId, tokenHash);
  return Promise.all(rows.map(async (row) => ({ ...row, document: await parseDocument(row) })));
}

/** A live race with its stored state, or null. */
export async function findLiveRecord(transaction: Transaction, id: string): Promise<LiveRecord | null> {
  const row = await findLive(transaction, id);
  return row === null ? null : { ...row, document: await parseDocument(row) };
}

/** A live race as its viewers are let in, and whether it has ended; or null. */
export async function findWatched(transaction: Transaction, id: string) {
  const registration = await findLive(transaction, id);
  return registration === null ? null : { registration, isOver: registration.endedAt !== null };
}

/** The id of the live race that a user registered last and that has not ended, or null. */
export function findRunningOf(transaction: Transaction, userId: string): Promise<string | null> {
  return findLatestLiveOf(transaction, userId);
}

/** The ids of the live races without a message since an instant. */
export function listAbandoned(transaction: Transaction, before: string): Promise<string[]> {
  return listSilentLive(transaction, before);
}

/** What viewers with a delay may still be shown of a live race, oldest first. */
export async function loadPast(
  transaction: Transaction,
  origin: LiveOrigin & Pick<LiveRow, 'delaySeconds'>,
): Promise<Past[]> {
  const past: Past[] = [];
  for (const { at, document: stored } of await listLivePast(transaction, origin.id)) {
    const document = await parseDocument({ ...origin, document: stored });
    if (document === null) continue;
    const time = Date.parse(at);
    // Every server that loads it gives it the same number: viewers come back with it.
    const seq = Math.max(0, Math.floor((time - Date.parse(origin.startedAt)) / 1_000));
    past.push({ at: time + origin.delaySeconds * 1_000, seq, document });
  }
  return past;
}

/** Reads a stored document. Fields that this version does not accept, from another version of the server, are dropped. */
async function parseDocument({
  document,
  ...origin
}: LiveOrigin & { readonly document: Uint8Array | null }): Promise<Tree | null> {
  if (document === null) return null;
  return readSnapshot(JSON.parse((await decompress(document)).toString()), origin)?.tree ?? null;
}

/** The longest delays of a recorder and a viewer, and some time, in ms. */
const pastLifetime = (180 + longestDelay + 30) * 1_000;

/** The state of a live race that is stored every few seconds. */
export interface LiveState {
  readonly id: string;
  readonly epoch: number;
  /** The last message that was applied. */
  readonly seq: number;
  /** When the recorder last sent anything, in ms since 1970; null when it never did. */
  readonly dataAt: number | null;
  /** Null before the first snapshot. */
  readonly document: Tree | null;
}

/**
 * Stores the state of a live race, and from time to time also for viewers with a delay: then `pastAt` is the time, in ms since
 * 1970. Returns the size of its document as JSON; null when another epoch has begun.
 */
export async function saveLive(
  transaction: Transaction,
  { id, epoch, seq, dataAt, document }: LiveState,
  pastAt: number | null = null,
): Promise<{ readonly size: number } | null> {
  const text = document === null ? '' : JSON.stringify(document);
  const lastDataAt = dataAt === null ? null : new Date(dataAt).toISOString();
  const bytes = document === null ? null : await compress(text);
  const isCurrent = await updateLiveState(transaction, { id, epoch }, { seq, lastDataAt, document: bytes });
  if (isCurrent && pastAt !== null && bytes !== null) {
    await insertLivePast(transaction, { liveId: id, at: new Date(pastAt).toISOString(), document: bytes });
    await deleteLivePast(transaction, new Date(pastAt - pastLifetime).toISOString());
  }
  return isCurrent ? { size: text.length } : null;
}

interface Ending extends LiveState {
  readonly userId: string;
  /** The hash of the viewers' key; null for a public race. */
  readonly keyHash: string | null;
  /** The stored session that the recorder names; null to store the document. */
  readonly sessionId: string | null;
  /** ISO 8601. */
  readonly now: string;
}

/**
 * Ends a live race. Returns the id of its stored session: the one that the recorder named if it is its user's own,
 * otherwise that of the document, which is stored as far as it got. Null when there is neither. Race control is the server's
 * own: it goes into that session, even if the recorder stored the session.
 */
export async function endLive(storage: Storage, ending: Ending): Promise<string | null> {
  const { id, userId, keyHash, now } = ending;
  const document = documentOf(ending);
  const raceControl = document === null ? [] : raceControlOf(document);
  const upload = toUpload(ending);
  const prepared = upload === null ? null : await prepareUpload(upload);
  const last = document === null ? null : await compress(JSON.stringify(document));
  return transactTwice(storage, async (transaction) => {
    const context = { transaction, caller: { userId }, right: null, now, afterCommit: () => undefined };
    const named =
      ending.sessionId === null ? null : await lockSession(transaction, viewerOf(context), ending.sessionId);
    const sessionId =
      named?.ownerId === userId
        ? named.id
        : prepared === null
          ? null
          : (await uploadSession(context, prepared, { isRecorded: true, liveId: id, keyHash })).id;
    if (sessionId !== null && keyHash !== null) await setKeyHash(transaction, sessionId, keyHash);
    if (sessionId !== null && document !== null && raceControl.length > 0)
      await storeRaceControl(
        transaction,
        { id: sessionId, internalSessionId: document.internalSessionId },
        raceControl,
      );
    // A new registration has begun another one since.
    const isCurrent = await endEpoch(
      transaction,
      { id, epoch: ending.epoch },
      { endedAt: now, sessionId, document: null },
    );
    if (isCurrent && last !== null) await insertLivePast(transaction, { liveId: id, at: now, document: last });
    await attachEnded(transaction, id, { sessionId, now });
    announceWrite(transaction, liveEnded, sessionId === null ? {} : { params: { id: sessionId } });
    return sessionId;
  });
}

function documentOf({ document }: Ending): LiveDocument | null {
  // The tree of a live race is a live document: every change of it was checked.
  return document as unknown as LiveDocument | null;
}

function toUpload(ending: Ending): SessionUpload | null {
  const document = documentOf(ending);
  if (document === null) return null;
  const { dataAt } = ending;
  const detail = toDetail(document);
  const lastAt = dataAt === null ? null : new Date(dataAt).toISOString();
  const result = v.safeParse(SessionUpload, { ...detail, sessionEndTime: detail.sessionEndTime ?? lastAt });
  if (!result.success) return null;
  // The recorder's clock may be ahead of this one.
  return endsBeforeStart(result.output) ? { ...result.output, sessionEndTime: null } : result.output;
}
