import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from 'playwright/test';
import { openTestServer, type TestServer } from '../../server/testing/open-test-server.ts';
import { driver, upload } from '../fixtures/session.ts';
import { freePort } from '../postgres.ts';

/** A server of the test's own, which can be stopped, and whose app can be deployed anew. */
interface Site {
  readonly origin: string;
  readonly sessionId: string;
  readonly leagueId: string;
  readonly stop: () => Promise<void>;
  /** Another build of the app, on the same address, with the same data. */
  readonly deploy: (name: string) => Promise<void>;
}

const built = join(import.meta.dirname, '../../dist');

const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern
  site: async ({}, use) => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
    cpSync(built, dist, { recursive: true });
    const settings = { PUBLIC_URL: origin, PORT: String(port) };
    const data = await openTestServer(settings, dist);
    let server: TestServer = data;
    await server.app.listen({ port, host: '127.0.0.1' });
    const drivers = [driver({ name: 'Ada Swift', finishingPosition: 1 })];
    const { id } = await data.get('createSession', { as: 'Max', body: upload({ drivers }) });
    const league = await data.get('createLeague', { as: 'Max', body: { name: 'Car Park League' } });
    let isListening = true;
    const stop = async () => {
      if (isListening) {
        server.app.server.closeAllConnections();
        await (server === data ? new Promise((done) => server.app.server.close(done)) : server.close());
      }
      isListening = false;
    };
    const deploy = async (name: string) => {
      await stop();
      const assets = join(dist, 'assets');
      const entry = readdirSync(assets).find((file) => /^index-.*\.js$/.test(file)) ?? '';
      const next = `index-${name}.js`;
      // A build whose entry says which it is; everything that names the old one names the new one.
      const text = readFileSync(join(assets, entry), 'utf8');
      writeFileSync(join(assets, next), `${text}\ndocument.documentElement.dataset.build = '${name}';\n`);
      rmSync(join(assets, entry));
      for (const file of ['index.html', 'sw.js', ...readdirSync(assets).map((asset) => `assets/${asset}`)]) {
        if (!/\.(html|js)$/.test(file)) continue;
        const path = join(dist, file);
        const before = readFileSync(path, 'utf8');
        let after = before.replaceAll(entry, next);
        // What has changed has another revision.
        if (file === 'sw.js')
          after = after
            .replace(/(\{url:"index\.html",revision:")[^"]*/, `$1${name}`)
            .replace(/(\{revision:")[^"]*(",url:"index\.html")/, `$1${name}$2`);
        if (after !== before) writeFileSync(path, after);
      }
      server = await openTestServer(settings, dist, undefined, { over: data });
      await server.app.listen({ port, host: '127.0.0.1' });
      isListening = true;
    };
    await use({ origin, sessionId: id, leagueId: league.id, stop, deploy });
    await stop();
    await data.close();
    rmSync(dist, { recursive: true, force: true });
  },
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const build = (page: Page) => page.evaluate(() => document.documentElement.dataset['build'] ?? null);

/** Visits until the worker serves the page. */
async function install(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText('Pitboard works without a network now.')).toBeVisible();
}

test('what was opened once is there with the server gone, with its age; what was not says so', async ({
  page,
  site,
  context,
}) => {
  await install(page, `${site.origin}/home`);
  for (const path of [`/sessions/${site.sessionId}`, `/leagues/${site.leagueId}`, '/leagues']) {
    await page.goto(site.origin + path);
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  await page.close();
  await site.stop();

  const later = await context.newPage();
  for (const [path, text] of [
    [`/sessions/${site.sessionId}`, 'Ada Swift'],
    [`/leagues/${site.leagueId}`, 'Car Park League'],
    ['/leagues', 'Car Park League'],
  ] as const) {
    const response = await later.goto(site.origin + path);
    expect(response?.fromServiceWorker()).toBe(true);
    await expect(later.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await expect(later.getByText(/saved (just now|\d+ min ago)/)).toBeVisible();
  }
  await later.goto(`${site.origin}/faq`);
  await expect(heading(later)).toHaveText('FAQ');
  await later.goto(`${site.origin}/seasons/01900000-0000-7000-8000-00000000dead`);
  await expect(later.getByText(/The server did not answer|You are offline/)).toBeVisible();
});

test('who was signed in is known with the server gone and the token run out, and is not signed out', async ({
  page,
  site,
  context,
}) => {
  const post = (path: string, data: object, token?: string) =>
    page.request.post(site.origin + path, {
      data,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  const secret = 'correct horse 9';
  await post('/auth/v1/signup', { email: 'ada@x.test', password: secret });
  const mails = await (
    await page.request.get(`${site.origin}/outbox`, { headers: { accept: 'application/json' } })
  ).json();
  const token_hash = new URL(mails[0].link).searchParams.get('token_hash');
  const { access_token: token, user } = await (await post('/auth/v1/verify', { type: 'signup', token_hash })).json();
  await post('/rest/v1/profiles', { id: user.id, username: 'ada' }, token);

  await install(page, `${site.origin}/login`);
  await page.getByLabel('E-mail address or phone number').fill('ada@x.test');
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Signed in as ada')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('pitboard-auth') ?? '{}');
    localStorage.setItem('pitboard-auth', JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }));
  });
  await page.close();
  await site.stop();

  const later = await context.newPage();
  await later.goto(`${site.origin}/dashboard`);
  await expect(later.getByText('Signed in as ada (offline)')).toBeVisible();
  expect(await later.evaluate(() => localStorage.getItem('pitboard-auth'))).toContain('refresh_token');
});

test('the worker answers pages, and none of the server’s own paths', async ({ page, site }) => {
  await install(page, `${site.origin}/home`);
  await page.reload();
  await site.stop();
  for (const path of [
    '/api/League',
    '/api/health',
    '/auth/v1/settings',
    '/rest/v1/profiles',
    '/outbox',
    '/sw.js',
    '/nothing.txt',
  ]) {
    const outcome = await page.evaluate(
      (address) =>
        fetch(address).then(
          (response) => response.status,
          () => 'failed',
        ),
      path,
    );
    expect([path, outcome]).toEqual([path, 'failed']);
  }
  expect((await page.goto(`${site.origin}/leagues`))?.fromServiceWorker()).toBe(true);
  for (const path of ['/api/League', '/outbox'])
    await expect(page.goto(site.origin + path)).rejects.toThrow(/ERR_CONNECTION_REFUSED|ERR_FAILED/);
});

test('a new version is offered, comes when a person says yes, and never by itself', async ({ page, site }) => {
  await install(page, `${site.origin}/home`);
  expect(await build(page)).toBeNull();
  await site.deploy('second');
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const offer = page.getByText('A new version of Pitboard is here.');
  await expect(offer).toBeVisible();
  expect(await build(page)).toBeNull();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => build(page)).toBe('second');
  await expect(offer).toBeHidden();
});

test('a tab in which somebody types is left alone, whatever other tabs do, and its old pages still load', async ({
  page,
  site,
  context,
}) => {
  await install(page, `${site.origin}/login`);
  const other = await context.newPage();
  await other.goto(`${site.origin}/login`);
  await other.getByLabel('E-mail address or phone number').fill('half an addr');
  await site.deploy('second');
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(other.getByText('It comes once what you typed is sent.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Reload' })).toBeHidden();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => build(page)).toBe('second');

  expect(await build(other)).toBeNull();
  await expect(other.getByLabel('E-mail address or phone number')).toHaveValue('half an addr');
  const session = await context.newCDPSession(other);
  await session.send('Network.clearBrowserCache');
  await other.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(heading(other)).toHaveText('Privacy Policy');
});

test('the app can be installed', async ({ page, site }) => {
  await page.goto(`${site.origin}/home`);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(String(data));
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate(async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob());
      return `${image.width}x${image.height}`;
    }, src);
    expect([src, size]).toEqual([src, sizes]);
  }
  expect([manifest.name, manifest.display, manifest.start_url]).toEqual(['Pitboard', 'standalone', '/home']);
});
