import { useSyncExternalStore } from 'react';
import { findInvite } from '../../browser/invite.ts';

/** The invitation in the address of this page, also one that is pasted into the address while the page is open. */
export function useInvite(): string | null {
  return useSyncExternalStore(listenToHash, findInvite, () => null);
}

function listenToHash(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
