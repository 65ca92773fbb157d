import { overloaded } from '../problem.ts';

interface QueueLimits {
  /** How much work is done at the same time. */
  readonly running: number;
  /** How much work of one client waits. */
  readonly waiting: number;
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
  async run<Outcome>(client: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const own = this.#waiting.get(client) ?? [];
    if (own.length >= this.#limits.waiting) throw overloaded('Too many slow requests at the same time');
    this.#waiting.set(client, own);
    await new Promise<void>((resolve) => {
      own.push(resolve);
      this.#next();
    });
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.#rest(client, performance.now() - start);
    }
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
    if (duration < restAfter) {
      this.#resting.delete(client);
      endTurn();
      return;
    }
    setTimeout(endTurn, Math.min(longestRest, duration / 2));
    setTimeout(endClient, Math.min(longestRest, duration * 2));
  }
}
