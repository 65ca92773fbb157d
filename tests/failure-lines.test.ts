import { expect, test } from 'vitest';
import { failuresOf } from './failure-lines.ts';

test('names a failure of the second project of a spec that passed in the first', () => {
  const ran = (projectName: string, status: string, message?: string) => ({
    projectName,
    results: [{ status, duration: 1, errors: message === undefined ? [] : [{ message }] }],
  });
  const spec = {
    title: 'opens',
    file: 'home.spec.ts',
    tests: [ran('phone', 'passed'), ran('desk', 'failed', 'a\n b')],
  };
  const left = { title: 'not here', file: 'home.spec.ts', tests: [ran('phone', 'skipped')] };
  expect(failuresOf({ suites: [{ specs: [spec, left] }] })).toEqual(['[desk] home.spec.ts › opens: a b']);
});
