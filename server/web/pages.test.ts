import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionStatus, Track } from '#contract/enumerations';
import { enteredByHand } from '#contract/race/entered-by-hand';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
let server: TestServer;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(
    join(dist, 'index.html'),
    '<html><head><title>Pitboard</title><!--head--><!--/head--></head><body></body></html>',
  );
  writeFileSync(join(dist, 'overlay.html'), '<html><title>x</title><!--head--><!--/head--><p>overlay</p></html>');
  writeFileSync(join(dist, 'assets/app-1a2b.js'), 'export {};');
  writeFileSync(join(dist, 'notes.txt'), 'notes');
  // Older builds have this file.
  writeFileSync(join(dist, 'robots.txt'), 'User-agent: old');
  server = await openTestServer({}, dist);
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

const get = (url: string) => server.app.inject({ url });

test('the HTML of a shared link has the title and description of its entity, escaped', async () => {
  const name = '<script>alert("1")</script> & Söhne';
  const league = await server.get('createLeague', { as: 'Ann', body: { name, description: 'We "race"' } });
  const session = await server.get('createSession', {
    as: 'Ann',
    body: upload({ drivers: [driver({ name: 'Mika Varga', finishingPosition: 1 })] }),
  });
  const season = await server.get('createSeason', { as: 'Ann', body: { name: 'Season 4' } });
  const page = await get(`/leagues/${league.id}`);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(
    '<title>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Söhne · Pitboard</title>',
  );
  expect(page.body).toContain('<meta property="og:description" content="We &quot;race&quot;">');
  expect(page.body).toContain(`<link rel="canonical" href="http://pitboard.test/leagues/${league.id}">`);
  expect(page.body).not.toContain('<script>alert');
  expect((await get(`/sessions/${session.id}`)).body).toContain('<title>Monza Race, 2026-05-01 · Pitboard</title>');
  expect((await get(`/sessions/${session.id}`)).body).toContain('Mika Varga first.');
  expect((await get(`/seasons/${season.id}`)).body).toContain('<title>Season 4 · Pitboard</title>');
  expect((await get(`/user/${session.userId}`)).body).toContain('<title>Ann · Pitboard</title>');
});

test('the preview of a driver in a session names them, and of one that is not there is that of the session', async () => {
  const { id } = await server.get('createSession', {
    as: 'Ann',
    body: upload({
      internalSessionId: '5150',
      drivers: [
        driver({ carIndex: 0, name: 'Mika Varga', finishingPosition: 1 }),
        driver({ carIndex: 7, name: 'Bo <Lind>', team: 'Northline', finishingPosition: 2 }),
      ],
    }),
  });
  const headOf = async (query: string) => {
    const { body } = await get(`/sessions/${id}${query}`);
    const of = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(body)?.[1];
    return [of('title'), of('description'), of('url'), /rel="canonical" href="([^"]*)"/.exec(body)?.[1]];
  };
  const address = `http://pitboard.test/sessions/${id}`;
  const whole = [
    'Monza Race, 2026-05-01 · Pitboard',
    'Mika Varga first. Results, laps, tyres and penalties.',
    address,
    address,
  ];
  expect(await headOf('')).toEqual(whole);
  expect(await headOf('?tab=results&driver=7')).toEqual([
    'Bo &lt;Lind&gt;, Monza Race, 2026-05-01 · Pitboard',
    'Bo &lt;Lind&gt;, Northline: result, laps, tyres and penalties.',
    `${address}?driver=7`,
    address,
  ]);
  for (const query of ['?driver=9', '?driver=x', '?driver=123', '?driver=']) expect(await headOf(query)).toEqual(whole);
});

test('a moment of a session with lap times has a preview of its own, with the names of its cars', async () => {
  const lap = { lapTime: 90_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
  const create = (internalSessionId: string, lapTimes: (typeof lap)[]) =>
    server.get('createSession', {
      as: 'Ann',
      body: upload({ internalSessionId, drivers: [driver({ carIndex: 3, name: 'Ada Okoro', lapTimes })] }),
    });
  const [timed, typed] = [await create('5252', [lap, lap]), await create('5253', [])];
  const headOf = async (path: string) => {
    const { body } = await get(path);
    return [/<title>([^<]*)</, /og:description" content="([^"]*)/, /og:url" content="([^"]*)/].map(
      (pattern) => pattern.exec(body)?.[1],
    );
  };
  const [, , address] = await headOf(`/sessions/${timed.id}`);
  expect(await headOf(`/sessions/${timed.id}?at=94.2&cars=3,9`)).toEqual([
    'Lap 2, 1:34 · Ada Okoro · Monza Race · Pitboard',
    'Lap 2, 1:34: the replay of Monza Race, 2026-05-01.',
    `${address}?at=94.2&amp;cars=3,9`,
  ]);
  expect((await headOf(`/sessions/${timed.id}?at=94.2`))[0]).toBe('Lap 2, 1:34 · Monza Race · Pitboard');
  for (const path of [`/sessions/${typed.id}?at=94.2`, `/sessions/${timed.id}?at=x`])
    expect((await headOf(path))[0]).toBe('Monza Race, 2026-05-01 · Pitboard');
});

test('the preview of a driver is that of their new name once they are renamed', async () => {
  const { id } = await server.get('createSession', {
    as: 'Ann',
    body: upload({ internalSessionId: '5151', drivers: [driver({ carIndex: 3, name: 'Player' })] }),
  });
  const titleOf = async () => /<title>([^<]*)</.exec((await get(`/sessions/${id}?driver=3`)).body)?.[1];
  expect(await titleOf()).toBe('Player, Monza Race, 2026-05-01 · Pitboard');
  const params = { id, carIndex: '3' };
  await server.get('renameDriver', { as: 'Ann', params, body: { name: 'Ada Okoro' } });
  expect(await titleOf()).toBe('Ada Okoro, Monza Race, 2026-05-01 · Pitboard');
});

test('the preview of a season and of a session says what there is so far', async () => {
  const descriptionOf = async (path: string) =>
    /<meta property="og:description" content="([^"]*)">/.exec((await get(path)).body)?.[1];
  const { id } = await server.get('createSeason', { as: 'Ben', body: { name: 'Season 5' } });
  const path = `/seasons/${id}`;
  expect(await descriptionOf(path)).toBe('Standings and results · No events yet');
  const params = { seasonId: id };
  const { events } = await server.get('addEvent', { as: 'Ben', params, body: { track: 11 } });
  expect(await descriptionOf(path)).toBe('Standings and results · 1 event, not driven yet');
  const empty = await server.get('createSession', { as: 'Ben', body: upload({ internalSessionId: '51' }) });
  expect(await descriptionOf(`/sessions/${empty.id}`)).toBe('Results, laps, tyres and penalties.');
  const body = upload({
    internalSessionId: '52',
    drivers: [driver({ name: 'Mika Varga', finishingPosition: 1, bestLapTimeMs: null })],
  });
  const raced = await server.get('createSession', { as: 'Ben', body });
  expect(await descriptionOf(`/sessions/${raced.id}`)).toBe('Mika Varga first. Results, laps, tyres and penalties.');
  const abandoned = await server.get('createSession', {
    as: 'Ben',
    body: upload({
      internalSessionId: '5353',
      numberOfLaps: 10,
      sessionStatus: SessionStatus.InProgress,
      drivers: [driver({ name: 'Mika Varga', position: 1, finishingPosition: null, numberOfLaps: 4 })],
    }),
  });
  await server.get('addEventSession', {
    as: 'Ben',
    params: { ...params, eventId: events[0]?.id ?? '', sessionId: abandoned.id },
  });
  expect(await descriptionOf(`/sessions/${abandoned.id}`)).toBe(
    'Season 5 · Round 1. The recording stopped after lap 4 of 10, with Mika Varga first. Results, laps, tyres and penalties.',
  );
  expect((await get(`/sessions/${abandoned.id}`)).body).toContain(
    '<title>Monza Race, incomplete, 2026-05-01 · Pitboard',
  );
  const typed = { ...body, internalSessionId: '53', gameVersion: enteredByHand };
  const entered = await server.get('createSession', { as: 'Ben', body: typed });
  expect(await descriptionOf(`/sessions/${entered.id}`)).toBe('Mika Varga first. The result.');
  expect(await descriptionOf(`/sessions/${entered.id}?driver=${body.drivers[0]?.carIndex}`)).toMatch(
    /^Mika Varga.*: the result\.$/,
  );
  await server.get('addEventSession', {
    as: 'Ben',
    params: { seasonId: id, eventId: events[0]?.id ?? '', sessionId: raced.id },
  });
  await server.get('addEvent', { as: 'Ben', params, body: { track: 11 } });
  expect(await descriptionOf(path)).toBe('Standings and results · Round 1 of 2 · Mika Varga leads with 25 points');
});

test('the recorder for Windows is offered where it was packaged', async () => {
  const offered = async ({ app }: TestServer) => (await app.inject({ url: '/api/config' })).json().windowsDownloadUrl;
  expect(await offered(server)).toBeNull();
  const packaged = mkdtempSync(join(tmpdir(), 'pitboard-packaged-'));
  cpSync(dist, packaged, { recursive: true });
  mkdirSync(join(packaged, 'downloads'));
  writeFileSync(join(packaged, 'downloads/pitboard-recorder.exe'), 'MZ');
  const other = await openTestServer({}, packaged, undefined, { over: server });
  try {
    const url = await offered(other);
    expect(url).toBe('/downloads/pitboard-recorder.exe');
    const { statusCode, body, headers } = await other.app.inject({ url });
    expect([statusCode, body, headers['cache-control']]).toEqual([200, 'MZ', 'no-cache']);
    expect(headers['content-type']).not.toContain('html');
  } finally {
    await other.close();
    rmSync(packaged, { recursive: true, force: true });
  }
});

test('a build is served from a DATA_DIR that is given as a relative path', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-relative-'));
  const other = await openTestServer({ DATA_DIR: relative(process.cwd(), dataDir) }, dist);
  try {
    const script = await other.app.inject({ url: '/assets/app-1a2b.js' });
    expect([script.statusCode, script.body]).toEqual([200, 'export {};']);
    expect(script.headers['cache-control']).toContain('immutable');
  } finally {
    await other.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('files that are shared while no service worker takes them lead to the page that says so', async () => {
  const boundary = 'x';
  const share = async (headers: Record<string, string>) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/dashboard/sessions',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
      payload: `--${boundary}\r\ncontent-disposition: form-data; name="sessions"; filename="a.json"\r\n\r\n{}\r\n--${boundary}--\r\n`,
    });
    return [response.statusCode, response.headers.location];
  };
  const lost = [303, '/dashboard/sessions?shared=lost'];
  expect(await share({})).toEqual(lost);
  expect(await share({ origin: 'null', 'sec-fetch-site': 'none' })).toEqual(lost);
  const foreign = [303, '/dashboard/sessions?shared=foreign'];
  expect(await share({ origin: 'https://other.test' })).toEqual(foreign);
  expect(await share({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toEqual(foreign);
  expect((await server.app.inject({ method: 'POST', url: '/dashboard/seasons', payload: {} })).statusCode).toBe(404);
});

test('the preview of a private league, and any page without a picture, shows that of the app', async () => {
  const { id } = await server.get('createLeague', { as: 'Ann', body: { name: 'Pictured', isPublic: false } });
  const pictureOf = async (path: string) => /og:image" content="([^"]*)"/.exec((await get(path)).body)?.[1];
  const paths = [`/leagues/${id}`, '/leagues', '/live/01900000-0000-7000-8000-00000000dead'];
  expect(await Promise.all(paths.map(pictureOf))).toEqual(Array(3).fill('http://pitboard.test/og.png'));
});

test.each([
  ['/', 200],
  ['/faq', 200],
  ['/nowhere', 404],
  ['/%', 404],
])('%s has the status %i and the HTML of the app, which is revalidated', async (path, status) => {
  const response = await get(path);
  expect([response.statusCode, response.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(response.headers['cache-control']).toBe('no-cache');
  expect(response.body.includes('noindex')).toBe(status === 404);
});

test('files with a hash in their name are cached forever, and others are revalidated', async () => {
  const asset = await get('/assets/app-1a2b.js');
  expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect((await get('/notes.txt')).headers['cache-control']).toBe('no-cache');
});

test('a file of an older build takes no address of the server', async () => {
  expect((await get('/robots.txt')).body).toContain('Sitemap: ');
});

test('every response has the security headers', async () => {
  const league = await server.get('createLeague', { as: 'Max', body: { name: 'Pictured' } });
  const token = await server.tokenOf('Max');
  const asked: InjectOptions[] = [
    ...['/', '/nowhere', '/sw.js', '/manifest.webmanifest', '/assets/app-1a2b.js', '/assets/gone.js', '/icon.svg'],
    ...['/api/League', '/api/nothing', '/api/League/no-id', '/api/openapi.json', '/api/health', '/api/config'],
    ...[
      '/auth/v1/settings',
      '/auth/v1/user',
      '/auth/v1/.well-known/jwks.json',
      '/rest/v1/profiles',
      '/outbox',
      '/operator',
      '/docs/api',
    ],
    ...[`/api/League/${league.id}`, `/api/League/${league.id}/thumbnail`, '/%', '/sessions/%ff'],
  ].map((url) => ({ url }));
  asked.push(
    { method: 'POST', url: '/api/League', payload: 'no json', headers: { authorization: `Bearer ${token}` } },
    { method: 'POST', url: '/auth/v1/token?grant_type=password', payload: {} },
    { method: 'OPTIONS', url: '/api/League' },
    { method: 'DELETE', url: '/home' },
  );
  for (const request of asked) {
    const { headers } = await server.app.inject(request);
    const policy = String(headers['content-security-policy']);
    const kept = [
      policy.startsWith("default-src 'none'") && policy.includes("frame-ancestors 'none'"),
      ...['x-content-type-options', 'cross-origin-opener-policy', 'permissions-policy'].map((name) => name in headers),
      'cross-origin-resource-policy' in headers && 'referrer-policy' in headers,
    ];
    expect([request.method, request.url, kept]).toEqual([request.method, request.url, [true, true, true, true, true]]);
    if (String(headers['content-type']).startsWith('text/html'))
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types pwa-sw session-files");
  }
});

test('the preview of a live session names the event, season and league that it is the race of', async () => {
  const id = '01900000-0000-7000-8000-0000000000ed';
  await server.get('registerLive', { as: 'Max', params: { id } });
  const headOf = async () => {
    const { body } = await get(`/live/${id}`);
    const of = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(body)?.[1];
    return [of('title'), of('description')];
  };
  expect(await headOf()).toEqual(['Live session of Max · Pitboard', 'Live timing: positions, gaps and laps.']);
  const { id: seasonId } = await server.get('createSeason', { as: 'Max', body: { name: 'Spring Cup' } });
  const params = { seasonId };
  const { events } = await server.get('addEvent', { as: 'Max', params, body: { track: Track.Spa } });
  const league = await server.get('createLeague', { as: 'Max', body: { name: 'Night', isPublic: true } });
  await server.get('addLeagueSeason', { as: 'Max', params: { leagueId: league.id, seasonId } });
  const event = { ...params, eventId: events[0]?.id ?? '' };
  await server.get('updateEvent', { as: 'Max', params: event, body: { liveId: id } });
  expect(await headOf()).toEqual([
    'Spa, live · Pitboard',
    'Night · Spring Cup · Round 1. Live session of Max: positions, gaps and laps.',
  ]);
});

test('an overlay has its own HTML, may be framed by anybody, and takes styles of its user', async () => {
  const id = '01900000-0000-7000-8000-0000000000ee';
  await server.get('registerLive', { as: 'Max', params: { id } });
  const page = await get(`/overlay/${id}?show=battle`);
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('<p>overlay</p>')]);
  expect(page.body).toContain('<title>Live session of Max · Pitboard</title>');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self' 'unsafe-inline'");
  expect(policy).not.toMatch(/frame-ancestors|require-trusted-types-for/);
  expect(page.headers['x-frame-options']).toBeUndefined();
  expect(page.headers['x-robots-tag']).toBe('noindex');
  // Before its race, and of somebody who does not exist: nothing that could be seen on a stream.
  for (const path of [`/overlay/${id.replace('ee', 'ef')}`, `/overlay/user/${id}`]) {
    const missing = await get(path);
    expect([missing.statusCode, missing.body]).toEqual([404, expect.stringContaining('<p>overlay</p>')]);
  }
  expect((await get(`/overlay/${id}/`)).headers.location).toBe(`/overlay/${id}`);
  expect((await get('/overlay/nothing')).body).toContain('Not found');
});

test('the policy allows the analytics hosts only when an ANALYTICS_ID is set', async () => {
  const counting = await openTestServer({ ANALYTICS_ID: 'G-ABC123' }, dist, undefined, { over: server });
  const policyOf = async (one: TestServer) =>
    String((await one.app.inject({ url: '/' })).headers['content-security-policy']);
  expect(await policyOf(server)).not.toMatch(/google|visits/);
  const policy = await policyOf(counting);
  expect(policy).toContain("script-src 'self' https://www.googletagmanager.com;");
  expect(policy).toContain('https://*.google-analytics.com');
  expect(policy).toMatch(/trusted-types pwa-sw session-files visits$/);
  await counting.close();
});

test('Strict-Transport-Security is sent when the public address is https', async () => {
  const safe = await openTestServer({ PUBLIC_URL: 'https://pit.example' }, dist, undefined, { over: server });
  const { headers } = await safe.app.inject({ url: '/' });
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  await safe.close();
});

test('the OpenAPI document has every call, sockets too, and keys are published', async () => {
  const document = (await get('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths['/api/Seasons/{seasonId}/events/{eventId}/sesssion/{sessionId}'])).toEqual([
    'patch',
  ]);
  expect(document.paths['/api/LiveSession/ws/{id}'].get.responses[101]).toBeDefined();
  const keys = await get('/auth/v1/.well-known/jwks.json');
  expect(keys.headers['cache-control']).toBe('public, max-age=600');
  expect(keys.body).not.toContain('"d"');
});

test('pages that are not indexed say so, and pass no referrer on', async () => {
  for (const path of [
    '/login',
    '/signup',
    '/resetPassword',
    '/resetPasswordConfirm',
    '/dashboard',
    '/dashboard/settings',
    '/search/Monza',
  ]) {
    const { statusCode, headers } = await get(`${path}?token_hash=secret`);
    expect([path, statusCode, headers['referrer-policy'], headers['x-robots-tag']]).toEqual([
      path,
      200,
      'no-referrer',
      'noindex',
    ]);
  }
});

describe('a deploy', () => {
  /** A server of a build whose only script has this name. */
  async function deployed(dataDir: string, name: string, settings: Record<string, string> = {}): Promise<TestServer> {
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-deploy-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>x</title><!--head--><!--/head-->');
    writeFileSync(join(folder, 'sw.js'), `/* ${name} */`);
    writeFileSync(join(folder, 'assets', `${name}.js`), `export const name = '${name}';`);
    return openTestServer({ DATA_DIR: dataDir, ...settings }, folder, undefined, { over: server });
  }

  test('still serves the files of previous builds, and nothing else of their folder', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-data-'));
    await (await deployed(dataDir, 'first')).close();
    const second = await deployed(dataDir, 'second');
    for (const name of ['first', 'second']) {
      const { statusCode, headers, body } = await second.app.inject({ url: `/assets/${name}.js` });
      expect([statusCode, body, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        `export const name = '${name}';`,
        'application/javascript; charset=utf-8',
        'public, max-age=31536000, immutable',
      ]);
    }
    for (const url of ['/assets/third.js', '/assets/..%2fkeys.json', '/assets/..%2f..%2fkeys.json', '/assets/.first']) {
      const { statusCode, headers } = await second.app.inject({ url });
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/plain']);
    }
    await second.close();
  });

  test('with SW_KILL replaces the service worker by one that removes itself', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-data-'));
    const usual = await deployed(dataDir, 'usual');
    expect((await usual.app.inject({ url: '/sw.js' })).body).toBe('/* usual */');
    await usual.close();
    const killing = await deployed(dataDir, 'usual', { SW_KILL: 'on' });
    const { statusCode, headers, body } = await killing.app.inject({ url: '/sw.js' });
    expect([statusCode, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'no-cache',
      'text/javascript; charset=utf-8',
    ]);
    expect(body).toContain('registration.unregister()');
    await killing.close();
  });
});

test('a build that is written while the server runs is served from the next start on, all of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-rebuilt-'));
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-rebuilt-data-'));
  const write = (build: string) => {
    rmSync(folder, { recursive: true });
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), `<script src="/assets/${build}.js"></script><!--head--><!--/head-->`);
    writeFileSync(join(folder, 'sw.js'), `precache(['/assets/${build}.js'])`);
    writeFileSync(join(folder, `assets/${build}.js`), build);
  };
  const served = async ({ app }: TestServer) => {
    const [page, worker, old, fresh] = await Promise.all(
      ['/faq', '/sw.js', '/assets/old.js', '/assets/fresh.js'].map((url) => app.inject({ url })),
    );
    const nameIn = (body = '') => /assets\/(\w+)\.js/.exec(body)?.[1];
    return [nameIn(page?.body), nameIn(worker?.body), old?.statusCode, fresh?.statusCode];
  };
  write('old');
  const running = await openTestServer({ DATA_DIR: dataDir }, folder);
  write('fresh');
  expect(await served(running)).toEqual(['old', 'old', 200, 404]);
  await running.close();
  const restarted = await openTestServer({ DATA_DIR: dataDir }, folder);
  expect(await served(restarted)).toEqual(['fresh', 'fresh', 200, 200]);
  await restarted.close();
  for (const each of [folder, dataDir]) rmSync(each, { recursive: true });
});
