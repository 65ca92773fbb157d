import type { IncomingMessage, ServerResponse } from 'node:http';
import { largeBodyLimits } from './limits/client-classes.ts';
import { Semaphore } from './limits/semaphore.ts';
import { overloaded } from './problem.ts';

/** A body from this size on is large, in bytes. */
const largeFrom = 256 * 1024;

/** Whether a body of this size, in bytes, is large. */
export function isLarge(bytes: number): boolean {
  return bytes >= largeFrom;
}

/** How long a request waits for its turn before it is refused, in ms. A client has 15 s to send its body. */
const defaultMaxWait = 5_000;

/** Bounds how many large bodies of an account are in memory, and works on one after another. */
export class LargeBodies {
  readonly #maxWait: number;
  readonly #accounts = new Map<string, Semaphore>();
  readonly #turns = new Semaphore(1);
  /** The responses to requests with a large body. */
  readonly #responses = new WeakMap<IncomingMessage, ServerResponse>();
  /** Functions that end the turn of a request. */
  readonly #current = new WeakMap<IncomingMessage, () => void>();

  constructor(maxWait = defaultMaxWait) {
    this.#maxWait = maxWait;
  }

  /** Waits until the account has fewer large bodies in memory. @throws Problem 503. */
  async admit(request: IncomingMessage, response: ServerResponse, account: string): Promise<void> {
    this.#responses.set(request, response);
    const semaphore = this.#accounts.get(account) ?? new Semaphore(largeBodyLimits.account);
    this.#accounts.set(account, semaphore);
    if (semaphore.waiting >= largeBodyLimits.waiting) throw overloaded('Too many large uploads at the same time');
    await this.#acquire(semaphore, response, () => {
      if (semaphore.isIdle) this.#accounts.delete(account);
    });
  }

  /**
   * Waits until no other large body is worked on; the turn ends with `leave`, or with the response. The request must have
   * been admitted. @throws Problem 503.
   */
  async enter(request: IncomingMessage): Promise<void> {
    const response = this.#responses.get(request);
    if (response === undefined) return;
    this.#current.set(request, await this.#acquire(this.#turns, response));
  }

  /** Ends the turn of a request, if it has one. */
  leave(request: IncomingMessage): void {
    this.#current.get(request)?.();
    this.#current.delete(request);
  }

  async #acquire(semaphore: Semaphore, response: ServerResponse, onRelease?: () => void): Promise<() => void> {
    const release = await semaphore.acquire(1, this.#maxWait);
    if (release === null) throw overloaded('Too many large uploads at the same time');
    const end = () => {
      release();
      onRelease?.();
    };
    if (response.closed) end();
    else response.once('close', end);
    return end;
  }
}
