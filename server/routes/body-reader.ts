import type { FastifyRequest } from 'fastify';
import type { CallName } from '#contract/api/calls';
import { endpointOf } from '#contract/api/requests';
import type { LargeBodies } from '../http/large-bodies.ts';
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
  readonly #largeBodies: LargeBodies;
  readonly #work: LargeWork;

  constructor(largeBodies: LargeBodies, work: LargeWork) {
    this.#work = work;
    this.#largeBodies = largeBodies;
  }

  /** Reads the body of a request, large ones one after another. @throws Problem 400 or 503. */
  async read(
    name: CallName,
    { body, raw, url }: Pick<FastifyRequest, 'body' | 'raw' | 'url'>,
    hasKey: boolean,
  ): Promise<ReadBody> {
    if (!(body instanceof Uint8Array)) return { body: parseBody(endpointOf(name), body), digest: null };
    await this.#largeBodies.enter(raw);
    // A buffer of its own is moved to the thread.
    const bytes = body.byteLength === body.buffer.byteLength ? body : body.slice();
    const read = await this.#work.readBody({ name, bytes, address: hasKey ? url : null });
    if (!('refusal' in read)) return read;
    const { detail, errors } = read.refusal;
    throw new Problem(400, 'Bad Request', detail, { errors });
  }
}
