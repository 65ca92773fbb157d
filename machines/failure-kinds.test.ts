import { expect, test } from 'vitest';
import { createFailure, type Failure } from '#contract/api/problem';
import { isOfNetwork } from './failure-kinds.ts';

test.each<[Failure['kind'], boolean]>([
  ['offline', true],
  ['unreachable', true],
  ['mismatch', true],
  ['unexpected', true],
  ['problem', false],
  ['outdated', false],
  ['aborted', false],
  ['internal', false],
])('%s ends with the network that caused it: %s', (kind, expected) => {
  expect(isOfNetwork(createFailure(kind))).toBe(expected);
});
