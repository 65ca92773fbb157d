import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { texts } from '#contract/api/problem';
import { isBusy, isDiskFull, isUnreachable } from '../storage/failures.ts';
import { diskFull, Overload, Problem, unavailable } from './problem.ts';
import { countRefusal } from './refusal-log.ts';

type AnyError = FastifyError | Problem;
type FailedRequest = { readonly id: string; readonly url: string; readonly log: FastifyInstance['log'] };

/** Renders every error as problem details. A 5xx contains only a fixed text; the cause goes to the log. */
export function renderError(error: AnyError, request: FailedRequest, reply: FastifyReply): FastifyReply {
  const { status, title, message: detail, errors, code, current, changedBy } = startErrorReply(error, request, reply);
  const instance = request.url.split('?')[0];
  const body = { type: 'about:blank', title, status, detail, instance, errors, code, current, changedBy };
  return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(body));
}

/** Sets the status and headers of an error, and logs its cause: the caller adds the body. */
export function startErrorReply(error: AnyError, request: FailedRequest, reply: FastifyReply): Problem {
  const problem = error instanceof Problem ? error : toProblem(error);
  const isFault = problem.status >= 500;
  if (problem instanceof Overload) countRefusal(request.log);
  else if (isFault) request.log.error({ err: error, requestId: request.id }, 'request failed');
  reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...(isFault ? { 'x-request-id': request.id } : {}), ...problem.headers });
  return problem;
}

/** Converts Fastify's own 4xx errors and errors of the database; any other error is a bug and becomes a 500. */
function toProblem(error: FastifyError): Problem {
  switch (error.statusCode) {
    case 400:
      return new Problem(400, 'Bad Request', 'The request cannot be read.', {
        errors: [{ path: '', message: 'must be valid JSON' }],
      });
    case 413:
      return new Problem(413, 'Content Too Large', 'The body is larger than this call allows.', {
        errors: [{ path: '', message: 'is larger than this call allows' }],
      });
    case 414:
      return new Problem(414, 'URI Too Long', 'The address is too long.');
    case 415:
      return new Problem(415, 'Unsupported Media Type', 'The body must be application/json.');
    default:
      if (isDiskFull(error)) return diskFull();
      if (isUnreachable(error)) return unavailable();
      return isBusy(error)
        ? new Problem(409, 'Conflict', 'Another change was in progress. Try again.', {
            headers: { 'Retry-After': '1' },
          })
        : new Problem(500, 'Internal Server Error', texts.unexpected);
  }
}
