import { expect, test } from 'vitest';
import { markOf } from './current-tab.ts';

const id = '01900000-0000-7000-8000-00000000beef';
const tabs = [
  { section: 'live', href: '/live' },
  { section: 'results', href: '/home' },
  { section: 'leagues', href: '/leagues' },
  { section: 'account', href: '/dashboard' },
] as const;

test.each([
  ['/', { results: 'page' }],
  ['/home', { results: 'page' }],
  ['/live', { live: 'page' }],
  [`/live/${id}`, { live: 'true' }],
  [`/liveUser/${id}`, { live: 'true' }],
  [`/sessions/${id}`, { results: 'true' }],
  ['/tracks/11', { results: 'true' }],
  [`/leagues/${id}`, { leagues: 'true' }],
  ['/seasons', { leagues: 'true' }],
  [`/seasons/${id}`, { leagues: 'true' }],
  ['/dashboard', { account: 'page' }],
  [`/dashboard/seasons/${id}/edit/points`, { account: 'true' }],
  ['/signup', { account: 'true' }],
  ['/faq', {}],
  ['/search/monza', {}],
  ['/nowhere', {}],
])('on %s the dock marks %o', (path, marks) => {
  const marked = tabs.flatMap((tab) => {
    const mark = markOf(tab, path, null);
    return mark === undefined ? [] : [[tab.section, mark]];
  });
  expect(Object.fromEntries(marked)).toEqual(marks);
});

test('the profile of a user is in their account, and for others among the results', () => {
  const marks = (userId: string | null) => tabs.map((tab) => markOf(tab, `/user/${id}`, userId));
  expect(marks(id)).toEqual([undefined, undefined, undefined, 'true']);
  expect(marks(null)).toEqual([undefined, 'true', undefined, undefined]);
});
