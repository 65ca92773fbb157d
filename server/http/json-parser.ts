import type { FastifyInstance } from 'fastify';
import { hasTooManyValues } from './json-size.ts';
import type { LargeBodies } from './large-bodies.ts';
import { invalid, Problem } from './problem.ts';

/**
 * Adds Fastify's JSON parser, with three differences: an empty body is allowed, a compressed one is refused, and large
 * ones are parsed one after another.
 */
export function addJsonParser(app: FastifyInstance, largeBodies: LargeBodies): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      done(new Problem(415, 'Unsupported Media Type', 'A compressed body is not accepted.'));
      return;
    }
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    const turn = largeBodies.enter(request.raw);
    if (turn === null) parse(request, body.toString(), done);
    else {
      const start = () =>
        hasTooManyValues(body)
          ? done(invalid([{ path: '', message: 'has more values than any session' }]))
          : parse(request, body.toString(), done);
      turn.then(start, done);
    }
  });
}
