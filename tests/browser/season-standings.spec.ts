import { Track } from '#contract/enumerations';
import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading, installClock } from './base-test.ts';
import { expectSound } from './checks.ts';
import { storedTexts } from './device.ts';
import { createRacedSeason, outdated, publish, ruling, section } from './raced-season.ts';
import { openEvent } from './season-editor.ts';
import { test } from './site.ts';

// During a fade the contrast of a text cannot be measured.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  baseURL: ({ site }, use) => use(site.origin),
});

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

test('points are chosen from a preset or typed, what is wrong is said at its field, and a draft survives a reload', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Own points' });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/points`);
  const points = section(page, 'Points');
  await points.getByLabel('Preset').selectOption('F1 2021, sprint 3-2-1');
  await expect(points.getByLabel('Sprint points')).toHaveValue('3, 2, 1');
  await points.getByLabel('Race points').fill('10, x');
  await expect(points.getByLabel('Race points')).toHaveAttribute('aria-invalid', 'true');
  await expect(points.getByRole('button', { name: 'Save points' })).toBeDisabled();
  await points.getByLabel('Race points').fill('10 6 4.5');
  await expect(points.getByLabel('Preset')).toHaveValue('own');
  await expect.poll(() => storedTexts(page)).toContain('10 6 4.5');
  await page.reload();
  await expect(points.getByLabel('Race points')).toHaveValue('10 6 4.5');
  await expect(points.getByText('These are unsaved changes from your last visit.')).toBeVisible();
  await points.getByRole('button', { name: 'Save points' }).click();
  await expect(points.getByText('Saved.')).toBeVisible();
  await expect(points.getByLabel('Race points')).toHaveValue('10, 6, 4.5');
});

test('a note on the standings is a draft, and what another tab has changed is not published unseen', async ({
  page,
  site,
}) => {
  const { account, id } = await createRacedSeason(site.origin);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/publish`);
  const standings = section(page, 'Official standings');
  const note = standings.getByLabel('Note (optional)');
  // 500 characters, an emoji is one; what is pasted beyond them stays, to be shortened.
  await note.focus();
  await page.keyboard.insertText('🏁'.repeat(501));
  await expect(note).toHaveValue('🏁'.repeat(501));
  await expect(note).toHaveAccessibleDescription('1 character too many.');
  await expect(standings.getByRole('button', { name: 'Publish official 1' })).toBeDisabled();
  await page.keyboard.press('Backspace');
  await expect(note).toHaveAccessibleDescription('');
  await expect(standings.getByRole('button', { name: 'Publish official 1' })).toBeEnabled();
  await note.fill('After round 3');
  // The page shows the stored season first: a change that it reads afterwards would not be one in the meantime.
  const read = page.waitForResponse(`**/api/Seasons/${id}`);
  await page.reload();
  await expect(note).toHaveValue('After round 3');
  await read;
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, { track: Track.Spa });
  await standings.getByRole('button', { name: 'Publish official 1', exact: true }).click();
  await expect(standings.getByText(outdated)).toBeVisible();
  await expect(note).toHaveValue('After round 3');
  await publish(page, 1);
  await expect(note).toHaveValue('');
  const revisions = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}/revisions`);
  expect(revisions.map((revision: { note: string | null }) => revision.note)).toEqual(['After round 3']);
});

test('standings are shown and published when results have changed, and can be taken back for ten minutes', async ({
  page,
  site,
}) => {
  const { account, id } = await createRacedSeason(site.origin, { isRun: false });
  const call = (method: string, path: string, body?: unknown) =>
    callAs(site.origin, account, method, `/api/Seasons/${id}${path}`, body);
  const [event] = (await call('GET', '')).events;
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/publish`);
  const standings = section(page, 'Official standings');
  const button = (name: string) => standings.getByRole('button', { name, exact: true });
  await expect(standings.getByText('There are no results yet.')).toBeVisible();
  await expect(button('Publish official 1')).toBeDisabled();

  const { sessions } = await callAs(site.origin, account, 'GET', '/api/Sessions/currentUser');
  await call('PATCH', `/events/${event.id}/sessions`, { sessionIds: [sessions[0].id] });
  await page.reload();
  await standings.getByLabel('Note (optional)').fill('Final');
  // The stored season has no results yet, and a key does not wait for a button as a click does.
  await expect(button('Publish official 1')).toBeEnabled();
  // The standings are seen before they are published.
  await expect(standings.getByRole('table', { name: 'Standings of the drivers' })).toContainText('Ada Okoro');
  await expect(standings).toContainText('Ada Okoro leading on 26 points');
  await button('Publish official 1').press('Enter');
  await expect(page.getByText('Official 1 is published.')).toBeVisible();
  await expect(button('Publish official 2')).toBeFocused();
  await expect(button('Publish official 2')).toBeDisabled();
  await expectSound(page);

  // A round without results changes nothing for readers.
  await call('POST', '/events', { track: Track.Spa });
  await page.goto(`/seasons/${id}`);
  await expect(page.getByText('Official 1', { exact: true })).toBeVisible();

  await page.goBack();
  await expect(standings.getByText(/You can take it back for another (9|10):\d\d\./)).toBeVisible();
  await button('Take back official 1').click();
  await button('Take it back').click();
  await expect(standings.getByText('Official 1 was taken back.')).toBeVisible();
  await expect(standings.getByLabel('Note (optional)')).toHaveValue('Final');
  expect((await call('GET', '')).revision).toBeNull();
});

test('several cars of one incident are ruled on at once, with a reason given before, and a reprimand changes nothing', async ({
  page,
  site,
}) => {
  const { account, id } = await createRacedSeason(site.origin);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await openEvent(page, 'Monza');
  await page.getByRole('link', { name: 'Rule on Race of Monza' }).click();
  const car = (name: string) => ruling(page).getByRole('checkbox', { name });
  await car('Ada Okoro').check();
  await car('Elin Lindqvist').check();
  await ruling(page).getByRole('button', { name: '+10' }).click();
  await ruling(page).getByLabel('Reason').fill('Start crash');
  await expect(ruling(page).getByText('P1 → P2')).toBeVisible();
  await expect(ruling(page).getByText('P2 → P3')).toBeVisible();
  await expectSound(page);
  await ruling(page).getByRole('button', { name: 'Add ruling' }).click();
  await expect(page.getByText('The ruling is in force.')).toBeVisible();
  await expect(page.getByRole('article', { name: /: \+10 s$/ })).toHaveCount(2);
  await expect(car('Ada Okoro')).not.toBeChecked();
  await expect(car('Ada Okoro')).toHaveAccessibleName(/^2 Ada Okoro \+10 s 19$/);

  await car('Mika Varga').check();
  await ruling(page).getByRole('radio', { name: 'Reprimand' }).check();
  await ruling(page).getByRole('button', { name: 'Start crash' }).click();
  await expect(ruling(page).getByText('The standings stay as they are.')).toBeVisible();
  await ruling(page).getByRole('button', { name: 'Add ruling' }).click();
  await expect(page.getByRole('article', { name: 'Mika Varga: Reprimand' })).toBeVisible();
  const { rulings } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  expect(rulings.map((each: { carIndex: number; reason: string }) => [each.carIndex, each.reason])).toEqual([
    [0, 'Start crash'],
    [1, 'Start crash'],
    [2, 'Start crash'],
  ]);
});

test('after idle minutes a write is based on what the page shows, and what another device has changed is not overwritten', async ({
  page,
  site,
}) => {
  const { account, id } = await createRacedSeason(site.origin);
  await installClock(page);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/publish`);
  const standings = section(page, 'Official standings');
  await expect(standings.getByRole('button', { name: 'Publish official 1' })).toBeEnabled();
  await callAs(site.origin, account, 'PATCH', '/api/Seasons', { id, name: 'Renamed' });
  const rules = { racePoints: [10, 5, 1] };
  const { updatedAt } = await callAs(site.origin, account, 'PATCH', `/api/Seasons/${id}/scoring`, rules);
  await page.clock.runFor('06:00');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/revisions'));
  await standings.getByRole('button', { name: 'Publish official 1', exact: true }).click();
  expect((await sent).headers()['if-match']).toMatch(/^"\d+-/);
  await expect(standings.getByText(outdated)).toBeVisible();
  await expect(heading(page)).toHaveText('Renamed');
  expect(await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`)).toMatchObject({ revision: null, updatedAt });
  await publish(page, 1);
});
