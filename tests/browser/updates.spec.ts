import type { Page } from 'playwright/test';
import { build, expect, heading, install, isWhole, test } from './site.ts';

// The same on both.
test.beforeEach(({ isMobile }) => test.skip(!isMobile, 'once is enough'));

// The long run goes through each case ten times: sixty in all (quality P1).
const rounds = Array.from({ length: process.env.PITBOARD_LONG === undefined ? 1 : 10 }, (_, index) => index + 1);

const offer = (page: Page) => page.getByText('A new version of Pitboard is here.');
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
const accept = (page: Page) => page.getByRole('button', { name: 'Reload' }).click();

for (const round of rounds) {
  test(`a new version is offered, comes when a person says yes, and never by itself (${round})`, async ({
    page,
    site,
  }) => {
    await install(page, `${site.origin}/home`);
    await page.reload();
    await expect(heading(page)).toBeVisible();
    expect(await build(page)).toBeNull();
    await site.deploy('second');
    await lookForUpdate(page);
    await expect(offer(page)).toBeVisible();
    expect(await build(page)).toBeNull();
    await accept(page);
    await expect.poll(() => build(page)).toBe('second');
    await expect(offer(page)).toBeHidden();
  });

  test(`a page that no worker serves yet gets the new version too (${round})`, async ({ page, site }) => {
    await install(page, `${site.origin}/home`);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await site.deploy('second');
    await lookForUpdate(page);
    await accept(page);
    await expect.poll(() => build(page)).toBe('second');
  });

  test(`three deploys while a tab stays open are one offer, of the last (${round})`, async ({ page, site }) => {
    await install(page, `${site.origin}/home`);
    await page.reload();
    for (const name of ['second', 'third', 'fourth']) {
      await site.deploy(name);
      await lookForUpdate(page);
      await expect(offer(page)).toHaveCount(1);
    }
    await accept(page);
    await expect.poll(() => build(page)).toBe('fourth');
    await expect(offer(page)).toBeHidden();
  });

  test(`a version that another tab has taken comes here by its own yes (${round})`, async ({ page, site, context }) => {
    await install(page, `${site.origin}/home`);
    await page.reload();
    const other = await context.newPage();
    await other.goto(`${site.origin}/leagues`);
    await site.deploy('second');
    await lookForUpdate(page);
    await expect(offer(other)).toBeVisible();
    await accept(page);
    await expect.poll(() => build(page)).toBe('second');
    expect(await build(other)).toBeNull();
    await accept(other);
    await expect.poll(() => build(other)).toBe('second');
  });

  test(`a browser that never says that the new version controls the page reloads all the same (${round})`, async ({
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      navigator.serviceWorker.addEventListener('controllerchange', (event) => event.stopImmediatePropagation());
    });
    await install(page, `${site.origin}/home`);
    await page.reload();
    await site.deploy('second');
    await lookForUpdate(page);
    await accept(page);
    await expect.poll(() => build(page)).toBe('second');
  });

  test(`a tab in which somebody types is left alone, whatever other tabs do, and its old pages still load (${round})`, async ({
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
    expect(await build(other)).toBeNull();
  });
}

test('an offer that is put away comes back with every next version, and one that broke off ends nothing', async ({
  page,
  site,
}) => {
  await install(page, `${site.origin}/home`);
  await page.reload();
  for (const [name, without] of [['second'], ['third'], ['fourth', 'Impressum'], ['fifth'], ['sixth']] as const) {
    await site.deploy(name, without);
    await lookForUpdate(page).catch(() => undefined);
    if (without === undefined) {
      await expect(offer(page)).toBeVisible();
      await page.getByRole('button', { name: 'Later' }).click();
    }
    await expect(offer(page)).toBeHidden();
  }
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => build(page)).toBe('sixth');
});

test('a picture that hangs on a bad line does not keep a new version back', async ({ page, site }) => {
  await install(page, `${site.origin}/home`);
  await page.reload();
  await site.deploy('second');
  await lookForUpdate(page);
  await expect(offer(page)).toBeVisible();
  const path = `/api/League/${site.leagueId}/thumbnail`;
  const asked = site.mute(path);
  await page.evaluate((src) => {
    document.getElementById('main')?.append(Object.assign(new Image(), { src }));
  }, `${path}?v=1`);
  await asked;
  await accept(page);
  await expect.poll(() => build(page), { timeout: 30_000 }).toBe('second');
  await expect(offer(page)).toBeHidden();
});

test('a version that takes over while a page is being loaded is offered there', async ({ page, site, context }) => {
  await install(page, `${site.origin}/home`);
  const other = await context.newPage();
  await other.goto(`${site.origin}/home`);
  await page.addInitScript(() => {
    // The app begins to follow its versions when the page has nothing else to do: when the test says so.
    window.requestIdleCallback = (run) => {
      addEventListener('idle', () => run({ didTimeout: false, timeRemaining: () => 50 }));
      return 0;
    };
  });
  await page.reload();
  await site.deploy('second');
  await lookForUpdate(other);
  await accept(other);
  await expect.poll(() => build(other)).toBe('second');
  await page.evaluate(() => dispatchEvent(new Event('idle')));
  await expect(offer(page)).toBeVisible();
  expect(await build(page)).toBeNull();
  await accept(page);
  await expect.poll(() => build(page)).toBe('second');
});

test('a tab two builds behind still opens every page', async ({ page, site, context }) => {
  await install(page, `${site.origin}/home`);
  await page.reload();
  const keeper = await context.newPage();
  await keeper.goto(`${site.origin}/home`);
  for (const name of ['second', 'third']) {
    await site.deploy(name);
    await lookForUpdate(keeper);
    await accept(keeper);
    await expect.poll(() => build(keeper)).toBe(name);
  }
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const paths = [
    ...['/leagues', `/leagues/${site.leagueId}`, `/seasons/${site.seasonId}`, `/sessions/${site.sessionId}`],
    ...['/faq', '/privacy', '/impressum', '/tos', '/downloadInfo', '/login', '/signup', '/resetPassword'],
    ...['/resetPasswordConfirm', '/search/monza', '/nowhere'],
  ];
  for (const path of paths) {
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
    expect([path, await build(page)]).toEqual([path, null]);
  }
});

test('a new version of which a file is missing is not installed, and the old one goes on', async ({ page, site }) => {
  await install(page, `${site.origin}/home`);
  await page.reload();
  await site.deploy('second', 'Impressum');
  const statesOf = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
      return [installing, waiting, active].map((worker) => worker?.state ?? null);
    });
  await lookForUpdate(page).catch(() => undefined);
  await expect.poll(statesOf).toEqual([null, null, 'activated']);
  await expect(offer(page)).toBeHidden();
  await page.goto(`${site.origin}/leagues`);
  await expect(page.getByText('Car Park League')).toBeVisible();
  expect(await build(page)).toBeNull();
});

test('a tab whose database a newer version took offers that version, and goes on', async ({ page, site, context }) => {
  await install(page, `${site.origin}/home`);
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

test('one setting of the server takes the worker and its caches off a device, and leaves what was read', async ({
  page,
  site,
}) => {
  await install(page, `${site.origin}/leagues`);
  await page.reload();
  await expect(page.getByText('Car Park League')).toBeVisible();
  await site.stop();
  await site.start({ SW_KILL: 'on' });
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...words) {
      document.documentElement.dataset['registered'] = 'yes';
      return register.apply(this, words);
    };
  });
  await page.goto(`${site.origin}/home`);
  // The page that the old worker served is left for one that the server sends.
  await page.waitForFunction(() => document.querySelector('meta[name=pitboard-worker]') !== null);
  await isWhole(page);
  await page.waitForLoadState('networkidle');
  // Or it would come and go for as long as the page is open.
  await expect(page.locator('html')).not.toHaveAttribute('data-registered');
  expect(
    await page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]),
  ).toEqual([0, 0]);
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(names).toContain('pitboard');
});
