import { expect, test } from 'vitest';
import { eventPath } from '#contract/pages/event-path';
import { pages } from '#contract/pages/routes';
import { readSeasonView, seasonViewHref, shownName } from './season-view.ts';

test('an address has the tab and the driver, whatever letters the name has, and shows drivers first', () => {
  const name = 'Zoë & 100% #7';
  expect(readSeasonView(seasonViewHref('results', name))).toEqual({ tab: 'results', driver: name, event: null });
  const { search } = new URL(eventPath('season', 'event'), 'http://pitboard.test');
  expect(readSeasonView(search)).toEqual({ tab: 'calendar', driver: null, event: 'event' });
  expect(seasonViewHref('calendar', null)).toBe('?tab=calendar');
  expect(readSeasonView('?tab=what')).toEqual({ tab: 'drivers', driver: null, event: null });
});

test('every tab that the server renders is one of the page', () => {
  const { renderedTabs } = pages.season;
  expect(renderedTabs.map((tab) => readSeasonView(`?tab=${tab}`).tab)).toEqual(renderedTabs);
});

test('a name of a recording opens the driver whom the standings have under another one', () => {
  const drivers = [
    { name: 'Max', aliases: ['Player #4', 'Lia'] },
    { name: 'Lia', aliases: [] },
  ];
  expect(['Max', 'Player #4', 'Lia', 'Kim'].map((driver) => shownName(drivers, driver))).toEqual([
    ...['Max', 'Max', 'Lia', 'Kim'],
  ]);
});

test('a driver of an address is found without regard to case and accents', () => {
  const drivers = [{ name: 'Pérez', aliases: ['Checo'] }];
  expect(['perez', 'CHECO', 'Kim'].map((driver) => shownName(drivers, driver))).toEqual(['Pérez', 'Pérez', 'Kim']);
});
