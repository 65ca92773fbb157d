import { useEffect, useMemo, useState } from 'react';
import { type Resource, resourceKeyOf } from '../queries/query-cache.ts';
import { useNetworkStatus } from './connectivity.ts';
import { libraryChanges } from './library-changes.ts';
import { useQueryCache } from './read.tsx';

/** The first reads of the page at an address; undefined when it is always available. */
export type ReadsOf = (href: string) => readonly Resource[] | undefined;

/** Looks up stored reads while the server cannot be reached. */
export function useOfflineAvailability(readsOf: ReadsOf) {
  const { openStorage } = useQueryCache();
  const isOffline = useNetworkStatus() !== 'online';
  const [storedKeys, setStoredKeys] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!isOffline) return;
    let isCurrent = true;
    const loadKeys = () => {
      openStorage()
        .then(({ cache }) => cache.keys())
        .then(
          (keys) => (isCurrent ? setStoredKeys(keys) : undefined),
          // Without storage nothing is known, so no link gets a badge.
          () => undefined,
        );
    };
    loadKeys();
    const stopWatching = libraryChanges.subscribe(loadKeys);
    return () => {
      isCurrent = false;
      stopWatching();
    };
  }, [isOffline, openStorage]);
  return useMemo(
    () => ({
      isOffline,
      /** Whether the page at an address is stored on this device; null while that is unknown. */
      isAvailable: (href: string): boolean | null => {
        const resources = readsOf(href);
        if (resources === undefined) return true;
        return storedKeys === null ? null : resources.some((resource) => storedKeys.has(resourceKeyOf(resource)));
      },
    }),
    [isOffline, storedKeys, readsOf],
  );
}
