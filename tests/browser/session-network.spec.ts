import type { Route } from 'playwright/test';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { createAccount, expireAccessToken, logIn, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading, installClock, test, waitForDeferredShell } from './base-test.ts';
import { storedTexts } from './device.ts';
import { installApp } from './site.ts';

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

/** All calls to the server. Pages still load, as they do from a device that has stored the app. */
const allCalls = /\/(api|auth|rest)\//;

/** Answers as the sign-in page of a Wi-Fi does. */
const answerAsPortal = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<html><body>Please accept our terms</body></html>' });

for (const [condition, handle] of [
  ['no call reaches the server', (route: Route) => route.abort()],
  ['a captive portal answers every call with its page', answerAsPortal(200)],
  ['a captive portal refuses every call', answerAsPortal(403)],
] as const) {
  test(`when ${condition}, a user with an expired token stays known and is online again without a reload`, async ({
    page,
  }) => {
    const account = await createAccount();
    await logIn(page, account);
    await expireAccessToken(page);
    await page.route(allCalls, handle);
    await page.goto('/dashboard');
    await expect(page.getByText(`Logged in as ${account.username} (offline)`)).toBeVisible();
    expect(await storedTexts(page)).toContain('refresh_token');

    const refreshed = page.waitForResponse(/grant_type=refresh_token/);
    await page.unroute(allCalls);
    expect((await refreshed).status()).toBe(200);
    await expect(page.getByText(`Logged in as ${account.username}`, { exact: true })).toBeVisible();
  });
}

test('after a 429 no refresh is sent within Retry-After, then the session is refreshed', async ({ page }) => {
  const account = await createAccount();
  await logIn(page, account);
  await expireAccessToken(page);
  await page.goto('about:blank');
  await installClock(page);
  let isLimited = true;
  let requests = 0;
  await page.route(/grant_type=refresh_token/, (route) => {
    requests += 1;
    if (!isLimited) return route.continue();
    return route.fulfill({
      status: 429,
      contentType: 'application/json',
      body: '{"code":"over_request_rate_limit"}',
      headers: { 'retry-after': '60' },
    });
  });
  await page.goto('/dashboard');
  await expect(page.getByText(`Logged in as ${account.username}`, { exact: true })).toBeVisible();
  await expect.poll(() => requests).toBe(1);
  isLimited = false;
  // The client repeats a failed refresh after 200 ms, 400 ms and so on, and every 30 s.
  for (let seconds = 0; seconds < 50; seconds += 1) await page.clock.runFor(1_000);
  expect(requests).toBe(1);
  expect(await storedTexts(page)).toContain('refresh_token');

  const refreshed = page.waitForResponse(/grant_type=refresh_token/);
  for (let seconds = 0; seconds < 50 && requests < 2; seconds += 1) await page.clock.runFor(1_000);
  // The time of the page stands still until it is answered: a call without an answer would be sent again.
  const response = await refreshed;
  expect(response.status()).toBe(200);
  await response.finished();
  await expect(page.getByText(`Logged in as ${account.username}`, { exact: true })).toBeVisible();
  for (let seconds = 0; seconds < 50; seconds += 1) await page.clock.runFor(1_000);
  expect(requests).toBe(2);
  await expect(page.getByText(`Logged in as ${account.username}`, { exact: true })).toBeVisible();
});

test.describe('with the app on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('logging out without a network removes the user at once and ends the session when the network is back', async ({
    page,
    context,
  }) => {
    const account = await createAccount();
    // Before that, the page shown after the sign-out would be loaded again with the network, in the middle of the request.
    await installApp(page, '/home');
    await logIn(page, account);
    const answers: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/auth/')) answers.push(`${pathname} ${response.status()}`);
    });
    await page.goto('/dashboard/settings');
    await expect(heading(page)).toHaveText('Settings');
    await context.setOffline(true);
    await expect(
      page.getByText('The server cannot be reached: changes are kept on this device until you save them.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect.poll(() => storedTexts(page)).not.toContain(account.email);

    expect(answers).toEqual([]);
    await context.setOffline(false);
    await expect.poll(() => answers).toEqual(['/auth/v1/logout 204']);
  });
});

test('a user’s calls carry their token, but for the one that asks where the token is from', async ({ page, demo }) => {
  const account = await createAccount();
  await startLoggedIn(page, account);
  const withoutToken: string[] = [];
  const withToken = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Public pictures are loaded by the browser itself.
    if (!pathname.startsWith('/api/') || request.resourceType() === 'image') return;
    // Asks for the network alone, when an answer is slow.
    if (pathname === addressOf(calls.getHealth)) return;
    if (request.headers()['authorization']?.startsWith('Bearer ')) withToken.add(pathname);
    else withoutToken.push(pathname);
  });
  await page.goto('/dashboard');
  await waitForDeferredShell(page);
  await page.getByRole('link', { name: 'Leagues', exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('link', { name: demo.league.name }).click();
  await expect(heading(page)).toHaveText(demo.league.name);
  expect([...withToken]).toContain(addressOf(calls.listLeagues));
  // Views take the same answer.
  expect([...withToken]).not.toContain(addressOf(calls.getConfig));
  expect(withoutToken).toEqual([addressOf(calls.getConfig)]);
});
