import { type DBSchema, deleteDB, type IDBPDatabase, openDB, unwrap, wrap } from 'idb';
import type { Identity } from '#contract/entities/identity';

/** The metadata of a cached response; times in ms of the server, size in characters of JSON. */
export interface CacheEntryMeta {
  readonly key: string;
  readonly storedAt: number;
  readonly readAt: number;
  /** Id of the user who made the request; null for public data. */
  readonly owner: string | null;
  readonly size: number;
  /** The ETag of the response; rows of older builds have none. */
  readonly version?: string | null;
  /** Fingerprint of the contract that parsed the value; rows of older builds have none. */
  readonly contract?: string | null;
}

/** A session, an event or a season that the user keeps offline, with all the responses that its page needs. */
export interface Pin {
  /** Kind and id, as `season:…`. */
  readonly id: string;
  readonly kind: 'session' | 'event' | 'season';
  readonly title: string;
  readonly path: string;
  /** Addresses of the responses that its page needs. */
  readonly keys: readonly string[];
  /** In ms of the server. */
  readonly pinnedAt: number;
  readonly owner: string | null;
}

/** The unsaved input of a user in a form. */
export interface DraftRow {
  /** Made of owner, form and entity. */
  readonly key: string;
  /** The user who typed it. */
  readonly owner: string;
  /** The form's name, such as `settings.name` or `league`. */
  readonly form: string;
  /** The entity that the form edits; null for a new one. */
  readonly entityId: string | null;
  /** The title and the path in lists of drafts. */
  readonly title: string;
  readonly path: string;
  /** The state with which the editor continues. */
  readonly value: unknown;
  /** In ms of this device. */
  readonly updatedAt: number;
}

/** The stores of the database. */
interface DeviceSchema extends DBSchema {
  /** The user of this device: one row, `me`. Since version 1. */
  readonly identity: { readonly key: string; readonly value: Identity };
  /** Settings by name. Since version 1. */
  readonly settings: { readonly key: string; readonly value: unknown };
  /** Cached responses by address; values are in a store of their own, so that noting a read writes little. Since version 2. */
  readonly marks: { readonly key: string; readonly value: CacheEntryMeta };
  readonly values: { readonly key: string; readonly value: unknown };
  /** Items that are never evicted. Since version 3. */
  readonly pins: { readonly key: string; readonly value: Pin };
  /** Never evicted. Since version 4. */
  readonly drafts: { readonly key: string; readonly value: DraftRow };
}

type Connection = IDBPDatabase<DeviceSchema>;

const name = 'pitboard';
const version = 4;
/** How long to wait for the browser to open the database, in ms. */
const openTimeout = 3_000;

/** Runs work on the device's database. Rejects where the work fails: callers go on without the database. */
export interface Database {
  readonly run: <Outcome>(work: (connection: Connection) => Promise<Outcome>) => Promise<Outcome>;
}

interface PausableDatabase extends Database {
  /** Aborts the transactions that are not being committed yet, and starts no work before `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/**
 * Opens the database when it is first needed. When the browser has closed the connection, the work is done once more on a
 * new one. A tab with a newer version gets the database at once.
 */
export function openDatabase(
  events: { readonly onOutdated: () => void } = { onOutdated: () => undefined },
  timeout = openTimeout,
): PausableDatabase {
  let opened: Promise<Connection> | null = null;
  const running = new Set<IDBTransaction>();
  /** Resolves when work can go on; null while nothing is paused. */
  let pause: { readonly ended: Promise<void>; readonly end: () => void } | null = null;

  function drop(): void {
    opened = null;
  }

  function open(): Promise<Connection> {
    const opening = openDB<DeviceSchema>(name, version, {
      upgrade(database, from, _, transaction) {
        watch(unwrap(transaction), running);
        if (from < 1) {
          database.createObjectStore('identity');
          database.createObjectStore('settings');
        }
        if (from < 2) {
          database.createObjectStore('marks', { keyPath: 'key' });
          database.createObjectStore('values');
        }
        if (from < 3) database.createObjectStore('pins', { keyPath: 'id' });
        if (from < 4) database.createObjectStore('drafts', { keyPath: 'key' });
      },
      blocking(_, newVersion, event) {
        // Another tab opens a newer version, or deletes the database (null), and waits until this connection is closed.
        (event.target as IDBDatabase).close();
        drop();
        if (newVersion !== null) events.onOutdated();
      },
      terminated: drop,
    }).then((connection) => watchTransactions(connection, running));
    const inTime = Promise.race([opening, rejectAfter(timeout)]);
    // Work fails at once after the timeout, until the database opens after all: an old tab has closed its connection.
    opening.then(() => {
      if (opened === inTime) opened = opening;
    }, drop);
    return inTime;
  }

  return {
    pause() {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      pause ??= { ended, end };
      for (const transaction of running) {
        try {
          transaction.abort();
        } catch {
          // The transaction is being committed.
        }
      }
    },
    resume() {
      pause?.end();
      pause = null;
    },
    async run(work) {
      await pause?.ended;
      opened ??= open();
      const first = opened;
      try {
        return await work(await first);
      } catch (error) {
        if (!isLost(error)) throw error;
        if (opened === first || opened === null) opened = open();
        return work(await opened);
      }
    },
  };
}

/**
 * Keeps the transactions that run in `running`. The requests of an aborted transaction are rejected, and so is its `done`,
 * which few wait for: the browser would report each as an unhandled error.
 */
function watchTransactions(connection: Connection, running: Set<IDBTransaction>): Connection {
  const raw = unwrap(connection);
  const { transaction } = raw;
  raw.transaction = (...parameters) => {
    const started = transaction.apply(raw, parameters);
    watch(started, running);
    return started;
  };
  return connection;
}

function watch(transaction: IDBTransaction, running: Set<IDBTransaction>): void {
  running.add(transaction);
  wrap(transaction)
    .done.catch(() => undefined)
    .then(() => running.delete(transaction));
}

/**
 * Commits a transaction, and waits until it is written: a page that is being left lives to start a commit, but not to see
 * its requests succeed. Only the transaction says that the disk is full: its requests are rejected as aborted, and
 * earlier.
 */
export async function commit(
  transaction: { readonly done: Promise<void>; readonly commit: () => void },
  requests: readonly Promise<unknown>[],
): Promise<void> {
  for (const request of requests) request.catch(() => undefined);
  try {
    transaction.commit();
  } catch {
    // It has failed already, and says why.
  }
  await transaction.done;
}

/**
 * Makes the browser free the room of deleted rows. Chromium counts them until it compacts its files, and never compacts
 * small stores; deleting a database forces it, for all databases of the site.
 */
export async function compactDatabase(timeout = openTimeout): Promise<void> {
  const scratch = `${name}-cleanup`;
  const deleted = openDB(scratch, 1, {
    upgrade(database, _, __, transaction) {
      // An aborted upgrade rejects the opening too, and nobody waits for its `done`.
      transaction.done.catch(() => undefined);
      database.createObjectStore('nothing');
    },
    // Another tab compacts too.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  }).then((database) => {
    database.close();
    return deleteDB(scratch);
  });
  // A tab that was suspended while it compacted keeps the scratch database open.
  await Promise.race([deleted, rejectAfter(timeout)]);
}

function isLost(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name);
}

function rejectAfter(timeout: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new DOMException('the database does not open', 'TimeoutError')), timeout);
  });
}
