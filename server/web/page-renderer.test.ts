import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

const dist = mkdtempSync(join(tmpdir(), 'pitboard-rendered-'));
const index = `<html><head><title>Pitboard</title><!--head--><!--/head--><link rel="stylesheet" crossorigin href="/assets/style-1a2b.css"></head>
<body><div id="app"></div></body></html>`;
/** An app that writes what it is given, and cannot render a page with this name on it. */
const app = `export async function renderPage(href, { answers }) {
  const text = answers.map(({ address, value }) => address + ' ' + (value.name ?? '')).join(', ');
  if (text.includes('unreadable')) throw new Error('a component has thrown');
  if (text.includes('half')) return 'half a page<!--$!-->';
  return '<h1>' + href.split('/')[1] + (href.split('?')[1] ?? '') + ': ' + text.replaceAll('<', '&lt;') + '</h1>';
}`;
let server: TestServer;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  mkdirSync(join(dist, '.render'));
  writeFileSync(join(dist, 'index.html'), index);
  writeFileSync(join(dist, 'assets/style-1a2b.css'), '.grid{display:grid}');
  writeFileSync(join(dist, '.render/render.mjs'), app);
  server = await openTestServer({}, dist);
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

async function createSeason(name: string): Promise<string> {
  const { id } = await server.get('createSeason', { as: 'Ann', body: { name } });
  return `/seasons/${id}`;
}

test('a rendered page has its content, its data, its styles and its script, and no request of its own for them', async () => {
  const path = await createSeason('</script><b>Söhne');
  const { body, headers } = await server.app.inject({ url: path });
  expect(body).toContain(
    `<div id="app"><h1>seasons: /api${path.replace('seasons', 'Seasons')} &lt;/script>&lt;b>Söhne, /api/config </h1></div>`,
  );
  const [, data = ''] = /<script type="application\/json" id="rendered-page">(.*?)<\/script>/.exec(body) ?? [];
  expect(JSON.parse(data)).toMatchObject({
    at: server.clock.now.getTime(),
    answers: [
      { address: `/api/Seasons/${path.split('/').at(-1)}`, value: { name: '</script><b>Söhne' } },
      { address: '/api/config', value: { publicUrl: 'http://pitboard.test' } },
    ],
  });
  expect(body).toContain('<style>.grid{display:grid}</style>');
  expect(body).not.toContain('rel="stylesheet"');
  expect(body).not.toContain('as="fetch"');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(
    "style-src 'self' 'sha256-sj1Zz0WISYGMjDLI+wHfwYa0ORrVOFATNAhuGwd2Dfk='; style-src-attr 'unsafe-inline';",
  );
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(body) ?? [];
  expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}';`);
});

test('a private season is not there, as one that never was', async () => {
  const path = await createSeason('Hidden');
  const league = await server.get('createLeague', { as: 'Ann', body: { name: 'Club', isPublic: false } });
  await server.call('addLeagueSeason', {
    as: 'Ann',
    params: { leagueId: league.id, seasonId: path.split('/')[2] ?? '' },
  });
  const [hidden, absent] = await Promise.all(
    [path, '/seasons/01900000-0000-7000-8000-00000000dead'].map((url) => server.app.inject({ url })),
  );
  expect([hidden?.statusCode, hidden?.body]).toEqual([404, absent?.body]);
});

test.each(['unreadable', 'half'])('a page that cannot be rendered is sent without content: %s', async (name) => {
  const { body, statusCode } = await server.app.inject({ url: await createSeason(name) });
  expect([statusCode, body.includes('<div id="app"></div>'), body.includes('as="fetch"')]).toEqual([200, true, false]);
  expect(body).not.toContain('rendered-page');
});

test('a tab in the address is rendered, and leaves the page without it as it is', async () => {
  const path = await createSeason('Tabs');
  const bodyOf = async (query: string) => (await server.app.inject({ url: path + query })).body;
  expect(await bodyOf('?tab=calendar')).toContain('<h1>seasonstab=calendar: ');
  expect(await bodyOf('')).toContain('<h1>seasons: ');
  expect(await bodyOf('?tab=results')).toContain('<h1>seasonstab=results: ');
  expect(await bodyOf('?tab=calendar')).toContain(`<link rel="canonical" href="http://pitboard.test${path}">`);
});

test('any other query is the browser’s, and has the policy without styles', async () => {
  const { body, headers } = await server.app.inject({ url: `${await createSeason('Asked')}?tab=share` });
  expect(body).toContain('<div id="app"></div>');
  expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self';");
});

test('a write is in the page at once, and a minute renders it again', async () => {
  const path = await createSeason('Before');
  const id = path.split('/')[2] ?? '';
  const atOf = async () => /"at":(\d+)/.exec((await server.app.inject({ url: path })).body)?.[1];
  const first = await atOf();
  expect(await atOf()).toBe(first);
  await server.get('updateSeason', { as: 'Ann', body: { id, name: 'After' } });
  expect((await server.app.inject({ url: path })).body).toContain(' After');
  server.clock.now = new Date(server.clock.now.getTime() + 60_000);
  expect(await atOf()).not.toBe(first);
});

test('paths without a page share one rendered page', async () => {
  const [one, other] = await Promise.all(['/nowhere', '/else/where'].map((url) => server.app.inject({ url })));
  expect([one?.statusCode, one?.body]).toEqual([404, other?.body]);
  expect(one?.body).toContain('<h1>404: /api/config </h1>');
  expect(one?.body).toContain('<meta name="robots" content="noindex">');
});

test('a session has the answers of its first reads', async () => {
  const session = await server.get('createSession', { as: 'Ann', body: upload({ drivers: [driver({})] }) });
  const { body } = await server.app.inject({ url: `/sessions/${session.id}` });
  expect(body).toContain(
    `<h1>sessions: /api/Sessions/session/${session.id} , /api/Sessions/${session.id}/weekend , /api/config </h1>`,
  );
});
