import { expect, test } from 'vitest';
import { orderByDate } from './event-order.ts';

/** Events by their ids, each with the day of May it is on, or without a date. */
const events = (days: Readonly<Record<string, number | null>>) =>
  Object.entries(days).map(([id, day]) => ({
    id,
    startsAt: day === null ? null : `2026-05-${String(day).padStart(2, '0')}T18:00:00.000Z`,
  }));

test.each([
  ['an added event takes its place by date', { spa: 9, suzuka: 23, monza: 2 }, ['monza'], 'monza spa suzuka'],
  ['the latest one is last', { spa: 9, suzuka: 16 }, ['suzuka'], 'spa suzuka'],
  [
    'several are sorted among each other',
    { spa: 9, suzuka: 16, monza: 2, imola: 12 },
    ['suzuka', 'monza', 'imola'],
    'monza spa imola suzuka',
  ],
  ['an event that is moved follows its date', { monza: 20, spa: 9, suzuka: 16 }, ['monza'], 'spa suzuka monza'],
  ['events of one day stay in the order they were added in', { spa: 9, monza: 9 }, ['monza'], 'spa monza'],
  ['without a date it stays where it is', { spa: 9, monza: null, suzuka: 16 }, ['monza'], 'spa monza suzuka'],
  ['the first date among events without one moves nothing', { spa: null, monza: 2 }, ['monza'], 'spa monza'],
  ['rounds to be announced stay behind the dated ones', { spa: 2, open: null, monza: 9 }, ['monza'], 'spa monza open'],
  [
    'dated and undated ones that are added together keep their order',
    { monza: 2, open: null },
    ['monza', 'open'],
    'monza open',
  ],
  ['an order by hand is left alone', { suzuka: 16, spa: 9, monza: 2 }, ['monza'], 'suzuka spa monza'],
] as const)('%s', (_, days, changed, expected) => {
  expect(orderByDate(events(days), new Set<string>(changed)).join(' ')).toBe(expected);
});
