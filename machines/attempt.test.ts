import { expect, test } from 'vitest';
import { createFailure } from '#contract/api/problem';
import { mayBeApplied, nextAttempt } from './attempt.ts';

test('an unanswered write that is sent again with the same content keeps its key', () => {
  const unanswered = { key: 'first', sent: { name: 'Ada', tags: [1] }, isResent: false };
  expect(nextAttempt(unanswered, { tags: [1], name: 'Ada' }, 'second')).toEqual({ ...unanswered, isResent: true });
});

test('a changed write and a first write take the new key', () => {
  const second = { key: 'second', sent: { name: 'Eva' }, isResent: false };
  expect(nextAttempt({ key: 'first', sent: { name: 'Ada' }, isResent: true }, { name: 'Eva' }, 'second')).toEqual(
    second,
  );
  expect(nextAttempt(null, { name: 'Eva' }, 'second')).toEqual(second);
});

test.each([
  ['offline', null, true],
  ['unreachable', null, true],
  ['mismatch', 200, true],
  ['aborted', null, true],
  ['internal', null, true],
  ['unexpected', 500, true],
  ['unexpected', 503, true],
  ['unexpected', null, true],
  ['unexpected', 404, true],
  ['problem', 412, false],
  ['outdated', null, false],
] as const)('a write that failed as %s with status %s may have been applied: %s', (kind, status, expected) => {
  expect(mayBeApplied({ key: 'k', sent: 1, isResent: false }, createFailure(kind, { status }))).toBe(expected);
});

test('a write whose first answer was lost may have been applied, whatever is answered the second time', () => {
  const failure = createFailure('problem', { status: 401 });
  expect(mayBeApplied({ key: 'k', sent: 1, isResent: true }, failure)).toBe(true);
});
