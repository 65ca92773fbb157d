import { expect, test } from 'vitest';
import { readSeasonView, seasonViewHref } from './season-view.ts';

test('an address has the tab and the driver, whatever letters the name has, and shows drivers first', () => {
  const name = 'Zoë & 100% #7';
  expect(readSeasonView(seasonViewHref('results', name))).toEqual({ tab: 'results', driver: name });
  expect(seasonViewHref('calendar', null)).toBe('?tab=calendar');
  expect(readSeasonView('?tab=what')).toEqual({ tab: 'drivers', driver: null });
});
