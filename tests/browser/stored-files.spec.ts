import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { isAppPage, pageNames, pageRoute } from '#contract/pages/routes';
import { createAccount, logIn, startLoggedIn } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { clearBrowserCache, fileGroups, storedPaths, waitForCharts } from './device.ts';
import { installApp, type Site, test } from './site.ts';

test.use({ serviceWorkers: 'allow' });

const { dashboard, charts } = fileGroups;

/** The names of the files of users in another build. */
const filesOf = (build: string | null) =>
  dashboard.map((path) => (build === null ? path : path.replace(/\.js$/, `.${build}.js`))).sort();

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
  expect((await storedPaths(page)).filter((path) => dashboard.includes(path))).toEqual([]);
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
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard`);
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
  const outdated = async () => (await storedPaths(page)).filter((path) => !path.endsWith('.second.js'));
  await expect.poll(outdated).toEqual([]);
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
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard`);
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

/** All charts that need one of these files: it is one of them, or they import it. */
function chartsWith(path: string): string[] {
  const imports = (file: string) => {
    const text = readFileSync(join(import.meta.dirname, '../../dist', file), 'utf8');
    return charts.filter((other) =>
      ['from', 'import'].some((word) => text.includes(`${word}"./${other.slice('/assets/'.length)}"`)),
    );
  };
  const needs = (file: string): boolean => file === path || imports(file).some(needs);
  return charts.filter(needs);
}

test('a visited session stores the charts, each of them with all that it imports or not at all', async ({
  page,
  site,
  context,
}) => {
  const shared = charts.find((path) => path.includes('/OrderAtStep-')) ?? '';
  const incomplete = chartsWith(shared);
  expect(incomplete.map((path) => path.split(/[/-]/)[2])).toContain('RaceStory');
  const complete = charts.filter((path) => !incomplete.includes(path));
  expect(complete).not.toEqual([]);
  await installApp(page, `${site.origin}/home`);
  expect(await storedPaths(page)).toEqual([]);
  const requested = site.hang(shared);
  await page.goto(`${site.origin}/sessions/${site.sessionId}`);
  const release = await requested;
  await expect.poll(() => storedPaths(page)).toEqual(expect.arrayContaining(complete));
  expect((await storedPaths(page)).filter((path) => incomplete.includes(path))).toEqual([]);
  release();
  await waitForCharts(page);
  await page.close();
  await site.stop();

  const later = await context.newPage();
  await clearBrowserCache(context, later);
  await later.goto(`${site.origin}/sessions/${site.sessionId}`);
  await expect(later.getByText('No laps recorded')).toBeVisible();
});

test('charts that the first page of a visitor has loaded stay readable with the server stopped', async ({
  page,
  site,
  context,
}) => {
  // No service worker controls this page.
  await installApp(page, `${site.origin}/sessions/${site.sessionId}`);
  await waitForCharts(page);
  await page.close();
  await site.stop();

  const later = await context.newPage();
  await clearBrowserCache(context, later);
  await later.goto(`${site.origin}/sessions/${site.sessionId}`);
  await expect(later.getByText('No laps recorded')).toBeVisible();
});
