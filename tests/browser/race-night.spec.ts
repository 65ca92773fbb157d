import type { Page } from 'playwright/test';
import { Track } from '#contract/enumerations';
import { savedCar, savedRace } from '../fixtures/saved-session.ts';
import { uploadOf } from '../fixtures/session.ts';
import { callAs, createAccount, findMail, newNames, password, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { expectSound } from './checks.ts';
import { createPerson } from './person.ts';
import { test } from './site.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  baseURL: ({ site }, use) => use(site.origin),
});

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

const sorting = (page: Page) => page.getByRole('form', { name: 'Sessions and their events' });

/** Seven files of three rounds: the day, the hour, the track, the type, the laps. */
const files = [
  [2, 19, 'Monza', 'Short Qualifying', 3],
  [2, 20, 'Monza', 'Race', 30],
  [9, 19, 'Spa', 'Short Qualifying', 3],
  [9, 20, 'Spa', 'Race', 9],
  [9, 21, 'Spa', 'Race', 30],
  [16, 19, 'Suzuka', 'Short Qualifying', 3],
  [16, 20, 'Suzuka', 'Race', 30],
] as const;

const chosenFiles = files.map(([day, hour, track, type, laps], index) => ({
  name: `${type.replace(' ', '_')}_${track}_2026_05_${String(day).padStart(2, '0')}_${hour}_00_00.json`,
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify(
      savedRace(
        { debug: { 'session-uid': String(index + 1) } },
        { 'track-id': track, 'session-type': type, 'total-laps': laps },
      ),
    ),
  ),
}));

test('files become sessions of their events, and the way to shared standings is the same on another device', async ({
  page,
  site,
  browser,
}) => {
  test.slow();
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Winter' });
  const on = (track: Track, day: string) => ({ track, startsAt: `2026-05-${day}T18:00:00.000Z` });
  const events = [on(Track.Monza, '02'), on(Track.Spa, '09')];
  await callAs(site.origin, account, 'PATCH', `/api/Seasons/${id}/events`, { events });
  await startLoggedIn(page, account, site.origin);
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Race night' }).click();
  await expect(heading(page)).toHaveText('Race night');
  await expect(page.getByText('Every session has its event.')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(chosenFiles);
  await expect(page.getByText('7 of 7 files done')).toBeVisible();

  await expect(sorting(page).getByRole('listitem')).toHaveCount(7);
  await expect(sorting(page).getByText('Planned at this track for these days')).toHaveCount(2);
  await expect(sorting(page).getByText('No event is planned there: a new one is added')).toHaveCount(1);
  const points = (index: number) =>
    sorting(page)
      .getByRole('listitem')
      .nth(index)
      .getByLabel(/^Points of/);
  await expect(points(3)).toHaveValue('sprint');
  await expect(points(4)).toHaveValue('race');
  await expectSound(page);
  await sorting(page).getByRole('button', { name: 'Put 7 sessions into 3 events, 1 of them new' }).press('Enter');
  await expect(page.getByText('7 sessions are in their events.')).toBeVisible();
  await expect(sorting(page).getByRole('listitem')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  const stored = (await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`)).events;
  expect(stored.map((event: { track: number; sessions: unknown[] }) => [event.track, event.sessions.length])).toEqual([
    [Track.Monza, 2],
    [Track.Spa, 3],
    [Track.Suzuka, 2],
  ]);

  // The rest is done on another device, from the same list of steps.
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, baseURL: site.origin });
  await useOwnIpAddress(context);
  const desk = await context.newPage();
  await startLoggedIn(desk, account, site.origin);
  await desk.goto('/dashboard/race-night');
  const steps = desk.getByRole('list', { name: 'Steps of Winter' });
  await expect(steps.getByRole('listitem')).toHaveText([
    '1Drivers’ names',
    '2Results',
    '3Rulings',
    '4Publish',
    '5Share',
  ]);
  await steps.getByRole('link', { name: 'Publish' }).click();
  await desk.getByRole('button', { name: 'Publish official 1', exact: true }).click();
  await expect(desk.getByText('Official 1 is published.')).toBeVisible();
  await context.close();
  await page.reload();
  await expect(page.getByText('Nothing to do: no results are waiting to be made official.')).toBeVisible();
});

test('each session can be left out or moved, and one that was changed elsewhere is not put there twice', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const call = (method: string, path: string, body: unknown) => callAs(site.origin, account, method, path, body);
  const { id } = await call('POST', '/api/Seasons', { name: 'Winter' });
  await call('PATCH', `/api/Seasons/${id}/events`, { events: [{ track: Track.Monza }, { track: Track.Spa }] });
  const ids: string[] = [];
  for (const [index, trackId] of [Track.Monza, Track.Spa].entries()) {
    const given = {
      internalSessionId: String(index + 1),
      trackId,
      sessionStartTime: `2026-05-0${index + 2}T18:00:00Z`,
    };
    ids.push((await call('POST', '/api/Sessions', uploadOf(['Ada', 'Elin'], given))).id);
  }
  await startLoggedIn(page, account, site.origin);
  await page.goto('/dashboard/race-night');
  await sorting(page).getByLabel('Event of Spa Race').selectOption({ label: 'Leave it out' });
  const submit = sorting(page).getByRole('button', { name: 'Put 1 session into 1 event' });
  await expect(submit).toBeEnabled();
  // An event at another track can be chosen, with a warning.
  const eventOfSpa = sorting(page).getByLabel('Event of Spa Race');
  await eventOfSpa.selectOption({ label: 'R1 Monza' });
  await expect(eventOfSpa).toHaveAccessibleDescription('This session is at Spa, and the event is at Monza.');
  await expectSound(page);
  await eventOfSpa.selectOption({ label: 'R2 Spa' });
  await expect(eventOfSpa).toHaveAccessibleDescription('');
  await sorting(page).getByLabel('Points of Spa Race').selectOption({ label: 'Sprint points' });
  // Choices survive leaving the page and coming back.
  await page.getByText('Your choices are kept on this device.').waitFor();
  await page.goto('/dashboard');
  // The page shows what is stored on the device first: a change that it reads afterwards would not be one in the meantime.
  const reads = [`**/api/Seasons/${id}`, '**/api/Sessions/currentUser*'].map((read) => page.waitForResponse(read));
  await page.goto('/dashboard/race-night');
  await expect(sorting(page).getByLabel('Points of Spa Race').locator('option:checked')).toHaveText('Sprint points');
  await Promise.all(reads);
  const { events } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  await call('PATCH', `/api/Seasons/${id}/events/${events[0].id}/sessions`, { sessionIds: [ids[0]] });
  // The same is stored on another device: that is what was asked for, and no error.
  await call('PATCH', `/api/Seasons/${id}/events/${events[1].id}/sessions`, { sessionIds: [ids[1]] });
  await call('PATCH', `/api/Seasons/${id}/events/${events[1].id}/session/${ids[1]}`, { scoring: 'sprint' });
  await sorting(page).getByRole('button', { name: 'Put 2 sessions into 2 events' }).click();
  await expect(page.getByText('2 sessions are in their events.')).toBeVisible();
  await expect(page.getByText('Your choices are kept on this device.')).toHaveCount(0);
  const season = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  expect(
    season.events.map((event: { sessions: { session: { id: string }; scoring?: string }[] }) =>
      event.sessions.map(({ session, scoring }) => [session.id, scoring]),
    ),
  ).toEqual([[[ids[0], undefined]], [[ids[1], 'sprint']]]);
});

test('without a season the page leads to one', async ({ page, site }) => {
  const account = await createAccount(site.origin);
  await startLoggedIn(page, account, site.origin);
  await page.goto('/dashboard/race-night');
  await expect(page.getByText('No seasons yet')).toBeVisible();
  await expectSound(page);
});

test(
  'from signing up to a shared result of seven files takes at most 40 taps, also when it is left half-way',
  {
    tag: '@phone',
  },
  async ({ page, site, browser }, info) => {
    test.slow();
    const started = Date.now();
    const person = createPerson();
    const { tap, type } = person;
    const button = (name: string | RegExp, at: Page = page) =>
      at.getByRole('button', { name }).filter({ visible: true });
    const link = (name: string | RegExp, at: Page = page) =>
      at.getByRole('main').getByRole('link', { name }).filter({ visible: true });
    // Two of the four cars show no name.
    const cars = ['Ann', 'Bob', 'Player', 'Player'].map((name, index) =>
      savedCar({ index, name, number: index + 1, laps: [92_000 + index, 91_000 + index, 90_000 + index] }),
    );
    const named = chosenFiles.map((file) => ({
      ...file,
      buffer: Buffer.from(JSON.stringify({ ...JSON.parse(file.buffer.toString()), 'classification-data': cars })),
    }));

    const { email, username } = newNames();
    await page.goto('/signup');
    await type(page.getByLabel('E-mail address'), email);
    await type(page.getByLabel('Password', { exact: true }), password);
    await tap(button('Sign up'));
    await expect(heading(page)).toHaveText('Check your e-mail');
    const mail = await findMail(email, /^Confirm/, site.origin);
    // The link in the mail is a tap, too.
    await tap(heading(page));
    await page.goto(mail.link);
    await tap(button('Confirm and log in'));
    await type(page.getByLabel('Username'), username);
    await tap(button('Save name'));

    await tap(link('Create your league'));
    await type(page.getByLabel('Name', { exact: true }), 'Night League');
    await tap(button('Create league'));
    await expect(page.getByText('Night League is created. Next comes its first season')).toBeVisible();
    await expect(page.getByLabel('Name of the season')).toHaveValue('Season 1');
    await tap(button('Create season'));
    await expect(page.getByText('Season 1 is created. Next comes its calendar')).toBeVisible();
    await type(page.getByLabel('First event'), '2026-05-02T20:00');
    await type(page.getByLabel(/^Tracks/), 'Monza\nSpa\nSuzuka');
    await tap(button('Add 3 events'));
    await expect(page.getByText('The events are added.')).toBeVisible();

    await tap(link('Go to Race night'));
    await person.chooseFiles(page, page.getByText('Choose files', { exact: true }), named);
    await tap(button('Put 7 sessions into 3 events'));
    await expect(page.getByText('7 sessions are in their events.')).toBeVisible();

    // The rest is done on another phone, from the same list of steps.
    const other = await browser.newContext({
      baseURL: site.origin,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    await useOwnIpAddress(other);
    const later = await other.newPage();
    await later.goto('/login?redirect=%2Fdashboard%2Frace-night');
    await type(later.getByLabel('E-mail address'), email);
    await type(later.getByLabel('Password', { exact: true }), password);
    await tap(button('Log in', later));
    const steps = later.getByRole('list', { name: 'Steps of Season 1' });
    await tap(steps.getByRole('link', { name: 'Drivers’ names' }));
    await tap(button('Add 4 drivers who raced', later));
    await expect(later.getByLabel('Name of driver 3')).toBeFocused();
    await later.getByLabel('Name of driver 3').fill('Cleo');
    await type(later.getByLabel('Name of driver 4'), 'Dan');
    await tap(button('Save drivers', later));
    await expect(later.getByText('Saved.')).toBeVisible();
    await tap(link('Next: penalties and other rulings', later));
    const ruling = later.getByRole('form', { name: 'New ruling' });
    await tap(ruling.getByText('Bob', { exact: true }));
    await tap(button('+5', later));
    await type(later.getByLabel('Reason'), 'Contact');
    await tap(button('Add ruling', later));
    await expect(later.getByText('The ruling is in force.')).toBeVisible();
    await tap(link('Next: publish the standings', later));
    await expect(later.getByRole('table', { name: 'Standings of the drivers' })).toBeVisible();
    await tap(button('Publish official 1', later));
    await expect(later.getByText('Official 1 is published.')).toBeVisible();
    await expect(later.getByAltText('What is shared')).toBeVisible();
    await tap(button('Share picture', later));
    await expect(later.getByText('The picture is in your downloads.')).toBeVisible();

    const seconds = Math.round(person.seconds() + (Date.now() - started) / 1_000);
    info.annotations.push({ type: 'a person', description: `${person.taps()} taps, ${seconds} s with the waiting` });
    expect(person.taps()).toBeLessThanOrEqual(40);
    await other.close();
  },
);
