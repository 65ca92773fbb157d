import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { isAppPage, pageNames, pageRoute } from '#contract/pages/routes';
import { createAccount, logIn } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { installApp, type Site, test } from './site.ts';

test.use({ serviceWorkers: 'allow' });

interface FileList {
  readonly groups: { readonly dashboard: readonly string[] };
}

/** Files of the first build that only pages of users need. */
const { groups }: FileList = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../dist/stored-files.json'), 'utf8'),
);

/** The names of those files in another build. */
const filesOf = (build: string | null) =>
  groups.dashboard.map((path) => (build === null ? path : path.replace(/\.js$/, `.${build}.js`))).sort();

/** Paths of stored files that are not part of the installed app. */
const storedPaths = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('assets')).keys();
    return requests.map(({ url }) => new URL(url).pathname).sort();
  });

/** Files that the browser has loaded are in its own cache too, which keeps them for a while. */
async function clearBrowserCache(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
}

const userPages = pageNames.filter((name) => isAppPage(name) && pageRoute(name).access === 'named');

/** Opens all pages of users by links, as the app itself does. */
async function openUserPages(page: Page, site: Site): Promise<void> {
  for (const name of userPages) {
    const path = pageRoute(name).path.replace('{uuid}', name === 'editLeague' ? site.leagueId : site.seasonId);
    await page.evaluate((address) => {
      const link = document.createElement('a');
      link.href = address;
      document.getElementById('main')?.append(link);
      link.click();
      link.remove();
    }, path);
    await expect(page).toHaveURL(site.origin + path);
    await expect(heading(page), path).toBeVisible();
    await expect(page.getByText('This page could not be loaded.'), path).toBeHidden();
    await expect(page.getByText('Something went wrong!'), path).toBeHidden();
  }
}

test('a visitor stores no page of users, and a user who logs in stores all, which open with the server stopped', async ({
  page,
  site,
  context,
}) => {
  const account = await createAccount(site.origin);
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  await expect(heading(page)).toBeVisible();
  expect((await storedPaths(page)).filter((path) => groups.dashboard.includes(path))).toEqual([]);
  await logIn(page, account, site.origin);
  await expect.poll(() => storedPaths(page)).toEqual(expect.arrayContaining(filesOf(null)));
  await page.close();
  await site.stop();

  const later = await context.newPage();
  await clearBrowserCache(context, later);
  await later.goto(`${site.origin}/dashboard`);
  await expect(heading(later)).toHaveText('Dashboard');
  await openUserPages(later, site);
});

test('a new version stores the pages of users before it is accepted, then removes those of the old one, whose tab goes on', async ({
  page,
  site,
  context,
}) => {
  const account = await createAccount(site.origin);
  await installApp(page, `${site.origin}/home`);
  await logIn(page, account, site.origin);
  await expect.poll(() => storedPaths(page)).toEqual(expect.arrayContaining(filesOf(null)));
  const old = await context.newPage();
  await old.goto(`${site.origin}/home`);
  await site.deploy('second');
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect.poll(() => storedPaths(page)).toEqual(expect.arrayContaining([...filesOf(null), ...filesOf('second')]));
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-build', 'second');
  await expect.poll(() => storedPaths(page)).not.toContain(filesOf(null)[0]);
  expect((await storedPaths(page)).filter((path) => !path.endsWith('.second.js'))).toEqual([]);
  await clearBrowserCache(context, old);
  await openUserPages(old, site);
  expect(await old.locator('html').getAttribute('data-build')).toBeNull();
  await old.close();
  await page.close();
  await site.stop();

  const later = await context.newPage();
  await clearBrowserCache(context, later);
  await later.goto(`${site.origin}/dashboard/sessions`);
  await expect(heading(later)).toHaveText('Your sessions');
});

test('a file of a new version is not stored with another content than the build has written', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  await installApp(page, `${site.origin}/home`);
  await logIn(page, account, site.origin);
  await expect.poll(() => storedPaths(page)).toEqual(expect.arrayContaining(filesOf(null)));
  await site.deploy('second', { script: 'EditLeaguePage', content: 'export {};' });
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  const isForged = (path: string) => path.includes('EditLeaguePage');
  const others = filesOf('second').filter((path) => !isForged(path));
  await expect.poll(() => storedPaths(page)).toEqual(expect.arrayContaining(others));
  expect((await storedPaths(page)).filter(isForged)).toEqual(filesOf(null).filter(isForged));
});
