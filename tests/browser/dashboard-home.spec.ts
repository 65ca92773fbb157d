import { randomUUID } from 'node:crypto';
import { addressOf } from '#contract/api/address';
import { type CallName, type Calls, calls } from '#contract/calls/by-name';
import type { ParamsOf } from '#contract/calls/call';
import { driver, upload } from '../fixtures/session.ts';
import { type Account, callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, installClock } from './base-test.ts';
import { expectSound } from './checks.ts';
import { totalOf, watchLayoutShifts } from './layout-shifts.ts';
import { test } from './site.ts';

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

/** Makes a call of the contract as a user; resolves to the parsed answer. */
function call<Name extends CallName>(
  { account, origin }: { account: Account; origin: string },
  name: Name,
  params: ParamsOf<Calls[Name]>,
  body?: object,
) {
  return callAs(origin, account, calls[name].method, addressOf(calls[name], params), body);
}

test('an empty list of driven seasons that could not be renewed says so, and no driver is told to begin', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard`);
  const begin = page.getByRole('link', { name: /^Create your league/ });
  await expect(begin).toBeVisible();
  const drivenPath = '**/api/Seasons/driver/**';
  await page.route(drivenPath, (route) => route.fulfill({ status: 400, json: { status: 400, title: 'Refused' } }));
  await page.reload();
  const driven = page.getByRole('region', { name: 'Seasons you drive in' });
  await expect(driven.getByText(/^Could not be refreshed · saved /)).toBeVisible();
  await expect(begin).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'To do' })).toHaveText(
    'To doFirst steps that are left appear here once all lists of this page can be read.',
  );
  await expectSound(page);
  await page.unroute(drivenPath);
  await driven.getByRole('button', { name: 'Try again' }).click();
  await expect(begin).toBeVisible();
  await expect(driven).toBeHidden();
});

test('lists that the server fails to give have one line each, with a way to try again and the details', {
  tag: '@phone',
}, async ({ page, site }) => {
  await installClock(page);
  const account = await createAccount(site.origin);
  await startLoggedIn(page, account, site.origin);
  const lists = /\/api\/(?:Account\/tasks|Sessions\/currentUser|League\/user|Seasons\/)/;
  await page.route(lists, (route) => route.fulfill({ status: 500, body: 'x' }));
  await page.goto(`${site.origin}/dashboard`);
  for (const name of ['To do', 'Latest sessions', 'Leagues', 'Seasons', 'Seasons you drive in']) {
    const section = page.getByRole('region', { name, exact: true });
    const line = section.getByRole('alert');
    await expect(line.getByRole('paragraph'), name).toHaveText('The server has a fault.');
    await expect(line.getByRole('button')).toHaveText(['Try again', 'Show Error']);
    await expect(section.getByRole('heading')).toHaveText([name]);
    await expect.poll(async () => (await line.boundingBox())?.height).toBeLessThan(72);
  }
  const leagues = page.getByRole('region', { name: 'Leagues', exact: true });
  await leagues.getByRole('button', { name: 'Show Error' }).click();
  await expect(leagues.getByText('An unexpected server error occurred.')).toBeVisible();
  await expectSound(page);
  const again = page.waitForRequest(/League\/user/);
  await leagues.getByRole('button', { name: 'Try again' }).click();
  await again;
  await page.unroute(lists);
  // The longest time after which a list tries again by itself.
  await page.clock.runFor(30_000);
  await expect(leagues.getByText('No leagues yet')).toBeVisible();
});

test('while a list that decides on the first steps is slow their place is busy, and not blank', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/Recorders', async (route) => {
    await released;
    await route.continue();
  });
  const tasks = page.waitForResponse(/\/api\/Account\/tasks$/);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard`);
  await tasks;
  const toDo = page.getByRole('region', { name: 'To do' });
  await expect(toDo.locator('.min-h-18[aria-busy="true"]')).toBeVisible();
  release();
  await expect(toDo.getByRole('link', { name: /^Create your league/ })).toBeVisible();
  await expect(toDo.locator('[aria-busy="true"]')).toHaveCount(0);
});

test('the dashboard lists what waits to be done, and nothing when all is done', async ({ page, site }) => {
  const account = await createAccount(site.origin);
  const owner = { account, origin: site.origin };
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard`);
  const tasks = page.getByRole('region', { name: 'To do' });
  // A new user's list shows the first steps.
  const steps = tasks.getByRole('listitem');
  await expect(steps).toHaveText([/1Create your league/, /2Add a season/, /3Upload a race/]);
  await expectSound(page);
  // Lists that are empty have no link to all of them.
  const lists = page.getByRole('link', { name: /^All your / });
  await expect(page.getByText(/^No (sessions|leagues|seasons) yet$/)).toHaveCount(3);
  await expect(lists).toHaveCount(0);
  await call(owner, 'createLeague', {}, { name: 'Cup League' });
  await page.reload();
  await expect(lists).toHaveText(['All your leagues']);
  await expect(steps).toHaveText([/Create your league, done/, /2Add a season/, /3Upload a race/]);

  const drivers = [driver({ name: 'Player', finishingPosition: 1 })];
  const { id: sessionId } = await call(owner, 'createSession', {}, upload({ drivers, internalSessionId: '71' }));
  await page.reload();
  await expect(tasks.getByRole('link', { name: /1 driver without a name: Player/ })).toBeVisible();
  await tasks.getByRole('link', { name: /1 session without an event/ }).click();
  await expect(page.getByRole('button', { name: 'Without an event, remove this filter' })).toBeVisible();
  await expect(page.getByText('1 session', { exact: true })).toBeVisible();

  const { id: seasonId } = await call(owner, 'createSeason', {}, { name: 'Winter Cup' });
  const { events } = await call(owner, 'addEvent', { seasonId }, { track: 11 });
  await call(owner, 'addEventSessions', { seasonId, eventId: events[0].id }, { sessionIds: [sessionId] });
  await page.reload();
  await expect(page.getByText('No sessions match the filter')).toBeVisible();
  await page.goBack();
  const season = tasks.getByRole('link', { name: /^Winter Cup/ });
  await expect(season).toContainText('Standings are provisional');
  await expect(tasks.getByRole('link', { name: /without an event/ })).toBeHidden();

  await call(owner, 'deleteSession', { id: sessionId });
  await page.reload();
  await expect(season).toContainText('Lost a session that was deleted: Monza');
  await season.click();
  await expect(page).toHaveURL(`${site.origin}/dashboard/seasons/${seasonId}/edit`);
  await expect(page.getByRole('region', { name: 'Events' })).toBeInViewport();
  await page.goto(`${site.origin}/dashboard/seasons/${seasonId}/edit/publish`);
  await expect(page.getByRole('heading', { name: 'Official standings' })).toBeInViewport();

  // A draft of a deleted entity can still be read.
  await page.getByLabel('Note (optional)').fill('After the appeal');
  await call(owner, 'deleteSeason', { id: seasonId });
  await page.goto(`${site.origin}/dashboard`);
  const drafts = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(drafts.getByRole('link', { name: 'Winter Cup: note on the standings' })).toContainText(
    'After the appeal',
  );
  await expectSound(page);
  await drafts.getByRole('button', { name: /^Discard/ }).click();
  await expect(drafts).toBeHidden();
});

test('a race of the user that is live is linked on the dashboard and on race night, and counts as recorded', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const owner = { account, origin: site.origin };
  await call(owner, 'createSeason', {}, { name: 'Winter Cup' });
  const { id } = await call(owner, 'registerLive', { id: '01900000-0000-7000-8000-0000000000bb' });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard/race-night`);
  const live = page.getByRole('link', { name: 'Live now Waiting for data' });
  await expect(live).toHaveAttribute('href', `/live/${id}`);
  await expectSound(page);
  await expect(page.getByText('Your live race is stored when it ends.')).toBeVisible();
  await page.goto(`${site.origin}/dashboard`);
  await expect(live).toHaveAttribute('href', `/live/${id}`);
  await expectSound(page);
  await expect(page.getByRole('region', { name: 'Latest sessions' })).toContainText('Your live race appears here');
  // With its season and a race that is recorded, nothing is left of the first steps.
  await expect(page.getByRole('region', { name: 'To do' })).toContainText('Nothing to do.');
});

for (const [path, region, content] of [
  ['/dashboard', 'Latest sessions', 'Monza'],
  ['/dashboard/race-night', 'Sessions without an event', 'No seasons yet'],
] as const)
  test(`nothing on ${path} moves when a race of the user begins, or when it is opened during one`, async ({
    page,
    site,
  }) => {
    const account = await createAccount(site.origin);
    const owner = { account, origin: site.origin };
    const drivers = [driver({ name: 'Player', finishingPosition: 1 })];
    await call(owner, 'createSession', {}, upload({ drivers, internalSessionId: '72' }));
    await installClock(page);
    await startLoggedIn(page, account, site.origin);
    const { shifts } = await watchLayoutShifts(page);
    const live = page.getByRole('link', { name: 'Live now Waiting for data' });
    const sessions = page.getByRole('region', { name: region });
    await page.goto(site.origin + path);
    await expect(sessions).toContainText(content);
    await call(owner, 'registerLive', { id: randomUUID() });
    // Asked for every 15 s. A CPU that is throttled does not rest while it waits.
    await page.clock.fastForward(15_000);
    await expect(live).toBeVisible();
    const whileOpen = await shifts();
    expect(totalOf(whileOpen), whileOpen.join('\n')).toBeLessThan(0.02);
    await page.reload();
    await expect(live).toBeVisible();
    await expect(sessions).toContainText(content);
    const whileLoading = await shifts();
    expect(totalOf(whileLoading), whileLoading.join('\n')).toBeLessThan(0.02);
  });
