import { useEffect } from 'react';
import { affectedReads } from '#contract/api/dependencies';
import { useQueryCache } from './read.tsx';

/** While a code is shown, the list of recorders is fetched this often, in ms. */
const watchInterval = 3_000;

/** Fetches the list of recorders again and again, so that one that is connected appears in it. */
export function useWatchedRecorders(isWatched: boolean): void {
  const queries = useQueryCache();
  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(() => queries.invalidate(affectedReads('pairRecorder', {})), watchInterval);
    return () => clearInterval(timer);
  }, [isWatched, queries]);
}
