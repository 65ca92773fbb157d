import type { IncomingMessage, ServerResponse } from 'node:http';
import { routeOf } from '#contract/address';
import { calls } from '#contract/calls';
import type { SessionBodies } from '../domain/session-bodies.ts';
import { type Headers, wireOf } from './wire.ts';

const start = routeOf(calls.getSession).replace(':id', '');
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Answers for a finished session from kept bytes before any routing, which would cost more than the answer; false when
 * the router must answer. Only the plainest request is answered here: GET without a bearer, a body, a query or another
 * origin. The router gives the same bytes.
 */
export function keptSession(bodies: SessionBodies, fixed: Headers) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || !url.startsWith(start) || headers.authorization !== undefined) return false;
    if (headers.origin !== undefined || headers['content-length'] !== undefined || headers.expect !== undefined)
      return false;
    const id = url.slice(start.length);
    const found = uuid.test(id) ? bodies.peek(id) : null;
    if (found === null) return false;
    wireOf(fixed, headers, true, found.body, found.version).then(
      ({ status, headers, bytes }) => {
        response.writeHead(status, bytes === null ? headers : { ...headers, 'content-length': bytes.byteLength });
        response.end(bytes ?? undefined);
      },
      // The bytes could not be made: the connection ends, and who asks again gets the router.
      () => response.destroy(),
    );
    return true;
  };
}
