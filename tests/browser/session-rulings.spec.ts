import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { SessionType, Track } from '#contract/enumerations';
import { driver, upload } from '../fixtures/session.ts';
import { type Account, callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { expectSound } from './checks.ts';
import { waitForCached } from './device.ts';
import { createRacedSeason, ruling } from './raced-season.ts';
import { installApp, test } from './site.ts';

// During a fade the contrast of a text cannot be measured.
test.use({
  serviceWorkers: 'allow',
  contextOptions: { reducedMotion: 'reduce' },
  baseURL: ({ site }, use) => use(site.origin),
});

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

test('a ruling changes the result that a visitor sees, beside that of the game, on the home page and without a network', async ({
  page,
  site,
  context,
  browser,
}) => {
  const { account, id } = await createRacedSeason(site.origin);
  const season = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  const sessionId: string = season.events[0].sessions[0].session.id;
  const path = `/sessions/${sessionId}`;
  await installApp(page, site.origin + path);
  const stewards = page.getByRole('region', { name: 'Stewards' });
  const podium = page.getByRole('list', { name: 'Podium' }).getByRole('listitem');
  await expect(podium).toContainText([/Ada Okoro/, /Elin Lindqvist/, /Mika Varga/]);
  await expect(stewards).toBeHidden();

  const other = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 800 } });
  await useOwnIpAddress(other);
  const steward = await other.newPage();
  await startLoggedIn(steward, account, site.origin);
  await steward.goto(path);
  await steward.getByRole('button', { name: 'Rule on this result' }).click();
  await steward.getByRole('dialog').getByRole('link', { name: 'Ada Okoro' }).click();
  await ruling(steward).getByRole('button', { name: '+5', exact: true }).click();
  await ruling(steward).getByLabel('Reason').fill('Start crash');
  await ruling(steward).getByRole('button', { name: 'Add ruling' }).click();
  await expect(steward.getByText('The ruling is in force.')).toBeVisible();
  await other.close();

  await page.reload();
  await expect(podium).toContainText([/1.*Elin Lindqvist.*Game P2/, /2.*Ada Okoro.*Game P1/, /3.*Mika Varga/]);
  await expect(stewards).toContainText('Stewards changed the result of this race in Raced.');
  await expect(stewards.getByRole('listitem').filter({ hasText: 'Start crash' })).toContainText(
    /Ada Okoro \+5 s · Start crash.*P1 →\s*in the game, now P2/s,
  );
  await expectSound(page);
  await page.emulateMedia({ media: 'print' });
  await expect(stewards).toBeVisible();
  await expect(stewards.getByRole('navigation', { name: 'Result' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  const choose = stewards.getByRole('navigation', { name: 'Result' });
  await choose.getByRole('link', { name: 'Game' }).focus();
  await page.keyboard.press('Enter');
  await expect(choose.getByRole('link', { name: 'Game' })).toHaveAttribute('aria-current', 'true');
  await expect(podium).toContainText([/Ada Okoro.*Season P2/, /Elin Lindqvist.*Season P1/, /Mika Varga/]);
  await page.getByRole('navigation', { name: 'Session' }).getByRole('link', { name: 'Results' }).click();
  const rows = page.getByRole('table', { name: 'Race classification' }).locator('tbody tr');
  await expect(rows).toContainText([/Ada Okoro/, /Elin Lindqvist/, /Mika Varga/, /Luís Araújo/]);
  await choose.getByRole('link', { name: 'Season' }).click();
  await expect(rows).toContainText([/Elin Lindqvist/, /Ada Okoro/, /Mika Varga/, /Luís Araújo/]);
  await expect(page).toHaveURL(/tab=results/);
  await page.getByRole('link', { name: 'Changed by 1 ruling' }).press('Enter');
  await expect(stewards).toBeFocused();
  await expect(stewards).toBeInViewport({ ratio: 1 });
  await page.emulateMedia({ media: 'print' });
  await expect(stewards).toBeVisible();
  // The mark does not cover the date above it.
  const mark = await page.getByRole('link', { name: 'Changed by 1 ruling' }).boundingBox();
  expect(mark?.height).toBe(16);
  await page.emulateMedia({ media: 'screen' });
  await expectSound(page);
  await rows.nth(1).getByRole('link', { name: 'Ada Okoro' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(/P2.*Game P1/s);
  await expect(sheet.getByRole('region', { name: 'Stewards' })).toHaveText(/\+5 s · Start crash/);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Share results' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    /Result of Raced, with the stewards’ rulings.*1\s*Elin Lindqvist.*2\s*Ada Okoro/s,
  );

  await page.goto('/home');
  await expect(page.getByRole('link', { name: /Monza/ }).filter({ hasText: 'Stewards’ result' })).toContainText(
    /Elin Lindqvist/,
  );

  const unruled = await createSeasonWith(site.origin, account, sessionId);
  for (const [of, names] of [
    [id, [/Elin Lindqvist/, /Ada Okoro/, /Mika Varga/]],
    [unruled, [/Ada Okoro/, /Elin Lindqvist/, /Mika Varga/]],
  ] as const) {
    await page.goto(`/seasons/${of}?tab=calendar`);
    await page.getByRole('listitem').getByRole('link', { name: 'Race', exact: true }).click();
    await expect(podium).toContainText([...names]);
    await page.goto(`/seasons/${of}?tab=results`);
    await page.getByRole('columnheader').getByRole('link').click();
    await expect(podium).toContainText([...names]);
  }
  await waitForCached(page, [addressOf(calls.getSession, { id: sessionId })]);
  await page.close();
  await site.stop();
  const later = await context.newPage();
  await later.goto(site.origin + path);
  const offline = later.getByRole('list', { name: 'Podium' }).getByRole('listitem');
  await expect(later.getByText(/^Saved (just now|\d+ min ago)/)).toBeVisible();
  await expect(offline).toContainText([/Elin Lindqvist/, /Ada Okoro/, /Mika Varga/]);
  await later.getByRole('navigation', { name: 'Result' }).getByRole('link', { name: 'Game' }).click();
  await expect(offline).toContainText([/Ada Okoro/, /Elin Lindqvist/, /Mika Varga/]);
});

test('a steward rules on a moment of the replay, which readers of the ruling watch', async ({ page, site }) => {
  const account = await createAccount(site.origin);
  const lap = { lapTime: 90_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
  const drivers = ['Ada Okoro', 'Elin Lindqvist'].map((name, carIndex) =>
    driver({ name, carIndex, startingPosition: carIndex + 1, finishingPosition: carIndex + 1, lapTimes: [lap, lap] }),
  );
  const body = upload({ drivers, internalSessionId: '97' });
  const { id: sessionId } = await callAs(site.origin, account, 'POST', '/api/Sessions', body);
  await createSeasonWith(site.origin, account, sessionId);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/sessions/${sessionId}?at=100.5`);
  await page.getByRole('button', { name: 'Rule on this moment' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Ada Okoro' }).click();
  await expect(ruling(page).getByText('Moment 01:40')).toBeVisible();
  await ruling(page).getByRole('button', { name: '+5', exact: true }).click();
  await ruling(page).getByLabel('Reason').fill('Contact');
  await expectSound(page);
  await ruling(page).getByRole('button', { name: 'Add ruling' }).click();
  await expect(page.getByText('The ruling is in force.')).toBeVisible();
  await expect(ruling(page).getByText('Moment')).toBeHidden();
  await page.getByRole('article', { name: 'Ada Okoro: +5 s' }).getByRole('link', { name: 'Watch it' }).click();
  await expect(page).toHaveURL(`${site.origin}/sessions/${sessionId}?at=96.5&cars=0`);
  await page.goto(`/sessions/${sessionId}`);
  await page.getByRole('region', { name: 'Stewards' }).getByRole('link', { name: 'Watch it' }).click();
  await expect(page.getByRole('slider', { name: 'Time' })).toHaveValue('96500');
  await expectSound(page);
});

test('on a phone a row has two lines, also one that stewards changed, and its name and places whole', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const names = ['Ada Okoro', 'Elin Lindqvist', 'Sofía Castellanos'];
  const drivers = names.map((name, index) =>
    driver({
      name,
      carIndex: index,
      team: 'Northgate Racing',
      startingPosition: 3 - index,
      finishingPosition: index + 1,
      totalRaceTime: 3_600_000 + index * 4_000,
      bestLapTimeMs: 92_698,
    }),
  );
  const body = upload({ drivers, internalSessionId: '94' });
  const { id: sessionId } = await callAs(site.origin, account, 'POST', '/api/Sessions', body);
  const path = `/sessions/${sessionId}?tab=results`;
  const rows = page.getByRole('table', { name: 'Race classification' }).locator('tbody tr');
  const heights = async () => {
    await page.evaluate(() => document.fonts.ready);
    return Promise.all((await rows.all()).map(async (row) => (await row.boundingBox())?.height));
  };
  await page.goto(path);
  await expect(rows).toContainText([/Ada Okoro/, /Elin Lindqvist/, /Sofía Castellanos.*lost 2.*Northgate Racing/s]);
  // Two lines of 15 and 12 px, in a row of 44.
  expect(await heights()).toEqual([44, 44, 44]);

  const season = await createSeasonWith(site.origin, account, sessionId);
  const rule = { sessionId, carIndex: 0, kind: 'time', milliseconds: 10_000, reason: 'Start crash' };
  await callAs(site.origin, account, 'POST', `/api/Seasons/${season}/rulings`, rule);
  await page.goto(path);
  await expect(rows).toContainText([
    /Elin Lindqvist.*Game P2/s,
    /Sofía Castellanos.*Game P3/s,
    /Ada Okoro.*\+10s.*Game P1/s,
  ]);
  expect(await heights()).toEqual([44, 44, 44]);
  for (const row of await rows.all()) await expect(row.getByText(/^Game P/)).toBeInViewport({ ratio: 1 });
  await expectSound(page);
});

test('on a phone the longest titles, most incidents and two seasons leave the first row of a result where it is', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const drivers = [
    driver({ name: 'Ada 🏎️ Okoro', carIndex: 0, finishingPosition: 1, totalRaceTime: 3_600_000, bestLapTimeMs: 92_698 }),
    driver({
      name: 'Elin Lindqvist',
      carIndex: 1,
      finishingPosition: 2,
      totalRaceTime: 3_601_000,
      bestLapTimeMs: 92_699,
    }),
  ];
  const incidents = { numberOfSafetyCars: 1, numberOfVirtualSafetyCars: 2, numberOfRedFlags: 1 };
  const add = (internalSessionId: string, given: Parameters<typeof upload>[0]) => {
    const at = { trackId: Track.AustriaReverse, weekendLinkIdentifier: 9 };
    return callAs(
      site.origin,
      account,
      'POST',
      '/api/Sessions',
      upload({ ...at, drivers, internalSessionId, ...given }),
    );
  };
  const { id: qualifying } = await add('95', { sessionType: SessionType.OneShotSprintShootout });
  const { id: race } = await add('96', { sessionType: SessionType.Race3, ...incidents });
  const seasons = [
    await createSeasonWith(site.origin, account, qualifying),
    await createSeasonWith(site.origin, account, qualifying, 'Sunday Open of the North, Season 4'),
  ];
  await createSeasonWith(site.origin, account, race);
  const season = await createSeasonWith(site.origin, account, race);
  const rule = { sessionId: race, carIndex: 0, kind: 'time', milliseconds: 10_000, reason: 'Start crash' };
  await callAs(site.origin, account, 'POST', `/api/Seasons/${season}/rulings`, rule);
  for (const [id, title, widths] of [
    [qualifying, 'Red Bull Ring reverse One-shot sprint shootout', [390, 320]],
    [race, 'Red Bull Ring reverse Race 3', [390]],
  ] as const) {
    await page.goto(`/sessions/${id}?tab=results`);
    await expect(heading(page)).toHaveText(title);
    for (const name of ['Season of this session', 'Sessions of this weekend'])
      await expect(page.getByRole('navigation', { name })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const first = await page.getByRole('table').getByRole('row').nth(1).boundingBox();
      expect(first?.y, `${title} at ${width}`).toBeLessThanOrEqual(240);
    }
    await expectSound(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/sessions/${qualifying}?tab=results`);
  const places = page
    .getByRole('navigation', { name: 'Season of this session' })
    .getByRole('link', { name: /^(Unruled|Sunday Open)/ });
  await expect(places).toHaveCount(2);
  const addresses = await places.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses.sort()).toEqual(seasons.map((id) => `/seasons/${id}`).sort());
  await places.last().focus();
  await expect(places.last()).toBeInViewport({ ratio: 1 });
});

/** Another season of the account, with the session; nobody has ruled there. */
async function createSeasonWith(
  origin: string,
  account: Account,
  sessionId: string,
  name = 'Unruled',
): Promise<string> {
  const { id } = await callAs(origin, account, 'POST', '/api/Seasons', { name });
  const { events } = await callAs(origin, account, 'POST', `/api/Seasons/${id}/events`, { track: Track.Monza });
  const path = `/api/Seasons/${id}/events/${events[0].id}/sessions`;
  await callAs(origin, account, 'PATCH', path, { sessionIds: [sessionId] });
  return String(id);
}
