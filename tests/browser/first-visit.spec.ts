import type { Locator, Page } from 'playwright/test';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import type { SessionSummary } from '#contract/entities/session';
import { createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading, installClock, test, waitForDeferredShell } from './base-test.ts';
import { totalOf, watchLayoutShifts } from './layout-shifts.ts';

// Pages that the service worker serves prefetch nothing.
test.use({ serviceWorkers: 'block' });

/** Records the calls to the API from now on, and whether they carry a token. */
function recordCalls(page: Page): { path: string; hasToken: boolean }[] {
  const recorded: { path: string; hasToken: boolean }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/api/') && !path.endsWith('/thumbnail'))
      recorded.push({ path, hasToken: 'authorization' in request.headers() });
  });
  return recorded;
}

test('the first reads of a page that the server has not rendered are prefetched by its head, and requested once', async ({
  page,
  demo,
}) => {
  const recorded = recordCalls(page);
  for (const [path, reads] of [
    ['/home', [addressOf(calls.listSessions), addressOf(calls.listLeagues), addressOf(calls.listLive)]],
    ['/leagues', [addressOf(calls.listLeagues)]],
    [`/leagues/${demo.league.id}`, [addressOf(calls.getLeague, { leagueId: demo.league.id })]],
    [`/seasons/${demo.season.id}`, [addressOf(calls.getSeason, { id: demo.season.id })]],
    [`/sessions/${demo.race.id}`, [addressOf(calls.getSession, { id: demo.race.id })]],
    [`/user/${demo.race.userId}`, [addressOf(calls.getProfile, { userId: demo.race.userId })]],
  ] as const) {
    // Empties the memory cache.
    await page.goto('about:blank');
    recorded.length = 0;
    // The server renders no address with a query.
    await page.goto(`${path}?from=chat`);
    await expect(heading(page)).toBeVisible();
    await waitForDeferredShell(page);
    const counts = reads.map((read) => [read, recorded.filter((call) => call.path === read).length]);
    expect([path, counts]).toEqual([path, reads.map((read) => [read, 1])]);
    const prefetched = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((entry) =>
          (entry as PerformanceResourceTiming).initiatorType === 'link' ? new URL(entry.name).pathname : [],
        ),
    );
    expect([path, reads.filter((read) => prefetched.includes(read))]).toEqual([path, reads]);
  }
});

test('a signed-in user gets a response of their own and not the one in the HTML', async ({ page, context }) => {
  await useOwnIpAddress(context);
  const account = await createAccount();
  await startLoggedIn(page, account);
  const created = await page.request.post('/api/League', {
    headers: { authorization: `Bearer ${account.accessToken}` },
    data: { name: 'Behind Doors', isPublic: false },
  });
  expect(created.status()).toBe(200);
  const recorded = recordCalls(page);
  await page.goto('/leagues');
  await expect(page.getByText('Behind Doors')).toBeVisible();
  expect(recorded.filter(({ path }) => path === '/api/League')).toEqual([{ path: '/api/League', hasToken: true }]);
  // No response was prefetched: an anonymous request goes to the server.
  recorded.length = 0;
  await page.evaluate(() => fetch('/api/League'));
  await expect.poll(() => recorded).toContainEqual({ path: '/api/League', hasToken: false });
});

test('pages that are opened on a slow phone do not jump when their data come', async ({ page, demo }) => {
  const { shifts } = await watchLayoutShifts(page);
  for (const path of [
    '/home',
    '/live',
    '/leagues',
    `/leagues/${demo.league.id}`,
    '/seasons',
    `/seasons/${demo.season.id}`,
    `/sessions/${demo.race.id}`,
    `/user/${demo.race.userId}`,
  ]) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await waitForDeferredShell(page);
    const seen = await shifts();
    expect([path, totalOf(seen) <= 0.02, seen]).toEqual([path, true, seen]);
  }
});

test('a race on which stewards have ruled does not jump: its rulings are above the result on a desk, and below it on a phone', async ({
  page,
  request,
}) => {
  const sessions: SessionSummary[] = await (await request.get('/api/Sessions')).json();
  const ruled = sessions.find(
    ({ userName, events }) =>
      userName === 'RaceControl' &&
      events?.some(({ podium, classifiedFrom }) => podium !== undefined && classifiedFrom === undefined),
  );
  const { shifts } = await watchLayoutShifts(page);
  for (const [width, tab] of [
    [1280, 'race'],
    [1280, 'results'],
    [390, 'results'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/sessions/${ruled?.id}?tab=${tab}`);
    await expect(page.getByText('Stewards changed the result of this race')).toBeVisible();
    await waitForDeferredShell(page);
    const seen = await shifts();
    expect([width, tab, totalOf(seen) <= 0.02, seen]).toEqual([width, tab, true, seen]);
  }
});

test('a session that is alone in its weekend does not jump when that is known after the session', async ({
  page,
  request,
  demo,
}) => {
  const sessions: SessionSummary[] = await (await request.get('/api/Sessions')).json();
  const sameWeekend = (one: SessionSummary) => sessions.filter(({ weekendId }) => weekendId === one.weekendId);
  const lone = sessions.find((one) => one.weekendId !== null && sameWeekend(one).length === 1);
  expect(lone).toBeDefined();
  await page.setViewportSize({ width: 390, height: 844 });
  const { shifts } = await watchLayoutShifts(page);
  // Its scripts are there then.
  await page.goto(`/sessions/${demo.race.id}`);
  await waitForDeferredShell(page);
  const before = await shifts();
  const answered = page.waitForResponse(`**/api/Sessions/session/${lone?.id}`);
  await page.route('**/weekend', async (route) => {
    await answered;
    // A page that does not wait for the weekend has drawn the session by then.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
    });
    await route.continue();
  });
  const weekend = page.waitForResponse('**/weekend');
  await page.evaluate((path) => history.pushState(null, '', path), `/sessions/${lone?.id}`);
  await (await weekend).finished();
  await expect(page.getByRole('link', { name: 'Mika Varga' }).first()).toBeVisible();
  const seen = (await shifts()).slice(before.length);
  expect([totalOf(seen) <= 0.02, seen]).toEqual([true, seen]);
});

test('a session is shown within seconds when its weekend is not answered', async ({ page }) => {
  await installClock(page);
  const sessions: SessionSummary[] = await (await page.request.get('/api/Sessions')).json();
  const id = sessions.find(({ weekendId }) => weekendId !== null)?.id;
  await page.clock.pauseAt(Date.now() + 1_000);
  // It is never answered.
  await page.route('**/weekend', () => undefined);
  const answer = page.waitForResponse(`**/api/Sessions/session/${id}`);
  const asked = page.waitForRequest('**/weekend');
  // The server renders no address with a query.
  await page.goto(`/sessions/${id}?from=chat`);
  await (await answer).finished();
  await asked;
  const pass = async (locator: Locator) => {
    let passed = 0;
    const step = async () => {
      passed += 100;
      await page.clock.runFor(100);
      return locator.isVisible();
    };
    await expect.poll(step, { intervals: [0] }).toBe(true);
    return passed;
  };
  await pass(page.getByRole('main').locator('.animate-pulse').first());
  // Otherwise it would be shown as slow, ten seconds after its start.
  expect(await pass(heading(page))).toBeLessThan(6_000);
});
