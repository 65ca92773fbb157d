import { expect, test } from 'vitest';
import { toAuthFailure } from './auth-failure.ts';

test.each([
  ['a refusal', { name: 'AuthApiError', code: 'invalid_credentials', message: 'no', status: 400 }, 'problem', 400],
  ['a fault of the server', { name: 'AuthRetryableFetchError', message: 'x', status: 503 }, 'unexpected', 503],
  ['a database fault', { code: 'XX000', message: 'x', status: 500 }, 'unexpected', 500],
  ['no answer', { name: 'AuthRetryableFetchError', message: 'x', status: 0 }, 'unreachable', null],
  ['no answer of the database service', { message: 'TypeError: Failed to fetch', status: 0 }, 'unreachable', null],
  ['a thrown network error', new TypeError('Failed to fetch'), 'unreachable', null],
] as const)('%s', (_, error, kind, status) => {
  const failure = toAuthFailure(error, null);
  expect([failure.kind, failure.status]).toEqual([kind, status]);
});

test('a 429 carries the last Retry-After, or a minute', () => {
  const error = { code: 'over_request_rate_limit', message: 'x', status: 429 };
  expect([toAuthFailure(error, 7).retryAfter, toAuthFailure(error, null).retryAfter]).toEqual([7, 60]);
});

test('a weak password carries its reasons', () => {
  const error = { code: 'weak_password', message: 'x', status: 422, reasons: ['length'] };
  expect(toAuthFailure(error, null).reasons).toEqual(['length']);
});
