import { useEffect, useEffectEvent } from 'react';
import type { AffectedRead } from '#contract/calls/call';
import { useQueryCache } from './read.tsx';

/** How often data is fetched that somebody waits for and that another device changes, in ms. */
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
