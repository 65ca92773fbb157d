import type { CacheRow } from './cache-row.ts';
import { type CacheEntryMeta, commit, type Database, type Pin } from './database.ts';
import { createQuotaGuard, type Quota } from './quota.ts';

/** A pin with its size in characters of JSON, and the number of its responses that are not stored. */
interface StoredPin extends Pin {
  readonly size: number;
  readonly missing: number;
}

/** The pins, and the number and size of cached responses. */
interface StorageUsage {
  readonly pins: readonly StoredPin[];
  readonly count: number;
  /** Characters of JSON. */
  readonly size: number;
  /** The browser has promised not to clear it by itself. */
  readonly isPersistent: boolean;
}

/** Responses that survive a restart. The least recently read are evicted first, pinned ones never. */
export interface PersistentCache {
  /** `readAt`: the server's time in ms. */
  readonly read: (key: string, readAt: number) => Promise<CacheRow | null>;
  /** Rejects with QuotaExceededError on a full disk. */
  readonly store: (row: CacheRow) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  /** Removes every row that has an owner. */
  readonly removeOwned: () => Promise<void>;
  readonly pin: (pin: Pin) => Promise<void>;
  /** Its responses may be evicted again. */
  readonly unpin: (id: string) => Promise<void>;
  /** Unpins, and removes the responses that no other pin needs. */
  readonly removePin: (id: string) => Promise<void>;
  readonly usage: () => Promise<StorageUsage>;
  /** Asks the browser not to clear the storage by itself; some browsers ask the user first. */
  readonly persist: () => Promise<void>;
  /** The most recently read rows, latest first. */
  readonly recent: (count: number) => Promise<CacheRow[]>;
  readonly keys: () => Promise<ReadonlySet<string>>;
  /** Evicts half of the rows that are not pinned: a write that must not fail needs the room. */
  readonly makeRoom: () => Promise<void>;
}

interface DeviceQuota extends Quota {
  readonly isPersistent: () => Promise<boolean>;
  readonly persist: () => Promise<void>;
}

/** A cache in the device's database that stays within `quota`. */
export function createPersistentCache(database: Database, quota: DeviceQuota): PersistentCache {
  async function write({ value, ...meta }: CacheRow & CacheEntryMeta): Promise<void> {
    await database.run(async (connection) => {
      const transaction = connection.transaction(['marks', 'values'], 'readwrite');
      await commit(transaction, [
        transaction.objectStore('marks').put(meta),
        transaction.objectStore('values').put(value, meta.key),
      ]);
    });
  }

  /**
   * Evicts the least recently read rows until `size` more characters fit into `limit`, but neither pinned rows nor the one
   * at `storedKey`. Returns how many rows there were.
   */
  async function evict(limit: number, size: number, storedKey: string): Promise<number> {
    return database.run(async (connection) => {
      const pinned = new Set((await connection.getAll('pins')).flatMap(({ keys }) => keys));
      const entries = (await connection.getAll('marks')).sort((one, other) => one.readAt - other.readAt);
      let total = entries.reduce((sum, meta) => sum + (meta.key === storedKey ? 0 : meta.size), size);
      const transaction = connection.transaction(['marks', 'values'], 'readwrite');
      const requests: Promise<void>[] = [];
      for (const meta of entries) {
        if (total <= limit) break;
        if (meta.key === storedKey || pinned.has(meta.key)) continue;
        requests.push(transaction.objectStore('marks').delete(meta.key));
        requests.push(transaction.objectStore('values').delete(meta.key));
        total -= meta.size;
      }
      await commit(transaction, requests);
      return entries.length;
    });
  }

  async function storedSize(): Promise<number> {
    const entries = await database.run((connection) => connection.getAll('marks'));
    return entries.reduce((sum, { size }) => sum + size, 0);
  }

  let last: Promise<unknown> = Promise.resolve();

  /** Changes run one after another: a row that is being stored when a user signs out is removed with the others. */
  function enqueue<Outcome>(change: () => Promise<Outcome>): Promise<Outcome> {
    const queued = last.then(change, change);
    last = queued.catch(() => undefined);
    return queued;
  }

  const guard = createQuotaGuard({ write, evict, storedSize }, quota, enqueue);

  /** Notes when a row was read, if it is still there. */
  async function touch(key: string, readAt: number): Promise<void> {
    await database.run(async (connection) => {
      const transaction = connection.transaction('marks', 'readwrite');
      const meta = await transaction.store.get(key);
      await commit(transaction, meta === undefined ? [] : [transaction.store.put({ ...meta, readAt })]);
    });
  }

  async function removeRows(choose: (meta: Pick<CacheEntryMeta, 'key' | 'owner'>) => boolean): Promise<void> {
    guard.cancelRetry(choose);
    await database.run(async (connection) => {
      const chosen = (await connection.getAll('marks')).filter(choose);
      const transaction = connection.transaction(['marks', 'values'], 'readwrite');
      const requests = chosen.flatMap(({ key }) => [
        transaction.objectStore('marks').delete(key),
        transaction.objectStore('values').delete(key),
      ]);
      await commit(transaction, requests);
    });
  }

  return {
    async read(key, readAt) {
      const [entry, value] = await database.run((connection) => {
        // One transaction for both; the time of reading is written later, without waiting.
        const transaction = connection.transaction(['marks', 'values']);
        return Promise.all([transaction.objectStore('marks').get(key), transaction.objectStore('values').get(key)]);
      });
      if (entry === undefined || value === undefined) return null;
      enqueue(() => touch(key, readAt)).catch(() => undefined);
      const { size: _, ...meta } = entry;
      return { ...meta, value, readAt };
    },
    store: (row) => guard.store(row),
    remove: (key) => enqueue(() => removeRows((meta) => meta.key === key)),
    removeOwned: () =>
      enqueue(async () => {
        await removeRows(({ owner }) => owner !== null);
        await database.run(async (connection) => {
          const owned = (await connection.getAll('pins')).filter(({ owner }) => owner !== null);
          await Promise.all(owned.map(({ id }) => connection.delete('pins', id)));
        });
      }),
    pin: (pin) =>
      enqueue(async () => {
        await database.run((connection) => {
          const transaction = connection.transaction('pins', 'readwrite');
          return commit(transaction, [transaction.store.put(pin)]);
        });
      }),
    unpin: (id) => enqueue(() => database.run((connection) => connection.delete('pins', id))),
    removePin: (id) =>
      enqueue(async () => {
        const pins = await database.run((connection) => connection.getAll('pins'));
        const others = new Set(pins.flatMap((pin) => (pin.id === id ? [] : pin.keys)));
        const own = new Set(pins.find((pin) => pin.id === id)?.keys ?? []);
        await database.run((connection) => connection.delete('pins', id));
        await removeRows(({ key }) => own.has(key) && !others.has(key));
      }),
    persist: quota.persist,
    async usage() {
      const isPersistent = await quota.isPersistent().catch(() => false);
      return database.run(async (connection) => {
        const [pins, entries] = await Promise.all([connection.getAll('pins'), connection.getAll('marks')]);
        const sizes = new Map(entries.map(({ key, size }) => [key, size]));
        return {
          pins: pins
            .map((pin) => ({
              ...pin,
              size: pin.keys.reduce((sum, key) => sum + (sizes.get(key) ?? 0), 0),
              missing: pin.keys.filter((key) => !sizes.has(key)).length,
            }))
            .sort((one, other) => other.pinnedAt - one.pinnedAt),
          count: entries.length,
          size: entries.reduce((sum, { size }) => sum + size, 0),
          isPersistent,
        };
      });
    },
    async recent(count) {
      return database.run(async (connection) => {
        const entries = (await connection.getAll('marks'))
          .sort((one, other) => other.readAt - one.readAt)
          .slice(0, count);
        return Promise.all(entries.map(async (meta) => ({ ...meta, value: await connection.get('values', meta.key) })));
      });
    },
    makeRoom: () => enqueue(async () => void (await evict((await storedSize()) / 2, 0, ''))),
    keys: async () => new Set(await database.run((connection) => connection.getAllKeys('marks'))),
  };
}
