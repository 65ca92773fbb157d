import { Allowance, type AllowanceLimits, type Client } from '../http/limits/allowance.ts';
import { WaitingList } from '../http/limits/waiting-list.ts';
import { overloaded } from '../http/problem.ts';

/** Connections to live races that are open at the same time, and those that may be opened in a minute. */
export interface AdmissionLimits {
  readonly viewer: AllowanceLimits;
  readonly recorder: AllowanceLimits;
  readonly unknownRecorder: AllowanceLimits;
  readonly newPerMinute: AllowanceLimits;
}

/**
 * Limits of viewers, of recorders with a verified token, and of connections before that. Each new connection may guess
 * a key.
 */
export const liveLimits = {
  viewer: { total: 10_000, network: 128, site: 512 },
  recorder: { total: 1_000, account: 16 },
  unknownRecorder: { total: 500, network: 32, site: 64 },
  newPerMinute: { total: Number.POSITIVE_INFINITY, network: 300, site: 1_200 },
} as const satisfies AdmissionLimits;

/** The place of a recorder. */
export interface RecorderPlace {
  /** It has shown its token. False: its user has too many connections. */
  readonly identify: (account: string) => boolean;
  readonly leave: () => void;
}

/**
 * Counts open connections. Recorders have places of their own. One that has not shown its token gives way to the next when
 * there are too many of them, so that connections that say nothing keep no recorder out.
 */
export class Admission {
  readonly #viewers: Allowance;
  readonly #recorders: Allowance;
  readonly #unknown: WaitingList;
  readonly #newPerMinute: AllowanceLimits;
  #opened: Allowance;
  #minute = Number.NaN;

  constructor(limits: AdmissionLimits = liveLimits) {
    this.#viewers = new Allowance(limits.viewer);
    this.#recorders = new Allowance(limits.recorder);
    this.#unknown = new WaitingList(limits.unknownRecorder);
    this.#newPerMinute = limits.newPerMinute;
    this.#opened = new Allowance(limits.newPerMinute);
  }

  /** Connections that are open. */
  get open(): number {
    return this.#viewers.used + this.#recorders.used + this.#unknown.size;
  }

  /** Lets a viewer in. Returns what to call when its connection is closed. @throws Problem 503 beyond the limits. */
  enterViewer(address: string, now: number): () => void {
    this.#countNew({ address }, now);
    const leave = this.#viewers.acquire({ address });
    if (leave === null) throw tooMany();
    return leave;
  }

  /** Lets a recorder in that has not shown its token; `giveUp` closes it. @throws Problem 503 beyond the limits. */
  enterRecorder(address: string, now: number, giveUp: () => void): RecorderPlace {
    this.#countNew({ address }, now);
    let leave = this.#unknown.add({ address }, giveUp);
    return {
      identify: (account) => {
        const next = this.#recorders.acquire({ address, account });
        if (next === null) return false;
        leave();
        leave = next;
        return true;
      },
      leave: () => leave(),
    };
  }

  #countNew(client: Client, now: number): void {
    const minute = Math.floor(now / 60_000);
    if (minute !== this.#minute) this.#opened = new Allowance(this.#newPerMinute);
    this.#minute = minute;
    if (this.#opened.acquire(client) === null) throw tooMany();
  }
}

function tooMany() {
  return overloaded('Too many live connections', 5);
}
