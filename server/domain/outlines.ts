import { createHash } from 'node:crypto';
import type { Track } from '#contract/enumerations';
import type { TrackOutline } from '#contract/track';
import type { Storage } from '../storage/open-storage.ts';
import { findOutline, type OutlineRow, writeOutline } from '../storage/outlines.ts';
import type { OutlineCandidate } from '../storage/tables.ts';
import { announceWrite } from './announce-write.ts';
import type { Context } from './context.ts';

interface OutlineInput {
  readonly trackId: Track;
  readonly length: number;
  readonly points: readonly [number, number][];
  /** In m: smaller is better. */
  readonly error: number;
  readonly liveId: string;
  readonly isPrivate: boolean;
  /** Who has recorded the lap. */
  readonly userId: string;
}

/** An outline replaces another one when its error is smaller than this part of it: no write for next to nothing. */
const improvement = 0.8;
/** Outlines agree when they are this far from each other on average, in m, and as long within this part. */
const closeness = 25;
const lengthTolerance = 0.02;
/** More users and sessions than these are not kept. */
const keptUsers = 5;
const keptSessions = 3;
/** So many sessions of one user hold out against as many of somebody else. */
const strongSessions = 2;

/** The outline of a track; without points when no lap of it was complete. */
export async function getOutline({ transaction }: Context, trackId: Track): Promise<TrackOutline> {
  const row = await findOutline(transaction, trackId);
  if (row === null) return { trackId, length: null, points: [], source: null };
  const { length, points, liveId, learnedAt } = row;
  return { trackId, length, points, source: { liveId, learnedAt } };
}

/**
 * Takes in the outline of one lap. Whoever can record can send any positions, so a lap improves the stored outline only if
 * it agrees with it. A different one becomes a candidate. It replaces the stored one when more users have taught it, or,
 * while only one user has taught the stored one, when more sessions have. Returns the error of what is stored then.
 */
export async function storeOutline(storage: Storage, outline: OutlineInput, learnedAt: string): Promise<number> {
  return storage.transaction(async (transaction) => {
    const { trackId } = outline;
    const stored = await findOutline(transaction, trackId);
    const lap = toCandidate(outline, learnedAt);
    const row = stored === null ? { trackId, ...lap, candidate: null } : combine(stored, lap);
    if (row !== stored) {
      announceWrite(transaction, 'learnOutline', { params: { trackId: String(trackId) } });
      await writeOutline(transaction, row);
    }
    return row.error;
  });
}

/** Whether an outline is worth replacing another one. */
export function isBetter(error: number, storedError: number): boolean {
  return error < storedError * improvement;
}

function toCandidate({ length, points, error, ...source }: OutlineInput, learnedAt: string): OutlineCandidate {
  const { liveId, isPrivate, userId } = source;
  return {
    length,
    points: [...points],
    error,
    liveId: isPrivate ? null : liveId,
    learnedAt,
    users: [hashOf(userId)],
    sessions: [hashOf(liveId)],
  };
}

/** Nobody needs to know who it was, but only that it was somebody else. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 12);
}

/** The stored outline after another lap; the same object when nothing changes. */
function combine(stored: OutlineRow, lap: OutlineCandidate): OutlineRow {
  if (agree(stored, lap)) {
    const merged = merge(stored, lap);
    return merged === stored ? stored : { ...stored, ...merged };
  }
  const { candidate } = stored;
  const challenger = candidate !== null && agree(candidate, lap) ? merge(candidate, lap) : lap;
  if (challenger === candidate) return stored;
  const strength = Math.min(stored.sessions.length, strongSessions);
  const hasMoreSessions = stored.users.length <= 1 && challenger.sessions.length > strength;
  if (challenger.users.length <= stored.users.length && !hasMoreSessions) return { ...stored, candidate: challenger };
  return { trackId: stored.trackId, ...challenger, candidate: null };
}

/** One of two outlines that agree, with what has taught either; the first itself when the other adds nothing. */
function merge(one: OutlineCandidate, other: OutlineCandidate): OutlineCandidate {
  const users = [...new Set([...one.users, ...other.users])].slice(0, keptUsers);
  const sessions = [...new Set([...one.sessions, ...other.sessions])].slice(0, keptSessions);
  const isSame = users.length === one.users.length && sessions.length === one.sessions.length;
  if (isBetter(other.error, one.error)) return { ...other, users, sessions };
  return isSame ? one : { ...one, users, sessions };
}

type Line = Pick<OutlineCandidate, 'length' | 'points'>;

/** Whether two outlines are of the same track: points at equal parts of the lap are close to each other. */
function agree(one: Line, other: Line): boolean {
  if (Math.abs(one.length - other.length) > one.length * lengthTolerance) return false;
  if (one.points.length !== other.points.length) return false;
  const distances = one.points.map(([x, z], index) => {
    const [otherX, otherZ] = other.points[index] ?? [0, 0];
    return Math.hypot(x - otherX, z - otherZ);
  });
  return distances.reduce((sum, distance) => sum + distance, 0) <= closeness * distances.length;
}
