import { useEffect, useEffectEvent } from 'react';
import type { AffectedRead } from '#contract/calls/call';
import { useQueryCache } from './read.tsx';

/** What changes without a write of this device is fetched this often while a person waits for it, in ms. */
const watchInterval = 3_000;

/** Fetches reads again and again while a person waits for their change. */
export function useWatchedReads(isWatched: boolean, reads: readonly AffectedRead[]): void {
  const queries = useQueryCache();
  const fetchAgain = useEffectEvent(() => queries.invalidate(reads));
  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(() => fetchAgain(), watchInterval);
    return () => clearInterval(timer);
  }, [isWatched]);
}
