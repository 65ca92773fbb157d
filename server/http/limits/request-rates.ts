import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consume, createOwnLimiter } from '../../storage/limiters.ts';
import { isLoopback } from '../client-network.ts';
import { renderError } from '../error-handler.ts';
import { overloaded } from '../problem.ts';
import { NetworkLimiter } from './network-limiter.ts';

/** Calls of monitors, which are always answered. */
const healthPath = /^\/(?:api\/health|readyz|metrics|auth\/v1\/health)\/?(?:\?|$)/;
/** Requests in so many seconds: of a network or an account. Many people share one address on a race night. */
const defaultRates = { network: 3_000, account: 1_000, seconds: 10 };

/**
 * Bounds the requests of a network, of a site and of a member. Requests with a token are counted apart until it is
 * checked, so that visitors cannot lock out the members of their network. A reverse proxy on this machine connects for
 * all clients, and is not counted.
 */
export class RequestRates {
  readonly #visitors: NetworkLimiter;
  readonly #unchecked: NetworkLimiter;
  readonly #members;

  constructor({
    network = defaultRates.network,
    account = defaultRates.account,
    seconds = defaultRates.seconds,
  }: { network?: number; account?: number | undefined; seconds?: number } = {}) {
    this.#visitors = new NetworkLimiter(createOwnLimiter, 'visitors', network, seconds);
    this.#unchecked = new NetworkLimiter(createOwnLimiter, 'unchecked', network, seconds);
    this.#members = createOwnLimiter('members', account, seconds);
  }

  /** Adds the limits to all routes that are added later. */
  mount(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      if (healthPath.test(request.url) || isLoopback(request.ip)) return done();
      const limiter = request.headers.authorization === undefined ? this.#visitors : this.#unchecked;
      limiter.consume(request.ip).then((wait) => {
        if (wait === 0) done();
        else renderError(overloaded('Too many requests', wait), request, reply);
      }, done);
    });
  }

  /** The token of a request was checked: it counts as one of this user. @throws Problem 503. */
  async countMember({ ip }: FastifyRequest, userId: string): Promise<void> {
    if (!isLoopback(ip)) await this.#unchecked.giveBack(ip);
    const wait = await consume(this.#members, userId);
    if (wait > 0) throw overloaded('Too many requests', wait);
  }
}
