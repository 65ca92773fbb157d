import { LRUCache } from 'lru-cache';
import { demoRecorder } from '../demo/fill.ts';
import { isBetter, storeOutline } from '../domain/outlines.ts';
import { type LearnedOutline, type Observed, OutlineLearner } from '../live/outline-learner.ts';
import type { Storage } from '../storage/open-storage.ts';

/**
 * Learns the outlines of tracks from live sessions, and stores the first lap of a session and those that are better.
 * `now` is in ms since 1970.
 */
export function createLearner(
  storage: Storage,
  now: () => number,
  warn: (error: unknown) => void,
): (sessions: readonly Observed[]) => void {
  /** The smallest error of the laps of a session on a track that were stored or are being stored. */
  const known = new LRUCache<string, number>({ max: 500 });
  async function store(outline: LearnedOutline): Promise<void> {
    const key = `${outline.trackId} ${outline.liveId}`;
    const stored = known.get(key);
    if (stored !== undefined && !isBetter(outline.error, stored)) return;
    known.set(key, outline.error);
    try {
      const userId = outline.userId === demoRecorder.userId ? null : outline.userId;
      await storeOutline(storage, { ...outline, userId }, new Date(now()).toISOString());
    } catch (error) {
      known.delete(key);
      warn(error);
    }
  }
  const learner = new OutlineLearner((outline) => void store(outline));
  return (sessions) => learner.observe(sessions);
}
