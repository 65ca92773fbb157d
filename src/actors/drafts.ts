import { useEffect, useState } from 'react';
import type { DraftRow } from '../storage/database.ts';
import { useDraftStore } from './draft-store.ts';

/** The drafts of a user, latest first; empty while they are read, and where nothing can be stored. */
export function useDrafts(owner: string | null): readonly DraftRow[] {
  const store = useDraftStore();
  const [drafts, setDrafts] = useState<readonly DraftRow[]>([]);
  useEffect(() => {
    if (owner === null) return setDrafts([]);
    let isUnmounted = false;
    let stop = (): void => undefined;
    store
      .then((opened) => {
        const read = async () => {
          const rows = await opened.list(owner);
          if (!isUnmounted) setDrafts(rows);
        };
        if (isUnmounted) return;
        stop = opened.subscribe(() => void read().catch(() => undefined));
        return read();
      })
      .catch(() => undefined);
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [store, owner]);
  return drafts;
}
