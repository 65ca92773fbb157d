import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

/** Adds Fastify's JSON parser, with two differences: an empty body is allowed, a compressed one is refused. */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      done(new Problem(415, 'Unsupported Media Type', 'A compressed body is not accepted.'));
    } else if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}
