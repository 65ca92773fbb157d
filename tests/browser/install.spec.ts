import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright/test';
import { expect, heading, installClock, stopClock, waitForDeferredShell } from './base-test.ts';
import { expectFreeFooter, expectSound } from './checks.ts';
import { findChromium } from './chromium.ts';
import { installApp, test } from './site.ts';

test.use({ serviceWorkers: 'allow' });

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const offer = (page: Page) => page.getByText('Add Pitboard to your home screen and open it without a network.');

/** Lets the browser offer to install the app, as Chromium does. Returns how often the app has shown the prompt. */
async function offerPrompt(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counter = window as unknown as { prompts: number };
    counter.prompts = 0;
    addEventListener('load', () => {
      const event = new Event('beforeinstallprompt', { cancelable: true });
      Object.assign(event, {
        prompt: async () => {
          counter.prompts += 1;
          return { outcome: 'accepted' };
        },
      });
      dispatchEvent(event);
    });
  });
  return () => page.evaluate(() => (window as unknown as { prompts: number }).prompts);
}

/** Makes the service worker look as if it had stored the app an hour ago, on an earlier visit. */
const makeVisitOlder = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!request.url.includes('/index.html')) continue;
        const shell = await cache.match(request);
        const headers = new Headers(shell?.headers);
        headers.set('date', new Date(Date.now() - 3_600_000).toUTCString());
        await cache.put(request, new Response(await shell?.blob(), { headers }));
      }
    }
  });

test('on a first visit the link opens the prompt of the browser, and there is no banner', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  const prompts = await offerPrompt(page);
  await installApp(page, `${site.origin}/home`);
  await expect(offer(page)).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Install' }).click();
  await expect.poll(prompts).toBe(1);
  await expect(page).toHaveURL(`${site.origin}/home`);
});

test('on a second visit a banner is shown, and after Not now it stays away', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  const prompts = await offerPrompt(page);
  await installApp(page, `${site.origin}/home`);
  await makeVisitOlder(page);
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await expectFreeFooter(page);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(offer(page)).toBeHidden();
  await page.reload();
  await waitForDeferredShell(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Install' }).click();
  await expect.poll(prompts).toBe(1);
  await expect(offer(page)).toBeHidden();
});

test('after the app was installed the link says so', { tag: '@phone' }, async ({ page, site }) => {
  await installApp(page, `${site.origin}/home`);
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Install' }).click();
  const dialog = page.getByRole('dialog', { name: 'Install Pitboard' });
  await expect(dialog.getByText('Pitboard is already installed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('the address of a dialog opens it', { tag: '@phone' }, async ({ page, site }) => {
  for (const [path, name] of [
    ['/faq#install', 'Install Pitboard'],
    ['/privacy#device', 'On this device'],
    ['/privacy#cookies', 'Cookies'],
  ] as const) {
    await page.goto(site.origin + path);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
  }
});

test('live timing has no banner', { tag: '@phone' }, async ({ page, site }) => {
  await offerPrompt(page);
  await installApp(page, `${site.origin}/home`);
  await makeVisitOlder(page);
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await page.goto(`${site.origin}/live/${site.sessionId}`);
  await waitForDeferredShell(page);
  await expect(offer(page)).toBeHidden();
  await page.getByRole('link', { name: 'Pitboard, home' }).click();
  await expect(offer(page)).toBeVisible();
});

test.describe('on an iPhone', () => {
  test.use({ userAgent: iphone });

  test('the link explains the three steps of the share sheet, and Back closes the dialog', { tag: '@phone' }, async ({
    page,
    site,
  }) => {
    await page.goto(`${site.origin}/home`);
    await waitForDeferredShell(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Install' }).click();
    await expect(page.getByRole('dialog', { name: 'Install Pitboard' }).getByRole('listitem')).toHaveText([
      /Tap Share/,
      /Choose “Add to Home Screen”/,
      /Tap “Add”/,
    ]);
    await page.goBack();
    await expect(page.getByRole('dialog', { name: 'Install Pitboard' })).toBeHidden();
  });
});

test('an image that hangs does not prevent the app from being stored on the device', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  const requested = site.hang('/hangs');
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () =>
      document.body.append(Object.assign(new Image(), { src: '/hangs', alt: '' })),
    );
  });
  await page.goto(`${site.origin}/home`, { waitUntil: 'commit' });
  await requested;
  // The app waits eight seconds for images before it stores anything; then it has the usual 15 s.
  await expect(page.getByText('Ready to use offline.')).toBeVisible({ timeout: 23_000 });
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
});

test('what says that the app is stored covers no part of a page', { tag: '@phone' }, async ({ page, site }) => {
  // It would be seen below its place while it comes.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await installApp(page, `${site.origin}/sessions/${site.sessionId}`);
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  const header = page.getByRole('banner');
  const notice = await boxOf(page.getByText('Ready to use offline.'));
  const bar = await boxOf(header);
  const logo = await boxOf(header.getByRole('link', { name: 'Pitboard, home' }));
  const search = await boxOf(header.getByRole('link', { name: 'Search' }));
  expect(notice.y).toBeGreaterThanOrEqual(bar.y);
  expect(notice.y + notice.height).toBeLessThanOrEqual(bar.y + bar.height);
  expect(notice.x).toBeGreaterThanOrEqual(logo.x + logo.width);
  expect(notice.x + notice.width).toBeLessThanOrEqual(search.x);
});

test('what says that the app is stored waits until the page of a race is left', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  await installClock(page);
  await page.goto(`${site.origin}/live/${site.sessionId}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.clock.runFor(10_000);
  await expect(page.getByText('Ready to use offline.')).toBeHidden();
  await page.getByRole('navigation', { name: 'Dock' }).getByRole('link', { name: 'Results' }).click();
  await expect(page.getByText('Ready to use offline.')).toBeVisible();
});

test('the installed app has no install link', { tag: '@desk' }, async ({ site, openProfile }) => {
  const page = await openProfile('app', [`--app=${site.origin}/home`]);
  await expect(heading(page)).toBeVisible();
  expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Install' })).toBeHidden();
});

test('the download link downloads the recorder, and opens the page that explains it', async ({ page, site }) => {
  const link = page.getByRole('link', { name: 'Download App' }).filter({ visible: true });
  const openMenu = async () => {
    const isWide = (page.viewportSize()?.width ?? 0) >= 1050;
    if (!isWide) await page.getByRole('button', { name: 'Menu' }).click();
    await expect(link).toBeVisible();
  };
  const clickDownload = async () => {
    const download = page.waitForEvent('download');
    await openMenu();
    await link.click();
    return download;
  };
  await page.goto(`${site.origin}/home`);
  // This dialog needs the settings of the server, as the download does.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click();
  await page.getByRole('button', { name: 'Reject all' }).click();
  const file = await clickDownload();
  expect(file.url()).toBe(`${site.origin}/downloads/pitboard-recorder.mjs`);
  await expect(page).toHaveURL(`${site.origin}/downloadInfo`);
  await expect(page.getByText(`node pitboard-recorder.mjs --server ${site.origin} --pair CODE`)).toBeVisible();
  await expectSound(page);
  const text = page.waitForEvent('download');
  await page.getByRole('link', { name: 'how live timing works' }).click();
  expect(readFileSync(await (await text).path(), 'utf8')).toMatch(/^# Live timing/);
  for (const name of ['pitboard-publish.mjs', 'examples/watch-race.mjs', 'examples/send-race.mjs'])
    expect((await page.request.get(`${site.origin}/downloads/${name}`)).status()).toBe(200);
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-download-'));
  await file.saveAs(join(folder, 'pitboard-recorder.mjs'));
  // The command needs Node alone.
  const words = ['pitboard-recorder.mjs', '--server', site.origin, '--pair', 'WRONGWRO'];
  const options = { cwd: folder, env: { PITBOARD_FOLDER: folder } };
  const ended = await promisify(execFile)(process.execPath, words, options).catch((error) => error);
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('This code is not valid')]);
  rmSync(folder, { recursive: true, force: true });

  await site.stop();
  await site.start({ COMMUNITY_URL: site.origin });
  // The new settings come after the page was drawn with those of the last visit.
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/config', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(`${site.origin}/home`);
  await waitForDeferredShell(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click();
  await page.getByRole('button', { name: 'Reject all' }).click();
  answer();
  await expect(page.getByRole('link', { name: 'Community', includeHidden: true }).first()).toBeAttached();
  expect((await clickDownload()).url()).toBe(file.url());

  // Clicked before its part of the shell is loaded: the page opens as late as otherwise, and the download follows.
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/start-deferred-shell-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('about:blank');
  await installClock(page);
  await page.goto(`${site.origin}/home`);
  await openMenu();
  await stopClock(page);
  const early = page.waitForEvent('download');
  await link.click();
  await page.clock.runFor(999);
  await expect(page).toHaveURL(`${site.origin}/home`);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(`${site.origin}/downloadInfo`);
  await page.clock.resume();
  release();
  expect((await early).url()).toBe(file.url());
  await expect(page.getByText(`node pitboard-recorder.mjs --server ${site.origin} --pair CODE`)).toBeVisible();
});

test('the manifest has no errors, and its images have the declared sizes', { tag: '@phone' }, async ({
  page,
  site,
}) => {
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

test(
  'Chromium finds the app installable and offers its prompt once',
  { tag: '@desk' },
  async ({ site, openProfile }, info) => {
    const { isFull } = await findChromium();
    const skipped = 'installing: the headless shell cannot install apps';
    if (!isFull) info.annotations.push({ type: 'skipped', description: skipped });
    test.skip(!isFull, skipped);
    const page = await openProfile('phone');
    await page.addInitScript(() => {
      const counter = window as unknown as { prompts: number };
      counter.prompts = 0;
      addEventListener('beforeinstallprompt', () => {
        counter.prompts += 1;
      });
    });
    await installApp(page, `${site.origin}/home`);
    const session = await page.context().newCDPSession(page);
    const { appId } = await session.send('Page.getAppId');
    if (appId === undefined) info.annotations.push({ type: 'skipped', description: skipped });
    test.skip(appId === undefined, skipped);
    expect(appId).toBe(`${site.origin}/`);
    await expect
      .poll(async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors)
      .toEqual([]);
    await expect.poll(() => page.evaluate(() => (window as unknown as { prompts: number }).prompts)).toBe(1);
  },
);
