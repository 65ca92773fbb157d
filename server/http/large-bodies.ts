import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from './problem.ts';

/** A body from this size on is large, in bytes. */
const largeFrom = 256 * 1024;

/** Whether a body of this size, in bytes, is large. */
export function isLarge(bytes: number): boolean {
  return bytes >= largeFrom;
}

interface Limits {
  /** Bytes of large bodies that are read or in memory at the same time. */
  readonly bytes: number;
  /** How long a request waits for its turn before it is refused, in ms. A client has 15 s to send its body. */
  readonly maxWait: number;
}

/** Shares a number of units among those who ask, in their order. */
class Semaphore {
  #free: number;
  readonly #waiting: { readonly units: number; readonly start: () => void }[] = [];

  constructor(units: number) {
    this.#free = units;
  }

  /** Resolves to what releases the units; to null when they were not free in time. */
  take(units: number, maxWait: number): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        resolve(null);
        this.#next();
      }, maxWait);
      const entry = {
        units,
        start: () => {
          clearTimeout(timer);
          this.#free -= units;
          resolve(() => {
            this.#free += units;
            this.#next();
          });
        },
      };
      this.#waiting.push(entry);
      this.#next();
    });
  }

  #next(): void {
    for (let [first] = this.#waiting; first !== undefined && first.units <= this.#free; [first] = this.#waiting) {
      this.#waiting.shift();
      first.start();
    }
  }
}

/** Bounds the memory of large bodies. */
export class LargeBodies {
  readonly #maxWait: number;
  readonly #memory: Semaphore;
  readonly #turns = new Semaphore(1);
  /** The responses to requests with a large body. */
  readonly #responses = new WeakMap<IncomingMessage, ServerResponse>();
  /** What ends the turn of a request. */
  readonly #current = new WeakMap<IncomingMessage, () => void>();

  constructor({ bytes, maxWait }: Limits = { bytes: 40 * 1024 * 1024, maxWait: 5_000 }) {
    this.#memory = new Semaphore(bytes);
    this.#maxWait = maxWait;
  }

  /** Waits before the body of a request is read until there is room for it. @throws Problem 503. */
  async admit(request: IncomingMessage, response: ServerResponse, limit: number): Promise<void> {
    const bytes = Math.min(Number(request.headers['content-length'] ?? limit), limit);
    if (!isLarge(bytes)) return;
    this.#responses.set(request, response);
    await this.#take(this.#memory, bytes, response);
  }

  /**
   * Waits until no other large body is worked on; the turn ends with `leave`, or with the response. The request must have
   * been admitted. @throws Problem 503.
   */
  async enter(request: IncomingMessage): Promise<void> {
    const response = this.#responses.get(request);
    if (response === undefined) return;
    this.#current.set(request, await this.#take(this.#turns, 1, response));
  }

  /** Ends the turn of a request, if it has one. */
  leave(request: IncomingMessage): void {
    this.#current.get(request)?.();
    this.#current.delete(request);
  }

  async #take(semaphore: Semaphore, units: number, response: ServerResponse): Promise<() => void> {
    const release = await semaphore.take(units, this.#maxWait);
    if (release === null) throw unavailable(new Error('too many large bodies at the same time'));
    let isReleased = false;
    const once = () => {
      if (!isReleased) release();
      isReleased = true;
    };
    if (response.closed) once();
    else response.once('close', once);
    return once;
  }
}
