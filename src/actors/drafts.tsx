import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { DraftStore } from '../drafts/draft-store.ts';
import type { DraftRow } from '../storage/database.ts';

const DraftsContext = createContext<Promise<DraftStore> | null>(null);

/** Provides the drafts of this device; the store resolves late, and rejects where nothing can be stored. */
export function DraftsProvider({ store, children }: { store: Promise<DraftStore>; children: ReactNode }) {
  return <DraftsContext value={store}>{children}</DraftsContext>;
}

/** The drafts of this device. @throws Error outside of DraftsProvider. */
export function useDraftStore(): Promise<DraftStore> {
  const store = useContext(DraftsContext);
  if (store === null) throw new Error('there is no DraftsProvider above');
  return store;
}

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
