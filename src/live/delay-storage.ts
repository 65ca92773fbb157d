import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { DelayChanges, DelaySlice } from './delay-buffer.ts';
import type { DelayCipher, EncryptedText } from './delay-cipher.ts';

/** The state with which a page continues where another stopped; times in ms since 1970 by the server's clock. */
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

interface DelaySchema extends DBSchema {
  /** By race, piece and slice. */
  slices: { key: [race: string, piece: number, slice: number]; value: DelaySlice | EncryptedText };
  /** By race. */
  states: { key: string; value: StoredDelay };
}

const openTimeout = 3_000;
/** Others that are kept: this many, and for so long, in ms. */
const mostOthers = 2;
const longestAge = 6 * 3_600_000;

/**
 * Opens a database of its own: it is written every second while a delayed race is followed, and holds nothing else. The
 * data of a race that needs a key is encrypted; null for others.
 */
export async function openDelayStorage(cipher: DelayCipher | null): Promise<DelayStorage> {
  const database = await openDatabase();

  async function encrypted(slice: DelaySlice): Promise<DelaySlice | EncryptedText> {
    if (cipher === null) return slice;
    return cipher.encrypt(JSON.stringify(slice, (_, value) => (value instanceof Uint8Array ? [...value] : value)));
  }

  async function decrypted(stored: DelaySlice | EncryptedText): Promise<DelaySlice> {
    if ('piece' in stored) return stored;
    if (cipher === null) throw new DOMException('the race needs a key', 'OperationError');
    const text = await cipher.decrypt(stored);
    return JSON.parse(text, (name, value) =>
      name === 'bytes' && Array.isArray(value) ? Uint8Array.from(value) : value,
    );
  }

  async function remove(race: string): Promise<void> {
    const transaction = database.transaction(['slices', 'states'], 'readwrite');
    const slices = transaction.objectStore('slices').delete(slicesOf(race));
    await Promise.all([slices, transaction.objectStore('states').delete(race), transaction.done]);
  }

  return {
    read: async (race) => {
      const state = await database.get('states', race);
      if (state === undefined) return null;
      const stored = await database.getAll('slices', slicesOf(race));
      return { state, slices: await Promise.all(stored.map(decrypted)) };
    },
    write: async (race, state, { added, firstPiece, thinned }) => {
      // A transaction does not wait for the cipher.
      const values = cipher === null ? added : await Promise.all(added.map(encrypted));
      const transaction = database.transaction(['slices', 'states'], 'readwrite');
      const store = transaction.objectStore('slices');
      const work: Promise<unknown>[] = [];
      if (firstPiece > 0) work.push(store.delete(IDBKeyRange.bound([race, 0], [race, firstPiece], false, true)));
      for (const piece of thinned) work.push(store.delete(IDBKeyRange.bound([race, piece], [race, piece, last])));
      for (const [index, { piece, slice }] of added.entries())
        work.push(store.put(values[index] as DelaySlice, [race, piece, slice]));
      work.push(transaction.objectStore('states').put(state, race), transaction.done);
      // A page that is being left lives to start a commit.
      transaction.commit();
      await Promise.all(work);
    },
    remove,
    evict: async (race, now) => {
      const races = (await database.getAllKeys('states')).filter((each) => each !== race);
      const others = await Promise.all(
        races.map(async (each) => ({ race: each, savedAt: (await database.get('states', each))?.savedAt ?? 0 })),
      );
      others.sort((one, other) => other.savedAt - one.savedAt);
      const old = others.filter(({ savedAt }, index) => index >= mostOthers || now - savedAt > longestAge);
      for (const other of old) await remove(other.race);
    },
  };
}

/** In the order of keys a list is after every number. */
const last: IDBValidKey = [];
const slicesOf = (race: string) => IDBKeyRange.bound([race], [race, last]);

async function openDatabase(): Promise<IDBPDatabase<DelaySchema>> {
  const opening = openDB<DelaySchema>('pitboard-delay', 1, {
    upgrade: (database, _, __, transaction) => {
      // An aborted upgrade rejects the opening too, and nobody waits for its `done`.
      transaction.done.catch(() => undefined);
      database.createObjectStore('slices');
      database.createObjectStore('states');
    },
    // Another tab deletes it.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('the database does not open', 'TimeoutError')), openTimeout);
  });
  return Promise.race([opening, late]);
}
