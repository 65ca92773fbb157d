import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import type { SessionUpload } from '#contract/api/bodies';
import { SessionType, Track } from '#contract/enumerations';
import { driver, upload } from '../fixtures/session.ts';
import { callAs, createAccount, logIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading, installClock } from './base-test.ts';
import { expectSound } from './checks.ts';
import { storedTexts } from './device.ts';
import { openEvent, openSection } from './season-editor.ts';
import { test } from './site.ts';

// During a fade the contrast of a text cannot be measured.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  baseURL: ({ site }, use) => use(site.origin),
});

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

interface Finisher {
  readonly name: string;
  readonly car: number;
  /** After the winner, in s. */
  readonly behind: number;
  /** The best lap in s. */
  readonly best: number;
}

/** A race of ten laps in the order of its finishers; the winner needs an hour. */
function race(uid: string, trackId: Track, day: string, finishers: readonly Finisher[]): SessionUpload {
  return upload({
    internalSessionId: uid,
    trackId,
    sessionStartTime: `2026-05-${day}T18:00:00.000Z`,
    drivers: finishers.map(({ name, car, behind, best }, index) =>
      driver({
        name,
        carIndex: car,
        team: car % 2 === 0 ? 'Aurora' : 'Lanza',
        startingPosition: index + 1,
        finishingPosition: index + 1,
        position: index + 1,
        totalRaceTime: 3_600_000 + behind * 1_000,
        totalPenaltiesSeconds: 0,
        bestLapTimeMs: best * 1_000,
        numberOfLaps: 10,
      }),
    ),
  });
}

const ada = { name: 'Ada Okoro', car: 0 };
const elin = { name: 'Elin Lindqvist', car: 1 };
const mika = { name: 'Mika Varga', car: 2 };
const luis = { name: 'Luís Araújo', car: 3 };

/** With the default rules, after the alias: Ada 26 + 18 + 15 = 59, Mika 15 + 26 + 18 = 59, Elin 58, Luís 37. */
const races = [
  race('1', Track.Monza, '02', [
    { ...ada, behind: 0, best: 80 },
    { ...elin, behind: 4, best: 81 },
    { ...mika, behind: 8, best: 82 },
    { ...luis, behind: 20, best: 83 },
  ]),
  race('2', Track.Spa, '09', [
    { ...mika, behind: 0, best: 100 },
    { ...ada, behind: 3, best: 101 },
    { ...elin, behind: 6, best: 102 },
    { ...luis, behind: 9, best: 103 },
  ]),
  race('3', Track.Suzuka, '16', [
    { ...elin, behind: 0, best: 91 },
    { ...mika, name: 'MikaVarga', behind: 3, best: 92 },
    { ...ada, behind: 6, best: 93 },
    { ...luis, behind: 9, best: 90 },
  ]),
];

const outdated = 'It was changed somewhere else in the meantime. Now you see it as it is: check it, then try again.';

/** A season with one event, Monza, and its race, attached if `isRun`. */
async function createRacedSeason(origin: string, { isRun = true } = {}) {
  const account = await createAccount(origin);
  const session = await callAs(origin, account, 'POST', '/api/Sessions', races[0]);
  const { id } = await callAs(origin, account, 'POST', '/api/Seasons', { name: 'Raced' });
  const { events } = await callAs(origin, account, 'POST', `/api/Seasons/${id}/events`, { track: Track.Monza });
  const sessionIds = [session.id];
  if (isRun)
    await callAs(origin, account, 'PATCH', `/api/Seasons/${id}/events/${events[0].id}/sessions`, { sessionIds });
  return { account, id: String(id) };
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const ruling = (page: Page) => page.getByRole('form', { name: 'New ruling' });

/** The rows of a table as texts, without the marks of screen readers. */
function rowsOf(table: Locator): Promise<string[]> {
  return textsOf(table.locator('tbody tr'));
}

async function textsOf(rows: Locator): Promise<string[]> {
  return (await rows.allInnerTexts()).map((row) =>
    row
      .replaceAll(/\s+/g, ' ')
      .replace(/(up|down) /, '')
      .trim(),
  );
}

/** Name and points of each driver on the public page of the season. */
async function expectStandings(page: Page, path: string, expected: readonly (readonly [string, number])[]) {
  await page.goto(path);
  const rows = page.getByRole('table', { name: 'Driver standings' }).locator('tbody tr');
  await expect(rows).toHaveCount(expected.length);
  for (const [index, [name, points]] of expected.entries()) {
    await expect(rows.nth(index).getByRole('rowheader')).toContainText(name);
    // Below the points is the gap, or who is champion.
    await expect(rows.nth(index).getByRole('cell').last().locator('span').first()).toHaveText(String(points));
  }
}

async function addEvent(page: Page, track: string, start: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Add an event' });
  await form.getByLabel('Track').selectOption({ label: track });
  await form.getByLabel('Start').fill(start);
  await form.getByRole('button', { name: 'Add event' }).click();
  await expect(page.getByRole('heading', { name: track, exact: true })).toBeVisible();
  await expect(form.getByLabel('Start')).toHaveValue('');
  await expect(form.getByLabel('Track')).toBeFocused();
}

/** Publishes the standings, and says yes to the question. */
async function publish(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: `Publish as official ${number}` }).click();
  await page.getByRole('button', { name: `Publish official ${number}`, exact: true }).click();
  await expect(page.getByText(`Official ${number} is published.`)).toBeVisible();
}

async function attachSuggested(page: Page, track: string): Promise<void> {
  const event = page.getByRole('article', { name: new RegExp(track) });
  await openEvent(page, track);
  await event.getByRole('button', { name: `Add sessions to ${track}` }).click();
  const choice = event.getByRole('checkbox', { name: new RegExp(`^${track} · Race`) });
  await expect(choice).toBeChecked();
  await event.getByRole('button', { name: 'Add 1 session' }).click();
  await expect(event.getByRole('combobox', { name: 'Points of Race' })).toBeVisible();
}

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
  await logIn(page, account);

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
  const drivers = section(page, 'Recorded names');
  await drivers.getByLabel('Driver', { exact: true }).selectOption('Ada Okoro');
  await drivers.getByLabel('Also raced as').selectOption('Elin Lindqvist');
  await expect(drivers.getByText('They raced in the same session, so they are two drivers.')).toBeVisible();
  await drivers.getByRole('button', { name: /^Merge Mika Varga, MikaVarga/ }).click();
  await drivers.getByRole('button', { name: 'Undo the last step' }).click();
  await drivers.getByRole('button', { name: /^Merge Mika Varga, MikaVarga/ }).click();
  await drivers.getByRole('button', { name: 'Show what changes' }).click();
  await expect(drivers.getByRole('table')).toContainText('Mika Varga');
  await drivers.getByRole('button', { name: 'Save names' }).click();
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
  await exported.getByRole('button', { name: 'Make picture' }).click();
  const png = readFileSync(await (await picture).path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_080, 1_350]);
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

test('points are chosen from a preset or typed, what is wrong is said at its field, and a draft survives a reload', {
  tag: '@phone',
}, async ({ page, site }) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Own points' });
  await logIn(page, account);
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

test('a note on the standings is a draft, and what another tab has changed is not published unseen', {
  tag: '@phone',
}, async ({ page, site }) => {
  const { account, id } = await createRacedSeason(site.origin);
  await logIn(page, account);
  await page.goto(`/dashboard/seasons/${id}/edit/publish`);
  const standings = section(page, 'Official standings');
  const note = standings.getByLabel('Note (optional)');
  await note.fill('After round 3');
  await page.reload();
  await expect(note).toHaveValue('After round 3');
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, { track: Track.Spa });
  await standings.getByRole('button', { name: 'Publish as official 1' }).click();
  await standings.getByRole('button', { name: 'Publish official 1', exact: true }).click();
  await expect(standings.getByText(outdated)).toBeVisible();
  await expect(note).toHaveValue('After round 3');
  await publish(page, 1);
  await expect(note).toHaveValue('');
  const revisions = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}/revisions`);
  expect(revisions.map((revision: { note: string | null }) => revision.note)).toEqual(['After round 3']);
});

test('standings are published after a question when results have changed, and can be taken back for ten minutes', {
  tag: '@phone',
}, async ({ page, site }) => {
  const { account, id } = await createRacedSeason(site.origin, { isRun: false });
  const call = (method: string, path: string, body?: unknown) =>
    callAs(site.origin, account, method, `/api/Seasons/${id}${path}`, body);
  const [event] = (await call('GET', '')).events;
  await logIn(page, account);
  await page.goto(`/dashboard/seasons/${id}/edit/publish`);
  const standings = section(page, 'Official standings');
  const button = (name: string) => standings.getByRole('button', { name, exact: true });
  await expect(standings.getByText('There are no results yet.')).toBeVisible();
  await expect(button('Publish as official 1…')).toBeDisabled();

  const { sessions } = await callAs(site.origin, account, 'GET', '/api/Sessions/currentUser');
  await call('PATCH', `/events/${event.id}/sessions`, { sessionIds: [sessions[0].id] });
  await page.reload();
  await standings.getByLabel('Note (optional)').fill('Final');
  await button('Publish as official 1…').press('Enter');
  const question = standings.getByRole('alertdialog');
  await expect(question).toContainText('Ada Okoro leading on 26 points');
  await expect(button('Publish official 1')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(button('Publish as official 1…')).toBeFocused();
  expect((await call('GET', '')).revision).toBeNull();
  await publish(page, 1);
  await expect(button('Publish as official 2…')).toBeFocused();
  await expect(button('Publish as official 2…')).toBeDisabled();
  await expectSound(page);

  // A round without results changes nothing for readers.
  await call('POST', '/events', { track: Track.Spa });
  await page.goto(`/seasons/${id}`);
  await expect(page.getByText('Official 1', { exact: true })).toBeVisible();

  await page.goBack();
  await expect(standings.getByText(/You can take it back for another (9|10):\d\d minutes/)).toBeVisible();
  await button('Take back official 1').click();
  await button('Take it back').click();
  await expect(standings.getByText('Official 1 was taken back.')).toBeVisible();
  await expect(standings.getByLabel('Note (optional)')).toHaveValue('Final');
  expect((await call('GET', '')).revision).toBeNull();
});

test('sessions that the stored list lacks are suggested once the fresh list is there, and what was unchecked stays so', {
  tag: '@phone',
}, async ({ page, site }) => {
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
  await logIn(page, account);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  const round = page.getByRole('article', { name: 'Round 1, Monza' });
  const toggle = round.getByRole('button', { name: 'Add sessions to Monza' });
  const choice = (name: RegExp) => round.getByRole('checkbox', { name });
  await openEvent(page, 'Monza');
  await toggle.click();
  await expect(choice(/qualifying/)).toBeChecked();
  await toggle.click();

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

test('a keyboard keeps its place after everything that is saved, added, removed or withdrawn', {
  tag: '@phone',
}, async ({ page, site }) => {
  const { account, id } = await createRacedSeason(site.origin);
  await callAs(site.origin, account, 'POST', '/api/Sessions', races[1]);
  await logIn(page, account);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  const press = async (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true }).first().press('Enter');
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

test('after idle minutes a write is based on what the page shows, and what another device has changed is not overwritten', {
  tag: '@phone',
}, async ({ page, site }) => {
  const { account, id } = await createRacedSeason(site.origin);
  await installClock(page);
  await logIn(page, account);
  await page.goto(`/dashboard/seasons/${id}/edit/publish`);
  const standings = section(page, 'Official standings');
  await expect(standings.getByRole('button', { name: 'Publish as official 1' })).toBeEnabled();
  const { updatedAt } = await callAs(site.origin, account, 'PATCH', '/api/Seasons', { id, name: 'Renamed' });
  await page.clock.runFor('06:00');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/revisions'));
  await standings.getByRole('button', { name: 'Publish as official 1' }).click();
  await standings.getByRole('button', { name: 'Publish official 1', exact: true }).click();
  expect((await sent).headers()['if-match']).toMatch(/^"\d+-/);
  await expect(standings.getByText(outdated)).toBeVisible();
  await expect(heading(page)).toHaveText('Renamed');
  expect(await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`)).toMatchObject({ revision: null, updatedAt });
  await publish(page, 1);
});

test('sessions of another user are found and added, merged drivers are separated, and a picture is shared', {
  tag: '@phone',
}, async ({ page, site }) => {
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
  await logIn(page, account);
  await page.goto(`/dashboard/seasons/${id}/edit`);

  await openEvent(page, 'Monza');
  await page.getByRole('button', { name: 'Add sessions to Monza' }).click();
  await expect(page.getByText('None of these sessions is left to add')).toBeVisible();
  const search = page.getByLabel('Search the sessions of all users');
  await search.fill(`user:${other.username}`);
  await search.press('Enter');
  // The race at the event's own track comes first.
  await expect(page.getByRole('checkbox').first()).toHaveAccessibleName(/^Monza · Race/);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await expectSound(page);
  await page.getByRole('button', { name: 'Add 2 sessions' }).click();
  await expect(page.getByRole('combobox', { name: 'Points of Race' })).toHaveCount(2);

  await openSection(page, 'Drivers');
  const drivers = section(page, 'Recorded names');
  await drivers.getByRole('button', { name: 'Separate Mika Varga' }).click();
  await drivers.getByRole('button', { name: 'Undo the last step' }).click();
  await drivers.getByRole('button', { name: 'Separate Mika Varga' }).click();
  await expect(drivers.getByText('Probably one driver')).toBeVisible();
  await drivers.getByRole('button', { name: 'Save names' }).click();
  await expect(drivers.getByText('Saved.')).toBeVisible();
  await expectStandings(page, `/seasons/${id}`, [
    ['Elin Lindqvist', 43],
    ['Ada Okoro', 41],
    ['Luís Araújo', 25],
    ['MikaVarga', 18],
    ['Mika Varga', 15],
  ]);
  await page.goto(`/seasons/${id}?tab=share`);
  await page.getByRole('button', { name: 'Make picture' }).click();
  await expect(page.getByText('Shared.')).toBeVisible();
  expect(await shared()).toEqual({ files: [expect.stringMatching(/^borrowed-.*\.png image\/png$/)] });
  await page.getByRole('button', { name: 'Share link' }).click();
  await expect.poll(shared).toEqual({ title: 'Borrowed', url: `${site.origin}/seasons/${id}` });

  const league = await callAs(site.origin, account, 'POST', '/api/League', { name: 'Lenders' });
  await page.goto(`/dashboard/leagues/${league.id}/edit`);
  await page.getByRole('button', { name: 'Share link' }).click();
  await expect.poll(shared).toEqual({ title: 'Lenders', url: `${site.origin}/leagues/${league.id}` });
});

test('a season that is hidden with its leagues has a calendar to download, and no address to subscribe to', {
  tag: '@phone',
}, async ({ page, site }) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Secret' });
  const startsAt = '2026-05-02T20:00:00.000Z';
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, { track: Track.Monza, startsAt });
  const league = await callAs(site.origin, account, 'POST', '/api/League', { name: 'Hidden', isPublic: false });
  await callAs(site.origin, account, 'POST', `/api/League/${league.id}/seasons/${id}`);
  await logIn(page, account);
  await page.goto(`/dashboard/seasons/${id}/edit/publish`);
  const exported = section(page, 'Share and export');
  await expect(exported.getByRole('button', { name: 'Copy address' })).toHaveCount(0);
  const file = page.waitForEvent('download');
  await exported.getByRole('button', { name: 'Download', exact: true }).click();
  expect(readFileSync(await (await file).path(), 'utf8')).toContain('SUMMARY:');
  await callAs(site.origin, account, 'PATCH', `/api/League/${league.id}`, { isPublic: true });
  await page.reload();
  await expect(exported.getByRole('button', { name: 'Copy address' })).toBeVisible();
});

test('a stranger is told that only the owner can edit, and a season is deleted by typing its name', {
  tag: '@phone',
}, async ({ page, site }) => {
  const owner = await createAccount(site.origin);
  const account = await createAccount(site.origin);
  const foreign = await callAs(site.origin, owner, 'POST', '/api/Seasons', { name: 'Not Mine' });
  const own = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Mine 🏎️' });
  await logIn(page, account);
  await page.goto(`/dashboard/seasons/${foreign.id}/edit`);
  await expect(page.getByText('Only the owner of this season can edit it.')).toBeVisible();
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

test('without a network the page can be read, and what is typed is kept until it can be saved', {
  tag: '@phone',
}, async ({ page, site, context }) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Tunnel' });
  await logIn(page, account);
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
  await logIn(page, account);
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
  await expect(page.getByRole('button', { name: 'Make picture' })).toBeVisible();
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
  await logIn(page, account);
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
  expect(
    await page
      .getByRole('article')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height),
  ).toBe(57);
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
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('several cars of one incident are ruled on at once, with a reason given before, and a reprimand changes nothing', {
  tag: '@phone',
}, async ({ page, site }) => {
  const { account, id } = await createRacedSeason(site.origin);
  await logIn(page, account);
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

test('what is typed in one section waits there while others are opened, and leaving the editor asks about it', {
  tag: '@phone',
}, async ({ page, site }) => {
  const { account, id } = await createRacedSeason(site.origin);
  await logIn(page, account);
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

  test('24 events are typed without a mouse, with at most five keys for each beside its text', {
    tag: '@phone',
  }, async ({ page, site }) => {
    const account = await createAccount(site.origin);
    const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Typed' });
    await logIn(page, account);
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

test('weekly events are added from a list of tracks, and a line that names none is said', { tag: '@desk' }, async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Mondays' });
  await logIn(page, account);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await page.getByRole('button', { name: 'Add weekly events' }).click();
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
