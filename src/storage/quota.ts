import type { CacheRow } from './cache-row.ts';
import type { CacheEntryMeta } from './database.ts';

/** The limit of the cache: this many characters, or the given part of the browser's quota, whichever is less. */
const maximumSize = 200 * 1_000_000;
const quotaShare = 4;
/** Chromium frees deleted data late: retry delays in ms. Few, because failed writes leave garbage. */
const retryDelays = [150, 350, 700];
/** After a full disk nothing is written for so long, in ms. */
const cooldown = 2_000;
/** The last row that found no room is tried again so often, each time after twice the delay. */
const maxRetries = 5;

/** The browser's quota for this site, and time. */
export interface Quota {
  /** Bytes that this site may use; null where the browser does not say. */
  readonly available: () => Promise<number | null>;
  /** Makes the browser free the room of deleted rows. */
  readonly compact: () => Promise<void>;
  readonly wait: (delay: number) => Promise<void>;
  /** Runs something after a delay, without waiting for it. */
  readonly schedule: (run: () => void, delay: number) => void;
  /** A clock that never jumps, in ms. */
  readonly now: () => number;
}

/** The rows that share the room. */
interface Rows {
  /** Rejects with QuotaExceededError on a full disk. */
  readonly write: (row: CacheRow & CacheEntryMeta) => Promise<void>;
  /** Evicts rows until `size` more characters fit into `limit`, never the one at `storedKey`. Returns how many there were. */
  readonly evict: (limit: number, size: number, storedKey: string) => Promise<number>;
  /** Characters of JSON that are stored. */
  readonly storedSize: () => Promise<number>;
}

interface QuotaGuard {
  /** Stores a row; QuotaExceededError where there is no room. The last row that found none is stored later by itself. */
  readonly store: (row: CacheRow) => Promise<void>;
  /** Removed rows are not stored later. */
  readonly cancelRetry: (isRemoved: (row: CacheRow) => boolean) => void;
}

/** Stores rows within the quota. On a full disk it compacts, then evicts half of the rows, once, then pauses. */
export function createQuotaGuard(
  { write, evict, storedSize }: Rows,
  quota: Quota,
  enqueue: (change: () => Promise<void>) => Promise<void>,
): QuotaGuard {
  /** The limit in characters, as learned when the disk was full. */
  let learnedLimit = maximumSize;
  let quotaExceededAt: number | null = null;
  /** Half of the rows were evicted without effect: to evict more would empty the cache for nothing. */
  let isHalved = false;

  async function store(row: CacheRow, isRetry: boolean): Promise<void> {
    if (quotaExceededAt !== null && quota.now() - quotaExceededAt < cooldown)
      throw new DOMException('the disk is full', 'QuotaExceededError');
    const size = JSON.stringify(row.value).length;
    const sized = { ...row, size };
    const available = await quota.available().catch(() => null);
    const limit = Math.min(maximumSize, learnedLimit, available === null ? maximumSize : available / quotaShare);
    const count = await evict(limit, size, row.key);
    try {
      await write(sized);
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error;
      // Earlier evictions may have freed enough room. If not, the browser has less room than it reports.
      if (!(await writeAfterCompaction(sized)) && !(await writeAfterEviction(sized, isRetry))) {
        quotaExceededAt = quota.now();
        throw error;
      }
    }
    quotaExceededAt = null;
    isHalved = false;
    // The stored data fits, and there may be more room later.
    learnedLimit = Math.max(learnedLimit, size) + size / 8;
    // Chromium never compacts rows from before the first compaction.
    if (count === 0) await quota.compact().catch(() => undefined);
  }

  let pendingRetry: CacheRow | null = null;

  async function storeOrRetry(row: CacheRow, retries = 0): Promise<void> {
    // A later row takes the place of the one that waits.
    pendingRetry = null;
    try {
      await store(row, retries > 0);
    } catch (error) {
      if (isQuotaExceeded(error) && retries < maxRetries) {
        pendingRetry = row;
        const retry = async () => (pendingRetry === row ? storeOrRetry(row, retries + 1) : undefined);
        quota.schedule(() => enqueue(retry).catch(() => undefined), cooldown * 2 ** retries);
      }
      throw error;
    }
  }

  /** Half of the rows make room at first; the last row, which is tried again, then takes the place of an old one or two. */
  async function writeAfterEviction(row: CacheRow & CacheEntryMeta, isRetry: boolean): Promise<boolean> {
    if (isHalved && !isRetry) return false;
    const stored = await storedSize();
    learnedLimit = isHalved ? Math.max(0, stored - row.size) : stored / 2;
    isHalved = true;
    await evict(learnedLimit, row.size, row.key);
    return writeAfterCompaction(row);
  }

  async function writeAfterCompaction(row: CacheRow & CacheEntryMeta): Promise<boolean> {
    for (const delay of retryDelays) {
      // One compaction may leave a part to the next.
      await quota.compact().catch(() => undefined);
      await quota.wait(delay);
      // Browsers measure again when a transaction ends, even one without changes.
      await evict(maximumSize, row.size, row.key);
      try {
        await write(row);
        return true;
      } catch (error) {
        if (!isQuotaExceeded(error)) throw error;
      }
    }
    return false;
  }

  return {
    store: (row) => enqueue(() => storeOrRetry(row)),
    cancelRetry(isRemoved) {
      if (pendingRetry !== null && isRemoved(pendingRetry)) pendingRetry = null;
    },
  };
}

function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
