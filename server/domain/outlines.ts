import type { Track } from '#contract/enumerations';
import type { TrackOutline } from '#contract/track';
import type { Storage } from '../storage/open-storage.ts';
import { findOutline, writeOutline } from '../storage/outlines.ts';
import type { Context } from './context.ts';

interface OutlineInput {
  readonly trackId: Track;
  readonly length: number;
  readonly points: readonly [number, number][];
  /** In m: smaller is better. */
  readonly error: number;
  readonly liveId: string | null;
}

/** An outline replaces another one when its error is smaller than this part of it: no write for next to nothing. */
const improvement = 0.8;

/** The outline of a track; without points when no lap of it was complete. */
export async function getOutline({ transaction }: Context, trackId: Track): Promise<TrackOutline> {
  const row = await findOutline(transaction, trackId);
  if (row === null) return { trackId, length: null, points: [], source: null };
  const { length, points, liveId, learnedAt } = row;
  return { trackId, length, points, source: { liveId, learnedAt } };
}

/** Stores an outline unless the stored one is as good. Returns the error of the one that is stored then. */
export async function storeOutline(storage: Storage, outline: OutlineInput, learnedAt: string): Promise<number> {
  return storage.transaction(async (transaction) => {
    const stored = await findOutline(transaction, outline.trackId);
    if (stored !== null && !isBetter(outline.error, stored.error)) return stored.error;
    await writeOutline(transaction, { ...outline, points: [...outline.points], learnedAt });
    return outline.error;
  });
}

/** Whether an outline is worth replacing another one. */
export function isBetter(error: number, storedError: number): boolean {
  return error < storedError * improvement;
}
