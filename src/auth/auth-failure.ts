import { createFailure, type Failure } from '#contract/api/problem';
import { fieldsOf } from '#contract/json/fields-of';
import { foreignAnswer } from './own-answer.ts';

/** The errors of the Supabase client as plain data. `retryAfter`: seconds, of the last 429. */
export function toAuthFailure(error: unknown, retryAfter: number | null): Failure {
  const { name, code, message, status, weak_password: weak, details } = fieldsOf(error);
  const text = String(message ?? error);
  if (text.includes(foreignAnswer)) return createFailure('mismatch', { detail: text });
  const isRetryable = name === 'AuthRetryableFetchError';
  if (typeof status === 'number' && status >= 500) return createFailure('unexpected', { status, detail: text });
  if (isRetryable || error instanceof TypeError || status === 0) return createFailure('unreachable', { detail: text });
  return createFailure('problem', {
    code: String(code ?? name ?? 'unexpected_failure'),
    message: text,
    status: typeof status === 'number' ? status : null,
    detail: typeof details === 'string' && details !== '' ? `${text}\n${details}` : text,
    reasons: [...reasonsOf(error), ...reasonsOf(weak)],
    retryAfter: status === 429 ? (retryAfter ?? 60) : null,
  });
}

function reasonsOf(weak: unknown): readonly string[] {
  const { reasons } = fieldsOf(weak);
  return Array.isArray(reasons) ? reasons : [];
}
