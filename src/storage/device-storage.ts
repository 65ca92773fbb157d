import { compactDatabase, type Database, openDatabase } from './database.ts';
import { createPersistentCache, type PersistentCache } from './persistent-cache.ts';
import { createSettingsStore, type SettingsStore } from './settings-store.ts';

export interface DeviceStorage {
  readonly database: Database;
  readonly cache: PersistentCache;
  readonly settings: SettingsStore;
  /** Calls the listener when a tab with a newer version has taken the database: this tab can store nothing any more. */
  readonly onOutdated: (listener: () => void) => () => void;
}

/** Starts to open the device's database. */
export function openDeviceStorage(): DeviceStorage {
  const listeners = new Set<() => void>();
  const database = openDatabase({
    onOutdated: () => {
      for (const listener of listeners) listener();
    },
  });
  // Opens it early; a database that cannot be opened rejects where it is used.
  database.run(async () => undefined).catch(() => undefined);
  // WebKit stops a page that may be returned to in the middle of its transactions, and all other pages wait for them.
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) database.pause();
  });
  addEventListener('pageshow', database.resume);
  const onOutdated = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const quota = {
    available: async () => (await navigator.storage?.estimate())?.quota ?? null,
    isPersistent: async () => (await navigator.storage?.persisted?.()) ?? false,
    persist: async () => {
      await navigator.storage?.persist?.();
    },
    compact: compactDatabase,
    wait: (delay: number) => new Promise<void>((resolve) => setTimeout(resolve, delay)),
    schedule: (run: () => void, delay: number) => void setTimeout(run, delay),
    now: () => performance.now(),
  };
  // The release before stored delayed races of this device here. A blocked storage throws.
  try {
    indexedDB.deleteDatabase('pitboard-delay');
  } catch {
    // Nothing is stored then.
  }
  const cache = createPersistentCache(database, quota);
  return { database, cache, settings: createSettingsStore(database), onOutdated };
}
