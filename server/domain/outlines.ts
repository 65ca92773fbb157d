import { outlineStored } from '#contract/calls/changes';
import type { TrackOutline } from '#contract/entities/track';
import type { Track } from '#contract/enumerations';
import type { Storage } from '../storage/open-storage.ts';
import {
  deleteConfirmedOutline,
  findConfirmedOutline,
  findUserOutline,
  type OutlineRow,
  writeConfirmedOutline,
  writeUserOutline,
} from '../storage/outlines.ts';
import { announceWrite } from './announce-write.ts';
import type { Context } from './context.ts';

/** The outline of one lap, and the user of its recorder. */
export interface RecordedOutline extends Pick<TrackOutline, 'trackId'> {
  /** In m. */
  readonly length: number;
  readonly points: readonly [number, number][];
  /** In m: smaller is better. */
  readonly error: number;
  readonly liveId: string;
  readonly userId: string;
}

/** An outline replaces another one when its error is smaller than this part of it: no write for next to nothing. */
const improvement = 0.8;
/** Outlines have the same shape when they are this far from each other on average, in m, and as long within this part. */
const closeness = 25;
const lengthTolerance = 0.02;

/**
 * The outline of a track: the one that a user has recorded, otherwise the one that an operator has confirmed; without
 * points when there is neither. A recorder can send any positions, so one user's laps never show in the races of others.
 */
export async function getOutline(
  { transaction }: Context,
  trackId: Track,
  userId: string | undefined,
): Promise<TrackOutline> {
  const own = userId === undefined ? null : await findUserOutline(transaction, trackId, userId);
  const row = own ?? (await findConfirmedOutline(transaction, trackId));
  if (row === null) return { trackId, length: null, points: [], source: null };
  return toOutline(row);
}

/** An outline as the API has it. */
export function toOutline({ trackId, length, points, liveId, learnedAt }: OutlineRow): TrackOutline {
  return { trackId: trackId as Track, length, points, source: { liveId, learnedAt } };
}

/**
 * Stores the outline of a lap for its user where it is finer than the stored one, or has another shape: a game that changes
 * a track, or a lap with wrong positions, is corrected by the next lap. Returns the error of the stored outline.
 */
export async function storeOutline(storage: Storage, outline: RecordedOutline, learnedAt: string): Promise<number> {
  const { userId, points, ...lap } = outline;
  return storage.transaction(async (transaction) => {
    const stored = await findUserOutline(transaction, lap.trackId, userId);
    const row = { ...lap, points: [...points], learnedAt };
    if (stored !== null && hasSameShape(stored, row) && !isBetter(row.error, stored.error)) return stored.error;
    announceOutline(transaction, lap.trackId);
    await writeUserOutline(transaction, userId, row);
    return row.error;
  });
}

/** Confirms the outline that a user has recorded for all races. False when the user has recorded none. */
export async function confirmOutline(storage: Storage, trackId: Track, userId: string): Promise<boolean> {
  return storage.transaction(async (transaction) => {
    const row = await findUserOutline(transaction, trackId, userId);
    if (row === null) return false;
    announceOutline(transaction, trackId);
    const { length, points, error, liveId, learnedAt } = row;
    await writeConfirmedOutline(transaction, { trackId, length, points, error, liveId, learnedAt });
    return true;
  });
}

/** Removes the confirmed outline of a track. */
export async function removeOutline(storage: Storage, trackId: Track): Promise<void> {
  await storage.transaction(async (transaction) => {
    announceOutline(transaction, trackId);
    await deleteConfirmedOutline(transaction, trackId);
  });
}

/** Whether an outline is worth replacing another one. */
export function isBetter(error: number, storedError: number): boolean {
  return error < storedError * improvement;
}

function announceOutline(transaction: Context['transaction'], trackId: Track): void {
  announceWrite(transaction, outlineStored, { params: { trackId: String(trackId) } });
}

type Line = Pick<OutlineRow, 'length' | 'points'>;

/** Whether points at equal parts of the lap are close to each other. */
function hasSameShape(one: Line, other: Line): boolean {
  if (Math.abs(one.length - other.length) > one.length * lengthTolerance) return false;
  if (one.points.length !== other.points.length) return false;
  const distances = one.points.map(([x, z], index) => {
    const [otherX, otherZ] = other.points[index] ?? [0, 0];
    return Math.hypot(x - otherX, z - otherZ);
  });
  return distances.reduce((sum, distance) => sum + distance, 0) <= closeness * distances.length;
}
