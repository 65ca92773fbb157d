import type { Page, Route } from 'playwright/test';
import { callAs, createAccount, logIn, submitLogin, useOwnIpAddress } from './accounts.ts';
import { expect, heading, test } from './base-test.ts';

const words = 'The server has not answered yet.';

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

/** Requests to an address get no answer. Returns the requests with their keys, and a function that lets them through. */
async function hold(page: Page, method: string, address: RegExp) {
  const keys: (string | null)[] = [];
  let isHeld = true;
  await page.route(address, async (route: Route) => {
    const request = route.request();
    if (request.method() !== method) return route.continue();
    keys.push(await request.headerValue('idempotency-key'));
    if (!isHeld) await route.continue();
  });
  return {
    keys,
    release: () => {
      isHeld = false;
    },
  };
}

test('a sign-in without an answer says so after ten seconds, can be stopped, and works with the next try', async ({
  page,
}) => {
  const account = await createAccount();
  await page.clock.install();
  await page.goto('/login');
  await expect(heading(page)).toHaveText('Log in');
  const held = await hold(page, 'POST', /grant_type=password/);
  await submitLogin(page, account.email);
  await expect.poll(() => held.keys.length).toBe(1);
  await page.clock.runFor(9_000);
  await expect(page.getByText(words)).toHaveCount(0);
  await page.clock.runFor(2_000);
  await expect(page.getByText(words)).toBeVisible();
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('grant_type=password'));
  await page.getByRole('button', { name: 'Stop' }).click();
  await aborted;
  await expect(page.getByText(/^You stopped waiting/)).toBeVisible();
  held.release();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(heading(page)).toHaveText('Dashboard');
});

test('a save without an answer is sent again with its key, and is one league in the end', async ({ page }) => {
  const account = await createAccount();
  await logIn(page, account);
  await page.goto('/dashboard/leagues/create');
  await page.clock.install();
  const held = await hold(page, 'POST', /\/api\/League$/);
  await page.getByLabel('Name', { exact: true }).fill('Once Only');
  await page.getByRole('button', { name: 'Create league' }).click();
  await expect.poll(() => held.keys.length).toBe(1);
  await page.clock.runFor(11_000);
  await expect(page.getByText(words)).toBeVisible();
  held.release();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/leagues\/[\w-]{36}/);
  expect(new Set(held.keys).size).toBe(1);
  const origin = new URL(page.url()).origin;
  const { count } = await callAs(origin, account, 'GET', `/api/League/user/${account.id}/page?page=0&pageSize=9`);
  expect(count).toBe(1);
});

test('a save on a line that has died is sent again by itself when the line is back', async ({ page, context }) => {
  const account = await createAccount();
  await logIn(page, account);
  await page.goto('/dashboard/leagues/create');
  const held = await hold(page, 'POST', /\/api\/League$/);
  await page.getByLabel('Name', { exact: true }).fill('Back Again');
  await page.getByRole('button', { name: 'Create league' }).click();
  await expect.poll(() => held.keys.length).toBe(1);
  await context.setOffline(true);
  await expect(page.getByText('You are offline. This is sent again by itself after that.')).toBeVisible();
  held.release();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/leagues\/[\w-]{36}/);
  expect([held.keys.length, new Set(held.keys).size]).toEqual([2, 1]);
});
