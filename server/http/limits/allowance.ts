import { isLoopback, networkOf, siteOf } from '../client-network.ts';

/** How many units of something clients may use at the same time; an absent bound does not apply. */
export interface AllowanceLimits {
  readonly total: number;
  readonly account?: number | undefined;
  readonly network?: number | undefined;
  readonly site?: number | undefined;
}

/** A client, as far as it is known. */
export interface Client {
  readonly address: string;
  /** The id of the user; absent before a token was checked. */
  readonly account?: string;
}

/** The groups that a client counts in, with their limits; one from this machine has no network. */
export function countersOf({ address, account }: Client, limits: AllowanceLimits): [key: string, limit: number][] {
  const counters: [string, number][] = [];
  if (account !== undefined && limits.account !== undefined) counters.push([account, limits.account]);
  if (isLoopback(address)) return counters;
  if (limits.network !== undefined) counters.push([networkOf(address), limits.network]);
  const site = siteOf(address);
  // An IPv4 address is a network and a site at once.
  if (limits.site !== undefined && site !== networkOf(address)) counters.push([site, limits.site]);
  return counters;
}

/** Counts the units that clients use, within limits. */
export class Allowance {
  readonly #limits: AllowanceLimits;
  readonly #counts = new Map<string, number>();
  #used = 0;

  constructor(limits: AllowanceLimits) {
    this.#limits = limits;
  }

  /** Units in use. */
  get used(): number {
    return this.#used;
  }

  /** Takes a unit. Returns what gives it back; null beyond a limit. */
  acquire(client: Client): (() => void) | null {
    const counters = countersOf(client, this.#limits);
    const isFull = counters.some(([key, limit]) => (this.#counts.get(key) ?? 0) >= limit);
    if (isFull || this.#used >= this.#limits.total) return null;
    this.#used += 1;
    for (const [key] of counters) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#used -= 1;
      for (const [key] of counters) this.#decrease(key);
    };
  }

  #decrease(key: string): void {
    const rest = (this.#counts.get(key) ?? 1) - 1;
    if (rest === 0) this.#counts.delete(key);
    else this.#counts.set(key, rest);
  }
}
