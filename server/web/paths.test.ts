import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { componentOf, matchPage, pageNames, searchPath } from '#contract/pages/routes';
import { upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer, userIdOf } from '../tests/support/open-test-server.ts';

/** The same paths, judged by the server over HTTP and by the app. Each page has one chunk, which names it in the HTML. */
const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
const ids = { league: '', season: '', session: '', user: '' };
let server: TestServer;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  mkdirSync(join(dist, '.vite'));
  writeFileSync(join(dist, 'index.html'), '<html><head><title>x</title><!--head--><!--/head--></head></html>');
  writeFileSync(join(dist, 'notes.txt'), 'notes');
  const chunks = pageNames.map(
    (name) => [`src/pages/${componentOf(name)}.tsx`, { file: `assets/${name}.js` }] as const,
  );
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(chunks)));
  server = await openTestServer({}, dist);
  ids.league = (await server.get('createLeague', { as: 'Ann', body: { name: 'Rookie Cup' } })).id;
  ids.season = (await server.get('createSeason', { as: 'Ann', body: { name: 'Season 4' } })).id;
  ids.session = (await server.get('createSession', { as: 'Ann', body: upload({}) })).id;
  ids.user = userIdOf('Ann');
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

async function serverVerdict(path: string): Promise<string> {
  const { statusCode, headers, body } = await server.app.inject({ url: path });
  if (statusCode === 308) return `308 ${headers.location}`;
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const chunk = /<link rel="modulepreload" crossorigin href="\/assets\/(\w+)\.js">/.exec(body)?.[1];
  return `${statusCode} ${chunk ?? 'notFound'}`;
}

function appVerdict(path: string): string {
  const { pathname, search } = new URL(path, 'http://pitboard.test');
  const { name, canonicalPath, isCanonical } = matchPage(pathname);
  if (!isCanonical) return `308 ${canonicalPath}${search}`;
  return name === 'notFound' ? '404 notFound' : `200 ${name}`;
}

const long = 'x'.repeat(501);

const paths: readonly [path: string, verdict: string][] = [
  ['/', '200 home'],
  ['/?tab=laps', '200 home'],
  ['/home', '200 home'],
  ['/home/', '308 /home'],
  ['/HOME', '308 /home'],
  ['/leagues', '200 leagues'],
  ['/Leagues', '308 /leagues'],
  ['/leagues/?page=2', '308 /leagues?page=2'],
  ['/leagues//', '308 /leagues'],
  ['/faq', '200 faq'],
  ['/FAQ', '308 /faq'],
  ['/faq.html', '404 notFound'],
  ['/faq/more', '404 notFound'],
  ['/%66aq', '200 faq'],
  ['/fa%71/', '308 /faq'],
  ['/downloadinfo', '308 /downloadInfo'],
  ['/downloadInfo', '200 downloadInfo'],
  ['/resetPassword', '200 resetPassword'],
  ['/resetpassword?token_hash=a%20b', '308 /resetPassword?token_hash=a%20b'],
  ['/signup', '200 signUp'],
  ['/signUp', '308 /signup'],
  ['/dashboard', '200 dashboard'],
  ['/dashboard/', '308 /dashboard'],
  ['/dashboard/Settings', '308 /dashboard/settings'],
  ['/dashboard/nothing', '404 notFound'],
  ['/impressum', '200 legalNotice'],
  ['/404', '404 notFound'],
  ['/nowhere', '404 notFound'],
  ['/nowhere/', '404 notFound'],
  ['/nope.html', '404 notFound'],
  ['/about.us', '404 notFound'],
  ['/nothing.png', '404 notFound'],
  ['/user/x/y.z', '404 notFound'],
  ['/user/nobody', '404 notFound'],
  ['/sessions/undefined', '404 notFound'],
  ['/sessions%2F01', '404 notFound'],
  ['/search', '200 search'],
  ['/search/', '308 /search'],
  ['/search/Monza', '200 search'],
  ['/Search/Monza', '308 /search/Monza'],
  ['/search/Monza/', '308 /search/Monza'],
  ['/search/a/b', '308 /search/a%2Fb'],
  ['/search/a%2Fb%20c', '200 search'],
  ['/search/about.us', '200 search'],
  ['/search/user:max+3', '200 search'],
  ['/search/%20Monza', '308 /search/Monza'],
  ['/search/100%25', '200 search'],
  ['/search/Gr%C3%BCne%20H%C3%B6lle', '200 search'],
  ['/search/%E0%A4%A', '404 notFound'],
  ['/%', '404 notFound'],
  ['/sessions/%ff', '404 notFound'],
  [`/search/${long}`, '200 search'],
  [`/${long}`, '404 notFound'],
  [`/user/${long}`, '404 notFound'],
  ['/constructor', '404 notFound'],
  ['/assets', '404 notFound'],
  ['/assets/', '404 notFound'],
  ['/live/now', '404 notFound'],
];

test.each(paths)('%s is %s for the server and for the app', async (path, verdict) => {
  expect([await serverVerdict(path), appVerdict(path)]).toEqual([verdict, verdict]);
});

test.each([
  ['/leagues/', 'league'],
  ['/seasons/', 'season'],
  ['/sessions/', 'session'],
  ['/user/', 'user'],
] as const)(
  'a path that begins with %s shows the entity, and redirects from another spelling of it',
  async (start, name) => {
    const path = start + ids[name];
    for (const verdict of [serverVerdict, appVerdict]) {
      expect(await verdict(path)).toBe(`200 ${name}`);
      expect(await verdict(`${path}/?tab=laps`)).toBe(`308 ${path}?tab=laps`);
      expect(await verdict(path.toUpperCase())).toBe(`308 ${path}`);
      expect(await verdict(`${path}/more`)).toBe('404 notFound');
    }
  },
);

test('an entity that does not exist has the status 404', async () => {
  expect(await serverVerdict('/sessions/01900000-0000-7000-8000-00000000dead')).toBe('404 notFound');
});

describe('a search for', () => {
  test.each(['.', '..', '/', '..%2F', '%2e%2e', 'a/../b', '#1?', '   ', '\\'])(
    '%s opens the search page',
    async (text) => {
      const path = searchPath(text);
      expect([await serverVerdict(path), appVerdict(path)]).toEqual(['200 search', '200 search']);
    },
  );
});

test('the head of a page and the methods without a page are answered like before', async () => {
  const head = await server.app.inject({ method: 'HEAD', url: '/FAQ' });
  expect([head.statusCode, head.headers.location, head.body]).toEqual([308, '/faq', '']);
  for (const [method, url] of [
    ['POST', '/faq'],
    ['GET', '/api/nothing'],
    ['GET', '/auth'],
  ] as const) {
    const response = await server.app.inject({ method, url });
    expect([url, response.statusCode, response.headers['content-type']]).toEqual([
      url,
      404,
      'application/problem+json; charset=utf-8',
    ]);
  }
});

test('a missing asset is plain text, with any name', async () => {
  for (const path of ['/assets/gone.js', '/assets/nothing', '/assets/a/b.js']) {
    const { statusCode, headers } = await server.app.inject({ url: path });
    expect([path, statusCode, headers['content-type']]).toEqual([path, 404, 'text/plain']);
  }
});
