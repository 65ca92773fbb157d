import { cacheLifetime } from '#contract/constants';

/** A kept read: key is the address; times in ms, of the server; `owner` is whose it is, null for what is public. */
export interface KeptRow {
  readonly key: string;
  readonly value: unknown;
  readonly storedAt: number;
  readonly readAt: number;
  readonly owner: string | null;
  /** A mark of the contract that the value was parsed by; older builds knew none. */
  readonly contract?: string | null;
}

/** Where reads are kept. A store on disk takes this place without a change above it. */
export interface Kept {
  /** What is in memory, at once. */
  readonly peek: (key: string) => KeptRow | null;
  readonly read: (key: string) => Promise<KeptRow | null>;
  readonly keep: (row: Omit<KeptRow, 'readAt'>) => Promise<void>;
  readonly drop: (key: string) => Promise<void>;
  /** Forgets what belongs to somebody, and all that is in memory: another person uses the device now. */
  readonly forget: () => Promise<void>;
}

const mostRows = 200;

/** Keeps reads in memory: the least recently read goes first, and what nobody read for 5 minutes (spec §9). */
export function keepInMemory(now: () => number): Kept {
  const rows = new Map<string, KeptRow>();

  function prune(): void {
    for (const [key, row] of rows) {
      // The map is in the order of reading, so the first one that stays ends the walk.
      if (rows.size <= mostRows && now() - row.readAt <= cacheLifetime) return;
      rows.delete(key);
    }
  }

  function peek(key: string): KeptRow | null {
    prune();
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
    keep: async (row) => {
      rows.delete(row.key);
      rows.set(row.key, { ...row, readAt: now() });
      prune();
    },
    drop: async (key) => {
      rows.delete(key);
    },
    forget: async () => rows.clear(),
  };
}

/** What keeps rows over a restart. */
interface DeviceRows {
  readonly read: (key: string, readAt: number) => Promise<KeptRow | null>;
  readonly keep: (row: KeptRow) => Promise<void>;
  readonly drop: (key: string) => Promise<void>;
  readonly dropOwned: () => Promise<void>;
}

/**
 * Keeps reads in memory and on the device, which is asked for what memory has not; it may come later, or not at all.
 * `reader`: the user's id as the device knows it; rows of others are not there.
 */
export function keepOnDevice(
  memory: Kept,
  device: Promise<DeviceRows>,
  now: () => number,
  reader: () => Promise<string | null>,
): Kept {
  return {
    peek: memory.peek,
    async read(key) {
      const held = memory.peek(key);
      if (held !== null) return held;
      const row = await (await device).read(key, now());
      if (row === null || (row.owner !== null && row.owner !== (await reader()))) return null;
      // What was heard meanwhile is newer.
      const newer = memory.peek(key);
      if (newer !== null) return newer;
      await memory.keep(row);
      return row;
    },
    async keep(row) {
      await memory.keep(row);
      await (await device).keep({ ...row, readAt: now() });
    },
    async drop(key) {
      await memory.drop(key);
      await (await device).drop(key);
    },
    async forget() {
      await memory.forget();
      await (await device).dropOwned();
    },
  };
}
