import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FairQueue, type QueuedClient } from './fair-queue.ts';
import { WaitingList } from './waiting-list.ts';

/** A body from this size on is large, in bytes. */
const largeFrom = 256 * 1024;
/** The same for visitors, who have nothing to upload. */
const largeFromVisitors = 64 * 1024;

/** Whether a body of this size, in bytes, is large. */
export function isLarge(bytes: number): boolean {
  return bytes >= largeFrom;
}

/**
 * Bounds the bodies that arrive, and the large ones that are in memory. Beyond a limit the connection of the oldest is
 * closed: an honest body arrives within a moment, so a flood of slow ones pushes out its own.
 */
export class RequestBodies {
  readonly #arriving = {
    member: new WaitingList({ total: 512, account: 32 }),
    visitor: new WaitingList({ total: 512, network: 128, site: 256 }),
  };
  readonly #large = {
    member: new WaitingList({ total: 16, account: 4 }),
    visitor: new WaitingList({ total: 16, network: 4 }),
  };
  readonly #queue = new FairQueue({ running: 1, waiting: 4, rests: false });
  readonly #accounts = new WeakMap<FastifyRequest, string>();

  /** Adds the limits to all routes that are added later. Unknown addresses and calls without a body read none. */
  mount(app: FastifyInstance): void {
    app.addHook('preParsing', (request, reply, payload, done) => {
      if (request.is404 || request.routeOptions.config.readsBody === false) return done(null, unreadBody(request.raw));
      this.#receive(request, reply);
      done(null, payload);
    });
  }

  /** The token of a request was checked: its body is that of this user. */
  identify(request: FastifyRequest, account: string): void {
    this.#accounts.set(request, account);
  }

  /** Works on a large body when it is the turn of its client. @throws Problem 503 when too many of it wait. */
  work<Outcome>(client: QueuedClient, work: () => Promise<Outcome>): Promise<Outcome> {
    return this.#queue.run(client, work);
  }

  #receive(request: FastifyRequest, { raw: response }: FastifyReply): void {
    const { raw, ip: address, routeOptions } = request;
    const unknownLength = raw.headers['transfer-encoding'] === undefined ? 0 : routeOptions.bodyLimit;
    const length = Math.min(Number(raw.headers['content-length'] ?? unknownLength), routeOptions.bodyLimit);
    if (length === 0) return;
    const account = this.#accounts.get(request);
    const kind = account === undefined ? 'visitor' : 'member';
    const client = { address, ...(account === undefined ? {} : { account }) };
    const giveUp = () => raw.destroy();
    const arrived = this.#arriving[kind].add(client, giveUp);
    raw.once('end', arrived);
    response.once('close', arrived);
    if (length >= (kind === 'member' ? largeFrom : largeFromVisitors))
      response.once('close', this.#large[kind].add(client, giveUp));
  }
}

/** A body that is not read. Fastify compares the length that it has received with the one that was announced. */
function unreadBody({ headers }: IncomingMessage): Readable {
  const body = Object.assign(new Readable({ read: () => undefined }), {
    receivedEncodedLength: Number(headers['content-length']),
  });
  body.push(null);
  return body;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for a route that ignores the body of a request. */
    readonly readsBody?: boolean;
  }
}
