import { LRUCache } from 'lru-cache';
import { isBetter, storeOutline } from '../domain/outlines.ts';
import { type LapOutline, LapOutlines, type Observed } from '../live/lap-outlines.ts';
import type { Storage } from '../storage/open-storage.ts';

/**
 * Stores the outline of the first lap of each live session, and of laps that give a finer one. `now` is in ms since 1970.
 */
export function createOutlineStore(
  storage: Storage,
  now: () => number,
  warn: (error: unknown) => void,
): (sessions: readonly Observed[]) => void {
  /** The smallest error of the laps of a session on a track that were stored or are being stored. */
  const smallest = new LRUCache<string, number>({ max: 500 });
  async function store(outline: LapOutline): Promise<void> {
    const key = `${outline.trackId} ${outline.liveId}`;
    const stored = smallest.get(key);
    if (stored !== undefined && !isBetter(outline.error, stored)) return;
    smallest.set(key, outline.error);
    try {
      await storeOutline(storage, outline, new Date(now()).toISOString());
    } catch (error) {
      smallest.delete(key);
      warn(error);
    }
  }
  const laps = new LapOutlines((outline) => void store(outline));
  return (sessions) => laps.observe(sessions);
}
