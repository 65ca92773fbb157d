import { useEffect, useEffectEvent, useState } from 'react';
import type { Session } from '#contract/entities/session';
import { createApi } from '../api/client.ts';
import { loadUntilPresent } from '../browser/load-late.ts';
import { RaceStore } from '../live/race-store.ts';
import { createMemoryCache } from '../queries/layered-cache.ts';
import { createQueryCache, type QueryCache } from '../queries/query-cache.ts';
import { startConnectivity } from './connectivity.ts';
import type { LiveStore } from './live.ts';

/** Calls the work at an interval while it is wanted and the page is visible, and when it is shown again. In ms. */
export function useRepeat(isWanted: boolean, milliseconds: number, work: () => void): void {
  const repeat = useEffectEvent(() => {
    if (isWanted && document.visibilityState === 'visible') work();
  });
  useEffect(() => {
    const timer = setInterval(repeat, milliseconds);
    document.addEventListener('visibilitychange', repeat);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', repeat);
    };
  }, [milliseconds]);
}

/** A race that is over, as if it had just ended; null until what reads it is loaded. */
export function useStoredRace(session: Session): LiveStore | null {
  const [store, setStore] = useState<LiveStore | null>(null);
  useEffect(() => {
    let isOver = false;
    loadUntilPresent(() => import('#contract/race/result-document')).then(
      ({ resultDocument }) => {
        if (isOver) return;
        const stored = new RaceStore(stoppedClock, () => undefined);
        stored.accept({ type: 'snapshot', seq: 0, document: resultDocument(session) });
        setStore(stored);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [session]);
  return store;
}

/** Draws at once: nothing of a stored race changes. */
const stoppedClock = {
  now: () => 0,
  setTimer: () => () => undefined,
  requestFrame: (work: () => void) => work(),
};

/** The part of the app that an overlay needs: calls without a login, and a cache in memory alone. */
export function startOverlay(sessionKeyOf: () => string | null) {
  const connectivity = startConnectivity();
  const now = () => Date.now();
  const api = createApi({
    baseUrl: location.origin,
    accessToken: async () => null,
    // A private race is read with its key once it is over, too.
    sessionKeyOf,
    now,
    isOnline: () => connectivity.status() !== 'offline',
    onSettled: connectivity.reportCall,
  });
  // A stream has no device of its viewers, and nobody is signed in.
  const openStorage: QueryCache['openStorage'] = () => Promise.reject(new Error('an overlay stores nothing'));
  const queries = createQueryCache({
    api,
    cache: createMemoryCache(now),
    auth: { settledUserId: async () => null, lacksToken: async () => false },
    openStorage,
    tabs: { post: () => undefined, listen: () => () => undefined },
    contract: '',
    onBackOnline: (listener) => connectivity.subscribe((status) => (status === 'online' ? listener() : undefined)),
  });
  return { api, connectivity, queries };
}
