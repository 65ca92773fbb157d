import { type AllowanceLimits, type Client, countersOf } from './allowance.ts';

interface Entry {
  readonly keys: readonly string[];
  readonly giveUp: () => void;
}

/**
 * Clients that have yet to send something. Beyond a limit the one that has been waited for longest is given up for the new
 * one: an honest client sends within a moment, so a flood of slow ones pushes out its own.
 */
export class WaitingList {
  readonly #limits: AllowanceLimits;
  readonly #entries = new Set<Entry>();
  readonly #byKey = new Map<string, Set<Entry>>();

  constructor(limits: AllowanceLimits) {
    this.#limits = limits;
  }

  /** How many are waited for. */
  get size(): number {
    return this.#entries.size;
  }

  /** Adds a client; `giveUp` ends the waiting for it. Returns what removes it. */
  add(client: Client, giveUp: () => void): () => void {
    const counters = countersOf(client, this.#limits);
    for (const [key, limit] of counters) this.#giveUpOldest(this.#byKey.get(key), limit);
    this.#giveUpOldest(this.#entries, this.#limits.total);
    const entry = { keys: counters.map(([key]) => key), giveUp };
    this.#entries.add(entry);
    for (const key of entry.keys) this.#setOf(key).add(entry);
    return () => this.#remove(entry);
  }

  #giveUpOldest(entries: ReadonlySet<Entry> | undefined, limit: number): void {
    if (entries === undefined || entries.size < limit) return;
    const [oldest] = entries;
    if (oldest === undefined) return;
    this.#remove(oldest);
    oldest.giveUp();
  }

  #setOf(key: string): Set<Entry> {
    const present = this.#byKey.get(key);
    if (present !== undefined) return present;
    const entries = new Set<Entry>();
    this.#byKey.set(key, entries);
    return entries;
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry);
    for (const key of entry.keys) {
      const entries = this.#byKey.get(key);
      entries?.delete(entry);
      if (entries?.size === 0) this.#byKey.delete(key);
    }
  }
}
