import { useMemo, useSyncExternalStore } from 'react';
import { foldName } from '#contract/text/fold-text';
import { followedText, onFollowedChange, parseFollowed, storeFollowed } from '../storage/followed-drivers.ts';

/** The followed drivers, and how to follow one. */
export function useFollowedDrivers() {
  const text = useSyncExternalStore(onFollowedChange, followedText, () => '[]');
  return useMemo(() => {
    const names = parseFollowed(text);
    const keys = new Set(names.map(foldName));
    return { names, isFollowed: (name: string) => keys.has(foldName(name)), follow: storeFollowed };
  }, [text]);
}
