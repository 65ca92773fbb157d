import type { Page } from 'playwright/test';
import { Track } from '#contract/enumerations';
import type { pages } from '#contract/pages/routes';
import { driver, upload } from '../fixtures/session.ts';
import { type Account, callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading, waitForDeferredShell } from './base-test.ts';
import { findViolations } from './checks.ts';
import { type Site, test } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, baseURL: ({ site }, use) => use(site.origin) });
test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

interface Ids {
  readonly season: string;
  readonly league: string;
  readonly session: string;
}

type Paths<Names extends keyof typeof pages> = { [Name in Names]: (typeof pages)[Name]['path'] }[Names];
type DashboardPath = Extract<Paths<keyof typeof pages>, `/dashboard${string}`>;

/** The address of every page of the dashboard; a new page that is missing here does not compile. */
const addresses: Readonly<Record<DashboardPath | 'renaming', (ids: Ids) => string>> = {
  '/dashboard': () => '/dashboard',
  '/dashboard/profileInit': () => '/dashboard/profileInit',
  '/dashboard/settings': () => '/dashboard/settings',
  '/dashboard/notices': () => '/dashboard/notices',
  '/dashboard/race-night': () => '/dashboard/race-night',
  '/dashboard/overlay': () => '/dashboard/overlay',
  '/dashboard/sessions': () => '/dashboard/sessions',
  '/dashboard/seasons': () => '/dashboard/seasons',
  '/dashboard/seasons/create': () => '/dashboard/seasons/create',
  '/dashboard/seasons/{uuid}/edit': ({ season }) => `/dashboard/seasons/${season}/edit`,
  '/dashboard/seasons/{uuid}/edit/drivers': ({ season }) => `/dashboard/seasons/${season}/edit/drivers`,
  '/dashboard/seasons/{uuid}/edit/points': ({ season }) => `/dashboard/seasons/${season}/edit/points`,
  '/dashboard/seasons/{uuid}/edit/rulings': ({ season }) => `/dashboard/seasons/${season}/edit/rulings`,
  '/dashboard/seasons/{uuid}/edit/publish': ({ season }) => `/dashboard/seasons/${season}/edit/publish`,
  '/dashboard/seasons/{uuid}/edit/settings': ({ season }) => `/dashboard/seasons/${season}/edit/settings`,
  '/dashboard/leagues': () => '/dashboard/leagues',
  '/dashboard/leagues/create': () => '/dashboard/leagues/create',
  '/dashboard/leagues/{uuid}/edit': ({ league }) => `/dashboard/leagues/${league}/edit`,
  '/dashboard/leagues/{uuid}/members': ({ league }) => `/dashboard/leagues/${league}/members`,
  renaming: ({ session }) => `/dashboard/sessions?rename=${session}`,
};

/** Pages that show their reads; the others are forms of their own. */
const readingPaths = [
  '/dashboard',
  '/dashboard/sessions',
  '/dashboard/seasons',
  '/dashboard/seasons/{uuid}/edit',
  '/dashboard/leagues',
  '/dashboard/leagues/{uuid}/edit',
  'renaming',
] as const;

async function createEntities({ origin }: Site, account: Account): Promise<Ids> {
  const drivers = [driver({ name: 'Player', finishingPosition: 1 })];
  const session = await callAs(origin, account, 'POST', '/api/Sessions', upload({ drivers }));
  const season = await callAs(origin, account, 'POST', '/api/Seasons', { name: 'Winter Cup' });
  const { events } = await callAs(origin, account, 'POST', `/api/Seasons/${season.id}/events`, { track: Track.Monza });
  const sessionIds = [session.id];
  await callAs(origin, account, 'PATCH', `/api/Seasons/${season.id}/events/${events[0].id}/sessions`, { sessionIds });
  const league = await callAs(origin, account, 'POST', '/api/League', { name: 'Car Park League' });
  await callAs(origin, account, 'POST', `/api/League/${league.id}/seasons/${season.id}`);
  return { session: session.id, season: season.id, league: league.id };
}

/** Follows a link to an address within the app. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.querySelector('main')?.append(link);
    link.click();
    link.remove();
  }, address);
}

/** Headings that are more than one level below the one before. */
function skippedHeadings(page: Page): Promise<string[]> {
  return page.locator('h1, h2, h3, h4').evaluateAll((headings) => {
    const levels = headings.filter((each) => each.checkVisibility()).map((each) => Number(each.tagName[1]));
    return levels.flatMap((level, index) => (level > (levels[index - 1] ?? 0) + 1 ? [`h${level} at ${index}`] : []));
  });
}

test('every page has a title of its own, focuses its heading when a link leads there, and starts at the top', async ({
  page,
  site,
}, { project }) => {
  test.slow();
  const account = await createAccount(site.origin);
  const ids = await createEntities(site, account);
  await startLoggedIn(page, account, site.origin);
  await page.goto('/dashboard');
  await waitForDeferredShell(page);
  const titles = new Set(['FAQ · Pitboard']);
  // A user with a name is redirected from the page that asks for one.
  const shown = Object.entries(addresses).filter(([path]) => path !== '/dashboard/profileInit');
  await follow(page, '/faq');
  await expect(heading(page)).toHaveText('FAQ');
  await expect(page.getByText('With the recorder, which you get by')).toHaveCount(1);
  await expect(page.getByText('Each season has its own points')).toHaveCount(1);
  for (const [path, addressIn] of shown) {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await follow(page, addressIn(ids));
    await expect(page).toHaveURL(addressIn(ids));
    // The page before stays until this one is loaded, whose title follows its heading.
    const hasTitle = async () => !titles.has(await page.title());
    await expect.poll(hasTitle, path).toBe(true);
    await expect(heading(page)).toBeFocused();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => scrollY), path).toBe(0);
    await expect.poll(hasTitle, path).toBe(true);
    titles.add(await page.title());
    expect([path, await skippedHeadings(page)]).toEqual([path, []]);
    for (const width of project.name === 'phone' ? [320, 195, 390] : [1_920, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      // A phone widens its viewport to the page, so that cannot be the measure.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
    }
    if (project.name === 'phone') continue;
    expect([path, await findViolations(page)]).toEqual([path, []]);
  }
  expect([...titles].filter((title) => !/.+ · Pitboard$/.test(title))).toEqual([]);
  expect(titles.size).toBe(shown.length + 1);
});

/** Watches how far visible things move on every page, from 0 to 1 as browsers count it; returns the sum since the last call. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  return () =>
    page.evaluate(async () => {
      const { shifts } = globalThis as unknown as { shifts: { sum: number } };
      // Shifts are reported after the next frame.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const { sum } = shifts;
      shifts.sum = 0;
      return sum;
    });
}

/** The focused element, if a sticky bar covers a part of it, or if it is outside the screen. */
function coveredFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null) return null;
    const { top, bottom } = element.getBoundingClientRect();
    const bars = [...document.querySelectorAll('header, nav')].filter(
      (bar) => getComputedStyle(bar).position === 'sticky' && bar.checkVisibility(),
    );
    if (bars.some((bar) => bar.contains(element))) return null;
    const isCovered = bars.some((bar) => {
      const covers = bar.getBoundingClientRect();
      return top < covers.bottom && bottom > covers.top;
    });
    return isCovered || top < 0 || bottom > innerHeight ? element.outerHTML.slice(0, 80) : null;
  });
}

test('what a keyboard reaches is not under the header, the sections of a season or the dock', {
  tag: '@phone',
}, async ({ page, site }) => {
  const account = await createAccount(site.origin);
  const { season } = await createEntities(site, account);
  await startLoggedIn(page, account, site.origin);
  for (const path of ['/dashboard/settings', `/dashboard/seasons/${season}/edit/points`]) {
    await page.goto(path);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await waitForDeferredShell(page);
    const main = page.getByRole('main');
    await heading(page).focus();
    const covered: (readonly [key: string, element: string | null])[] = [];
    const walk = async (key: string) => {
      await page.keyboard.press(key);
      while ((await main.locator(':focus').count()) > 0) {
        covered.push([key, await coveredFocus(page)]);
        await page.keyboard.press(key);
      }
    };
    await walk('Tab');
    const count = covered.length;
    await walk('Shift+Tab');
    expect([path, covered.length > 2 * count - 2, count > 10]).toEqual([path, true, true]);
    expect([path, covered.filter(([, element]) => element !== null)]).toEqual([path, []]);
  }
});

test('every page that reads says what it waits for, moves nothing when it is there, and says what has failed', {
  tag: '@phone',
}, async ({ page, site, context }) => {
  test.slow();
  const account = await createAccount(site.origin);
  const ids = await createEntities(site, account);
  const takeShifts = await watchShifts(page);
  let fails = true;
  let held = Promise.resolve();
  await page.route('**/api/**', async (route) => {
    if (/\/api\/(health|config)$/.test(route.request().url())) return route.fallback();
    if (fails) return route.fulfill({ status: 500, body: 'x' });
    await held;
    return route.fallback();
  });
  await startLoggedIn(page, account, site.origin);
  await page.goto('/dashboard');
  await waitForDeferredShell(page);
  const main = page.getByRole('main');
  const shows = async (path: (typeof readingPaths)[number], text: string) => {
    await follow(page, addresses[path](ids));
    await expect(page).toHaveURL(addresses[path](ids));
    await expect(main.getByText(text).first()).toBeVisible();
  };
  for (const path of readingPaths) {
    await shows(path, 'The server has a fault');
    await expect(main.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  }
  // The page was never read, so there is no cached copy either.
  await context.setOffline(true);
  for (const path of readingPaths) await shows(path, 'You are offline');
  await context.setOffline(false);
  await expect(page.getByText('You are offline')).toHaveCount(0);
  for (const path of readingPaths) {
    let answer = () => undefined as unknown;
    held = new Promise((answered) => {
      answer = () => answered();
    });
    fails = false;
    await shows(path, 'Loading');
    await takeShifts();
    answer();
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(heading(page)).toBeVisible();
    expect([path, Math.floor((await takeShifts()) * 20)]).toEqual([path, 0]);
  }
});
