import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { Identity } from '#contract/auth';

/** What is known of a kept read besides its value; times in ms of the server, size in characters of JSON. */
export interface ReadMark {
  readonly key: string;
  readonly storedAt: number;
  readonly readAt: number;
  /** Whose it is: null for what anybody may see on this device. */
  readonly owner: string | null;
  readonly size: number;
  /** What its value was parsed by; rows of older builds have none. */
  readonly contract?: string | null;
}

/** Something that stays on this device until it is taken back: a session, an event or a season, with all its reads. */
export interface Pin {
  /** Kind and id, as `season:…`. */
  readonly id: string;
  readonly kind: 'session' | 'event' | 'season';
  readonly title: string;
  readonly path: string;
  /** The reads that it needs. */
  readonly keys: readonly string[];
  /** In ms of the server. */
  readonly pinnedAt: number;
  readonly owner: string | null;
}

/** What is kept on this device. */
interface DeviceSchema extends DBSchema {
  /** Who uses it: one row, `me`. Since version 1. */
  readonly identity: { readonly key: string; readonly value: Identity };
  /** Small things by name: where to sign in, sessions that are still to end. Since version 1. */
  readonly settings: { readonly key: string; readonly value: unknown };
  /** Kept reads by address, their values apart, so that a read writes little. Since version 2. */
  readonly marks: { readonly key: string; readonly value: ReadMark };
  readonly values: { readonly key: string; readonly value: unknown };
  /** What never makes room for anything else. Since version 3. */
  readonly pins: { readonly key: string; readonly value: Pin };
}

type Database = IDBPDatabase<DeviceSchema>;

const name = 'pitboard';
const version = 3;
/** A browser that does not answer in this time is not waited for, in ms. */
const usualPatience = 3_000;

/** Runs work on the device's database; what it cannot do it throws, and callers go on without. */
export interface Device {
  readonly run: <Outcome>(work: (database: Database) => Promise<Outcome>) => Promise<Outcome>;
}

/**
 * Opens the database when it is first needed. A handle that the browser has killed is dropped and the work done once
 * more on a new one; a tab with a newer version gets the database at once.
 */
export function openDevice(
  told: { readonly outdated: () => void } = { outdated: () => undefined },
  patience = usualPatience,
): Device {
  let opened: Promise<Database> | null = null;

  function drop(): void {
    opened = null;
  }

  function open(): Promise<Database> {
    const opening: Promise<Database> = openDB<DeviceSchema>(name, version, {
      upgrade(database, from) {
        if (from < 1) {
          database.createObjectStore('identity');
          database.createObjectStore('settings');
        }
        if (from < 2) {
          database.createObjectStore('marks', { keyPath: 'key' });
          database.createObjectStore('values');
        }
        if (from < 3) database.createObjectStore('pins', { keyPath: 'id' });
      },
      blocking(_, __, event) {
        // Another tab has a newer version: it goes first, this one says that it is old.
        (event.target as IDBDatabase).close();
        drop();
        told.outdated();
      },
      terminated: drop,
    });
    const inTime = Promise.race([opening, after(patience)]);
    // Whoever asks meanwhile is told at once; when it opens after all (an old tab let go), it is there.
    opening.then(() => {
      if (opened === inTime) opened = opening;
    }, drop);
    return inTime;
  }

  return {
    async run(work) {
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
 * Has the browser free what was dropped. Chromium counts it until it compacts its files, which it does for a database that
 * is deleted, and for little else not at all; all of a site's databases are in the same files.
 */
export async function sweep(): Promise<void> {
  const swept = `${name}-swept`;
  const database = await openDB(swept, 1, { upgrade: (upgraded) => void upgraded.createObjectStore('nothing') });
  database.close();
  await deleteDB(swept);
}

function isLost(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name);
}

function after(patience: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new DOMException('the database does not open', 'TimeoutError')), patience);
  });
}
