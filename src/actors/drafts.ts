import { useEffect, useState } from 'react';
import { loadUntilPresent } from '../browser/load-late.ts';
import type { DraftRow } from '../storage/database.ts';
import { useOpenDrafts } from './draft-store.ts';

/** The drafts of a user, latest first; empty while they are read, and where nothing can be stored. */
export function useDrafts(owner: string | null): readonly DraftRow[] {
  const openDrafts = useOpenDrafts();
  const [drafts, setDrafts] = useState<readonly DraftRow[]>([]);
  useEffect(() => {
    if (owner === null) return setDrafts([]);
    let isUnmounted = false;
    let stop = (): void => undefined;
    loadUntilPresent(openDrafts)
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
  }, [openDrafts, owner]);
  return drafts;
}
