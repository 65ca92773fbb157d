import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { Track } from '#contract/enumerations';
import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { expectSound } from './checks.ts';
import {
  ada,
  addEvent,
  attachSuggested,
  elin,
  expectStandings,
  publish,
  race,
  races,
  rowsOf,
  ruling,
  section,
  textsOf,
} from './raced-season.ts';
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

test('an admin creates a season, rules on it with a preview, makes it official, and a withdrawn ruling is told as changed since', async ({
  page,
  site,
  context,
}, { project }) => {
  test.setTimeout(120_000);
  const isDesk = project.name === 'desk';
  const account = await createAccount(site.origin);
  const stored: { id: string }[] = [];
  for (const body of races) stored.push(await callAs(site.origin, account, 'POST', '/api/Sessions', body));
  await startLoggedIn(page, account, site.origin);

  await page.goto('/dashboard/seasons');
  await expect(page.getByText('No seasons yet')).toBeVisible();
  await expectSound(page);
  await page.goto('/dashboard/seasons/create?seasonName=Winter%20Cup');
  await expect(page.getByLabel('Name of the season')).toHaveValue('Winter Cup');
  await expectSound(page);
  // A link types nothing: leaving asks nothing, and no draft is left.
  await page.getByRole('link', { name: 'Your seasons' }).click();
  await expect(heading(page)).toHaveText('Your seasons');
  await expect(page.getByText('Unsaved')).toHaveCount(0);
  await page.goto('/dashboard/seasons/create?seasonName=Winter%20Cup');
  await expect(page.getByLabel('Name of the season')).toHaveValue('Winter Cup');
  await page.getByRole('button', { name: 'Create season' }).click();
  await expect(heading(page)).toHaveText('Winter Cup');
  // Back passes over the form, which would be empty.
  await page.goBack();
  await expect(heading(page)).toHaveText('Your seasons');
  await page.goForward();
  await expect(heading(page)).toHaveText('Winter Cup');
  const path = new URL(page.url()).pathname;
  const seasonPath = path.replace('/dashboard', '').replace('/edit', '');

  // Three events, put in order, with the sessions of their tracks.
  await addEvent(page, 'Spa', '2026-05-09T20:00');
  await addEvent(page, 'Monza', '2026-05-02T20:00');
  await addEvent(page, 'Suzuka', '2026-05-16T20:00');
  // They are in the order of their dates until the admin orders them.
  await expect(page.getByRole('article', { name: 'Round 1, Monza' })).toBeVisible();
  await openEvent(page, 'Spa');
  for (const [direction, round] of [
    ['up', 1],
    ['down', 2],
  ] as const) {
    await page.getByRole('button', { name: `Move Spa ${direction}` }).press('Enter');
    await expect(page.getByRole('article', { name: `Round ${round}, Spa` })).toBeVisible();
    await expect(page.getByRole('button', { name: `Move Spa ${direction}` })).toBeFocused();
    await page.getByRole('button', { name: 'Save order' }).click();
    await expect(page.getByText('The order is saved.')).toBeVisible();
  }
  await openEvent(page, 'Spa');
  for (const track of ['Monza', 'Spa', 'Suzuka']) await attachSuggested(page, track);

  // One driver raced under two names.
  await openSection(page, 'Drivers');
  const drivers = section(page, 'Drivers');
  await openDriver(page, 'Ada Okoro');
  await drivers.getByLabel('Merge Ada Okoro with', { exact: true }).selectOption('Elin Lindqvist');
  await expect(drivers.getByText('They raced in the same session, so they are two drivers.')).toBeVisible();
  await drivers.getByRole('button', { name: /^Merge Mika Varga, MikaVarga/ }).click();
  await drivers.getByRole('button', { name: 'Undo the last step' }).click();
  await drivers.getByRole('button', { name: /^Merge Mika Varga, MikaVarga/ }).click();
  await drivers.getByRole('button', { name: 'Show what changes' }).click();
  await expect(drivers.getByRole('table')).toContainText('Mika Varga');
  await drivers.getByRole('button', { name: 'Save drivers' }).click();
  await expect(drivers.getByText('Saved.')).toBeVisible();

  // Five seconds put Ada between Elin, who finished 4 s behind, and Mika, 8 s behind: Elin +7, Ada −7.
  await openSection(page, 'Rulings');
  await ruling(page).getByLabel('Session', { exact: true }).selectOption({ label: 'R1 Monza · Race' });
  await ruling(page).getByRole('checkbox', { name: 'Ada Okoro' }).check();
  await ruling(page).getByRole('button', { name: '+5' }).click();
  await ruling(page).getByRole('button', { name: 'Track limits' }).click();
  // At a desk the standings beside the form move.
  const preview = isDesk
    ? page.getByRole('complementary', { name: 'Standings' }).locator('tr[data-moved]')
    : ruling(page).getByRole('table', { name: 'Standings with this ruling' }).locator('tbody tr');
  await expect
    .poll(() => textsOf(preview))
    .toEqual(
      isDesk
        ? ['1 Elin Lindqvist ▲ gained 2 +7 65', '3 Ada Okoro ▼ lost 2 −7 52']
        : ['1 ▲ 2 Elin Lindqvist +7 65', '3 ▼ 2 Ada Okoro −7 52'],
    );
  await expectSound(page);
  await ruling(page).getByRole('button', { name: 'Add ruling' }).click();
  await expect(page.getByText('The ruling is in force.')).toBeVisible();

  // Mika loses 25 points and the fastest lap of Spa, which is Ada's now: Ada 52 + 7 + 1, Elin 65 + 3, Luís 37 + 3.
  await page.goto(`/sessions/${stored[1]?.id}`);
  await page.getByRole('button', { name: 'Rule on this result' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Mika Varga' }).click();
  await expect(ruling(page).getByRole('checkbox', { name: 'Mika Varga' })).toBeChecked();
  await ruling(page).getByRole('radio', { name: 'Disqualify' }).check();
  await ruling(page).getByRole('textbox', { name: 'Licence points (optional)' }).fill('3');
  await ruling(page).getByLabel('Reason').fill('Illegal setup');
  await expect(ruling(page).getByText('P1 → DSQ')).toBeVisible();
  await ruling(page).getByRole('button', { name: 'Add ruling' }).click();
  await expect(ruling(page).getByLabel('Reason')).toHaveValue('');
  await expect(ruling(page).getByRole('checkbox', { name: 'Mika Varga' })).not.toBeChecked();
  await expect(page.getByRole('article', { name: 'Mika Varga: Disqualified, 3 licence points' })).toBeVisible();
  // The next ruling is mostly on the same session.
  const sessionField = ruling(page).getByLabel('Session', { exact: true });
  await expect(sessionField.locator('option:checked')).toHaveText('R2 Spa · Race');

  await sessionField.selectOption({ label: 'R3 Suzuka · Race' });
  await ruling(page).getByRole('radio', { name: 'Points', exact: true }).check();
  await ruling(page).getByRole('checkbox', { name: 'Elin Lindqvist' }).check();
  await ruling(page).getByRole('textbox', { name: 'Points', exact: true }).fill('-3');
  await ruling(page).getByLabel('Reason').fill('Missed the briefing');
  await expect.poll(() => textsOf(preview)).toEqual(['1 Elin Lindqvist −3 65']);
  await ruling(page).getByRole('button', { name: 'Add ruling' }).click();
  await expect(page.getByRole('article', { name: /^Elin Lindqvist: −3 points/ })).toBeVisible();

  await openSection(page, 'Publish');
  await page.getByLabel('Note (optional)').fill('After round 3');
  await publish(page, 1);

  const exported = section(page, 'Share and export');
  const picture = page.waitForEvent('download');
  await exported.getByRole('button', { name: 'Share picture' }).click();
  const png = readFileSync(await (await picture).path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_080, 1_350]);
  await exported.getByText('Files, print and calendar').click();
  const table = page.waitForEvent('download');
  await exported.getByRole('button', { name: 'Drivers CSV' }).click();
  const csv = readFileSync(await (await table).path(), 'utf8');
  expect(csv.split('\r\n')[1]).toContain('Elin Lindqvist');
  expect(csv.split('\r\n')[1]).toContain('65');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-sheet')).toContainText('Winter Cup');
  await expect(page.getByRole('main')).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });

  await expectStandings(page, seasonPath, [
    ['Elin Lindqvist', 65],
    ['Ada Okoro', 60],
    ['Luís Araújo', 40],
    ['Mika Varga', 33],
  ]);
  await expect(page.getByText('Official 1', { exact: true })).toBeVisible();
  await page.goto(`${seasonPath}?tab=results`);
  await page.getByRole('button', { name: /^Elin Lindqvist, Suzuka Race/ }).click();
  const why = page.getByRole('dialog').filter({ visible: true });
  await expect(why).toContainText('Points for P1');
  await expect(why).toContainText('Missed the briefing');
  await expect(why).toContainText('Total22');
  await page.keyboard.press('Escape');

  // A second tab saves another name while this one has an unsaved one.
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const other = await context.newPage();
  await other.goto(`${path}/settings`);
  await openSection(page, 'Settings');
  const nameIn = (tab: Page) => section(tab, 'Name').getByLabel('Name of the season');
  await expect(nameIn(other)).toHaveValue('Winter Cup');
  await nameIn(page).fill('Winter Cup, mine');
  await nameIn(other).fill('Winter Cup, theirs');
  await section(other, 'Name').getByRole('button', { name: 'Save name' }).click();
  await expect(heading(other)).toHaveText('Winter Cup, theirs');
  await other.close();
  await section(page, 'Name').getByRole('button', { name: 'Save name' }).click();
  await section(page, 'Name')
    .getByRole('button', { name: /^Keep yours/ })
    .click();
  await section(page, 'Name').getByRole('button', { name: 'Save name' }).click();
  await expect(heading(page)).toHaveText('Winter Cup, mine');

  // Without the disqualification Mika has 26 points of Spa again.
  await openSection(page, 'Rulings');
  await page.getByRole('button', { name: 'Withdraw the ruling on Mika Varga' }).click();
  await page.getByRole('button', { name: 'Withdraw ruling', exact: true }).click();
  await expect(page.getByText(/ · withdrawn /)).toBeVisible();
  await openSection(page, 'Publish');
  const changed = section(page, 'Official standings').getByRole('table', { name: 'Changed since official 1' });
  await expect
    .poll(() => rowsOf(changed))
    .toEqual(['1 Elin Lindqvist −3 62', '2 ▲ 2 Mika Varga +26 59', '3 ▼ 1 Ada Okoro −8 52', '4 ▼ 1 Luís Araújo −3 37']);
  await expectSound(page);
  await expectStandings(page, seasonPath, [
    ['Elin Lindqvist', 62],
    ['Mika Varga', 59],
    ['Ada Okoro', 52],
    ['Luís Araújo', 37],
  ]);
  await page.getByRole('button', { name: 'Changed since official 1' }).click();
  await expect(page.getByRole('dialog').filter({ visible: true }).getByRole('row')).toHaveCount(5);
});

test('the longest names of a season, an event and a driver fit on every screen', async ({ page, site }) => {
  const account = await createAccount(site.origin);
  const long = 'W'.repeat(80);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: '👨‍👩‍👧‍👦'.repeat(80) });
  const { events } = await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, {
    track: Track.Spa,
    name: long,
  });
  const body = race('9', Track.Spa, '09', [
    { ...ada, name: long, behind: 0, best: 80 },
    { ...elin, behind: 1, best: 81 },
  ]);
  const session = await callAs(site.origin, account, 'POST', '/api/Sessions', body);
  const sessionIds = [session.id];
  await callAs(site.origin, account, 'PATCH', `/api/Seasons/${id}/events/${events[0].id}/sessions`, { sessionIds });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await page.getByRole('article').getByRole('heading').getByRole('button').click();
  await page.getByRole('button', { name: /^Edit W/ }).click();
  await expectSound(page);
  await openSection(page, 'Rulings');
  await ruling(page).getByRole('checkbox').first().check();
  await ruling(page).getByRole('radio', { name: 'Disqualify' }).check();
  await expect(ruling(page).getByText('P1 → DSQ')).toBeVisible();
  await ruling(page).getByLabel('Reason').fill(long);
  await ruling(page).getByRole('button', { name: 'Add ruling' }).click();
  await expect(page.getByText('The ruling is in force.')).toBeVisible();
  await expectSound(page);
  await page.goto(`/seasons/${id}?tab=share`);
  await expect(page.getByRole('button', { name: 'Share picture' })).toBeVisible();
  await expectSound(page);
});

test('an old address of a section leads to it, and Back returns to where a season of many events was left', async ({
  page,
  site,
}, { project }) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Long' });
  const events = Array.from({ length: 30 }, (_, track) => ({ track }));
  await callAs(site.origin, account, 'PATCH', `/api/Seasons/${id}/events`, { events });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit#name`);
  await expect(page).toHaveURL(`/dashboard/seasons/${id}/edit/settings`);
  await expect(section(page, 'Name').getByLabel('Name of the season')).toBeInViewport();
  await openSection(page, 'Events');
  await expect(page).toHaveURL(`/dashboard/seasons/${id}/edit`);
  await expect(page.getByRole('article')).toHaveCount(30);
  // Fingers scroll: on a phone there are buttons alone.
  if (project.name === 'desk') {
    const handle = page.getByRole('article', { name: 'Round 3,' }).getByTitle('Drag to change the order');
    await handle.dragTo(page.getByRole('article', { name: 'Round 1,' }));
    await expect(page.getByText('is round 1 of 30.')).toBeAttached();
    await page.getByRole('button', { name: 'Save order' }).click();
    await expect(page.getByText('The order is saved.')).toBeVisible();
    const { events: stored } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
    expect(stored.slice(0, 3).map((event: { track: number }) => event.track)).toEqual([2, 0, 1]);
  }
  const row = page.getByRole('article').first();
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(57);
  await page.getByRole('article', { name: 'Round 20,' }).scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  // A click of Playwright would scroll first.
  await page.getByRole('link', { name: 'Season page' }).evaluate((link: HTMLElement) => link.click());
  await expect(heading(page)).toHaveText('Long');
  await page.goBack();
  await expect(page.getByRole('form', { name: 'Add an event' })).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/dashboard/seasons"]')?.click());
  await page.locator(`a[href="/dashboard/seasons/${id}/edit"]`).first().click();
  await expect(heading(page)).toBeFocused();
  await expect(page.getByRole('form', { name: 'Add an event' })).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('after a season was deleted Back passes over its pages, and leads to them once it is back', {
  tag: '@phone',
}, async ({ page, site }) => {
  const account = await createAccount(site.origin);
  await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Short Lived' });
  await startLoggedIn(page, account, site.origin);
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Short Lived' }).click();
  await expect(heading(page)).toHaveText('Short Lived');
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await openSection(page, 'Settings');
  const deletion = section(page, 'Delete');
  await deletion.getByRole('textbox').fill('Short Lived');
  await deletion.getByRole('button', { name: 'Delete season' }).click();
  await expect(page).toHaveURL('/dashboard/seasons');
  await expect(page.getByText('No seasons yet')).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/dashboard');
  await expect(heading(page)).toHaveText('Dashboard');

  await page.getByText('Recently deleted (1)').click();
  await page.getByRole('button', { name: 'Restore Short Lived' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Short Lived' }).click();
  await expect(heading(page)).toHaveText('Short Lived');
  await page.getByRole('link', { name: 'PITBOARD' }).click();
  await expect(page).toHaveURL('/home');
  await page.evaluate(() => history.back());
  await expect(heading(page)).toHaveText('Short Lived');
});

test('weekly events are added from a list of tracks, and a line that names none is said', { tag: '@desk' }, async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Mondays' });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  // A season without events begins with its calendar.
  const form = page.getByRole('form', { name: 'Weekly events' });
  await form.getByLabel('First event').fill('2026-10-19T20:00');
  await form.getByLabel(/^Tracks/).fill('Spa\nMonz\n\nSuzukaa');
  await expect(form.getByText('“Suzukaa” is not a track. Did you mean Suzuka?')).toBeVisible();
  await expect(form.getByText('Correct 1 line of the tracks first.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Add 2 events' })).toBeDisabled();
  await form.getByLabel(/^Tracks/).fill('Spa\nMonz\n\nSuzuka');
  await expect(form.getByRole('listitem')).toHaveCount(3);
  await expectSound(page);
  await form.getByRole('button', { name: 'Add 3 events' }).click();
  await expect(page.getByText('The events are added.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Round 3, Suzuka' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add weekly events' })).toBeFocused();
  const { events } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  // Eight in the evening before and after the end of summer time.
  expect(events.map(({ startsAt }: { startsAt: string }) => startsAt)).toEqual([
    '2026-10-19T18:00:00.000Z',
    '2026-10-26T19:00:00.000Z',
    '2026-11-09T19:00:00.000Z',
  ]);
});

test('standings beside the editor that are taller than the screen fade out while they go on below', {
  tag: '@desk',
}, async ({ page, site }) => {
  const account = await createAccount(site.origin);
  const field = Array.from({ length: 22 }, (_, index) => ({
    name: `Driver ${index + 1}`,
    car: index,
    behind: index,
    best: 80 + index,
  }));
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Full Grid' });
  const session = await callAs(site.origin, account, 'POST', '/api/Sessions', race('1', Track.Monza, '02', field));
  const { events } = await callAs(site.origin, account, 'PATCH', `/api/Seasons/${id}/events`, {
    events: [{ track: Track.Monza }],
  });
  const path = `/api/Seasons/${id}/events/${events[0].id}/sessions`;
  await callAs(site.origin, account, 'PATCH', path, { sessionIds: [session.id] });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  const standings = page.getByRole('complementary', { name: 'Standings' });
  const last = standings.getByRole('row', { name: /Driver 22/ });
  await expect(last).toBeAttached();
  const ends = () =>
    standings.evaluate((aside) => {
      const box = aside.getBoundingClientRect();
      const fade = aside.lastElementChild?.getBoundingClientRect() ?? new DOMRect();
      const rows = [...aside.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
      return {
        isFadeAtEnd: Math.abs(fade.bottom - box.bottom) < 1 && fade.bottom <= innerHeight,
        isRowFaded: rows.some(({ top, bottom }) => bottom > fade.top + 1 && top < fade.bottom),
        isRowBelow: rows.some(({ bottom }) => bottom > box.bottom + 1),
      };
    });
  await expect.poll(ends).toEqual({ isFadeAtEnd: true, isRowFaded: true, isRowBelow: true });
  await expectSound(page);
  // The way of a keyboard to the last row.
  await standings.focus();
  await page.keyboard.press('End');
  await expect.poll(ends).toEqual({ isFadeAtEnd: true, isRowFaded: false, isRowBelow: false });
  await expect(standings.getByRole('heading', { name: 'Standings' })).toBeInViewport();
});

test('the buttons that an event has most use for are in one row of a phone', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Cup' });
  const events = [{ track: Track.Spa }, { track: Track.Monza }];
  await callAs(site.origin, account, 'PATCH', `/api/Seasons/${id}/events`, { events });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await openEvent(page, 'Spa');
  /** The rows that these buttons are in, by their tops. */
  const rowsOf = async (...labels: string[]) => [
    ...new Set(
      await Promise.all(labels.map(async (name) => (await page.getByRole('button', { name }).boundingBox())?.y ?? 0)),
    ),
  ];
  const loud = () => rowsOf('Add sessions to Spa', 'Enter result of Spa', 'Edit Spa');
  await expect.poll(loud).toHaveLength(1);
  const quiet = () => rowsOf('Move Spa up', 'Move Spa down', 'Delete Spa');
  await expect.poll(quiet).toHaveLength(1);
  expect((await quiet())[0]).toBeGreaterThan((await loud())[0] ?? Number.NaN);
  // Icons, as in the rows of other lists.
  for (const name of ['Move Spa up', 'Move Spa down', 'Delete Spa'])
    await expect(page.getByRole('button', { name }).locator('svg')).toBeVisible();
  await expectSound(page);
});

test.describe('with a 12-hour clock', () => {
  test.use({ locale: 'en-US' });

  test('the start of a new event is not cut', { tag: '@desk' }, async ({ page, site }) => {
    const account = await createAccount(site.origin);
    const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Cup' });
    await startLoggedIn(page, account, site.origin);
    await page.goto(`/dashboard/seasons/${id}/edit`);
    const start = page.getByRole('form', { name: 'Add an event' }).getByLabel('Start');
    await start.fill('2026-12-23T22:30');
    const widths = await start.evaluate((input: HTMLInputElement) => {
      const whole = input.cloneNode() as HTMLInputElement;
      whole.style.width = 'max-content';
      document.body.append(whole);
      const needed = whole.getBoundingClientRect().width;
      whole.remove();
      return { needed, given: input.getBoundingClientRect().width };
    });
    expect(widths.given).toBeGreaterThanOrEqual(widths.needed);
  });
});
