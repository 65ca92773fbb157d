import { useMemo, useSyncExternalStore } from 'react';
import { followedText, onFollowedChange, parseFollowed, storeFollowed } from '../storage/followed-drivers.ts';

/** The followed drivers, and how to follow one. */
export function useFollowedDrivers() {
  const text = useSyncExternalStore(onFollowedChange, followedText);
  return useMemo(() => {
    const names = parseFollowed(text);
    return { names, isFollowed: (name: string) => names.includes(name), follow: storeFollowed };
  }, [text]);
}
