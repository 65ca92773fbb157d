// One piece: all ways in which a new version of the app reaches a tab.
import type { Page } from 'playwright/test';
import { activationTimeout, newerInstallTimeout } from '#contract/constants';
import { pageRoute, pages } from '#contract/pages/routes';
import { selfDestroyingWorker } from '../../server/web/kill-switch.ts';
import { openHttpServer } from '../fixtures/http-server.ts';
import { createAccount, startLoggedIn } from './accounts.ts';
import { expect, heading, waitForDeferredShell } from './base-test.ts';
import { expectFreeFooter } from './checks.ts';
import { installApp, test } from './site.ts';

test.use({ serviceWorkers: 'allow' });

/** The long run repeats the first tests: they depend on timing. */
const rounds = Array.from({ length: process.env.PITBOARD_LONG === undefined ? 1 : 10 }, (_, index) => index + 1);

const offer = (page: Page) => page.getByText('A new version of Pitboard is available.');
const deferred = (page: Page) => page.getByText('It installs after you save your changes.');
const acceptButton = (page: Page) => page.getByRole('button', { name: 'Update now' });
/** The build that runs in a tab; null for the first. */
const buildOf = (page: Page) => page.locator('html').getAttribute('data-build');

/** Lets the browser look for a new version now. */
const checkForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

/** Lets the browser look for a new version now; resolves once it is installed. */
const installUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const worker = registration?.installing;
    if (worker) await new Promise((installed) => worker.addEventListener('statechange', installed, { once: true }));
  });

/** Lets the browser look for a new version now; resolves when its installation has failed. */
const failToUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const hasFailed = new Promise<void>((resolve) => {
      registration?.addEventListener('updatefound', () => {
        const worker = registration.installing;
        if (worker === null) return resolve();
        worker.addEventListener('statechange', () => (worker.state === 'redundant' ? resolve() : undefined));
      });
    });
    // Rejects only where the installation fails before the browser has answered.
    await registration?.update().catch(() => undefined);
    await hasFailed;
  });

for (const round of rounds) {
  test(`a new version is offered, and runs where it was accepted, not before and not in another tab (${round})`, async ({
    page,
    site,
    context,
  }) => {
    await installApp(page, `${site.origin}/home`);
    await page.reload();
    await expect(heading(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${site.origin}/leagues`);
    await site.deploy('second');
    await checkForUpdate(page);
    await expect(offer(page)).toBeVisible();
    await expectFreeFooter(page);
    await expect(offer(other)).toBeVisible();
    expect(await buildOf(page)).toBeNull();
    await acceptButton(page).click();
    await expect.poll(() => buildOf(page)).toBe('second');
    await expect(offer(page)).toBeHidden();
    expect(await buildOf(other)).toBeNull();
    await acceptButton(other).click();
    await expect.poll(() => buildOf(other)).toBe('second');
  });

  test(`a page that no service worker controls yet gets the accepted version (${round})`, async ({ page, site }) => {
    // The time after which an accepted version is no longer waited for never passes.
    await page.addInitScript((timeout) => {
      const { setTimeout: original } = window;
      window.setTimeout = ((run: () => void, delay?: number) =>
        delay === timeout ? 0 : original(run, delay)) as typeof setTimeout;
    }, activationTimeout);
    await installApp(page, `${site.origin}/home`);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await site.deploy('second');
    await checkForUpdate(page);
    await acceptButton(page).click();
    await expect.poll(() => buildOf(page)).toBe('second');
  });

  test(`three deploys while a tab is open are one offer, of the last one (${round})`, async ({ page, site }) => {
    await installApp(page, `${site.origin}/home`);
    await page.reload();
    for (const name of ['second', 'third', 'fourth']) {
      await site.deploy(name);
      // Until then an accepted offer means the version before.
      await installUpdate(page);
      await expect(offer(page)).toHaveCount(1);
    }
    await acceptButton(page).click();
    await expect.poll(() => buildOf(page)).toBe('fourth');
    await expect(offer(page)).toBeHidden();
  });

  test(`a browser that does not report the new controller gets the accepted version too (${round})`, async ({
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      navigator.serviceWorker.addEventListener('controllerchange', (event) => event.stopImmediatePropagation());
    });
    await installApp(page, `${site.origin}/home`);
    await page.reload();
    await site.deploy('second');
    await checkForUpdate(page);
    await acceptButton(page).click();
    await expect.poll(() => buildOf(page)).toBe('second');
  });

  test(`a tab with unsaved input defers the version, keeps the input, and its pages still load (${round})`, async ({
    page,
    site,
    context,
  }) => {
    const account = await createAccount(site.origin);
    await installApp(page, `${site.origin}/home`);
    await startLoggedIn(page, account, site.origin);
    await page.goto(`${site.origin}/dashboard`);
    const other = await context.newPage();
    await other.goto(`${site.origin}/dashboard/settings`);
    const field = other.getByLabel('New address');
    await field.fill('half@typed');
    await site.deploy('second');
    await checkForUpdate(page);
    await expect(deferred(other)).toBeVisible();
    await expect(acceptButton(other)).toBeHidden();
    // A submit that fails saves nothing.
    await other.route('**/auth/v1/user**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await other.getByRole('button', { name: 'Change address' }).click();
    await expect(other.getByRole('alert').filter({ hasText: 'Nothing was saved.' })).toBeVisible();
    await expect(deferred(other)).toBeVisible();
    await other.unroute('**/auth/v1/user**');

    await acceptButton(page).click();
    await expect.poll(() => buildOf(page)).toBe('second');
    expect(await buildOf(other)).toBeNull();
    await expect(field).toHaveValue('half@typed');
    await expect(deferred(other)).toBeVisible();
    const session = await context.newCDPSession(other);
    await session.send('Network.clearBrowserCache');
    await other.getByRole('link', { name: 'Privacy Policy' }).click();
    await other.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Leave' }).click();
    await expect(heading(other)).toHaveText('Privacy Policy');
    expect(await buildOf(other)).toBeNull();
    await expect(offer(other)).toBeVisible();
  });
}

test('on a live page a version is one quiet line, and is offered on the next page, whose search box has text', async ({
  page,
  site,
}) => {
  await installApp(page, `${site.origin}/live`);
  await page.reload();
  await site.deploy('second');
  await checkForUpdate(page);
  await expect(page.getByText('An update is ready.')).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await page.goto(`${site.origin}/search/monza`);
  await page.getByRole('searchbox').filter({ visible: true }).fill('spa');
  await expect(offer(page)).toBeVisible();
  await page.getByRole('link', { name: 'Leagues' }).filter({ visible: true }).click();
  await expect(heading(page)).toHaveText('Leagues');
  await expect(offer(page)).toBeVisible();
  expect(await buildOf(page)).toBeNull();
});

test('an offer that was put off returns with every later version, and not with one that fails to install', async ({
  page,
  site,
}) => {
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  for (const name of ['second', 'third']) {
    await site.deploy(name);
    await checkForUpdate(page);
    await expect(offer(page)).toBeVisible();
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(offer(page)).toBeHidden();
  }
  await site.deploy('fourth', { script: 'FaqPage', content: null });
  await failToUpdate(page);
  await expect(offer(page)).toBeHidden();
  for (const name of ['fifth', 'sixth']) {
    await site.deploy(name);
    await checkForUpdate(page);
    await expect(offer(page)).toBeVisible();
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(offer(page)).toBeHidden();
  }
  await acceptButton(page).click();
  await expect.poll(() => buildOf(page)).toBe('sixth');
});

test('an image that hangs does not delay an accepted version for long', async ({ page, site }) => {
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  await site.deploy('second');
  await checkForUpdate(page);
  await expect(offer(page)).toBeVisible();
  const path = `/api/League/${site.leagueId}/thumbnail`;
  const requested = site.hang(path);
  await page.evaluate((src) => {
    document.getElementById('main')?.append(Object.assign(new Image(), { src, alt: '' }));
  }, `${path}?v=1`);
  await requested;
  await acceptButton(page).click();
  await expect.poll(() => buildOf(page), { timeout: 30_000 }).toBe('second');
  await expect(offer(page)).toBeHidden();
});

/** Counts how often a tab loads a page from now on. */
const countLoads = (page: Page) => {
  const count = { loads: 0 };
  page.on('domcontentloaded', () => (count.loads += 1));
  return count;
};

test('of a version that was deployed after the offer, the acceptance makes one reload, and no further offer', async ({
  page,
  site,
}) => {
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  await site.deploy('second');
  await checkForUpdate(page);
  await expect(offer(page)).toBeVisible();
  await site.deploy('third');
  const count = countLoads(page);
  await acceptButton(page).click();
  await expect.poll(() => buildOf(page)).toBe('third');
  await waitForDeferredShell(page);
  await installUpdate(page);
  await expect(offer(page)).toBeHidden();
  expect(count.loads).toBe(1);
});

test('two tabs that accept an older version at once both get the newest with one reload', async ({
  page,
  site,
  context,
}) => {
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  const other = await context.newPage();
  await other.goto(`${site.origin}/leagues`);
  await site.deploy('second');
  await checkForUpdate(page);
  await expect(offer(page)).toBeVisible();
  await expect(offer(other)).toBeVisible();
  await site.deploy('third');
  const counts = [countLoads(page), countLoads(other)];
  await Promise.all([page, other].map((tab) => acceptButton(tab).dispatchEvent('click')));
  await expect.poll(() => buildOf(page)).toBe('third');
  await expect.poll(() => buildOf(other)).toBe('third');
  expect(counts.map(({ loads }) => loads)).toEqual([1, 1]);
});

test('an accepted version runs, with all its files, when a newer one fails to install', async ({ page, site }) => {
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  await site.deploy('second');
  await checkForUpdate(page);
  await expect(offer(page)).toBeVisible();
  await site.deploy('third', { script: 'FaqPage', content: null });
  await acceptButton(page).click();
  await expect.poll(() => buildOf(page)).toBe('second');
  await site.stop();
  await page.goto(`${site.origin}/faq`);
  await expect(heading(page)).toHaveText('FAQ');
  expect(await buildOf(page)).toBe('second');
});

test('a server that does not answer about newer versions delays an accepted one for seconds, and the page says so', async ({
  page,
  site,
}) => {
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  await site.deploy('second');
  await checkForUpdate(page);
  await expect(offer(page)).toBeVisible();
  const asked = site.hang('/sw.js');
  await acceptButton(page).click();
  await asked;
  await expect(page.getByText('Updating…')).toBeVisible();
  await expect(acceptButton(page)).toBeDisabled();
  await expect.poll(() => buildOf(page)).toBe('second');
});

/** A newer version that is still being installed is not waited for. */
const skipInstallTimeout = (page: Page) =>
  page.addInitScript((timeout) => {
    const { setTimeout: original } = window;
    window.setTimeout = ((run: () => void, delay?: number) =>
      original(run, delay === timeout ? 0 : delay)) as typeof setTimeout;
  }, newerInstallTimeout);

test('a version that is still being installed while the accepted one takes over has all its files afterwards', async ({
  page,
  site,
}) => {
  await skipInstallTimeout(page);
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  await site.deploy('second');
  await checkForUpdate(page);
  await expect(offer(page)).toBeVisible();
  await site.deploy('third');
  // Files are stored one by one, and this is one of the last.
  const requested = site.hang('/assets/FaqPage');
  await checkForUpdate(page);
  const release = await requested;
  await acceptButton(page).click();
  await expect.poll(() => buildOf(page)).toBe('second');
  release();
  await acceptButton(page).click();
  await expect.poll(() => buildOf(page)).toBe('third');
  await site.stop();
  await page.goto(`${site.origin}/faq`);
  await expect(heading(page)).toHaveText('FAQ');
  expect(await buildOf(page)).toBe('third');
});

test('a newer version that replaces the accepted one before it takes over runs after one reload', async ({
  page,
  site,
}) => {
  await skipInstallTimeout(page);
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  await site.deploy('second');
  await checkForUpdate(page);
  await expect(offer(page)).toBeVisible();
  await site.deploy('third');
  const installing = site.hang('/assets/FaqPage');
  await checkForUpdate(page);
  const release = await installing;
  // Until this image is given up, no version takes over.
  const path = `/api/League/${site.leagueId}/thumbnail`;
  const requested = site.hang(path);
  await page.evaluate((src) => {
    document.getElementById('main')?.append(Object.assign(new Image(), { src, alt: '' }));
  }, `${path}?v=1`);
  await requested;
  const count = countLoads(page);
  await acceptButton(page).click();
  await expect(page.getByText('Updating…')).toBeVisible();
  release();
  await expect.poll(() => buildOf(page), { timeout: 30_000 }).toBe('third');
  expect(count.loads).toBe(1);
});

test('a version that takes over while a page loads is offered there', async ({ page, site, context }) => {
  await installApp(page, `${site.origin}/home`);
  const other = await context.newPage();
  await other.goto(`${site.origin}/home`);
  await page.addInitScript(() => {
    // The app starts to follow its versions when the page is idle, which the test decides.
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(window, { setIdle: resolve });
    window.requestIdleCallback = (run) => {
      void promise.then(() => run({ didTimeout: false, timeRemaining: () => 50 }));
      return 0;
    };
  });
  await page.reload();
  await site.deploy('second');
  await checkForUpdate(other);
  await acceptButton(other).click();
  await expect.poll(() => buildOf(other)).toBe('second');
  await page.evaluate(() => Object(window).setIdle());
  await expect(offer(page)).toBeVisible();
  expect(await buildOf(page)).toBeNull();
  await acceptButton(page).click();
  await expect.poll(() => buildOf(page)).toBe('second');
});

test('a tab that is two builds behind still opens every public page', async ({ page, site, context }) => {
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  const updated = await context.newPage();
  await updated.goto(`${site.origin}/home`);
  for (const name of ['second', 'third']) {
    await site.deploy(name);
    await checkForUpdate(updated);
    await acceptButton(updated).click();
    await expect.poll(() => buildOf(updated)).toBe(name);
  }
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const ids = { league: site.leagueId, season: site.seasonId, session: site.sessionId };
  for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
    const { access, document: own, path: pattern } = pageRoute(name);
    // Paths without a page are left to the server, whose documents may be there.
    if (access !== 'public' || own !== undefined || name === 'notFound') continue;
    const id = Object.entries(ids).find(([kind]) => kind === name)?.[1] ?? '01900000-0000-7000-8000-00000000dead';
    const path = pattern.replace('{uuid}', id).replace('{track}', '26').replace('{text}', 'monza');
    await page.evaluate((address) => {
      const link = document.createElement('a');
      link.href = address;
      document.getElementById('main')?.append(link);
      link.click();
      link.remove();
    }, path);
    await expect(page).toHaveURL(site.origin + path);
    await expect(heading(page)).toBeVisible();
    await expect(page.getByText('Something went wrong!')).toBeHidden();
    expect([path, await buildOf(page)]).toEqual([path, null]);
  }
});

const faults = [
  ['a missing file', null],
  ['a file that has the page of a captive portal', '<!doctype html><title>Free Wi-Fi</title>'],
] as const;

for (const [fault, content] of faults)
  test(`a version with ${fault} is not installed, and the app goes on with the old one`, async ({ page, site }) => {
    await installApp(page, `${site.origin}/home`);
    await page.reload();
    await site.deploy('second', { script: 'FaqPage', content });
    const workerStates = () =>
      page.evaluate(async () => {
        const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
        return [installing, waiting, active].map((worker) => worker?.state ?? null);
      });
    await failToUpdate(page);
    await expect.poll(workerStates).toEqual([null, null, 'activated']);
    await expect(offer(page)).toBeHidden();
    await page.goto(`${site.origin}/leagues`);
    await expect(page.getByText('Car Park League')).toBeVisible();
    expect(await buildOf(page)).toBeNull();
  });

test('a tab whose database a newer version has opened offers that version, and goes on', async ({
  page,
  site,
  context,
}) => {
  await installApp(page, `${site.origin}/home`);
  const newer = await context.newPage();
  await newer.goto(`${site.origin}/faq`);
  await expect(heading(newer)).toBeVisible();
  await newer.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('pitboard', 99);
        opening.onsuccess = resolve;
        opening.onerror = () => reject(opening.error);
      }),
  );
  await expect(offer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('link', { name: 'Leagues' }).filter({ visible: true }).first().click();
  await expect(page.getByText('Car Park League')).toBeVisible();
});

test('SW_KILL removes the service worker and its caches from the device, and keeps the database', async ({
  page,
  site,
}) => {
  await installApp(page, `${site.origin}/leagues`);
  await page.reload();
  await expect(page.getByText('Car Park League')).toBeVisible();
  await site.stop();
  await site.start({ SW_KILL: 'on' });
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...parameters) {
      document.documentElement.dataset['registered'] = 'yes';
      return register.apply(this, parameters);
    };
  });
  await page.goto(`${site.origin}/home`);
  // The page from the old worker is replaced by one from the server.
  const replaced = page.locator('html:has(meta[name=pitboard-worker])');
  await expect(replaced.or(acceptButton(page))).toBeVisible();
  // A worker that the browser has found in the moment of a reload may wait: it is offered as any other.
  if (await acceptButton(page).isVisible()) await acceptButton(page).click();
  await expect(replaced).toBeVisible();
  await waitForDeferredShell(page);
  // Otherwise the worker would be removed and registered again for as long as the page is open.
  await expect(page.locator('html')).not.toHaveAttribute('data-registered');
  expect(
    await page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]),
  ).toEqual([0, 0]);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases).toContain('pitboard');
  // Without a network, the page would be missing.
  await page.goto(`${site.origin}/sessions/${site.sessionId}`);
  await expect(page.getByRole('button', { name: 'Share results' })).toBeVisible();
  await waitForDeferredShell(page);
  await expect(page.getByRole('button', { name: /^Keep offline/ })).toHaveCount(0);
});

test('a worker that removes itself, and that the browser lets wait, takes over once the page has accepted it', async ({
  page,
  site,
}) => {
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  await waitForDeferredShell(page);
  await site.stop();
  // Chromium may let it wait when it finds it in the moment of a reload.
  const waiting = selfDestroyingWorker.replace(/.*'install'.*/, '');
  expect(waiting).not.toBe(selfDestroyingWorker);
  const server = await openHttpServer(
    ({ url }, response) => {
      const isWorker = url === '/sw.js';
      response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' });
      response.end(isWorker ? waiting : '<h1>From the server</h1>');
    },
    Number(new URL(site.origin).port),
  );
  await checkForUpdate(page);
  await acceptButton(page).click();
  await expect(page.getByRole('heading', { name: 'From the server' })).toBeVisible();
  await server.close();
});
