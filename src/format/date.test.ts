import { expect, test } from 'vitest';
import {
  formatDay,
  formatInstant,
  formatShortDay,
  formatShortStart,
  formatStart,
  fromLocalInput,
  toLocalInput,
} from './date.ts';

// Without a zone, the viewer's time zone applies.
const instant = '2026-11-01T18:05:00';

test('dates have the day first, with and without a time', () => {
  expect(formatShortDay(instant)).toBe('1 Nov');
  expect(formatDay(instant)).toBe('1 Nov 2026');
  expect(formatStart(instant)).toBe('Sun, 1 Nov 2026 18:05');
  expect(formatInstant(instant)).toMatch(/^Sun, 1 Nov 2026, 18:05\u00a0\S+$/);
});

test('a day with its time has the year where it is not that of now', () => {
  expect(formatShortStart(instant, Date.parse('2026-01-01T12:00:00'))).toBe('1 Nov 18:05');
  expect(formatShortStart(instant, Date.parse('2027-01-01T12:00:00'))).toBe('1 Nov 2026 18:05');
});

test('an instant and the value of a date input are the same moment in the viewer’s time zone', () => {
  const local = toLocalInput(new Date(instant).toISOString());
  expect(local).toBe('2026-11-01T18:05');
  expect(fromLocalInput(local)).toBe(new Date(instant).toISOString());
});

test('an empty or incomplete date input is no instant', () => {
  expect(toLocalInput(null)).toBe('');
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('2026-11-')).toBeNull();
});
