import { expect, test } from 'vitest';
import type { Problem } from '#contract/api/problem';
import { RecorderWarnings } from './recorder-warnings.ts';

const error = (path: string, message = 'is not known') => ({ path, message });

test('the first errors are sent at once, and later ones once the minute is over', () => {
  const sent: Problem[] = [];
  const warnings = new RecorderWarnings((problem) => sent.push(problem));
  warnings.add([error('patch.trackTemp'), error('patch.airTemp')], 1_000);
  warnings.add([error('patch.team')], 2_000);
  warnings.add([error('', 'must be valid JSON')], 60_999);
  expect(sent).toEqual([
    {
      type: 'about:blank',
      title: 'Not All Data Was Used',
      detail: 'patch.trackTemp: is not known (and 1 more)',
      errors: [error('patch.trackTemp'), error('patch.airTemp')],
    },
  ]);
  warnings.flush(61_000);
  warnings.flush(121_000);
  expect(sent.slice(1).map(({ errors }) => errors)).toEqual([[error('patch.team'), error('', 'must be valid JSON')]]);
});

test('the same field of many cars is one error, and a warning has at most 20', () => {
  const sent: Problem[] = [];
  const warnings = new RecorderWarnings((problem) => sent.push(problem));
  warnings.add([error('patch.drivers.0.team')], 0);
  warnings.add(
    [1, 2, 3].map((car) => error(`patch.drivers.${car}.team`)),
    1,
  );
  warnings.add(
    Array.from({ length: 100 }, (_, index) => error(`patch.key${index}`)),
    2,
  );
  warnings.flush(60_000);
  expect(sent[1]?.errors).toHaveLength(20);
  expect(sent[1]?.errors?.slice(0, 2)).toEqual([error('patch.drivers.1.team'), error('patch.key0')]);
});
