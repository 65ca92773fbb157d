import { extname, join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { Piscina } from 'piscina';
import type { CallName } from '#contract/calls';
import { endpointOf } from '#contract/requests';
import type { LargeBodies } from '../http/large-bodies.ts';
import { Problem } from '../http/problem.ts';
import type { readLargeBody } from './large-body-thread.ts';
import { parseBody } from './parse.ts';

type LargeBody = Parameters<typeof readLargeBody>[0];
type LargeResult = Awaited<ReturnType<typeof readLargeBody>>;

/** What is read of a body that is valid. */
interface ReadBody {
  /** Undefined also for a large body of which the call needs only `prepared`. */
  readonly body?: unknown;
  /** What the `prepare` step of the handler makes of it, where the thread has run that. */
  readonly prepared?: unknown;
  /** For its Idempotency-Key; null for a small body. */
  readonly digest: string | null;
}

/** How long the thread stays without work, in ms. */
const idleTimeout = 30_000;

// The thread is a TypeScript file in development and a file of the build in production.
const extension = extname(import.meta.filename);

/** Parses and checks the bodies of requests, large ones in a thread, which starts with the first of them. */
export class BodyReader {
  readonly #largeBodies: LargeBodies;
  readonly #pool = new Piscina<LargeBody, LargeResult>({
    filename: join(import.meta.dirname, `large-body-thread${extension}`),
    name: 'readLargeBody',
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    recordTiming: false,
  });

  constructor(largeBodies: LargeBodies) {
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
    const options = { transferList: [bytes.buffer as ArrayBuffer] };
    const read = await this.#pool.run({ name, bytes, address: hasKey ? url : null }, options);
    if (!('refusal' in read)) return read;
    const { detail, errors } = read.refusal;
    throw new Problem(400, 'Bad Request', detail, { errors });
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
