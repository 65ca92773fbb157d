import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { type BodyAllotment, BodyMemory } from './body-memory.ts';
import { isLarge, type LargeBodies } from './large-bodies.ts';
import { bodyLimits, type Client } from './limits/client-classes.ts';
import { WaitingList } from './limits/waiting-list.ts';
import { Problem } from './problem.ts';

const kilobyte = 1_024;
const megabyte = 1_024 * kilobyte;
/** In this time, in ms, a body brings as many bytes, or its end. */
const pace = { time: 3_000, bytes: 64 * kilobyte };
/** The first bytes of each body are bounded by the number of bodies; the rest shares this memory. */
const memory = {
  member: { bytes: 40 * megabyte, reserve: 8 * megabyte },
  visitor: { bytes: 8 * megabyte, reserve: megabyte },
};

/** A body that does not come. Fastify reads `statusCode`. */
function slowBody(): Problem {
  const problem = new Problem(408, 'Request Timeout', 'The body of the request did not arrive in time.');
  return Object.assign(problem, { statusCode: problem.status });
}

interface Receiving {
  readonly allotment: BodyAllotment;
  /** Resolves when the body may be received; null for at once. */
  readonly turn: Promise<void> | null;
}

/** Passes a body on as there is room for it, and fails when it comes too slowly. */
class ReceivedBody extends Transform {
  readonly #allotment: BodyAllotment;
  #turn: Promise<void> | null;
  #received = 0;
  /** Bytes received at the last check. */
  #checked = 0;
  /** The body waits for this server. */
  #isWaiting: boolean;
  readonly #timer: NodeJS.Timeout;

  constructor({ allotment, turn }: Receiving) {
    super();
    this.#allotment = allotment;
    this.#turn = turn;
    this.#isWaiting = turn !== null;
    this.#timer = setInterval(() => this.#check(), pace.time);
    // A body may fail before it is read.
    this.on('error', () => undefined);
    turn?.then(
      () => {
        this.#isWaiting = false;
        this.#turn = null;
      },
      (error) => this.destroy(Object.assign(error, { statusCode: error.status })),
    );
  }

  #check(): void {
    if (!this.#isWaiting && this.#received - this.#checked < pace.bytes) this.destroy(slowBody());
    this.#checked = this.#received;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.#turn === null) this.#pass(chunk, done);
    else
      this.#turn.then(
        () => this.#pass(chunk, done),
        () => undefined,
      );
  }

  #pass(chunk: Buffer, done: TransformCallback): void {
    const before = Math.max(0, this.#received - pace.bytes);
    this.#received += chunk.length;
    const more = Math.max(0, this.#received - pace.bytes) - before;
    if (more === 0) {
      done(null, chunk);
      return;
    }
    this.#isWaiting = true;
    this.#allotment.acquire(more, () => {
      this.#isWaiting = false;
      done(null, chunk);
    });
  }

  override _flush(done: TransformCallback): void {
    this.#allotment.complete();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#timer);
    done(error);
  }
}

/** Receives the bodies of requests: each has to keep up a pace, and all have bounds of number and memory. */
export class RequestBodies {
  readonly #largeBodies: LargeBodies;
  readonly #waiting = { member: new WaitingList(bodyLimits.member), visitor: new WaitingList(bodyLimits.visitor) };
  readonly #memory = { member: new BodyMemory(memory.member), visitor: new BodyMemory(memory.visitor) };

  constructor(largeBodies: LargeBodies) {
    this.#largeBodies = largeBodies;
  }

  /** The body of a request, of at most so many bytes. It fails with a Problem 408 or 503. */
  receive(
    request: IncomingMessage,
    response: ServerResponse,
    { client, limit }: { readonly client: Client; readonly limit: number },
  ): Transform {
    const kind = client.account === undefined ? 'visitor' : 'member';
    const announced = Math.min(Number(request.headers['content-length'] ?? limit), limit);
    const turn =
      client.account !== undefined && isLarge(announced)
        ? this.#largeBodies.admit(request, response, client.account)
        : null;
    const allotment = this.#memory[kind].open();
    const body = new ReceivedBody({ allotment, turn });
    const remove = this.#waiting[kind].add(client, () => body.destroy(slowBody()));
    body.once('close', remove);
    response.once('close', allotment.release);
    request.once('error', (error) => body.destroy(error));
    request.once('close', () => {
      if (!request.readableEnded) body.destroy(new Error('the connection was closed'));
    });
    return request.pipe(body);
  }
}

/** A body that is not read. Fastify compares the length that it has received with the one that was announced. */
export function unreadBody({ headers }: IncomingMessage): Transform {
  const body = Object.assign(new Transform(), { receivedEncodedLength: Number(headers['content-length']) });
  body.end();
  return body;
}
