import type { AuthFailure, AuthOutcome } from '#contract/auth';
import type { Failure } from '#contract/problem';
import { toFailure } from '../api/failure.ts';

/** How a call ended, in the terms of a form. */
export async function outcomeOf<Value>(call: Promise<Value>): Promise<AuthOutcome<Value>> {
  try {
    return { value: await call };
  } catch (error) {
    return { failure: refusalOf(await toFailure(error, navigator.onLine)) };
  }
}

const codes: Partial<Record<Failure['kind'], string>> = {
  offline: 'offline',
  unreachable: 'unreachable',
  mismatch: 'unreachable',
  problem: 'refused',
  unexpected: 'unexpected_failure',
};

function refusalOf({ kind, status, message, problem, detail }: Failure): AuthFailure {
  const isLimit = status === 429;
  return {
    code: isLimit ? 'over_request_rate_limit' : status === 401 ? 'session_not_found' : (codes[kind] ?? 'internal'),
    message: problem?.detail ?? detail ?? message,
    status,
    reasons: [],
    retryAfter: isLimit ? 60 : null,
  };
}
