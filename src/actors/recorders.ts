import { useEffect } from 'react';
import { affectedReads } from '#contract/api/dependencies';
import type { Outcome } from '#contract/api/problem';
import type { PairingCode } from '#contract/entities/recorder';
import { useApi } from './api.tsx';
import { useQueryCache } from './read.tsx';

/** While a code is shown, the list of recorders is fetched this often, in ms. */
const watchInterval = 3_000;

/** Connecting recorders to the account, and removing them. */
export function useRecorderWrites() {
  const api = useApi();
  const queries = useQueryCache();
  return {
    createCode: (signal: AbortSignal): Promise<Outcome<PairingCode>> => api.createPairingCode({ signal }),
    removeRecorder: async (id: string, signal: AbortSignal) => {
      const params = { id };
      const outcome = await api.deleteRecorder({ params, signal });
      queries.invalidate(affectedReads('deleteRecorder', { params }));
      return outcome;
    },
  };
}

/** Fetches the list of recorders again and again, so that one that is connected appears in it. */
export function useWatchedRecorders(isWatched: boolean): void {
  const queries = useQueryCache();
  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(() => queries.invalidate([{ name: 'listRecorders' }]), watchInterval);
    return () => clearInterval(timer);
  }, [isWatched, queries]);
}
