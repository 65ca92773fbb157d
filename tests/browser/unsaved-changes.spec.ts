import type { Page } from 'playwright/test';
import { createAccount, newNames, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading, test } from './base-test.ts';
import { storedTexts } from './device.ts';

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

const name = (page: Page) => page.getByLabel('Username');
const email = (page: Page) => page.getByLabel('New address');

/** Runs in the page: the device does not say what its drafts are, until `localStorage.release` is set. */
function holdDrafts(): void {
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    const isHeld = this.name === 'drafts' && localStorage.getItem('release') === null;
    if (isHeld) request.addEventListener('success', (event) => event.stopImmediatePropagation());
    return request;
  };
}

test('a name saved in one tab is shown in the other within a second', async ({ page, context }) => {
  const account = await createAccount();
  await startLoggedIn(page, account);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByText(`Logged in as ${account.username}`)).toBeVisible();
  const profile = await context.newPage();
  await profile.goto(`/user/${account.id}`);
  await expect(heading(profile)).toHaveText(account.username);

  await page.goto('/dashboard/settings');
  const { username } = newNames();
  await name(page).fill(username);
  await expect(page.getByText('This name is available.')).toBeVisible();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(other.getByText(`Logged in as ${username}`)).toBeVisible({ timeout: 5_000 });
  await expect(heading(profile)).toHaveText(username, { timeout: 5_000 });
});

test('two forms, a failing save, every button of the page and a reload lose nothing that was typed', async ({
  page,
}) => {
  const account = await createAccount();
  await startLoggedIn(page, account);
  await page.goto('/dashboard');
  // Within the app, so that Back is the app's own.
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  const next = newNames();
  await email(page).fill(next.email);
  await name(page).fill(next.username);
  await expect(page.getByText('This name is available.')).toBeVisible();

  // The server fails: the form says so, and stays unsaved.
  await page.route(/\/rest\/v1\/profiles/, (route) => route.fulfill({ status: 500, json: { message: 'x' } }));
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('The server has a fault. Nothing was saved.')).toBeVisible();
  await expect(page.getByText('Unsaved changes, kept on this device.')).toHaveCount(2);
  await page.unroute(/\/rest\/v1\/profiles/);

  const typed = async () => {
    await expect(name(page)).toHaveValue(next.username);
    await expect(email(page)).toHaveValue(next.email);
  };

  // Links, Back and logging out ask first.
  for (const [name, leave] of [
    ['Stay', () => page.getByRole('link', { name: 'Privacy Policy' }).first().click()],
    ['Stay', () => page.goBack()],
    ['Cancel', () => page.getByRole('button', { name: 'Log out', exact: true }).click()],
    ['Cancel', () => page.getByRole('button', { name: 'Log out everywhere' }).click()],
  ] as const) {
    await leave();
    const dialog = page.getByRole('dialog').filter({ visible: true });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/settings$/);
    await typed();
  }

  await expect.poll(() => storedTexts(page)).toContain(next.username);
  await page.reload();
  await typed();
  await expect(page.getByText('These are unsaved changes from your last visit.')).toHaveCount(2);

  // Left on purpose, the drafts are listed on the dashboard and can be continued.
  await page.getByRole('link', { name: 'Pitboard, home' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/dashboard');
  const drafts = page.getByRole('region', { name: 'Unsaved changes' });
  await drafts.getByRole('link', { name: 'Name' }).click();
  await typed();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(email(page)).toHaveValue('');
  await expect.poll(() => storedTexts(page)).not.toContain(next.email);
});

test('what was typed last before a reload, and before leaving the page within the app, is restored', async ({
  page,
}) => {
  const account = await createAccount();
  await startLoggedIn(page, account);
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  const [first, second] = [newNames(), newNames()];
  await email(page).fill(first.email);
  await page.reload();
  await expect(email(page)).toHaveValue(first.email);
  await email(page).fill(second.email);
  await page.getByRole('link', { name: 'Pitboard, home' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect.poll(() => storedTexts(page)).toContain(second.email);
});

test('what is typed before drafts can be stored is shown, survives reloads, and is stored as soon as it can be', async ({
  page,
}) => {
  const account = await createAccount();
  await startLoggedIn(page, account);
  const { email: address } = newNames();
  await page.addInitScript(holdDrafts);
  await page.goto('/dashboard/settings');
  await email(page).fill(address);
  for (const _ of ['left', 'left again']) {
    await page.reload();
    await expect(email(page)).toHaveValue(address);
    await expect(page.getByText('Unsaved changes, kept on this device.')).toHaveCount(0);
  }
  await page.evaluate(() => localStorage.setItem('release', ''));
  await page.reload();
  await expect(email(page)).toHaveValue(address);
  await expect(page.getByText('Unsaved changes, kept on this device.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(address);
  await expect.poll(() => storedTexts(page)).toContain(address);
  await page.goto('/dashboard');
  const drafts = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(drafts.getByRole('link', { name: 'E-mail address' })).toBeVisible();
});

test('logging out deletes the drafts after asking', async ({ page }) => {
  const account = await createAccount();
  await startLoggedIn(page, account);
  await page.goto('/dashboard/settings');
  const next = newNames();
  await email(page).fill(next.email);
  await expect.poll(() => storedTexts(page)).toContain(next.email);
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await expect(dialog).toContainText('Your draft on this device will be deleted.');
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect.poll(() => storedTexts(page)).not.toContain(next.email);
});

test('Back closes the questions about leaving and about logging out, and what was typed stays', async ({ page }) => {
  const account = await createAccount();
  await startLoggedIn(page, account);
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  const current = page.getByLabel('Current password');
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await current.fill('half typed');
  for (const ask of [
    () => page.getByRole('link', { name: 'Pitboard' }).first().click(),
    () => page.getByRole('button', { name: 'Log out', exact: true }).click(),
  ]) {
    await ask();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(heading(page)).toHaveText('Settings');
    await expect(current).toHaveValue('half typed');
  }
  // The question is about Back itself, and yes goes there.
  await page.goBack();
  await expect(dialog).toContainText('What you typed is lost: Password.');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(heading(page)).toHaveText('Dashboard');
});

test('a refused name shows its reason at its field', async ({ page }) => {
  const account = await createAccount();
  const taken = await createAccount();
  await startLoggedIn(page, account);
  await page.goto('/dashboard/settings');
  // The check of availability does not answer, so that the name is refused by the save.
  await page.route(/\/api\/Account\/available/, (route) => route.abort());
  await name(page).fill(taken.username);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(name(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('This name is taken.')).toBeVisible();
});
