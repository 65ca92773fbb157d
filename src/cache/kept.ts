import { cacheLifetime } from '#contract/constants';

/** A kept read: key is the address; times in ms, of the server; `owner` is whose it is, null for what is public. */
export interface KeptRow {
  readonly key: string;
  readonly value: unknown;
  readonly storedAt: number;
  readonly readAt: number;
  readonly owner: string | null;
}

/** Where reads are kept. A store on disk takes this place without a change above it. */
export interface Kept {
  /** What is in memory, at once. */
  readonly peek: (key: string) => KeptRow | null;
  readonly read: (key: string) => Promise<KeptRow | null>;
  readonly keep: (row: Pick<KeptRow, 'key' | 'value' | 'storedAt' | 'owner'>) => Promise<void>;
  readonly drop: (key: string) => Promise<void>;
  /** Forgets what is in memory: another person uses the device now. */
  readonly forget: () => void;
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
    forget: () => rows.clear(),
  };
}
