import { Problem } from '../http/problem.ts';

/** Connections to live sessions that are open at the same time. */
export interface AdmissionLimits {
  readonly perAddress: number;
  readonly total: number;
  /** Connections that one address may open in a minute: each is a try to guess a key. */
  readonly newPerMinute: number;
}

/** A reverse proxy on this machine connects for all clients. */
const loopback = /^(::ffff:)?127\.|^::1$/;

interface Address {
  open: number;
  minute: number;
  opened: number;
}

/** Counts open connections. Those from this machine count only towards the total. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #addresses = new Map<string, Address>();
  #total = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Lets a connection in. Returns what to call when it is closed. @throws Problem 503 beyond the limits. */
  enter(ip: string, now: number): () => void {
    const { perAddress, total, newPerMinute } = this.#limits;
    const minute = Math.floor(now / 60_000);
    const address = this.#addresses.get(ip) ?? { open: 0, minute, opened: 0 };
    if (address.minute !== minute) Object.assign(address, { minute, opened: 0 });
    const isLocal = loopback.test(ip);
    const isFull = !isLocal && (address.open >= perAddress || address.opened >= newPerMinute);
    if (isFull || this.#total >= total) {
      const detail = 'Too many live connections: try again in 5 s.';
      throw new Problem(503, 'Service Unavailable', detail, { headers: { 'Retry-After': '5' } });
    }
    if (this.#addresses.size > 10_000) this.#forget(minute);
    this.#addresses.set(ip, address);
    address.open += 1;
    address.opened += 1;
    this.#total += 1;
    return () => {
      address.open -= 1;
      this.#total -= 1;
    };
  }

  /** Connections that are open. */
  get open(): number {
    return this.#total;
  }

  #forget(minute: number): void {
    for (const [ip, { open, minute: last }] of this.#addresses) {
      if (open === 0 && last !== minute) this.#addresses.delete(ip);
    }
  }
}
