import type { Page } from 'playwright/test';
import { findChromium } from './chromium.ts';
import { expect, heading, install, isWhole, test } from './site.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const offer = (page: Page) => page.getByText('Put Pitboard on your home screen: it opens without a network.');

/** A browser that holds a prompt ready, as Chromium does; what it was asked is noted. */
async function holdPrompt(page: Page, outcome: 'accepted' | 'dismissed'): Promise<() => Promise<number>> {
  await page.addInitScript((answer) => {
    const noted = window as unknown as { prompts: number };
    noted.prompts = 0;
    addEventListener('load', () => {
      const event = new Event('beforeinstallprompt', { cancelable: true });
      Object.assign(event, {
        prompt: async () => {
          noted.prompts += 1;
          return { outcome: answer };
        },
      });
      dispatchEvent(event);
    });
  }, outcome);
  return () => page.evaluate(() => (window as unknown as { prompts: number }).prompts);
}

/** Makes the app look as if it had been put on this device an hour ago. */
const age = (page: Page) =>
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

test('the link installs by the browser’s own prompt on a first visit, without a banner', async ({ page, site }) => {
  const prompts = await holdPrompt(page, 'accepted');
  await install(page, `${site.origin}/home`);
  await expect(offer(page)).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Install' }).click();
  await expect.poll(prompts).toBe(1);
  await expect(page).toHaveURL(`${site.origin}/home`);
});

test('a second visit is offered it once, and a no holds over a reload', async ({ page, site }) => {
  const prompts = await holdPrompt(page, 'accepted');
  await install(page, `${site.origin}/home`);
  await age(page);
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(offer(page)).toBeHidden();
  await page.reload();
  await isWhole(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Install' }).click();
  await expect.poll(prompts).toBe(1);
  await expect(offer(page)).toBeHidden();
});

test('live timing is never covered by the offer', async ({ page, site }) => {
  await holdPrompt(page, 'accepted');
  await install(page, `${site.origin}/home`);
  await age(page);
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await page.goto(`${site.origin}/live/${site.sessionId}`);
  await isWhole(page);
  await expect(offer(page)).toBeHidden();
  await page.getByRole('link', { name: 'Pitboard, home' }).click();
  await expect(offer(page)).toBeVisible();
});

test.describe('an iPhone', () => {
  test.use({ userAgent: iphone });

  test('is told the three steps of its share sheet', async ({ page, site }) => {
    await page.goto(`${site.origin}/home`);
    await isWhole(page);
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

test('a picture that hangs does not keep the app from being put on the device', async ({ page, site, isMobile }) => {
  test.skip(!isMobile, 'once is enough');
  const asked = site.mute('/hangs');
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.body.append(Object.assign(new Image(), { src: '/hangs' })));
  });
  await page.goto(`${site.origin}/home`, { waitUntil: 'commit' });
  await asked;
  await expect(page.getByText('Pitboard works without a network now.')).toBeVisible();
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
});

test('in a window of its own there is nothing to install', async ({ site, isMobile, openProfile }) => {
  test.skip(isMobile, 'once is enough');
  const page = await openProfile('app', [`--app=${site.origin}/home`]);
  await expect(heading(page)).toBeVisible();
  expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Install' })).toBeHidden();
});

test('a download begins, and a second later the page that says what to do with it opens', async ({ page, site }) => {
  await site.stop();
  await site.start({ DOWNLOAD_URL: `${site.origin}/favicon.png` });
  await page.goto(`${site.origin}/home`);
  await isWhole(page);
  const begun = page.waitForEvent('download');
  const isWide = (page.viewportSize()?.width ?? 0) >= 1050;
  if (!isWide) await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Download App' }).filter({ visible: true }).click();
  expect((await begun).url()).toBe(`${site.origin}/favicon.png`);
  await expect(page).toHaveURL(`${site.origin}/downloadInfo`);
  await expect(page.getByRole('link', { name: 'fetch the file from here' })).toBeVisible();
  await site.stop();
  await site.start();
  await page.reload();
  await expect(page.getByText('This server has no app to download yet.')).toBeVisible();
});

test('every picture of the manifest is as large as it says', async ({ page, site }) => {
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

test('a whole browser finds nothing in the way of installing, and says so once', async ({
  site,
  isMobile,
  openProfile,
}, info) => {
  test.skip(isMobile, 'once is enough');
  const { isFull } = await findChromium();
  const skipped = 'installing: this is the headless shell, which answers falsely';
  if (!isFull) info.annotations.push({ type: 'skipped', description: skipped });
  test.skip(!isFull, skipped);
  const page = await openProfile('phone');
  await page.addInitScript(() => {
    const noted = window as unknown as { prompts: number };
    noted.prompts = 0;
    addEventListener('beforeinstallprompt', () => {
      noted.prompts += 1;
    });
  });
  await install(page, `${site.origin}/home`);
  const session = await page.context().newCDPSession(page);
  const { appId } = await session.send('Page.getAppId');
  if (appId === undefined) info.annotations.push({ type: 'skipped', description: skipped });
  test.skip(appId === undefined, skipped);
  expect(appId).toBe(`${site.origin}/`);
  await expect.poll(async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  await expect.poll(() => page.evaluate(() => (window as unknown as { prompts: number }).prompts)).toBe(1);
});
