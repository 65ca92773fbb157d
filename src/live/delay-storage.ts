import type { DelayChanges, DelaySlice } from './delay-buffer.ts';

/** What a page needs to go on where another was; times in ms since 1970 by the server's clock. */
interface StoredDelay {
  /** When the last data that was shown had arrived. */
  readonly shownAt: number;
  /** The server's clock less that of the device. */
  readonly skew: number;
  readonly epoch: number;
  /** By the device's clock. */
  readonly savedAt: number;
}

/** The buffers of delayed races on this device. Every call rejects where the browser stores nothing. */
export interface DelayStorage {
  readonly read: (
    race: string,
  ) => Promise<{ readonly state: StoredDelay; readonly slices: readonly DelaySlice[] } | null>;
  readonly write: (race: string, state: StoredDelay, changes: DelayChanges) => Promise<void>;
  readonly remove: (race: string) => Promise<void>;
  /** Removes the buffers of other races that are too old, or too many. */
  readonly evict: (race: string, now: number) => Promise<void>;
}

const storeName = 'slices';
const openTimeout = 3_000;
/** Others that are kept: this many, and for so long, in ms. */
const mostOthers = 2;
const longestAge = 6 * 3_600_000;

/**
 * Opens a database of its own: it is written every second while a delayed race is followed, and holds nothing else. A row
 * is a slice under race, piece and slice, or a state under race and -1.
 */
export async function openDelayStorage(): Promise<DelayStorage> {
  const database = await openDatabase();

  async function run(mode: IDBTransactionMode, work: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = database.transaction(storeName, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    work(transaction.objectStore(storeName));
    // A page that is being left lives to start a commit.
    transaction.commit?.();
    await done;
  }

  async function getAll<Value>(range: IDBKeyRange): Promise<Value[]> {
    const request = database.transaction(storeName).objectStore(storeName).getAll(range);
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  async function states(): Promise<readonly { readonly race: string; readonly state: StoredDelay }[]> {
    const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
      const request = database.transaction(storeName).objectStore(storeName).getAllKeys();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const races = new Set(keys.map((key) => String((key as [string, number, number])[0])));
    return Promise.all(
      [...races].map(async (race) => {
        const [state] = await getAll<StoredDelay>(stateRange(race));
        return { race, state: state ?? { shownAt: 0, skew: 0, epoch: 0, savedAt: 0 } };
      }),
    );
  }

  const remove = (race: string) => run('readwrite', (store) => store.delete(rangeOf(race, -1)));
  return {
    read: async (race) => {
      const [state] = await getAll<StoredDelay>(stateRange(race));
      return state === undefined ? null : { state, slices: await getAll<DelaySlice>(rangeOf(race, 0)) };
    },
    write: (race, state, { added, firstPiece, thinned }) =>
      run('readwrite', (store) => {
        if (firstPiece > 0) store.delete(IDBKeyRange.bound([race, 0], [race, firstPiece], false, true));
        for (const piece of thinned) store.delete(IDBKeyRange.bound([race, piece], [race, piece, []]));
        for (const slice of added) store.put(slice, [race, slice.piece, slice.slice]);
        store.put(state, [race, -1, 0]);
      }),
    remove,
    evict: async (race, now) => {
      const others = (await states()).filter((other) => other.race !== race);
      others.sort((one, other) => other.state.savedAt - one.state.savedAt);
      const old = others.filter(({ state }, index) => index >= mostOthers || now - state.savedAt > longestAge);
      for (const other of old) await remove(other.race);
    },
  };
}

const stateRange = (race: string) => IDBKeyRange.only([race, -1, 0]);
// A list is after every number.
const rangeOf = (race: string, piece: number) => IDBKeyRange.bound([race, piece], [race, []]);

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('pitboard-delay', 1);
    setTimeout(() => reject(new DOMException('the database does not open', 'TimeoutError')), openTimeout);
    request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const { result } = request;
      // Another tab deletes it.
      result.onversionchange = () => result.close();
      resolve(result);
    };
  });
}
