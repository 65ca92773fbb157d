import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { Track } from '#contract/enumerations';
import { driver, upload } from '../fixtures/session.ts';
import { createAccount, expireAccessToken, logIn } from './accounts.ts';
import { expect, heading, isLong } from './base-test.ts';
import { storedTexts, waitForCached } from './device.ts';
import { installApp, test } from './site.ts';

test.use({ serviceWorkers: 'allow' });

test('with the server stopped, visited pages are shown with their age, and others say that they are not saved', async ({
  page,
  site,
  context,
}) => {
  await installApp(page, `${site.origin}/home`);
  const pages = [
    [`/sessions/${site.sessionId}`, 'Ada Swift', addressOf(calls.getSession, { id: site.sessionId })],
    [`/leagues/${site.leagueId}`, 'Car Park League', addressOf(calls.getLeague, { leagueId: site.leagueId })],
    ['/leagues', 'Car Park League', addressOf(calls.listLeagues)],
  ] as const;
  for (const [path, , read] of pages) {
    await page.goto(site.origin + path);
    await waitForCached(page, [read]);
  }
  await page.close();
  await site.stop();

  const later = await context.newPage();
  for (const [path, text] of pages) {
    const response = await later.goto(site.origin + path);
    expect(response?.fromServiceWorker()).toBe(true);
    await expect(later.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await expect(later.getByText(/^Saved (just now|\d+ min ago)/)).toBeVisible();
  }
  await later.goto(`${site.origin}/faq`);
  await expect(heading(later)).toHaveText('FAQ');
  await later.goto(`${site.origin}/seasons/01900000-0000-7000-8000-00000000dead`);
  await expect(
    later
      .getByRole('alert')
      .getByText('Can’t reach the server. The season opens by itself once the server can be reached.'),
  ).toBeVisible();
  await expect(heading(later)).toHaveText('This season isn’t saved on this device');
  await expect(later.getByRole('link', { name: /^Car Park League saved \d/ })).toBeVisible();
});

test('without a network the badges of a season and its rounds that are not on this device are beside their links', async ({
  page,
  site: { api, origin },
  context,
}) => {
  const { id: seasonId } = await api.get('createSeason', { as: 'Max', body: { name: 'Winter Cup' } });
  const tracks = { events: [{ track: Track.Spa }, { track: Track.Monza }] };
  const { events } = await api.get('addEvents', { as: 'Max', params: { seasonId }, body: tracks });
  const sessionIds: string[] = [];
  for (const [index, { id: eventId }] of events.entries()) {
    const body = upload({ internalSessionId: `9${index}` });
    const { id } = await api.get('createSession', { as: 'Max', body });
    const params = { seasonId, eventId };
    await api.get('addEventSessions', { as: 'Max', params, body: { sessionIds: [id] } });
    sessionIds.push(id);
  }
  const [, second = ''] = sessionIds;
  await installApp(page, `${origin}/sessions/${second}`);
  await waitForCached(page, [addressOf(calls.getSession, { id: second })]);
  await context.setOffline(true);
  const arrow = page.getByRole('link', { name: /^Previous: .*, not on this device$/ });
  await expect(arrow).toBeVisible();
  const centres = await arrow
    .locator('svg')
    .evaluateAll((icons) => icons.map((icon) => icon.getBoundingClientRect()).map(({ y, height }) => y + height / 2));
  expect(centres).toHaveLength(2);
  expect(centres[0]).toBeCloseTo(centres[1] ?? Number.NaN, 0);
  const season = await page.getByRole('link', { name: /^Winter Cup ?, not on this device$/ }).evaluate((link) => ({
    name: link.querySelector('bdi')?.getBoundingClientRect(),
    badge: link.querySelector('svg')?.getBoundingClientRect(),
  }));
  expect(season.badge?.top).toBeLessThan(season.name?.bottom ?? Number.NaN);
  expect(season.badge?.left).toBeGreaterThanOrEqual(season.name?.right ?? Number.NaN);
});

test('with the server stopped, a user with an expired token is known and stays logged in', async ({
  page,
  site,
  context,
}) => {
  const account = await createAccount(site.origin);
  await installApp(page, `${site.origin}/login`);
  await logIn(page, account, site.origin);
  // The name is stored on the device after it was shown.
  await expect.poll(() => storedTexts(page)).toContain(`"username":"${account.username}"`);
  await expireAccessToken(page);
  await page.close();
  await site.stop();

  const later = await context.newPage();
  await later.goto(`${site.origin}/dashboard`);
  await expect(later.getByText(`Logged in as ${account.username} (offline)`)).toBeVisible();
  expect(await later.evaluate(() => localStorage.getItem('pitboard-auth'))).toContain('refresh_token');
});

test('without a network a page of users says to a visitor that they are logged out', async ({
  page,
  site,
  context,
}) => {
  await installApp(page, `${site.origin}/home`);
  await page.close();
  await site.stop();
  const later = await context.newPage();
  await later.goto(`${site.origin}/dashboard`);
  await expect(heading(later)).toHaveText('You are logged out');
  await expect(later.getByText('Can’t reach the server. You can log in once the server can be reached.')).toBeVisible();
});

/** The addresses that the server itself answers: all calls, and those that are not in their table. */
const serverPaths = [
  ...new Set(
    Object.values(calls).map(({ path }) => path.replaceAll(/\{\w+\}/g, '01900000-0000-7000-8000-00000000dead')),
  ),
  ...['/api/openapi.json', '/api/nothing', '/auth/v1/settings', '/auth/v1/verify?token=x', '/auth/v1/callback'],
  ...[
    '/auth/v1/.well-known/jwks.json',
    '/rest/v1/profiles',
    '/outbox',
    '/operator',
    '/docs/api',
    '/readyz',
    '/downloads/recorder.zip',
  ],
  ...['/.well-known/security.txt', '/nothing.txt', '/robots.txt'],
];

test('the service worker answers pages, and no path that the server itself answers', async ({ page, site }) => {
  await installApp(page, `${site.origin}/home`);
  await page.reload();
  await site.stop();
  for (const path of [
    '/api/League',
    '/api/health',
    '/auth/v1/settings',
    '/rest/v1/profiles',
    '/outbox',
    '/sw.js',
    '/nothing.txt',
  ]) {
    const outcome = await page.evaluate(
      (address) =>
        fetch(address).then(
          (response) => response.status,
          () => 'failed',
        ),
      path,
    );
    expect([path, outcome]).toEqual([path, 'failed']);
  }
  expect((await page.goto(`${site.origin}/leagues`))?.fromServiceWorker()).toBe(true);
  for (const path of serverPaths)
    await expect(page.goto(site.origin + path), path).rejects.toThrow(/ERR_CONNECTION_REFUSED|ERR_FAILED/);
});

test('visited pages open after the browser was closed and the server stopped, on a slow phone', async ({
  site,
  openProfile,
}, info) => {
  // In the long run forty page loads, half of them at a quarter of the CPU speed.
  test.setTimeout(300_000);
  const { api, origin } = site;
  const pages: [path: string, text: string, reads: string[]][] = [
    ['/home', 'Latest results', [addressOf(calls.listSessions), addressOf(calls.listLeagues)]],
    ['/leagues', 'Car Park League', [addressOf(calls.listLeagues)]],
    [`/leagues/${site.leagueId}`, 'Car Park League', [addressOf(calls.getLeague, { leagueId: site.leagueId })]],
    [`/seasons/${site.seasonId}`, 'Car Park Season', [addressOf(calls.getSeason, { id: site.seasonId })]],
    [`/sessions/${site.sessionId}`, 'Ada Swift', [addressOf(calls.getSession, { id: site.sessionId })]],
  ];
  const count = isLong ? 20 : 8;
  while (pages.length < count) {
    const name = `Driver ${pages.length}`;
    const drivers = [driver({ name, finishingPosition: 1 })];
    const body = upload({ internalSessionId: String(100 + pages.length), drivers });
    const { id } = await api.get('createSession', { as: 'Max', body });
    pages.push([`/sessions/${id}`, name, [addressOf(calls.getSession, { id })]]);
  }
  const first = await openProfile('phone');
  await installApp(first, `${origin}/home`);
  for (const [path, text, reads] of pages) {
    await first.goto(origin + path);
    await expect(first.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await waitForCached(first, reads);
  }
  await first.context().close();
  await site.stop();

  const later = await openProfile('phone');
  const session = await later.context().newCDPSession(later);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const times: number[] = [];
  for (const [path, text] of pages) {
    const response = await later.goto(origin + path, { waitUntil: 'commit' });
    expect([path, response?.fromServiceWorker()]).toEqual([path, true]);
    await expect(later.getByText(text).filter({ visible: true }).first()).toBeVisible();
    times.push(await later.evaluate(() => performance.now()));
    await expect(later.getByText(/[Ss]aved (just now|\d+ min ago)/).first()).toBeVisible();
  }
  times.sort((one, other) => one - other);
  const summary = `median ${times[count / 2]?.toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms at a quarter of the CPU`;
  info.annotations.push({ type: 'measured', description: `${count} pages offline: ${summary}` });
  console.log(`${count} pages offline: ${summary}`);
});
