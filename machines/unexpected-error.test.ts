import { expect, test } from 'vitest';
import { createFailure } from '#contract/api/problem';
import { unexpectedError } from './unexpected-error.ts';

test('an error that nobody expected is an internal failure with its stack', () => {
  const error = new Error('broken');
  const expected = { ...createFailure('internal', { message: 'Error: broken' }), detail: error.stack };
  expect(unexpectedError(error)).toEqual(expected);
});

test.each(['broken', Object.assign(new Error('broken'), { stack: undefined })])('%o has no stack', (thrown) => {
  expect(unexpectedError(thrown)).toEqual(createFailure('internal', { message: String(thrown) }));
});
