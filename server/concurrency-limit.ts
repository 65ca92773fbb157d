import type { FastifyInstance } from 'fastify';
import { renderError } from './error-handler.ts';
import { networkOf } from './http/client-network.ts';
import { Problem } from './http/problem.ts';

/** Requests that are in progress at the same time: until their response has left this process. */
export interface ConcurrencyLimits {
  readonly perAddress: number;
  readonly total: number;
}

/** A reverse proxy on this machine connects for all clients. */
const loopback = /^(::ffff:)?127\.|^::1$/;

/**
 * Refuses requests beyond the limits. The status is 503, because clients of the sign-in end their session when a refresh
 * is refused with 429. Requests from this machine count only towards the total. Returns what tells how many there are.
 */
export function limitConcurrency(app: FastifyInstance, { perAddress, total }: ConcurrencyLimits): () => number {
  const counts = new Map<string, number>();
  let count = 0;

  app.addHook('onRequest', (request, reply, done) => {
    const address = loopback.test(request.ip) ? null : networkOf(request.ip);
    const ofAddress = address === null ? 0 : (counts.get(address) ?? 0);
    if (count >= total || ofAddress >= perAddress) {
      const detail = 'Too many requests at the same time: try again in 1 s.';
      renderError(new Problem(503, 'Service Unavailable', detail, { headers: { 'Retry-After': '1' } }), request, reply);
      return;
    }
    count += 1;
    if (address !== null) counts.set(address, ofAddress + 1);
    reply.raw.once('close', () => {
      count -= 1;
      if (address === null) return;
      const rest = (counts.get(address) ?? 1) - 1;
      if (rest === 0) counts.delete(address);
      else counts.set(address, rest);
    });
    done();
  });
  return () => count;
}
