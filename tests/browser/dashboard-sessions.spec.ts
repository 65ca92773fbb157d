import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { SessionUpload } from '#contract/api/bodies';
import { SessionType, Track } from '#contract/enumerations';
import { savedRace } from '../fixtures/saved-session.ts';
import { driver, upload } from '../fixtures/session.ts';
import { createField } from '../simulator/field.ts';
import { createRandom } from '../simulator/random.ts';
import { simulateWeekend } from '../simulator/weekend.ts';
import { type Account, callAs, createAccount, logIn, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { expectSound } from './checks.ts';
import { type Site, test } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

const path = '/dashboard/sessions';

/** Stores sessions of a user: races at one track, newest first by number, then a qualifying at another. */
async function addSessions(site: Site, account: Account, races: number): Promise<void> {
  const drivers = [driver({ name: 'Ada Swift', finishingPosition: 1 })];
  const add = (number: number, given: Partial<SessionUpload>) =>
    callAs(
      site.origin,
      account,
      'POST',
      '/api/Sessions',
      upload({ drivers, internalSessionId: String(number), ...given }),
    );
  for (let number = 1; number <= races; number += 1) {
    const hour = String(number % 24).padStart(2, '0');
    const day = String(1 + Math.floor(number / 24)).padStart(2, '0');
    await add(number, { sessionStartTime: `2026-05-${day}T${hour}:00:00.000Z` });
  }
  await add(races + 1, {
    trackId: Track.Spa,
    sessionType: SessionType.ShortQualifying,
    sessionStartTime: '2026-04-01T18:00:00.000Z',
  });
}

/** Ids of the sessions that the server has of a user. */
async function storedIds(site: Site, { id }: Account): Promise<string[]> {
  const { sessions } = await site.api.get('pageUserSessions', { params: { id } });
  return sessions.map((session) => session.id);
}

async function open(page: Page, site: Site, address = path): Promise<Account> {
  const account = await createAccount(site.origin);
  await startLoggedIn(page, account, site.origin);
  await page.goto(site.origin + address);
  await expect(heading(page)).toHaveText('Your sessions');
  return account;
}

const list = (page: Page) => page.getByRole('region', { name: 'Sessions', exact: true });
const count = (page: Page) => list(page).getByRole('status').first();
const deleteButtons = (page: Page) => list(page).getByRole('button', { name: /^Delete / });
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

test('filter and paging are in the address, Back returns to each list, and a link opens the same list', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  await addSessions(site, account, 21);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard`);
  await page.getByRole('link', { name: 'All your sessions' }).click();
  await expect(count(page)).toHaveText('1 to 20 of 22 sessions');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/dashboard\/sessions\?page=2$/);
  await expect(count(page)).toHaveText('21 to 22 of 22 sessions');
  await expect(count(page)).toBeFocused();

  await page.getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await dialog.getByLabel('Short qualifying').check();
  await dialog.getByLabel('Spa').check();
  await dialog.getByLabel('Monza').check();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Show sessions' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\?track=10&track=11&type=8$/);
  await expect(count(page)).toHaveText('1 session');
  await page.getByRole('button', { name: 'Spa, remove this filter' }).click();
  await expect(page.getByText('No sessions match the filter')).toBeVisible();
  const address = page.url();

  await page.goBack();
  await expect(count(page)).toHaveText('1 session');
  await page.goBack();
  await expect(count(page)).toHaveText('21 to 22 of 22 sessions');
  await page.goBack();
  await expect(count(page)).toHaveText('1 to 20 of 22 sessions');

  await page.goto(address);
  await expect(page.getByText('No sessions match the filter')).toBeVisible();
  await page.getByRole('button', { name: 'Show all sessions' }).click();
  await expect(count(page)).toHaveText('1 to 20 of 22 sessions');
  await page.goto(`${site.origin}${path}?page=9`);
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await expect(count(page)).toHaveText('21 to 22 of 22 sessions');
});

test('a deleted session goes at once, and is restored by Undo, or later from the recently deleted ones', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  await addSessions(site, account, 2);
  const before = await storedIds(site, account);
  await startLoggedIn(page, account, site.origin);
  await page.goto(site.origin + path);
  await expect(count(page)).toHaveText('3 sessions');
  await deleteButtons(page).first().click();
  await expect(count(page)).toHaveText('2 sessions');
  await expect(count(page)).toBeFocused();
  await expect(page.getByText('Monza, Race, 2026-05-01 deleted.')).toBeVisible();
  expect(await storedIds(site, account)).toEqual(before.slice(1));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(count(page)).toHaveText('3 sessions');
  await expect(page.getByText('Monza, Race, 2026-05-01 restored.')).toBeVisible();
  expect(await storedIds(site, account)).toEqual(before);

  // Two at once, by keyboard.
  const boxes = list(page).getByRole('checkbox', { name: /^Select Monza/ });
  await boxes.first().focus();
  await page.keyboard.press('Space');
  await boxes.nth(1).check();
  await page.getByRole('region', { name: 'Selected sessions' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 sessions deleted.')).toBeVisible();
  await expect(count(page)).toHaveText('1 session');
  expect(await storedIds(site, account)).toEqual(before.slice(2));
  await expectSound(page);
  await page.reload();
  await expect(count(page)).toHaveText('1 session');
  await page.getByText('Recently deleted (2)').click();
  await expectSound(page);
  await page
    .getByRole('button', { name: /^Restore Monza/ })
    .first()
    .click();
  await expect(count(page)).toHaveText('2 sessions');
  await expect(page.getByText('Recently deleted (1)')).toBeVisible();
});

test('the owner deletes a session on its page, and restores it in the list', async ({ page, site }) => {
  const account = await createAccount(site.origin);
  await addSessions(site, account, 1);
  const before = await storedIds(site, account);
  const address = `${site.origin}/sessions/${before[0]}`;
  await logIn(page, account, site.origin);
  await page.goto(`${site.origin}/sessions/${site.sessionId}`);
  await expect(page.getByText('Ada Swift').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.goto(address);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(heading(page)).toHaveText('Your sessions');
  await expect(page.getByText(/deleted\.$/)).toBeVisible();
  expect(await storedIds(site, account)).toEqual(before.slice(1));
  await page.goBack();
  await expect(page).toHaveURL(`${site.origin}/sessions/${site.sessionId}`);
  await page.goto(address);
  await expect(page.getByText('Not Found')).toBeVisible();
  await page.goto(site.origin + path);
  await page.getByText('Recently deleted (1)').click();
  await page.getByRole('button', { name: /^Restore/ }).click();
  await expect.poll(() => storedIds(site, account)).toEqual(before);
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
});

test('Back passes over the page of a session that was deleted on it, or in the list', {
  tag: '@phone',
}, async ({ page, site }) => {
  const account = await createAccount(site.origin);
  await addSessions(site, account, 1);
  const [race, qualifying] = await storedIds(site, account);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard`);
  const main = page.getByRole('main');
  await main.locator(`a[href="/sessions/${race}"]`).click();
  await expect(page).toHaveURL(`${site.origin}/sessions/${race}`);
  await page.goBack();
  await expect(heading(page)).toHaveText('Dashboard');
  await main.locator(`a[href="/sessions/${qualifying}"]`).click();
  await expect(main.getByRole('button', { name: 'Delete' })).toBeVisible();
  await main.getByRole('button', { name: 'Delete' }).click();
  await expect(heading(page)).toHaveText('Your sessions');
  expect(await storedIds(site, account)).toEqual([race]);
  await page.goBack();
  await expect(heading(page)).toHaveText('Dashboard');

  await main.locator(`a[href="/sessions/${race}"]`).click();
  await expect(main.getByRole('button', { name: 'Delete' })).toBeVisible();
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/dashboard"]')?.click());
  await page.getByRole('link', { name: 'All your sessions' }).click();
  await deleteButtons(page).first().click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.getByRole('link', { name: 'PITBOARD' }).click();
  await expect.poll(() => storedIds(site, account)).toEqual([]);
  await page.evaluate(() => history.go(-3));
  await expect(heading(page)).toHaveText('Dashboard');
});

test('a refused deletion, also for want of a network, brings the session back and says why, and can be tried again', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  await addSessions(site, account, 1);
  await startLoggedIn(page, account, site.origin);
  await page.goto(site.origin + path);
  await expect(count(page)).toHaveText('2 sessions');
  await page.route(`${site.origin}/api/Sessions/*`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          json: { status: 403, title: 'Forbidden', detail: 'Only its owner may delete it.' },
        })
      : route.fallback(),
  );
  await deleteButtons(page).first().click();
  await expect(page.getByText('Only its owner may delete it.', { exact: true })).toBeVisible();
  await expect(count(page)).toHaveText('2 sessions');
  await page.unrouteAll();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').getByText('You are offline.').first()).toBeVisible();
  await expect(count(page)).toHaveText('2 sessions');
  const button = deleteButtons(page).first();
  await expect(button).toBeDisabled();
  // A disabled button does nothing and keeps the focus of a keyboard.
  await button.press('Enter');
  await expect(button).toBeFocused();
  await expect(count(page)).toHaveText('2 sessions');
  await page.context().setOffline(false);
  await expect(button).toBeEnabled();
  await expect(count(page)).toHaveText('2 sessions');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(count(page)).toHaveText('1 session');
  await expect.poll(async () => (await storedIds(site, account)).length).toBe(1);
});

test('two sessions are attached to the suggested event of a season, also after its name was changed elsewhere', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const weekend = simulateWeekend({
    seed: 'attached',
    track: Track.Monza,
    field: createField(createRandom('attached'), 20),
    raceAt: '2026-05-02T18:00:00.000Z',
    distance: 0.1,
    sessions: [{ type: SessionType.ShortQualifying }, { type: SessionType.Race }],
  });
  for (const body of weekend) await callAs(site.origin, account, 'POST', '/api/Sessions', body);
  const season = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Winter Cup' });
  const events = [
    { track: Track.Monza, name: 'Autumn', startsAt: '2026-09-01T18:00:00.000Z' },
    { track: Track.Spa },
    { track: Track.Monza, name: 'Spring', startsAt: '2026-05-02T18:00:00.000Z' },
  ];
  await callAs(site.origin, account, 'PATCH', `/api/Seasons/${season.id}/events`, { events });
  await startLoggedIn(page, account, site.origin);
  await page.goto(site.origin + path);
  const attach = async () => {
    const boxes = list(page).getByRole('checkbox', { name: /^Select Monza/ });
    await boxes.first().check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Attach to an event' }).click();
  };
  await attach();
  const dialog = page.getByRole('dialog', { name: 'Attach to an event' });
  await expect(dialog.getByLabel('Season')).toHaveValue(season.id);
  const spring = dialog.getByRole('radio', { name: /Spring \(Monza\).*Suggested/ });
  await expect(spring).toBeChecked();
  await dialog.getByRole('radio', { name: /Spa/ }).check();
  const warning = dialog.getByText('These sessions are at another track: the event is at Spa.');
  await expect(warning).toBeVisible();
  await expectSound(page);
  await spring.check();
  await expect(warning).toBeHidden();
  await callAs(site.origin, account, 'PATCH', '/api/Seasons', { id: season.id, name: 'Winter Cup 2026' });
  await dialog.getByRole('button', { name: 'Attach 2 sessions' }).click();
  await expect(dialog.getByText('2 sessions attached to Spring (Monza).')).toBeVisible();
  const stored = await site.api.get('getSeason', { params: { id: season.id } });
  // By date: spring comes first.
  expect(stored.events.map(({ sessions }) => sessions.length)).toEqual([2, 0, 0]);
  expect(stored.standings.drivers).toHaveLength(20);

  await dialog.getByRole('link', { name: 'Open the season' }).click();
  await expect(heading(page)).toHaveText('Winter Cup 2026');
  await page.goBack();
  await expect(heading(page)).toHaveText('Your sessions');
  await expect(page.getByRole('region', { name: 'Selected sessions' })).toBeHidden();

  // In the season already they have no other event to go to.
  await attach();
  await expect(
    dialog.getByText(/^These sessions are in events of this season already, and count once\./),
  ).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /Spring \(Monza\).*Attached here/ })).toBeDisabled();
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(dialog.getByText('Suggested')).toHaveCount(0);
  await expectSound(page);
  await expect(dialog.getByRole('link', { name: 'Edit the season' })).toHaveAttribute(
    'href',
    `/dashboard/seasons/${season.id}/edit`,
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Deleting one asks first, and says what the season loses.
  const points = stored.standings.drivers.reduce((sum, driver) => sum + driver.points, 0);
  await list(page).getByRole('button', { name: 'Delete Monza Race, 2 May 2026' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this session?' });
  await expect(question.getByRole('listitem')).toHaveText(
    `Winter Cup 2026 · Round 1, Spring20 drivers lose ${points} points.`,
  );
  await expectSound(page);
  await question.getByRole('button', { name: 'Delete session' }).click();
  await expect(count(page)).toHaveText('1 session');
  await expect(count(page)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(count(page)).toHaveText('2 sessions');
});

test('files are uploaded one by one, a bad one is told, and the same one again is already there', async ({
  page,
  site,
}) => {
  const account = await open(page, site);
  await expect(page.getByText('No sessions yet')).toBeVisible();
  const saved = file('Race_Abu_Dhabi_2026_09_06_21_17_47.json', savedRace());
  await page
    .getByLabel('Choose files')
    .setInputFiles([saved, file('cut.json', JSON.stringify(savedRace()).slice(0, 900)), file('other.json', { a: 1 })]);
  await expect(page.getByText('3 of 3 files done, 2 not uploaded')).toBeVisible();
  await expect(uploads(page).nth(0)).toContainText('Uploaded.');
  await expect(uploads(page).nth(1)).toContainText('Not uploaded: the file is incomplete.');
  await expect(uploads(page).nth(2)).toContainText('Not uploaded: it is not a session file of Pits n’ Giggles.');
  await expectSound(page);
  await expect(count(page)).toHaveText('1 session');
  await expect(list(page).getByText('Ann').filter({ visible: true })).toBeVisible();
  const [id] = await storedIds(site, account);

  await page.getByLabel('Choose files').setInputFiles([saved]);
  await expect(uploads(page).nth(3)).toContainText('Already there.');
  expect(await storedIds(site, account)).toEqual([id]);
  await uploads(page).nth(3).getByRole('link', { name: /^Open/ }).click();
  await expect(heading(page)).toHaveText('Abu Dhabi Race');
});

test('drivers are renamed and remembered for a season, Back returns to the list, and a name that is not saved is kept', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  await addSessions(site, account, 1);
  const season = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Winter Cup' });
  await startLoggedIn(page, account, site.origin);
  await page.goto(site.origin + path);
  await list(page).getByRole('link', { name: 'Rename the drivers of Monza Race, 1 May 2026' }).click();
  await expect(heading(page)).toHaveText('Rename drivers');
  await expect(heading(page)).toBeFocused();
  const name = page.getByLabel('P1 · No. 4 · Meridian Racing');
  await expect(name).toHaveValue('Ada Swift');
  await name.fill('Grace');
  await expect(page.getByText('Unsaved changes, kept on this device.')).toBeVisible();
  await expectSound(page);
  await page.goBack();
  await expect(heading(page)).toHaveText('Your sessions');
  await page.goForward();
  await expect(name).toHaveValue('Grace');
  await page.getByRole('button', { name: 'Save names' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('Ada Swift → Grace')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Remember' }).click();
  await expect(page.getByText('Remembered in Winter Cup.')).toBeVisible();
  const { aliases } = await site.api.get('getSeason', { params: { id: season.id } });
  expect(aliases).toEqual([{ name: 'Grace', recordedNames: ['Grace', 'Ada Swift'] }]);
  await page.getByRole('link', { name: 'Your sessions' }).click();
  await expect(list(page).getByText('Grace').filter({ visible: true })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('table', { name: 'Your sessions' }).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row', { name: /Monza Race.*Grace/ })).toBeVisible();
  await expectSound(page);
});

test('a list that cannot be loaded says why, and is loaded again', async ({ page, site }) => {
  // It fails until the click: a page that is loaded again by itself before it would have no button.
  const isPressed = () => page.evaluate(() => Object(window).isPressed === true);
  await page.route(`${site.origin}/api/Sessions/currentUser?page=1*`, async (route) =>
    (await isPressed()) ? route.continue() : route.fulfill({ status: 500 }),
  );
  await open(page, site, `${path}?page=2`);
  await expect(page.getByText('The server has a fault').first()).toBeVisible();
  await expectSound(page);
  await page.evaluate(() => addEventListener('click', () => Object.assign(window, { isPressed: true }), true));
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText('No sessions yet')).toBeVisible();
});

test('real files are uploaded, and attached to the event of their track', async ({ page, site }, info) => {
  const folder = process.env.PITBOARD_DATA;
  if (folder === undefined)
    info.annotations.push({ type: 'skipped', description: 'real session files: PITBOARD_DATA is not set' });
  test.skip(folder === undefined, 'PITBOARD_DATA is not set');
  const sessions = join(String(folder), 'sessions');
  const names = readdirSync(sessions).filter((name) => name.endsWith('.json'));
  const account = await open(page, site);
  await page
    .getByLabel('Choose files')
    .setInputFiles(names.map((name) => file(name, readFileSync(join(sessions, name), 'utf8'))));
  await expect(page.getByText(`${names.length} of ${names.length} files done`, { exact: true })).toBeVisible();
  for (const row of await uploads(page).all()) await expect(row).toContainText('Uploaded.');
  expect(await storedIds(site, account)).toHaveLength(names.length);

  const { id: seasonId } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Real' });
  const startsAt = '2025-11-04T20:00:00.000Z';
  await callAs(site.origin, account, 'POST', `/api/Seasons/${seasonId}/events`, { track: Track.Austria, startsAt });
  await page.goto(site.origin + path);
  const boxes = list(page).getByRole('checkbox', { name: /^Select Red Bull Ring/ });
  await expect(boxes).not.toHaveCount(0);
  for (const box of await boxes.all()) await box.check();
  await page.getByRole('button', { name: 'Attach to an event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Attach to an event' });
  await dialog.getByRole('button', { name: `Attach ${await boxes.count()} sessions` }).click();
  await dialog.getByRole('link', { name: 'Open the season' }).click();
  await expect(heading(page)).toHaveText('Real');
  const { standings } = await callAs(site.origin, account, 'GET', `/api/Seasons/${seasonId}`);
  expect(standings.drivers[0].points).toBeGreaterThanOrEqual(25);
});
