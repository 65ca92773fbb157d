import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { type Demo, expect, test } from './world.ts';

// What is looked at must stand still: in the middle of a fade a text has no colour of its own.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pages: Record<string, (demo: Demo) => string> = {
  home: () => '/',
  leagues: () => '/leagues',
  league: ({ league }) => `/leagues/${league.id}`,
  'season, drivers': ({ season }) => `/seasons/${season.id}`,
  'season, constructors': ({ season }) => `/seasons/${season.id}?tab=teams`,
  'season, results': ({ season }) => `/seasons/${season.id}?tab=results`,
  'season, calendar': ({ season }) => `/seasons/${season.id}?tab=calendar`,
  race: ({ race }) => `/sessions/${race.id}`,
  qualifying: ({ qualifying }) => `/sessions/${qualifying.id}`,
  laps: ({ race }) => `/sessions/${race.id}?tab=laps`,
  tyres: ({ race }) => `/sessions/${race.id}?tab=tyres`,
  penalties: ({ race }) => `/sessions/${race.id}?tab=penalties`,
  overtakes: ({ race }) => `/sessions/${race.id}?tab=overtakes`,
  weather: ({ race }) => `/sessions/${race.id}?tab=weather`,
  profile: ({ race }) => `/user/${race.userId}`,
  search: () => '/search/monza',
  'search without a find': () => '/search/%E2%9A%A1nothing%2Fhere',
  login: () => '/login',
  'sign up': () => '/signup',
  'reset password': () => '/resetPassword',
  'set a password': () => '/resetPasswordConfirm',
  'a dead link': () => '/resetPasswordConfirm#error=access_denied&error_code=otp_expired&error_description=gone',
  'a link to confirm': () => '/login?token_hash=x&type=signup',
  faq: () => '/faq',
  privacy: () => '/privacy',
  impressum: () => '/impressum',
  terms: () => '/tos',
  missing: () => '/nowhere/at/all',
};

async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

for (const [name, path] of Object.entries(pages)) {
  test(`${name}: has its heading and title, fits, and axe finds nothing`, async ({ page, demo }) => {
    await page.goto(path(demo));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveTitle(name === 'home' ? 'Pitboard' : /.+ · Pitboard$/);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    // The whole page at once: what the dock happens to cover is a place of the scroll, not of the page.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height });
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map((violation) => [violation.id, violation.nodes[0]?.html])).toEqual([]);
  });
}

test('the narrowest phone and text at twice its size still fit', async ({ page, demo }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    '/',
    `/sessions/${demo.race.id}`,
    `/seasons/${demo.season.id}?tab=results`,
    `/leagues/${demo.league.id}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect([path, await sideways(page)]).toEqual([path, 0]);
  }
});

test('an unknown path answers 404 and shows the way home', async ({ page }) => {
  const response = await page.goto('/nowhere');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404Page not found');
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('what is absent and what is no id are Not Found', async ({ page }) => {
  for (const path of ['/leagues/01900000-0000-7000-8000-00000000dead', '/sessions/x']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not Found');
  }
});
