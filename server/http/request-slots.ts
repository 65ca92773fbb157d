import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderError } from './error-handler.ts';
import { type Client, requestLimits, type ShareLimits } from './limits/client-classes.ts';
import { Share } from './limits/share.ts';
import { overloaded } from './problem.ts';
import { type RequestBodies, unreadBody } from './request-bodies.ts';

type ClassName = keyof typeof requestLimits;

/** Calls of monitors, and those of the sign-in, whose delayed tries would hold slots. */
const uncountedPath = /^\/(?:(?:api\/health|readyz|metrics)\/?(?:\?|$)|(?:auth|rest)\/v1\/)/;

interface Slot {
  /** The client; its account is known once the token was checked. */
  client: Client;
  /** The class of the request; null while its body is received. */
  name: ClassName | null;
  release: () => void;
}

const nothing = () => undefined;

/**
 * Bounds the requests in progress, for each class of clients by itself. A request has a slot while its token is checked, none
 * while its body is received, and one from then on until its response has left this process: a body that does not come
 * blocks no other request. Unknown addresses and calls without a body read none.
 */
export class RequestSlots {
  readonly #shares: Readonly<Record<ClassName, Share>>;
  readonly #slots = new WeakMap<FastifyRequest, Slot>();
  #open = 0;

  constructor(limits: Readonly<Record<ClassName, ShareLimits>> = requestLimits) {
    this.#shares = {
      member: new Share(limits.member),
      identification: new Share(limits.identification),
      visitor: new Share(limits.visitor),
    };
  }

  /** Requests that have begun and whose response has not left this process. */
  get open(): number {
    return this.#open;
  }

  /** Adds the limits to all routes that are added later. */
  mount(app: FastifyInstance, bodies: RequestBodies): void {
    app.addHook('onRequest', (request, reply, done) => {
      const slot: Slot = { client: { address: request.ip }, name: null, release: nothing };
      this.#open += 1;
      reply.raw.once('close', () => {
        this.#open -= 1;
        slot.release();
      });
      if (uncountedPath.test(request.url)) return done();
      this.#slots.set(request, slot);
      if (this.#enter(request, reply, slot, firstClassOf(request))) done();
    });
    app.addHook('preParsing', (request, reply, payload, done) => {
      const slot = this.#slots.get(request);
      if (slot === undefined) return done(null, payload);
      if (!hasBody(request) || !readsBody(request)) {
        if (!this.#enter(request, reply, slot, classOf(slot))) return;
        done(null, hasBody(request) ? unreadBody(request.raw) : payload);
        return;
      }
      slot.release();
      Object.assign(slot, { name: null, release: nothing });
      const options = { client: slot.client, limit: request.routeOptions.bodyLimit };
      done(null, bodies.receive(request.raw, reply.raw, options));
    });
    app.addHook('preValidation', (request, reply, done) => {
      const slot = this.#slots.get(request);
      // The body is there.
      if (slot === undefined || slot.name !== null || this.#enter(request, reply, slot, classOf(slot))) done();
    });
  }

  /** The token of a request was checked: it counts as one of this user from now on. */
  identify(request: FastifyRequest, account: string): void {
    const slot = this.#slots.get(request);
    if (slot !== undefined) slot.client = { ...slot.client, account };
  }

  /** Gives a request a slot of a class, in place of the one it has. False: it was refused. */
  #enter(request: FastifyRequest, reply: FastifyReply, slot: Slot, name: ClassName): boolean {
    if (slot.name === name) return true;
    const release = this.#shares[name].acquire(slot.client);
    if (release === null) {
      renderError(overloaded('Too many requests at the same time'), request, reply);
      return false;
    }
    slot.release();
    Object.assign(slot, { name, release });
    // The client may have gone while its body was awaited.
    if (reply.raw.closed) release();
    return true;
  }
}

function classOf({ client }: Slot): ClassName {
  return client.account === undefined ? 'visitor' : 'member';
}

function firstClassOf({ headers }: FastifyRequest): ClassName {
  return headers.authorization === undefined ? 'visitor' : 'identification';
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

function readsBody({ is404, routeOptions }: FastifyRequest): boolean {
  return !is404 && routeOptions.config.readsBody !== false;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for a route that ignores the body of a request. */
    readonly readsBody?: boolean;
  }
}
