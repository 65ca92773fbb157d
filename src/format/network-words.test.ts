import { expect, test } from 'vitest';
import { createFailure } from '#contract/api/problem';
import { causeOf } from './network-words.ts';

test.each([
  ['online', null, null],
  ['online', createFailure('unreachable'), 'unreachable'],
  ['online', createFailure('mismatch'), 'captive'],
  ['online', createFailure('unexpected', { status: 502 }), 'faulty'],
  ['online', createFailure('problem', { status: 400 }), null],
  ['online', createFailure('internal'), null],
  ['offline', createFailure('unreachable'), 'offline'],
  ['online', createFailure('unexpected', { status: 511 }), 'captive'],
  ['online', createFailure('unexpected', { status: 403 }), null],
  ['captive', createFailure('unexpected', { status: 502 }), 'captive'],
  ['captive', createFailure('unexpected', { status: 403 }), 'captive'],
  ['unreachable', createFailure('internal'), null],
  ['faulty', null, 'faulty'],
  ['faulty', createFailure('problem', { status: 404 }), null],
] as const)('network %s and failure %o give the cause %s', (network, failure, cause) => {
  expect(causeOf(network, failure)).toBe(cause);
});
