import { clientGone, overloaded } from '../problem.ts';

interface QueueLimits {
  /** How much work is done at the same time. */
  readonly running: number;
  /** How much work of one client waits. */
  readonly waiting: number;
  /** False: no rest follows work that took long. */
  readonly rests?: boolean;
}

/** A client whose work waits for its turn. */
export interface QueuedClient {
  readonly key: string;
  /** Aborted when the client has closed its connection: its work is dropped unless it has begun. */
  readonly gone?: AbortSignal | undefined;
}

/** Work that took at least this long is followed by a rest, in ms: of its client, and a shorter one of the queue. */
const restAfter = 50;
const longestRest = 1_000;

/** Does slow work piece by piece, each client in turn. After it a client waits twice as long, and the queue half as long. */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Waiting work by client; the client whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #resting = new Set<string>();
  #running = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Does work of a client when it is its turn. @throws Problem 503 when too much of this client waits. */
  async run<Outcome>(client: QueuedClient, work: () => Promise<Outcome>): Promise<Outcome> {
    await this.#waitForTurn(client);
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.#rest(client.key, performance.now() - start);
    }
  }

  #waitForTurn({ key, gone }: QueuedClient): Promise<void> {
    const own = this.#waiting.get(key) ?? [];
    if (own.length >= this.#limits.waiting) throw overloaded('Too many slow requests at the same time');
    if (gone?.aborted === true) throw clientGone();
    return new Promise((resolve, reject) => {
      const leave = () => {
        own.splice(own.indexOf(start), 1);
        if (own.length === 0 && this.#waiting.get(key) === own) this.#waiting.delete(key);
        reject(clientGone());
      };
      const start = () => {
        gone?.removeEventListener('abort', leave);
        resolve();
      };
      gone?.addEventListener('abort', leave);
      own.push(start);
      this.#waiting.set(key, own);
      this.#next();
    });
  }

  #next(): void {
    for (const [client, own] of [...this.#waiting]) {
      if (this.#running >= this.#limits.running) return;
      if (this.#resting.has(client)) continue;
      const start = own.shift();
      this.#waiting.delete(client);
      if (own.length > 0) this.#waiting.set(client, own);
      if (start === undefined) continue;
      this.#running += 1;
      // One piece of a client at a time.
      this.#resting.add(client);
      start();
    }
  }

  #rest(client: string, duration: number): void {
    const endClient = () => {
      this.#resting.delete(client);
      this.#next();
    };
    const endTurn = () => {
      this.#running -= 1;
      this.#next();
    };
    if (duration < restAfter || this.#limits.rests === false) {
      this.#resting.delete(client);
      endTurn();
      return;
    }
    setTimeout(endTurn, Math.min(longestRest, duration / 2));
    setTimeout(endClient, Math.min(longestRest, duration * 2));
  }
}
