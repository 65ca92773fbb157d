import type { Page, Route } from 'playwright/test';
import { enter, expire, fromElsewhere, keptOn, newMember } from './people.ts';
import { expect, test } from './world.ts';

test.beforeEach(async ({ context }) => {
  await fromElsewhere(context);
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const calls = /\/(api|auth|rest)\//;
type Meddle = (route: Route) => Promise<void>;

/** No way through to the server's calls; pages still load, as they do from a device that keeps them. */
const cut: Meddle = (route) => route.abort();

/** A Wi-Fi that wants a sign-in of its own. */
const portal =
  (status: number): Meddle =>
  (route) =>
    route.fulfill({ status, contentType: 'text/html', body: '<html><body>Please accept our terms</body></html>' });

for (const [what, meddle] of [
  ['no network', cut],
  ['a page of a Wi-Fi for every call', portal(200)],
  ['a refusal by a Wi-Fi for every call', portal(403)],
] as const) {
  test(`a cold start with an expired token and ${what} knows who it is, and comes back`, async ({ page }) => {
    const { email, username } = await newMember();
    await enter(page, email);
    await expire(page);
    await page.route(calls, meddle);
    await page.goto('/dashboard');
    await expect(page.getByText(`Signed in as ${username} (offline)`)).toBeVisible();
    expect(await keptOn(page)).toContain('refresh_token');

    await page.unroute(calls);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText(`Signed in as ${username}`, { exact: true })).toBeVisible();
  });
}

test('a 429 for a refresh keeps the session', async ({ page }) => {
  const { email } = await newMember();
  await enter(page, email);
  await expire(page);
  let count = 0;
  await page.route(/grant_type=refresh_token/, (route) => {
    count += 1;
    return route.fulfill({
      status: 429,
      contentType: 'application/json',
      body: '{"code":"over_request_rate_limit"}',
      headers: { 'retry-after': '60' },
    });
  });
  await page.goto('/faq');
  await expect.poll(() => count).toBe(1);
  expect(await keptOn(page)).toContain('refresh_token');
  // The client tries on, and none of it reaches the network.
  await page.unroute(/grant_type=refresh_token/);
  expect(count).toBe(1);
});

test('signing out without a network forgets the person at once and ends the session later', async ({ page }) => {
  const { email, access } = await newMember();
  await enter(page, email);
  await page.goto('/dashboard/settings');
  await expect(heading(page)).toHaveText('Settings');
  await page.route(calls, cut);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await expect(page.getByText('You are offline: nothing can be changed')).toBeVisible();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  expect(await keptOn(page)).not.toContain(email);
  expect(access).not.toBe('');

  await page.unroute(calls);
  const ended = page.waitForResponse((response) => /logout\?scope=local/.test(response.url()));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  expect((await ended).status()).toBe(204);
});
