import { useEffect, useRef, useState } from 'react';
import type { QueryCache } from '../queries/query-cache.ts';
import { storedPageOf } from '../queries/stored-pages.ts';
import { libraryChanges } from './library-changes.ts';
import { useQueryCache } from './read.tsx';

/** Something the user keeps offline. */
interface LibraryItem {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** In characters of JSON. */
  readonly size: number;
  /** How many of its reads are not stored. */
  readonly missing: number;
}

interface OfflineLibrary {
  readonly items: readonly LibraryItem[];
  /** Recently viewed pages, latest first. */
  readonly recent: readonly { readonly title: string; readonly path: string; readonly storedAt: number }[];
  /** The size of everything that is stored, in characters of JSON. */
  readonly size: number;
  /** The browser does not evict the storage by itself. */
  readonly isPersistent: boolean;
}

/** How many recent reads are searched for pages. */
const recentReads = 24;

async function loadLibrary({ openStorage, settledUserId }: QueryCache): Promise<OfflineLibrary> {
  const { cache } = await openStorage();
  const [{ pins, size, isPersistent }, rows, userId] = await Promise.all([
    cache.usage(),
    cache.recent(recentReads),
    settledUserId(),
  ]);
  const isReadable = (row: { readonly owner: string | null }) => row.owner === null || row.owner === userId;
  return {
    items: pins.filter(isReadable),
    recent: rows.filter(isReadable).flatMap((row) => storedPageOf(row) ?? []),
    size,
    isPersistent,
  };
}

/** Loads the stored items of this device, and follows their changes. */
export function useOfflineLibrary() {
  const queries = useQueryCache();
  /** Null until it is loaded. */
  const [library, setLibrary] = useState<OfflineLibrary | null>(null);
  const [isUnsupported, setUnsupported] = useState(false);
  /** An older list must not replace a newer one. */
  const latest = useRef(0);
  useEffect(() => {
    const load = () => {
      latest.current += 1;
      const number = latest.current;
      loadLibrary(queries).then(
        (loaded) => (number === latest.current ? setLibrary(loaded) : undefined),
        // The browser stores nothing, for example in a private window.
        () => setUnsupported(true),
      );
    };
    load();
    return libraryChanges.subscribe(load);
  }, [queries]);

  /** Hides an item at once; where it could not be removed, it returns when the list is loaded. */
  async function remove(id: string): Promise<void> {
    latest.current += 1;
    setLibrary((shown) => (shown === null ? null : { ...shown, items: shown.items.filter((item) => item.id !== id) }));
    await queries
      .openStorage()
      .then(({ cache }) => cache.removePin(id))
      .catch(() => undefined);
    libraryChanges.post(null);
  }

  return { library, isUnsupported, remove };
}
