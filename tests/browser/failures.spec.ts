import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { expect, heading, installClock, test, waitForDeferredShell } from './base-test.ts';
import { waitForCached } from './device.ts';
import { installApp } from './site.ts';

test('a page whose call fails shows the details on request, and loads after Try again', async ({ page, demo }) => {
  // Time stands still, so that the page does not try again by itself.
  await installClock(page);
  await page.clock.pauseAt(Date.now() + 1_000);
  const address = `**/api/League/${demo.league.id}`;
  await page.route(address, (route) =>
    route.fulfill({ status: 502, body: 'bad gateway', headers: { 'x-proxy': 'overloaded' } }),
  );
  // The server renders no address with a query.
  await page.goto(`/leagues/${demo.league.id}?from=chat`);
  // The first paint waits for the data for a moment.
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return heading(page).count();
    })
    .toBe(1);
  await expect(heading(page)).toHaveText('Something went wrong!');
  await page.getByRole('button', { name: 'Show Error' }).click();
  await expect(page.getByText('An unexpected server error occurred.')).toBeVisible();
  await expect(page.getByText('x-proxy: overloaded')).toBeVisible();
  await page.getByRole('button', { name: 'Hide Error' }).click();
  await expect(page.getByText('x-proxy: overloaded')).toBeHidden();
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText(demo.league.name);
});

test('a slow page is empty for a second, then shows a skeleton, then says that it is still waiting', async ({
  page,
}) => {
  await installClock(page);
  await page.clock.pauseAt(Date.now() + 1_000);
  let answer = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  await page.route('**/api/League', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/leagues?from=chat');
  const skeleton = page.locator('[aria-busy=true]');
  // The first paint waits for the data for a moment.
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return heading(page).count();
    })
    .toBe(1);
  await page.clock.runFor(900);
  await expect(heading(page)).toHaveText('Leagues');
  await expect(skeleton).toBeHidden();
  await page.clock.runFor(100);
  await expect(skeleton).toBeVisible();
  await expect(page.getByText('Still waiting for the server.')).toBeHidden();
  await page.clock.runFor(11_000);
  await expect(page.getByText('Still waiting for the server.')).toBeVisible();
  answer();
  // Other tests create leagues on this server.
  await expect(page.getByText(/^\d+ leagues$/)).toBeVisible();
});

test('a page whose script is late shows a skeleton after 1000 ms, for at least 500 ms, and the shell stays', async ({
  page,
}) => {
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await page.clock.install({ time: '2026-01-01T12:00:00Z' });
  await page.clock.pauseAt('2026-01-01T12:01:00Z');
  let release = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    release = () => resolve();
  });
  await page.route('**/assets/PrivacyPage-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Privacy Policy' }).filter({ visible: true }).first().click();
  const main = page.getByRole('main');
  const bars = main.locator('.animate-pulse');
  await expect(main.locator('[aria-busy=true]')).toBeVisible();
  await page.clock.runFor(999);
  await expect(bars).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(bars.first()).toBeVisible();
  await expect(main.getByRole('status')).toHaveText('Loading');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Dock' })).toBeVisible();

  await page.clock.runFor(100);
  const chunk = page.waitForResponse('**/assets/PrivacyPage-*.js');
  release();
  await (await chunk).finished();
  await page.clock.runFor(399);
  await expect(bars.first()).toBeVisible();
  await page.clock.runFor(1);
  await expect(heading(page)).toHaveText('Privacy Policy');
  await expect(bars).toHaveCount(0);
});

test('a part of a page whose script is late shows a skeleton after 1000 ms, for at least 500 ms, as a page does', async ({
  page,
  demo,
}) => {
  await page.goto(`/seasons/${demo.season.id}`);
  await expect(heading(page)).toHaveText(demo.season.name);
  await page.clock.install({ time: '2026-01-01T12:00:00Z' });
  await page.clock.pauseAt('2026-01-01T12:01:00Z');
  let release = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    release = () => resolve();
  });
  await page.route('**/assets/CalendarPanel-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Season' }).getByRole('link', { name: 'Calendar' }).click();
  const panel = page.getByRole('region', { name: 'Calendar' });
  const bars = panel.locator('.animate-pulse').first();
  await expect(bars).toBeAttached();
  await page.clock.runFor(999);
  await expect(bars).toBeHidden();
  await page.clock.runFor(1);
  await expect(bars).toBeVisible();
  const chunk = page.waitForResponse('**/assets/CalendarPanel-*.js');
  release();
  await (await chunk).finished();
  await page.clock.runFor(499);
  await expect(bars).toBeVisible();
  await page.clock.runFor(1);
  await expect(panel.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(bars).toHaveCount(0);
});

test.describe('with the app on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('without a network a visited page shows its age, and an unvisited one says so and loads once it is back', async ({
    page,
    context,
    demo,
  }) => {
    await installApp(page, '/leagues');
    await waitForCached(page, [addressOf(calls.listLeagues)]);
    await page.goto('about:blank');
    await installClock(page);
    const settings = page.waitForResponse(`**${addressOf(calls.getConfig)}`);
    await page.goto('/privacy');
    // The server's time is taken from the last response.
    await (await settings).finished();
    await waitForDeferredShell(page);
    await context.setOffline(true);
    await page.clock.fastForward(4 * 60_000);
    await page.getByRole('link', { name: 'Leagues' }).filter({ visible: true }).first().click();
    // Other tests create leagues on this server.
    await expect(page.getByText(/^\d+ leagues$/)).toBeVisible();
    await expect(page.getByText('Saved 4 min ago')).toBeVisible();
    await page.getByRole('link', { name: demo.league.name }).click();
    await expect(page.getByText('This league isn’t saved on this device')).toBeVisible();
    await context.setOffline(false);
    await expect(heading(page)).toHaveText(demo.league.name);
  });
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page whose script was deleted reloads once, then shows an error, and loads after Try again', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(heading(page)).toBeVisible();
    await page.route('**/assets/LoginPage-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.getByRole('link', { name: 'You' }).click();
    await expect.poll(() => loads).toBe(1);
    await expect(page.getByText('There may be a new version of Pitboard')).toBeVisible();
    expect(loads).toBe(1);
    await page.unroute('**/assets/LoginPage-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText('Log in');
  });

  test('a rendered page whose script is missing can be read, and works as soon as the script is there', async ({
    page,
    demo,
  }) => {
    await page.route('**/assets/SeasonPage-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    const asked = page.waitForRequest('**/assets/SeasonPage-*.js');
    await page.goto(`/seasons/${demo.season.id}`);
    await asked;
    await expect(heading(page)).toHaveText(demo.season.name);
    await page.unroute('**/assets/SeasonPage-*.js');
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await waitForDeferredShell(page);
    await expect(page.getByText('Season Finale').filter({ visible: true }).first()).toBeVisible();
  });

  test('a part that could not be loaded returns as soon as the server does, also moments after a reload, and no sooner', async ({
    page,
    demo,
  }) => {
    let isFaulty = true;
    await page.route(/\/assets\/RaceStory-|\/api\/health$/, (route) =>
      isFaulty ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto(`/sessions/${demo.race.id}`);
    for (const turn of [1, 2]) {
      await expect(page.getByText('This part could not be loaded.')).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'The server has a fault' })).toBeVisible();
      // Opened once, and reloaded once in each turn.
      expect(loads).toBe(2 * turn - 1);
      isFaulty = false;
      await expect(page.getByRole('heading', { name: 'Position by lap' })).toBeVisible();
      // A page has loaded when its images have, which may be after its charts.
      await expect.poll(() => loads).toBe(2 * turn);
      isFaulty = true;
      if (turn === 1) await page.reload();
    }
  });

  test('without a network a page whose script is not loaded says so, and loads once the network is back', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await waitForDeferredShell(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Privacy Policy' }).filter({ visible: true }).first().click();
    await expect(heading(page)).toHaveText('This page isn’t saved on this device');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText('This page isn’t saved on this device');
    await expect(page).toHaveURL(/\/privacy$/);
    await context.setOffline(false);
    await expect(heading(page)).toHaveText('Privacy Policy');
  });
});
