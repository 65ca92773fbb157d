import type { Track } from '#contract/enumerations';
import { isBetter, storeOutline } from './domain/outlines.ts';
import { type LearnedOutline, type Observed, OutlineLearner } from './live/outline-learner.ts';
import type { Storage } from './storage/open-storage.ts';

/**
 * Learns the outlines of tracks from live sessions, and stores those that are better than the stored ones.
 * `now` is in ms since 1970.
 */
export function createLearner(
  storage: Storage,
  now: () => number,
  warn: (error: unknown) => void,
): (sessions: readonly Observed[]) => void {
  /** The error of the stored outline of each track; a write that is under way counts as stored. */
  const known = new Map<Track, number>();
  async function store(outline: LearnedOutline): Promise<void> {
    const stored = known.get(outline.trackId);
    if (stored !== undefined && !isBetter(outline.error, stored)) return;
    known.set(outline.trackId, outline.error);
    try {
      known.set(outline.trackId, await storeOutline(storage, outline, new Date(now()).toISOString()));
    } catch (error) {
      known.delete(outline.trackId);
      warn(error);
    }
  }
  const learner = new OutlineLearner((outline) => void store(outline));
  return (sessions) => learner.observe(sessions);
}
