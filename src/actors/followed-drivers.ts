import { useMemo, useSyncExternalStore } from 'react';
import { followedText, onFollowedChange, parseFollowed, storeFollowed } from '../storage/followed-drivers.ts';

/** The drivers that the user of this device follows, by name: in live races, in all sessions and in standings. */
interface FollowedDrivers {
  readonly names: readonly string[];
  readonly isFollowed: (name: string) => boolean;
  readonly follow: (name: string, isFollowed: boolean) => void;
}

/** The followed drivers, and how to follow one. */
export function useFollowedDrivers(): FollowedDrivers {
  const text = useSyncExternalStore(onFollowedChange, followedText);
  return useMemo(() => {
    const names = parseFollowed(text);
    return { names, isFollowed: (name) => names.includes(name), follow: storeFollowed };
  }, [text]);
}
