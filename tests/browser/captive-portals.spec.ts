import type { Page } from 'playwright/test';
import { callAs, createAccount, logIn, submitLogin, useOwnIpAddress } from './accounts.ts';
import { expect, heading, waitForDeferredShell } from './base-test.ts';
import { storedTexts } from './device.ts';
import { raceOf, test } from './live-site.ts';
import { installApp } from './site.ts';
import type { PortalMode } from './tcp-proxy.ts';

const words = 'This Wi-Fi wants you to sign in';
/** The limit for an automatic recovery. */
const soon = { timeout: 5_000 };

const statusLine = (page: Page) => page.locator('p[role=status]', { hasText: 'Show saved pages' });
const modes: readonly PortalMode[] = ['portal', 'portal302', 'portal403', 'portal511'];

test('behind a captive portal of any kind the name stays, all words agree, and every page returns by itself', async ({
  page,
  browser,
  origin,
  network,
  record,
}) => {
  test.setTimeout(240_000);
  const recorder = await record();
  recorder.show(raceOf());
  const account = await createAccount(origin);
  const { id } = await callAs(origin, account, 'POST', '/api/League', { name: 'Portal League' });
  const visitor = await browser.newContext();
  await useOwnIpAddress(visitor);
  const login = await visitor.newPage();
  await installApp(page, `${origin}/home`);
  await logIn(page, account, origin);
  await page.goto(`${origin}/dashboard/leagues/${id}/edit`);
  await expect(page.getByLabel('Name', { exact: true })).toBeEnabled();
  for (const mode of modes) {
    await test.step(`${mode}: a save`, async () => {
      await page.goto(`${origin}/dashboard/leagues/${id}/edit`);
      await page.getByLabel('Description').fill(`typed behind ${mode}`);
      await login.goto(`${origin}/login`);
      await expect(heading(login)).toHaveText('Log in');
      await waitForDeferredShell(login);
      await network.set(mode);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('main').getByText(`${words}. Nothing was saved.`)).toBeVisible();
      await expect(statusLine(page)).toContainText(words);
    });
    await test.step(`${mode}: a sign-in`, async () => {
      await submitLogin(login, account.email);
      await expect(login.getByRole('main').getByText(`${words}. Nothing was saved.`)).toBeVisible();
      await expect(statusLine(login)).toContainText(words);
    });
    await test.step(`${mode}: back`, async () => {
      await network.set('pass');
      for (const each of [page, login]) await expect(statusLine(each)).toHaveCount(0, soon);
      for (const each of [page, login]) await expect(each.getByText(words)).toHaveCount(0);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Saved.')).toBeVisible();
    });
    await test.step(`${mode}: start, reload, dashboard`, async () => {
      await network.set(mode);
      for (const visit of [() => page.goto(`${origin}/dashboard`), () => page.reload()]) {
        await visit();
        await expect(page.getByText(`Logged in as ${account.username} (offline)`)).toBeVisible();
        await expect(statusLine(page)).toContainText(words);
        await expect(heading(page)).toHaveText('Dashboard');
      }
      await network.set('pass');
      await expect(page.getByText(`Logged in as ${account.username}`, { exact: true })).toBeVisible(soon);
      await expect(statusLine(page)).toHaveCount(0);
      expect((await storedTexts(page)).includes(account.username)).toBe(true);
    });
    await test.step(`${mode}: a live race`, async () => {
      await page.goto(`${origin}/live/${recorder.id}`);
      const table = page.getByRole('table').first();
      await expect(table).toBeVisible();
      await network.set(mode);
      await expect(statusLine(page)).toContainText(words, { timeout: 15_000 });
      await network.set('pass');
      await expect(statusLine(page)).toHaveCount(0, soon);
      await expect(page.getByRole('main').getByRole('status').getByText('Live', { exact: true })).toBeVisible(soon);
    });
  }
  await visitor.close();
});
