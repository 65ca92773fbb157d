import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { addressOf } from '#contract/api/address';
import type { SessionUpload } from '#contract/api/bodies';
import { calls } from '#contract/calls/by-name';
import { maximumPageSize } from '#contract/constants';
import { SessionType, Track } from '#contract/enumerations';
import { driver, upload } from '../fixtures/session.ts';
import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading, installClock } from './base-test.ts';
import { expectSound } from './checks.ts';
import { waitForCached } from './device.ts';
import { createRacedSeason, expectStandings, races, ruling, section } from './raced-season.ts';
import { openDriver, openEvent, openSection } from './season-editor.ts';
import { test } from './site.ts';

// During a fade the contrast of a text cannot be measured.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  baseURL: ({ site }, use) => use(site.origin),
});

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

test('sessions that the stored list lacks are suggested once the fresh list is there, and what was unchecked stays so', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const add = (body: SessionUpload) => callAs(site.origin, account, 'POST', '/api/Sessions', body);
  const weekend = (uid: string, hour: string, sessionType: SessionType) =>
    upload({
      internalSessionId: uid,
      sessionType,
      trackId: Track.Monza,
      sessionStartTime: `2026-05-02T${hour}:00:00.000Z`,
      drivers: [driver({ name: 'Ada Okoro', finishingPosition: 1 })],
    });
  await add(weekend('1', '17', SessionType.ShortQualifying));
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Suggested' });
  const event = { track: Track.Monza, startsAt: '2026-05-02T18:00:00.000Z' };
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, event);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  const round = page.getByRole('article', { name: 'Round 1, Monza' });
  const toggle = round.getByRole('button', { name: 'Add sessions to Monza' });
  const choice = (name: RegExp) => round.getByRole('checkbox', { name });
  await openEvent(page, 'Monza');
  await toggle.click();
  await expect(choice(/qualifying/)).toBeChecked();
  await toggle.click();
  // The list is stored on the device after it was shown.
  await waitForCached(page, [addressOf(calls.listOwnSessions, {}, { page: 0, pageSize: maximumPageSize })]);

  await add(weekend('2', '18', SessionType.Race));
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/api/Sessions/currentUser*', async (route) => {
    if (isHeld) await new Promise<void>((release) => held.push(release));
    await route.continue();
  });
  await page.reload();
  await openEvent(page, 'Monza');
  await toggle.click();
  await expect(choice(/qualifying/)).toBeChecked();
  await choice(/qualifying/).uncheck();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  isHeld = false;
  for (const release of held) release();
  await expect(choice(/Race/)).toBeChecked();
  await expect(choice(/qualifying/)).not.toBeChecked();
  await expect(round.getByRole('button', { name: 'Add 1 session' })).toBeEnabled();
});

test('sessions to choose from tell of a race that is live, and have it once it is stored', async ({ page, site }) => {
  const { account, id } = await createRacedSeason(site.origin);
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, { track: Track.Zandvoort });
  const live = '01900000-0000-7000-8000-0000000000bd';
  await callAs(site.origin, account, 'POST', addressOf(calls.registerLive, { id: live }));
  await installClock(page);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await openEvent(page, 'Zandvoort');
  await page.getByRole('button', { name: 'Add sessions to Zandvoort' }).click();
  await expect(page.getByText('A race of yours is live.')).toBeVisible();
  await expectSound(page);
  const drivers = [driver({ name: 'Ada Okoro', finishingPosition: 1 })];
  await callAs(
    site.origin,
    account,
    'POST',
    '/api/Sessions',
    upload({ drivers, internalSessionId: '95', trackId: Track.Zandvoort }),
  );
  // Asked for every 15 s.
  await page.clock.fastForward(15_000);
  await expect(page.getByRole('checkbox', { name: /^Zandvoort · Race/ })).toBeVisible();
});

test('a keyboard keeps its place after everything that is saved, added, removed or withdrawn', async ({
  page,
  site,
}) => {
  const { account, id } = await createRacedSeason(site.origin);
  await callAs(site.origin, account, 'POST', '/api/Sessions', races[1]);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  const press = async (name: string | RegExp, within: Page | Locator = page) => {
    const button = within.getByRole('button', { name, exact: true }).first();
    // A key does not wait for a button as a click does.
    await expect(button).toBeEnabled();
    await button.press('Enter');
  };
  /** The name of the section or form that has the focus; null where focus was lost. */
  const place = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body ? null : (activeElement?.closest('section')?.id ?? 'elsewhere');
    });
  const expectPlace = (name: string) => expect.poll(place).toBe(name);

  const form = page.getByRole('form', { name: 'Add an event' });
  await form.getByLabel('Track').selectOption({ label: 'Spa' });
  await press('Add event');
  await expect(page.getByText('Added.')).toBeVisible();
  // The next event is typed at once.
  await expect(form.getByLabel('Track')).toBeFocused();

  const spa = page.getByRole('article', { name: 'Round 2, Spa' });
  await openEvent(page, 'Spa');
  await press('Add sessions to Spa');
  await spa.getByRole('checkbox', { name: /^Spa · Race/ }).check();
  await press('Add 1 session', spa);
  await expect(spa.getByRole('combobox', { name: 'Points of Race' })).toBeVisible();
  await expectPlace('events');
  await press('Remove Race from this event', spa);
  await expect(spa.getByText('No sessions yet.')).toBeVisible();
  await expectPlace('events');
  await press('Delete Spa');
  await press('Delete event');
  await expect(spa).toHaveCount(0);
  await expectPlace('events');

  await openSection(page, 'Points');
  const points = section(page, 'Points');
  await points.getByLabel('Fastest lap').first().fill('2');
  await press('Show what changes', points);
  await expect(points.getByRole('table')).toBeVisible();
  await expectPlace('scoring');
  await press('Save points');
  await expect(points.getByText('Saved.')).toBeVisible();
  await expect(points.getByRole('button', { name: 'Save points' })).toBeFocused();

  await openSection(page, 'Rulings');
  await ruling(page).getByRole('checkbox', { name: 'Ada Okoro' }).check();
  await ruling(page).getByRole('button', { name: '+5' }).click();
  await ruling(page).getByLabel('Reason').fill('Jump start');
  await press('Add ruling');
  await expect(page.getByText('The ruling is in force.')).toBeVisible();
  await expect(ruling(page).getByRole('button', { name: 'Add ruling' })).toBeFocused();
  await press('Withdraw the ruling on Ada Okoro');
  await press('Withdraw ruling');
  await expect(page.getByText(/ · withdrawn /)).toBeVisible();
  await expectPlace('rulings');

  await openSection(page, 'Settings');
  const name = section(page, 'Name');
  await name.getByLabel('Name of the season').fill('Other');
  await press('Discard', name);
  await expectPlace('name');
  await name.getByLabel('Name of the season').fill('Other');
  await press('Save name');
  await expect(heading(page)).toHaveText('Other');
  await expect(name.getByRole('button', { name: 'Save name' })).toBeFocused();

  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(heading(page)).toBeFocused();
});

test('sessions of another user are found and added, merged drivers are separated, and a picture is shared', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const share = async ({ files, ...rest }: ShareData) => {
      const shared = { ...rest, files: files?.map(({ name, type }) => `${name} ${type}`) };
      Object.assign(globalThis, { shared });
    };
    // A phone with a share sheet.
    Object.defineProperties(navigator, { share: { value: share }, canShare: { value: () => true } });
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) => matchMedia(query === '(pointer: coarse)' ? 'all' : query);
  });
  const shared = () => page.evaluate(() => (globalThis as { shared?: unknown }).shared);
  const other = await createAccount(site.origin);
  const account = await createAccount(site.origin);
  const [first, , third] = races;
  for (const body of [first, third]) await callAs(site.origin, other, 'POST', '/api/Sessions', body);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Borrowed' });
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, { track: Track.Monza });
  const aliases = [{ name: 'Mika Varga', recordedNames: ['Mika Varga', 'MikaVarga'] }];
  await callAs(site.origin, account, 'PUT', `/api/Seasons/${id}/aliases`, { aliases });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);

  await openEvent(page, 'Monza');
  await page.getByRole('button', { name: 'Add sessions to Monza' }).click();
  await expect(page.getByText('You have no sessions yet')).toBeVisible();
  const search = page.getByLabel('Search the sessions of all users');
  await search.fill(`user:${other.username}`);
  await search.press('Enter');
  // The race at the event's own track comes first.
  await expect(page.getByRole('checkbox').first()).toHaveAccessibleName(/^Monza · Race/);
  // One at another track says so.
  await expect(page.getByRole('checkbox', { name: /Another track$/ })).toHaveAccessibleName(/^Suzuka · Race/);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await expectSound(page);
  await page.getByRole('button', { name: 'Add 2 sessions' }).click();
  await expect(page.getByRole('combobox', { name: 'Points of Race' })).toHaveCount(2);

  await openSection(page, 'Drivers');
  const drivers = section(page, 'Drivers');
  await openDriver(page, 'Mika Varga');
  const separate = drivers.getByRole('button', { name: 'Separate MikaVarga from Mika Varga' });
  await separate.click();
  await drivers.getByRole('button', { name: 'Undo the last step' }).click();
  await separate.click();
  await expect(drivers.getByText('Probably one driver')).toBeVisible();
  await drivers.getByRole('button', { name: 'Save drivers' }).click();
  await expect(drivers.getByText('Saved.')).toBeVisible();
  await expectStandings(page, `/seasons/${id}`, [
    ['Elin Lindqvist', 43],
    ['Ada Okoro', 41],
    ['Luís Araújo', 25],
    ['MikaVarga', 18],
    ['Mika Varga', 15],
  ]);
  await page.goto(`/seasons/${id}?tab=share`);
  await page.getByRole('button', { name: 'Share picture' }).click();
  await expect(page.getByText('Shared.')).toBeVisible();
  expect(await shared()).toEqual({ files: [expect.stringMatching(/^borrowed-.*\.png image\/png$/)] });
  await page.getByRole('button', { name: 'Share link' }).click();
  await expect.poll(shared).toEqual({ title: 'Borrowed', url: `${site.origin}/seasons/${id}` });

  const league = await callAs(site.origin, account, 'POST', '/api/League', { name: 'Lenders' });
  await page.goto(`/dashboard/leagues/${league.id}/edit`);
  await page.getByRole('button', { name: 'Share link' }).click();
  await expect.poll(shared).toEqual({ title: 'Lenders', url: `${site.origin}/leagues/${league.id}` });
});

test('a season that is hidden with its leagues has a calendar to download, and no address to subscribe to', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Secret' });
  const startsAt = '2026-05-02T20:00:00.000Z';
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, { track: Track.Monza, startsAt });
  const league = await callAs(site.origin, account, 'POST', '/api/League', { name: 'Hidden', isPublic: false });
  await callAs(site.origin, account, 'POST', `/api/League/${league.id}/seasons/${id}`);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/publish`);
  const exported = section(page, 'Share and export');
  await exported.getByText('Files, print and calendar').click();
  await expect(exported.getByRole('button', { name: 'Copy address' })).toHaveCount(0);
  const file = page.waitForEvent('download');
  await exported.getByRole('button', { name: 'Download', exact: true }).click();
  expect(readFileSync(await (await file).path(), 'utf8')).toContain('SUMMARY:');
  await callAs(site.origin, account, 'PATCH', `/api/League/${league.id}`, { isPublic: true });
  await page.reload();
  await exported.getByText('Files, print and calendar').click();
  await expect(exported.getByRole('button', { name: 'Copy address' })).toBeVisible();
});

test('a stranger is told that only the owner can edit, and a season is deleted by typing its name', async ({
  page,
  site,
}) => {
  const owner = await createAccount(site.origin);
  const account = await createAccount(site.origin);
  const foreign = await callAs(site.origin, owner, 'POST', '/api/Seasons', { name: 'Not Mine' });
  const own = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Mine 🏎️' });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${foreign.id}/edit`);
  await expect(page.getByText('Only those who run this season can edit it.')).toBeVisible();
  await expectSound(page);
  await page.goto(`/seasons/${foreign.id}`);
  await expect(heading(page)).toHaveText('Not Mine');
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);

  await page.goto(`/dashboard/seasons/${own.id}/edit/settings`);
  const deletion = section(page, 'Delete');
  await expect(deletion.getByRole('button', { name: 'Delete season' })).toBeDisabled();
  await deletion.getByRole('textbox').fill('Mine 🏎️');
  await deletion.getByRole('button', { name: 'Delete season' }).click();
  await expect(page).toHaveURL('/dashboard/seasons');
  await expect(page.getByText('No seasons yet')).toBeVisible();
});

test('without a network the page can be read, and what is typed is kept until it can be saved', async ({
  page,
  site,
  context,
}) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Tunnel' });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/settings`);
  await expect(heading(page)).toHaveText('Tunnel');
  await context.setOffline(true);
  await expect(page.getByText('The server cannot be reached. You can read everything')).toBeVisible();
  const name = section(page, 'Name');
  await name.getByLabel('Name of the season').fill('Tunnel Cup');
  await expect(name.getByText('Your changes are kept on this device.')).toBeVisible();
  await expect(name.getByRole('button', { name: 'Save name' })).toBeDisabled();
  await context.setOffline(false);
  await name.getByRole('button', { name: 'Save name' }).click();
  await expect(heading(page)).toHaveText('Tunnel Cup');
});

test('what is typed in one section waits there while others are opened, and leaving the editor asks about it', async ({
  page,
  site,
}) => {
  const { account, id } = await createRacedSeason(site.origin);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/points`);
  const points = section(page, 'Points');
  await points.getByLabel('Race points').fill('10, 6');
  await openSection(page, 'Rulings');
  await expect(page.getByRole('link', { name: 'Points has unsaved changes' })).toBeVisible();
  await ruling(page).getByLabel('Reason').fill('Unsafe release');
  await openSection(page, 'Points');
  await expect(points.getByLabel('Race points')).toHaveValue('10, 6');
  await page.getByRole('link', { name: 'Season page' }).click();
  const question = page.getByRole('dialog').filter({ visible: true });
  await expect(question).toContainText('Raced: points');
  await expect(question).toContainText('Raced: new ruling');
  await page.keyboard.press('Escape');
  await points.getByRole('button', { name: 'Save points' }).click();
  await expect(points.getByText('Saved.')).toBeVisible();
  await openSection(page, 'Rulings');
  await expect(ruling(page).getByLabel('Reason')).toHaveValue('Unsafe release');
  await expect(page.getByRole('link', { name: 'Points has unsaved changes' })).toHaveCount(0);
});

test.describe('with a keyboard', () => {
  test.use({ isMobile: false, hasTouch: false, viewport: { width: 1_280, height: 800 } });

  test('24 events are typed without a mouse, with at most five keys for each beside its text', async ({
    page,
    site,
  }) => {
    const account = await createAccount(site.origin);
    const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Typed' });
    await startLoggedIn(page, account, site.origin);
    await page.goto(`/dashboard/seasons/${id}/edit`);
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    const form = page.getByRole('form', { name: 'Add an event' });
    const names = ['Spa', 'Monza', 'Suzuka', 'Imola', 'Miami', 'Baku'];
    const events = Array.from({ length: 24 }, (_, index) => ({
      track: names[index % names.length] ?? '',
      day: String(index + 1).padStart(2, '0'),
    }));
    await form.getByLabel('Track').focus();
    for (const { track, day } of events) {
      await page.keyboard.type(track);
      await press('Tab');
      // Chromium has dates in its own language. The year has room for six digits, so that a key leads to the hour.
      await page.keyboard.type(`05${day}2026`);
      await press('Tab');
      await page.keyboard.type('0800PM');
      await press('Enter');
      await expect(page.getByRole('article', { name: `Round ${Number(day)}, ${track}` })).toBeVisible();
      await expect(form.getByLabel('Track')).toBeFocused();
      await expect(form.getByLabel('Start')).toHaveValue('');
    }
    expect(keys / events.length).toBeLessThanOrEqual(5);
    const { events: stored } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
    expect(stored.map(({ startsAt }: { startsAt: string }) => startsAt)).toEqual(
      events.map(({ day }) => `2026-05-${day}T18:00:00.000Z`),
    );
  });
});
