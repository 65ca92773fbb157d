import type { Failure } from '#contract/api/problem';

/** An error of an actor as plain data: a bug in the app, since expected failures are returned. */
export function unexpectedError(error: unknown): Failure {
  return {
    kind: 'internal',
    message: String(error),
    status: null,
    problem: null,
    detail: error instanceof Error ? (error.stack ?? null) : null,
    code: null,
    reasons: [],
    fieldErrors: [],
    current: null,
    retryAfter: null,
  };
}
