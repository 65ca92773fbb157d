import { expect, test } from 'vitest';
import { hasChartPage, searchStoredPages, storedPageOf } from './stored-pages.ts';

const row = (key: string, value: unknown) => ({ key, value, storedAt: 0, readAt: 0, owner: null });
const drivers = [{ name: 'Zoë Hart' }, { name: 'Ada Swift' }];
const rows = [
  row('/api/Sessions/session/a', { id: 'a', trackId: 11, sessionType: 10, userName: 'max', drivers }),
  row('/api/Seasons/s', { id: 's', name: 'Monza Masters' }),
  row('/api/League/l', { id: 'l', name: 'Car Park League' }),
  row('/api/Sessions', [{ id: 'a', trackId: 11 }]),
];

test.each([
  ['monza', ['/sessions/a', '/seasons/s']],
  ['MONZA race', ['/sessions/a']],
  ['zoe', ['/sessions/a']],
  ['max', ['/sessions/a']],
  ['park', ['/leagues/l']],
  ['race monza', ['/sessions/a']],
  ['zoë', ['/sessions/a']],
  ['maxzoe', []],
  ['spa', []],
  ['  ', []],
])('"%s" finds the stored pages %o', (text, paths) => {
  expect(searchStoredPages(rows, text).map(({ path }) => path)).toEqual(paths);
});

test('a part of a league, such as its rankings, is no page', () => {
  expect(storedPageOf(row('/api/League/l/rankings', { id: 'l', name: 'Car Park League' }))).toBeNull();
});

test.each([
  [['/api/League', '/api/Sessions', '/api/Seasons?page=0', '/api/League/l', '/api/Sessions/a/versions'], false],
  [['/api/League', '/api/Sessions/session/a'], true],
  [['/api/Seasons/s'], true],
])('whether %o has the read of a page with charts: %s', (keys, expected) => {
  expect(hasChartPage(keys)).toBe(expected);
});
