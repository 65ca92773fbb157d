import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False on the server and in the first picture of a page that it has rendered, which must be the same; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
