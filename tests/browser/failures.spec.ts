import { expect, test } from './world.ts';

test('a server that fails is told, with what it said, and a retry mends it', async ({ page, demo }) => {
  const address = `**/api/League/${demo.league.id}`;
  await page.route(address, (route) =>
    route.fulfill({ status: 502, body: 'bad gateway', headers: { 'x-proxy': 'tired' } }),
  );
  await page.goto(`/leagues/${demo.league.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong!');
  await page.getByRole('button', { name: 'Show Error' }).click();
  await expect(page.getByText('An unexpected server error occurred.')).toBeVisible();
  await expect(page.getByText('x-proxy: tired')).toBeVisible();
  await page.getByRole('button', { name: 'Hide Error' }).click();
  await expect(page.getByText('x-proxy: tired')).toBeHidden();
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(demo.league.name);
});

test('a sign-in page of a Wi-Fi in place of an answer is no crash', async ({ page }) => {
  await page.route('**/api/League', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to Wi-Fi</h1>' }),
  );
  await page.goto('/leagues');
  await expect(page.getByText('A sign-in page of your Wi-Fi may be in the way.')).toBeVisible();
});

test('a wait shows nothing for a second, then a skeleton, then that it still waits', async ({ page }) => {
  await page.clock.install();
  let answer = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  await page.route('**/api/League', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/leagues');
  const skeleton = page.locator('[aria-busy=true]');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leagues');
  await expect(skeleton).toBeHidden();
  await page.clock.runFor(1_000);
  await expect(skeleton).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(page.getByText('Still waiting for an answer.')).toBeVisible();
  answer();
  await expect(page.getByText('2 leagues')).toBeVisible();
});

test('without a network a page that was seen is shown with its age, and one that was not says so', async ({
  page,
  context,
  demo,
}) => {
  await page.goto('/privacy');
  await page.goto('/leagues');
  await expect(page.getByText('2 leagues')).toBeVisible();
  await page.clock.install();
  await page.getByRole('link', { name: 'Privacy Policy' }).filter({ visible: true }).first().click();
  await page.waitForLoadState('networkidle');
  // An answer that comes later would say by its date that no time has passed.
  await context.setOffline(true);
  await page.clock.fastForward(4 * 60_000);
  await page.getByRole('link', { name: 'Leagues' }).filter({ visible: true }).first().click();
  await expect(page.getByText('2 leagues')).toBeVisible();
  await expect(page.getByText(/You are offline · saved 4 min ago/)).toBeVisible();
  await page.getByRole('link', { name: demo.league.name }).click();
  await expect(
    page.getByText(/You are offline, and this page is not kept|This page could not be loaded\./),
  ).toBeVisible();
  await context.setOffline(false);
});

test('a chunk that is gone for good reloads once, then says so, and is never a blank page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/assets/Privacy-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('link', { name: 'Privacy Policy' }).filter({ visible: true }).first().click();
  await expect(page.getByText('A newer version of Pitboard may be out')).toBeVisible();
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByText('A newer version of Pitboard may be out')).toBeVisible();
  expect(loads).toBe(1);
  await page.unroute('**/assets/Privacy-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
});
