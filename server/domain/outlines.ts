import { createHash } from 'node:crypto';
import type { TrackOutline } from '#contract/entities/track';
import type { Track } from '#contract/enumerations';
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
  /** Who has recorded the lap; null for a simulated one. */
  readonly userId: string | null;
}

/** An outline replaces another one when its error is smaller than this part of it: no write for next to nothing. */
const improvement = 0.8;
/** Outlines agree when they are this far from each other on average, in m, and as long within this part. */
const closeness = 25;
const lengthTolerance = 0.02;
/** More users and sessions than these are not kept. */
const keptUsers = 5;
const keptSessions = 3;
/** After so many sessions with the same shape a user has changed their mind about the one that they taught alone. */
const sessionsToReplaceOwn = 2;

/** The outline of a track; without points when no lap of it was complete. */
export async function getOutline({ transaction }: Context, trackId: Track): Promise<TrackOutline> {
  const row = await findOutline(transaction, trackId);
  if (row === null) return { trackId, length: null, points: [], source: null };
  const { length, points, liveId, learnedAt } = row;
  return { trackId, length, points, source: { liveId, learnedAt } };
}

/**
 * Takes in the outline of one lap. Whoever can record can send any positions, so nobody alone displaces what somebody else
 * has taught. A lap that agrees with the stored outline confirms it, and improves it where it is finer and no farther from
 * it than its error: so many laps cannot move it by little and little. A lap of another shape becomes a candidate, which
 * replaces the stored one when more users have taught it. Only a user who has taught the stored one alone can replace it
 * alone, with two sessions. Simulated laps are taught by nobody: the first real one replaces them. Returns the error of what is stored then.
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
    users: userId === null ? [] : [hashOf(userId)],
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
  if (lap.users.length === 0) return stored;
  const { candidate } = stored;
  const challenger = candidate !== null && agree(candidate, lap) ? merge(candidate, lap) : lap;
  if (challenger === candidate) return stored;
  const isOfMore = challenger.users.length > Math.min(stored.users.length, keptUsers - 1);
  const isOwn = stored.users.length === 1 && challenger.users[0] === stored.users[0];
  const isReplaced = isOfMore || (isOwn && challenger.sessions.length >= sessionsToReplaceOwn);
  if (!isReplaced) return { ...stored, candidate: challenger };
  return { trackId: stored.trackId, ...challenger, candidate: null };
}

/** One of two outlines that agree, with what has taught either; the first itself when the other adds nothing. */
function merge(one: OutlineCandidate, other: OutlineCandidate): OutlineCandidate {
  const users = [...new Set([...one.users, ...other.users])].slice(0, keptUsers);
  const sessions = [...new Set([...one.sessions, ...other.sessions])].slice(0, keptSessions);
  const isSame = users.length === one.users.length && sessions.length === one.sessions.length;
  const isClose = distanceOf(one, other) <= Math.min(one.error, closeness);
  if (isClose && isBetter(other.error, one.error)) return { ...other, users, sessions };
  return isSame ? one : { ...one, users, sessions };
}

type Line = Pick<OutlineCandidate, 'length' | 'points'>;

/** Whether two outlines are of the same track: points at equal parts of the lap are close to each other. */
function agree(one: Line, other: Line): boolean {
  if (Math.abs(one.length - other.length) > one.length * lengthTolerance) return false;
  return one.points.length === other.points.length && distanceOf(one, other) <= closeness;
}

/** How far two outlines of as many points are from each other on average, in m. */
function distanceOf({ points }: Line, other: Line): number {
  const distances = points.map(([x, z], index) => {
    const [otherX, otherZ] = other.points[index] ?? [0, 0];
    return Math.hypot(x - otherX, z - otherZ);
  });
  return distances.reduce((sum, distance) => sum + distance, 0) / Math.max(1, distances.length);
}
