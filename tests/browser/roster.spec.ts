import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { Track } from '#contract/enumerations';
import { driver, upload } from '../fixtures/session.ts';
import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect } from './base-test.ts';
import { expectSound } from './checks.ts';
import { openDriver, openSection } from './season-editor.ts';
import { test } from './site.ts';

// During a fade the contrast of a text cannot be measured.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  baseURL: ({ site }, use) => use(site.origin),
});

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

/** The game shows no names: cars 4 and 7 of the same team all season. */
const race = (uid: string, day: string) =>
  upload({
    internalSessionId: uid,
    trackId: Track.Monza,
    sessionStartTime: `2026-05-${day}T18:00:00.000Z`,
    drivers: [4, 7].map((carNumber, carIndex) =>
      driver({
        carIndex,
        carNumber,
        name: `Player #${carNumber}`,
        team: 'Aurora',
        finishingPosition: carIndex + 1,
        bestLapTimeMs: null,
      }),
    ),
  });

test('a roster before the first race names its drivers and teams, and a user becomes one of them', {
  tag: '@phone',
}, async ({ page, site, browser, failOnErrors }) => {
  const owner = await createAccount(site.origin);
  const { id } = await callAs(site.origin, owner, 'POST', '/api/Seasons', { name: 'Spring Cup' });
  const events = [{ track: Track.Monza }, { track: Track.Spa }];
  const season = await callAs(site.origin, owner, 'PATCH', `/api/Seasons/${id}/events`, { events });
  const league = await callAs(site.origin, owner, 'POST', '/api/League', { name: 'Sunday League' });
  const member = { leagueId: league.id, seasonId: id };
  await callAs(site.origin, owner, calls.addLeagueSeason.method, addressOf(calls.addLeagueSeason, member));
  await startLoggedIn(page, owner, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Sunday League' })).toHaveAttribute(
    'href',
    `/leagues/${league.id}`,
  );
  await openSection(page, 'Drivers');
  for (const [number, name, team] of [
    ['4', 'Max', 'Aurora'],
    ['7', 'Lia', 'Lanza'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a driver' }).click();
    await expect(page.getByLabel('Name of new driver')).toBeFocused();
    await page.getByLabel('Name of new driver').fill(name);
    await page.getByLabel(`Number of ${name}`).fill(number);
    await page.getByLabel(`Team of ${name}`, { exact: true }).fill(team);
  }
  await page.getByRole('button', { name: 'Change of team of Lia' }).click();
  const fromEvent = page.getByLabel('From which event Lia has this seat');
  await fromEvent.focus();
  for (const label of ['From round 1, Monza', 'From round 2, Spa']) {
    await fromEvent.selectOption({ label });
    await expect(fromEvent).toBeFocused();
  }
  await page.getByLabel('New team of Lia').fill('Meridian');
  // The way back of one step leaves what was typed since.
  await openDriver(page, 'Max');
  await page.getByRole('button', { name: 'Remove Max' }).click();
  await page.getByLabel('New team of Lia').fill('Meridian F1');
  await page.getByRole('button', { name: 'Undo the last step' }).click();
  const drivers = page.getByRole('list', { name: 'Drivers', exact: true });
  await expect(drivers.getByRole('heading')).toHaveText(['Max', 'Lia']);
  await expect(page.getByLabel('New team of Lia')).toHaveValue('Meridian F1');
  await page.getByLabel('New team of Lia').fill('Meridian');
  await expect(page.getByRole('button', { name: 'Undo the last step' })).toHaveCount(0);
  await expectSound(page);
  // A draft waits for the way back.
  await page.reload();
  await openDriver(page, 'Lia');
  await expect(page.getByLabel('New team of Lia')).toHaveValue('Meridian');
  await page.getByRole('button', { name: 'Save drivers' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await expect(page.getByText(`${site.origin}/seasons/${id}`, { exact: true })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.getByRole('button', { name: 'Share link' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}/seasons/${id}`);
  await page.getByRole('link', { name: 'the season’s page' }).click();
  await expect(page).toHaveURL(`/seasons/${id}`);
  const entries = page.getByRole('region', { name: 'Entry list' }).getByRole('listitem');
  await expect(entries).toHaveText(['4MaxAurora', '7LiaLanza']);
  for (const [index, event] of season.events.entries()) {
    const session = await callAs(site.origin, owner, 'POST', '/api/Sessions', race(`${index + 1}`, `0${index + 2}`));
    const path = `/api/Seasons/${id}/events/${event.id}/sessions`;
    await callAs(site.origin, owner, 'PATCH', path, { sessionIds: [session.id] });
  }
  await page.reload();
  const standings = page.getByRole('table', { name: 'Driver standings' }).getByRole('rowheader');
  await expect(standings).toHaveText(['4 MaxAurora', '7 LiaMeridian']);
  await expect(entries).toHaveCount(0);
  await page.getByRole('link', { name: 'Constructors' }).click();
  const teams = page.getByRole('table', { name: 'Constructor standings' }).getByRole('row');
  await expect(teams).toHaveText([/^P/, /Aurora.*50Champion$/, /Lanza.*18−32$/, /Meridian.*18−32$/]);

  const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce' });
  await useOwnIpAddress(context);
  await failOnErrors(context);
  const fan = await createAccount(site.origin);
  const other = await context.newPage();
  // A device that has never read the list: an answer that is stored would be shown in place of a failure.
  const drivenPath = '**/api/Seasons/driver/**';
  await other.route(drivenPath, (route) => route.fulfill({ status: 400, json: { status: 400, title: 'Refused' } }));
  await startLoggedIn(other, fan, site.origin);
  await other.goto(`/seasons/${id}`);
  await other.getByLabel('I am').selectOption('4 Max');
  await other.getByRole('button', { name: 'This is me' }).click();
  await expect(other.getByText('The owner of the season is asked whether you are Max.')).toBeVisible();
  await expectSound(other);

  await page.goto('/dashboard');
  await page.getByRole('link', { name: `${fan.username} says they are Max` }).click();
  // An unconfirmed name is not shown as a fact.
  await expect(drivers.getByRole('listitem').filter({ hasText: fan.username })).toContainText('says they are Max');
  await page.getByRole('button', { name: `Confirm that ${fan.username} is Max` }).click();
  await expect(drivers.getByRole('listitem').filter({ hasText: 'Max' })).toContainText(fan.username);
  await openDriver(page, 'Max');
  await expect(page.getByRole('button', { name: `Remove ${fan.username}` })).toBeVisible();
  await expectSound(page);

  // A driver is not told to create a league first, nor while it is not known whether they are one.
  const driven = other.getByRole('region', { name: 'Seasons you drive in' });
  await other.goto('/dashboard');
  await expect(driven.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(other.getByRole('link', { name: /^Create your league/ })).toHaveCount(0);
  await other.unroute(drivenPath);
  await driven.getByRole('button', { name: 'Try again' }).click();
  await expect(driven.getByRole('article', { name: 'Spring Cup' })).toContainText('4 Max · Aurora');
  await expect(other.getByRole('region', { name: 'To do' })).toHaveText(/Nothing to do/);
  await expect(other.getByText('No seasons yet')).toBeHidden();
  await expectSound(other);

  await other.goto(`/user/${fan.id}`);
  const card = other.getByRole('article', { name: 'Spring Cup' });
  await expect(card).toContainText('P1');
  await expect(card).toContainText('4 Max · Aurora');
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await expectSound(other);
  await other.goto(`/seasons/${id}`);
  await other.getByRole('link', { name: '4 Max' }).click();
  await other.getByRole('dialog').getByRole('link', { name: 'Profile' }).click();
  await expect(other).toHaveURL(`/user/${fan.id}`);
  await context.close();
});

test('a list of drivers becomes a roster, which can be undone until it is saved', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  const owner = await createAccount(site.origin);
  const { id } = await callAs(site.origin, owner, 'POST', '/api/Seasons', { name: 'Moved here' });
  await startLoggedIn(page, owner, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
  const open = page.getByRole('button', { name: 'Add a list of drivers' });
  const list = page.getByRole('group', { name: 'List of drivers' });
  await open.click();
  await list.getByLabel('Drivers, one in each line').fill('44, Max, Aurora\nLia, Lanza\nMax\nKim, 0');
  await expect(page.getByText('Unsaved changes, kept on this device.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save drivers' })).toBeDisabled();
  await page.reload();
  await expect(list.getByText('“Kim, 0”: a race number is from 1 to 999.')).toBeVisible();
  await expect(list.getByText('1 line names a driver who is there already.')).toBeVisible();
  await expectSound(page);
  await list.getByLabel('Drivers, one in each line').fill('44, Max, Aurora\nLia, Lanza\nKim, reserve');
  await list.getByRole('button', { name: 'Add 3 drivers to the roster' }).click();
  await expect(list).toBeHidden();
  await page.getByRole('button', { name: 'Undo the last step' }).click();
  await expect(page.getByRole('heading', { name: 'Max' })).toHaveCount(0);
  await open.click();
  await list.getByLabel('Drivers, one in each line').fill('44, Max, Aurora\nLia, Lanza\nKim, reserve');
  await list.getByRole('button', { name: 'Add 3 drivers to the roster' }).click();
  await page.getByRole('button', { name: 'Save drivers' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const { roster } = await callAs(site.origin, owner, 'GET', `/api/Seasons/${id}`);
  expect(roster).toMatchObject([
    { name: 'Max', number: 44, team: 'Aurora', isReserve: false },
    { name: 'Lia', number: null, team: 'Lanza', isReserve: false },
    { name: 'Kim', number: null, team: null, isReserve: true },
  ]);
});
