import type { FastifyRequest } from 'fastify';
import { nameOf } from '#contract/calls/by-name';
import type { Call } from '#contract/calls/call';
import type { QueuedClient } from '../http/limits/fair-queue.ts';
import type { RequestBodies } from '../http/limits/request-bodies.ts';
import { Problem } from '../http/problem.ts';
import type { LargeWork } from './large-work.ts';
import { parseBody } from './parse.ts';

interface ReadBody {
  /** Undefined also for a large body of which the call needs only `prepared`. */
  readonly body?: unknown;
  /** The result of the handler's `prepare` step, where the thread has run it. */
  readonly prepared?: unknown;
  /** For its Idempotency-Key; null for a small body. */
  readonly digest: string | null;
}

/** Parses and checks the bodies of requests, large ones in a thread. */
export class BodyReader {
  readonly #bodies: RequestBodies;
  readonly #work: LargeWork;

  constructor(bodies: RequestBodies, work: LargeWork) {
    this.#work = work;
    this.#bodies = bodies;
  }

  /** Reads the body of a request, large ones in the turns of their clients. @throws Problem 400 or 503. */
  async read(
    call: Call,
    { body, url }: Pick<FastifyRequest, 'body' | 'url'>,
    { hasKey, client }: { readonly hasKey: boolean; readonly client: QueuedClient },
  ): Promise<ReadBody> {
    if (!(body instanceof Uint8Array)) return { body: parseBody(call, body), digest: null };
    // A buffer of its own is moved to the thread.
    const bytes = body.byteLength === body.buffer.byteLength ? body : body.slice();
    const large = { name: nameOf(call), bytes, address: hasKey ? url : null };
    const read = await this.#bodies.work(client, () => this.#work.readBody(large));
    if (!('refusal' in read)) return read;
    const { detail, errors } = read.refusal;
    throw new Problem(400, 'Bad Request', detail, { errors });
  }
}
