import { expect, test } from 'vitest';
import { formatAmount, usageWarning } from './usage-text.ts';

test('an amount has its limit beside it, bytes as a size', () => {
  expect(formatAmount('sessions', { used: 1_200, limit: 2_000 })).toBe('1,200 of 2,000');
  expect(formatAmount('bytes', { used: 1_250_000, limit: 500e6 })).toBe('1.3 MB of 500.0 MB');
});

test.each([
  [0, null],
  [79, null],
  [80, 'Nearly full: 80 %.'],
  [99, 'Nearly full: 99 %.'],
  [100, 'Full: delete leagues that you no longer need to store others.'],
  [130, 'Full: delete leagues that you no longer need to store others.'],
])('with %d of 100 the warning is %s', (used, text) => {
  expect(usageWarning('leagues', { used, limit: 100 })).toBe(text);
});

test('room for sessions comes from deleting sessions', () => {
  expect(usageWarning('bytes', { used: 500e6, limit: 500e6 })).toBe(
    'Full: delete sessions that you no longer need to store others.',
  );
});
