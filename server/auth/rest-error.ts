import type { FastifyReply, FastifyRequest } from 'fastify';
import { texts } from '#contract/api/problem';
import { fieldsOf } from '#contract/json/fields-of';
import { Problem } from '../http/problem.ts';
import { constraintOf, isDiskFull, isTaken, isUnreachable } from '../storage/failures.ts';

/** An error of the REST endpoints, with the codes and messages of PostgREST and PostgreSQL. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, more: RestErrorMore = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.headers = {
      ...(more.authenticate === undefined ? {} : { 'www-authenticate': more.authenticate }),
      ...(more.retryAfter === undefined ? {} : { 'retry-after': String(more.retryAfter) }),
    };
  }
}

interface RestErrorMore {
  readonly details?: string;
  readonly authenticate?: string;
  /** In s. */
  readonly retryAfter?: number;
}

/** Renders an error in the format of PostgREST. The cause of a 5xx goes only to the log. */
export function renderRestError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, code, message, details } = error instanceof RestError ? error : toRestError(error, request);
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, message, details, hint: null }));
}

/** The refusal of an id or a name that a row has already. */
export function takenError(column: 'id' | 'username', value: string): RestError {
  const constraint = column === 'id' ? 'profiles_pkey' : 'profiles_username_key';
  const message = `duplicate key value violates unique constraint "${constraint}"`;
  return new RestError(409, '23505', message, { details: `Key (${column})=(${value}) already exists.` });
}

function toRestError(error: unknown, request: FastifyRequest): RestError {
  // The rate limit of the API.
  if (error instanceof Problem && error.status === 429)
    return new RestError(429, 'over_request_rate_limit', error.message, {
      retryAfter: Number(error.headers['Retry-After']),
    });
  const status = fieldsOf(error).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new RestError(status, 'PGRST102', 'The request cannot be read');
  if (isTaken(error)) {
    const column = constraintOf(error) === 'profiles_pkey' ? 'id' : 'username';
    return takenError(column, String(fieldsOf(request.body)[column] ?? ''));
  }
  request.log.error({ err: error, requestId: request.id }, 'profile request failed');
  if (isUnreachable(error))
    return new RestError(503, 'PGRST000', isDiskFull(error) ? texts.diskFull : 'Could not connect with the database.', {
      retryAfter: 5,
    });
  return new RestError(500, 'XX000', 'An unexpected server error occurred.');
}
