import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isLarge } from './limits/request-bodies.ts';
import { Problem } from './problem.ts';

/** Whether a body has an encoding. */
export function isCompressed({ 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders): boolean {
  return encoding.trim().toLowerCase() !== 'identity';
}

/**
 * Adds Fastify's JSON parser, with three differences: an empty body is allowed, a compressed one is refused, and a large
 * one stays as its bytes: parsing it would keep the event loop from other requests.
 */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isCompressed(request.headers))
      done(new Problem(415, 'Unsupported Media Type', 'A compressed body is not accepted.'));
    else if (body.length === 0) done(null, undefined);
    else if (isLarge(body.length)) done(null, body);
    else parse(request, body.toString(), done);
  });
}
