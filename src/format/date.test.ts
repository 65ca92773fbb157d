import { expect, test } from 'vitest';
import { formatDay, formatInstant, formatShortDay } from './date.ts';

// Without a zone it is the viewer's own.
const instant = '2026-11-01T18:05:00';

test('days are told day first, as instants are', () => {
  expect(formatShortDay(instant)).toBe('1 Nov');
  expect(formatDay(instant)).toBe('1 Nov 2026');
  expect(formatInstant(instant)).toMatch(/^Sun, 1 Nov 2026, (18:05|06:05 pm) \S+/i);
});
