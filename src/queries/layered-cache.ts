import { memoryCacheLifetime } from '#contract/constants';
import type { CacheRow } from '../storage/cache-row.ts';

/** A cache of responses. */
export interface LayeredCache {
  /** The row in memory, without waiting. */
  readonly peek: (key: string) => CacheRow | null;
  readonly read: (key: string) => Promise<CacheRow | null>;
  readonly store: (row: Omit<CacheRow, 'readAt'>) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  /** Removes every row that has an owner, and all rows in memory. */
  readonly clear: () => Promise<void>;
}

const maximumRows = 200;

/** Caches in memory: rows that were not read for 5 minutes are evicted, and the least recently read beyond 200. */
export function createMemoryCache(now: () => number): LayeredCache {
  const rows = new Map<string, CacheRow>();

  function evict(): void {
    for (const [key, row] of rows) {
      // The map is in the order of reading: the first row that stays ends the loop.
      if (rows.size <= maximumRows && now() - row.readAt <= memoryCacheLifetime) return;
      rows.delete(key);
    }
  }

  function peek(key: string): CacheRow | null {
    evict();
    const row = rows.get(key);
    if (row === undefined) return null;
    const read = { ...row, readAt: now() };
    rows.delete(key);
    rows.set(key, read);
    return read;
  }

  return {
    peek,
    read: async (key) => peek(key),
    store: async (row) => {
      rows.delete(row.key);
      rows.set(row.key, { ...row, readAt: now() });
      evict();
    },
    remove: async (key) => {
      rows.delete(key);
    },
    clear: async () => rows.clear(),
  };
}

/** A cache that survives a restart. */
interface PersistentRows {
  readonly read: (key: string, readAt: number) => Promise<CacheRow | null>;
  readonly store: (row: CacheRow) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  readonly removeOwned: () => Promise<void>;
}

/**
 * Caches in memory and on the device. `openPersistent` may resolve late or reject. `cachedUserId` is the user whose rows may be
 * read: rows of other users are never returned.
 */
export function createLayeredCache(
  memory: LayeredCache,
  openPersistent: () => Promise<PersistentRows>,
  now: () => number,
  cachedUserId: () => Promise<string | null>,
): LayeredCache {
  return {
    peek: memory.peek,
    async read(key) {
      const inMemory = memory.peek(key);
      if (inMemory !== null) return inMemory;
      const row = await (await openPersistent()).read(key, now());
      if (row === null || (row.owner !== null && row.owner !== (await cachedUserId()))) return null;
      // A response that arrived while the device was read is newer.
      const newer = memory.peek(key);
      if (newer !== null) return newer;
      await memory.store(row);
      return row;
    },
    async store(row) {
      await memory.store(row);
      await (await openPersistent()).store({ ...row, readAt: now() });
    },
    async remove(key) {
      await memory.remove(key);
      await (await openPersistent()).remove(key);
    },
    async clear() {
      await memory.clear();
      await (await openPersistent()).removeOwned();
    },
  };
}
