import type { Page } from 'playwright/test';
import { Track } from '#contract/enumerations';
import { savedRace } from '../fixtures/saved-session.ts';
import { uploadOf } from '../fixtures/session.ts';
import { callAs, createAccount, logIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { expectSound } from './checks.ts';
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
  await logIn(page, account);
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
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
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
  await logIn(desk, account, site.origin);
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
  await desk.getByRole('button', { name: 'Publish as official 1…' }).click();
  await desk.getByRole('button', { name: 'Publish official 1', exact: true }).click();
  await expect(desk.getByText('Official 1 is published.')).toBeVisible();
  await context.close();
  await page.reload();
  await expect(page.getByText('Nothing waits: all standings are official.')).toBeVisible();
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
  await logIn(page, account);
  await page.goto('/dashboard/race-night');
  await sorting(page).getByLabel('Event of Spa Race').selectOption({ label: 'Leave it out' });
  const submit = sorting(page).getByRole('button', { name: 'Put 1 session into 1 event' });
  await expect(submit).toBeEnabled();
  await sorting(page).getByLabel('Event of Spa Race').selectOption({ label: 'R2 Spa' });
  await sorting(page).getByLabel('Points of Spa Race').selectOption({ label: 'Sprint points' });
  // Choices survive leaving the page and coming back.
  await page.getByText('Your choices are kept on this device.').waitFor();
  await page.goto('/dashboard');
  await page.goto('/dashboard/race-night');
  await expect(sorting(page).getByLabel('Points of Spa Race').locator('option:checked')).toHaveText('Sprint points');
  const { events } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  await call('PATCH', `/api/Seasons/${id}/events/${events[0].id}/sessions`, { sessionIds: [ids[0]] });
  await sorting(page).getByRole('button', { name: 'Put 2 sessions into 2 events' }).click();
  await expect(page.getByText('It was changed somewhere else in the meantime.')).toBeVisible();
  await expect(submit).toBeEnabled();
  // The same is stored on another device: that is what was asked for, and no error.
  await call('PATCH', `/api/Seasons/${id}/events/${events[1].id}/sessions`, { sessionIds: [ids[1]] });
  await call('PATCH', `/api/Seasons/${id}/events/${events[1].id}/session/${ids[1]}`, { scoring: 'sprint' });
  await submit.click();
  await expect(page.getByText('The session is in its event.')).toBeVisible();
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
  await logIn(page, account);
  await page.goto('/dashboard/race-night');
  await expect(page.getByText('No seasons yet')).toBeVisible();
  await expectSound(page);
});
