import { expect, test } from 'vitest';
import { formatDay, formatInstant, formatShortDay } from './date.ts';

// Without a zone, the viewer's time zone applies.
const instant = '2026-11-01T18:05:00';

test('dates have the day first, with and without a time', () => {
  expect(formatShortDay(instant)).toBe('1 Nov');
  expect(formatDay(instant)).toBe('1 Nov 2026');
  expect(formatInstant(instant)).toMatch(/^Sun, 1 Nov 2026, (18:05|06:05 pm) \S+/i);
});
