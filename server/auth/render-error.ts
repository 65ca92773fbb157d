import type { FastifyReply, FastifyRequest } from 'fastify';
import { texts } from '#contract/api/problem';
import { fieldsOf } from '#contract/json/fields-of';
import { Overload, Problem } from '../http/problem.ts';
import { isBusy, isDiskFull, isUnreachable } from '../storage/failures.ts';
import { AuthError, apiVersion, errorBody, tooMany } from './auth-error.ts';
import { bodyLimit } from './requests.ts';

/** Renders an error in the format of the client. The cause of a 5xx goes only to the log. */
export function renderAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const authError = error instanceof AuthError ? error : toAuthError(error);
  if (authError.status >= 500) request.log.error({ err: error, requestId: request.id }, 'sign-in request failed');
  const version = request.headers['x-supabase-api-version'];
  return reply
    .code(authError.status)
    .headers({ 'x-supabase-api-version': apiVersion, 'x-sb-error-code': authError.code, ...authError.headers })
    .send(errorBody(authError, typeof version === 'string' ? version : undefined));
}

function toAuthError(error: unknown): AuthError {
  // Only a sign-in: a refresh that is refused with 429 would log the user out, and hashes no password.
  if (error instanceof Overload) return tooMany('over_request_rate_limit', 'Request rate limit reached', 1);
  if (error instanceof Problem) return new AuthError(error.status, 'unexpected_failure', error.message);
  const status = fieldsOf(error).statusCode;
  if (status === 413)
    return new AuthError(413, 'request_entity_too_large', `Request body too large (max ${bodyLimit} bytes)`);
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AuthError(status, 'unknown', 'The request cannot be read');
  if (isBusy(error)) {
    const message = 'Too many concurrent token refresh requests on the same session or refresh token';
    return new AuthError(409, 'conflict', message);
  }
  const message = isDiskFull(error)
    ? texts.diskFull
    : 'Unexpected failure, please check server logs for more information';
  // The client treats a 503 as temporary and keeps its login.
  if (isUnreachable(error))
    return new AuthError(503, 'unexpected_failure', message, { headers: { 'retry-after': '5' } });
  return new AuthError(500, 'unexpected_failure', message);
}
