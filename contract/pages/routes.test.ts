import { describe, expect, test } from 'vitest';
import fc, { anyCharacter, urlSegments } from '#tests/fast-check';
import { Track } from '../enumerations.ts';
import {
  componentOf,
  isSameEditor,
  matchPage,
  type PageName,
  pageNames,
  pageRoute,
  renderedHref,
  searchPath,
  unlistedPaths,
} from './routes.ts';

const id = '01900000-0000-7000-8000-00000000beef';

/** Path → page, id and canonical path; without the last, the path is canonical. */
const paths: readonly [path: string, name: PageName, id: string, canonicalPath?: string][] = [
  ['/', 'home', ''],
  ['//', 'home', '', '/'],
  ['/home', 'home', ''],
  ['/home/', 'home', '', '/home'],
  ['/leagues//', 'leagues', '', '/leagues'],
  ['/Leagues', 'leagues', '', '/leagues'],
  ['/FAQ', 'faq', '', '/faq'],
  ['/%66aq', 'faq', ''],
  ['/resetpassword', 'resetPassword', '', '/resetPassword'],
  ['/RESETPASSWORDCONFIRM/', 'resetPasswordConfirm', '', '/resetPasswordConfirm'],
  ['/dashboard/profileinit', 'profileInit', '', '/dashboard/profileInit'],
  ['/404', 'notFound', ''],
  ['/404/', 'notFound', '', '/404'],
  [`/sessions/${id}`, 'session', id],
  [`/sessions/${id}/`, 'session', id, `/sessions/${id}`],
  [`/Sessions/${id.toUpperCase()}`, 'session', id, `/sessions/${id}`],
  [`/user/${id}`, 'user', id],
  ['/tracks/0', 'track', '0'],
  ['/tracks/32', 'track', '32'],
  ['/search', 'search', ''],
  ['/search/', 'search', '', '/search'],
  ['/search/%20', 'search', '', '/search'],
  ['/search/Monza', 'search', 'Monza'],
  ['/SEARCH/Monza', 'search', 'Monza', '/search/Monza'],
  ['/search/Monza/', 'search', 'Monza', '/search/Monza'],
  ['/search/a/b', 'search', 'a/b', '/search/a%2Fb'],
  ['/search/a%2fb', 'search', 'a/b'],
  ['/search/a%20', 'search', 'a', '/search/a'],
  ['/search/100%25', 'search', '100%'],
  ['/search/user:max', 'search', 'user:max'],
  ['/search/about.us', 'search', 'about.us'],
  ['/search/..', 'search', '..', '/search/..%20'],
  ['/search/..%20', 'search', '..'],
  [`/search/${'x'.repeat(501)}`, 'search', 'x'.repeat(501)],
];

test.each(paths)('%s is the page %s', (path, name, pageId, canonicalPath) => {
  expect(matchPage(path)).toEqual({
    name,
    id: pageId,
    canonicalPath: canonicalPath ?? path,
    isCanonical: canonicalPath === undefined,
  });
});

test.each([
  '/nowhere',
  '/nope.html',
  '/about.us',
  '/faq/more',
  '//faq',
  '/leagues/nothing',
  `/leagues/${id}/more`,
  `/user/${id}.json`,
  '/tracks/33',
  '/tracks/07',
  '/tracks/monza',
  '/sessions%2Fabc',
  '/%',
  '/search/%E0%A4%A',
  '/sessions/%ff',
  `/${'x'.repeat(501)}`,
  '/constructor',
  '/live/now',
])('%s is not found', (path) => {
  expect(matchPage(path)).toEqual({ name: 'notFound', id: '', canonicalPath: path, isCanonical: true });
});

test('every track of the game has a page', () => {
  const numbers = Object.values(Track).filter((track) => track !== Track.Unknown);
  expect(numbers.map((track) => matchPage(`/tracks/${track}`).name)).toEqual(numbers.map(() => 'track'));
  expect(matchPage(`/tracks/${Math.max(...numbers) + 1}`).name).toBe('notFound');
});

describe('the table', () => {
  test.each(pageNames)('%s matches its own path', (name) => {
    const path = pageRoute(name).path.replace('{uuid}', id).replace('{track}', '26').replace('{text}', 'Monza');
    expect(matchPage(path)).toMatchObject({ name, isCanonical: true });
  });

  test('the name of a page gives that of its component', () => {
    expect([componentOf('faq'), componentOf('resetPasswordConfirm')]).toEqual(['FaqPage', 'ResetPasswordConfirmPage']);
  });

  test('pages of one user are not indexed', () => {
    const personal = pageNames.filter((name) => pageRoute(name).access !== 'public');
    expect(personal.filter((name) => pageRoute(name).isIndexed)).toEqual([]);
  });

  test('what search engines are asked not to read has no page that is indexed', () => {
    expect(unlistedPaths).toContain('/search/');
    const indexed = pageNames.filter((name) => pageRoute(name).isIndexed).map((name) => pageRoute(name).path);
    expect(indexed.filter((path) => unlistedPaths.some((start) => path.startsWith(start)))).toEqual([]);
  });
});

describe('any search text', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter, minLength: 1 }),
    fc.string({ unit: fc.constantFrom('.', '/', '%', ' ', '2', 'e', '?', '#', '\\', 'é') }),
  );

  test('survives its path in the address bar of a browser, apart from spaces around it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { pathname } = new URL(searchPath(text), 'http://pitboard.test');
        expect(matchPage(pathname)).toEqual({
          name: 'search',
          id: text.trim(),
          canonicalPath: pathname,
          isCanonical: true,
        });
      }),
    );
  });

  test('with half of a surrogate pair has a path all the same', () => {
    expect(searchPath('a\ud800')).toBe('/search/a%EF%BF%BD');
  });
});

test('a canonical path is canonical itself, for any path', () => {
  const part = fc.oneof(
    fc.constantFrom('search', 'Search', 'leagues', 'FAQ', '', '.', '..', '%2e', '%', id),
    urlSegments,
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const match = matchPage(`/${parts.join('/')}`);
      expect(matchPage(match.canonicalPath)).toEqual({ ...match, isCanonical: true });
      // Two slashes at the start would name another host.
      if (!match.isCanonical) expect(match.canonicalPath).toMatch(/^\/(?!\/)/);
    }),
  );
});

test.each([
  [`/seasons/${id}`, '', `/seasons/${id}`],
  [`/seasons/${id}`, '?tab=calendar', `/seasons/${id}?tab=calendar`],
  [`/sessions/${id}`, '?tab=laps', `/sessions/${id}?tab=laps`],
  [`/seasons/${id}`, '?tab=laps', null],
  [`/seasons/${id}`, '?tab=calendar&tab=results', null],
  [`/seasons/${id}`, '?tab=', null],
  [`/seasons/${id}`, '?', null],
  [`/sessions/${id}`, '?driver=1', null],
  ['/home', '?tab=results', null],
  ['/dashboard', '', null],
])('%s%s is rendered as %s', (path, search, href) => {
  expect(renderedHref(matchPage(path), search)).toBe(href);
});

test.each([
  ['/dashboard/seasons/{id}/edit', '/dashboard/seasons/{id}/edit/rulings', true],
  ['/dashboard/seasons/{id}/edit/points', '/dashboard/seasons/{id}/edit/', true],
  ['/dashboard/seasons/{id}/edit', '/dashboard/seasons/{other}/edit/rulings', false],
  ['/dashboard/seasons/{id}/edit', '/seasons/{id}', false],
  ['/dashboard/leagues/{id}/edit', '/dashboard/leagues/{id}/edit', false],
])('%s and %s are sections of one editor: %s', (one, other, expected) => {
  const pathOf = (path: string) => path.replace('{id}', id).replace('{other}', id.replace('beef', 'cafe'));
  expect(isSameEditor(pathOf(one), pathOf(other))).toBe(expected);
});
