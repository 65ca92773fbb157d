import { Track } from '#contract/enumerations';
import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { expectSound } from './checks.ts';
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

test('the result of a race that nobody recorded is entered by hand, and counts in the standings', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Moved here' });
  const event = { track: Track.Monza, startsAt: '2026-05-02T18:00:00.000Z' };
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, event);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await openEvent(page, 'Monza');
  const enter = page.getByRole('button', { name: 'Enter result of Monza' });
  await enter.click();
  const form = page.getByRole('form', { name: 'Result' });
  await form.getByLabel(/^Result/).fill('1. Ada Okoro, 41:30.599\n2. Bo Lind, +2 laps ago');
  await expect(form.getByRole('alert').filter({ hasText: 'is not a gap' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Add result of 1 driver' })).toBeDisabled();
  await form
    .getByLabel(/^Result/)
    .fill('1. Ada Okoro, 41:30.599, FL 1:24.617\n2. Bo Lind, Northline, +1.879\nCy Young, DNF');
  // A draft: it is there again after the page is loaded anew, in its open event.
  await expect(form.getByText('Unsaved changes, kept on this device.')).toBeVisible();
  await page.reload();
  await expectSound(page);
  await form.getByRole('button', { name: 'Add result of 3 drivers' }).click();
  const round = page.getByRole('article', { name: 'Round 1, Monza' });
  await expect(round.getByRole('link', { name: /^Race.*Ada Okoro$/ })).toBeVisible();
  await expect(form).toBeHidden();
  // On a wide screen the entered race is in one row, and on a phone its buttons are.
  const phone = page.viewportSize();
  for (const width of [1_280, 720, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const tops = () =>
      Promise.all(
        [/^Rule on Race/, /^Correct Race/, /^Remove Race/].map((name) =>
          round.getByLabel(name).evaluate((button) => button.getBoundingClientRect().y),
        ),
      );
    await expect.poll(async () => new Set(await tops()).size, String(width)).toBe(1);
    const heights = round
      .getByLabel(/^(Rule on|Correct|Remove) Race/)
      .evaluateAll((buttons) => buttons.map(({ clientHeight }) => clientHeight));
    expect([width, ...(await heights)]).toEqual([width, 42, 42, 42]);
  }
  if (phone !== null) await page.setViewportSize(phone);

  await enter.click();
  await form.getByLabel('Session').selectOption('Sprint');
  await form.getByLabel(/^Result/).fill('Bo Lind\nAda Okoro');
  await form.getByRole('button', { name: 'Add result of 2 drivers' }).click();
  await expect(round.getByRole('link', { name: /^Sprint.*Bo Lind$/ })).toBeVisible();
  await expect(form).toBeHidden();

  await enter.click();
  await form.getByLabel('Session').selectOption('Qualifying');
  await form.getByLabel(/^Result/).fill('Cy Young, 1:21.500\nAda Okoro, +0.250');
  await form.getByRole('button', { name: 'Add result of 2 drivers' }).click();
  await round.getByRole('link', { name: /^Short qualifying.*Cy Young$/ }).click();
  await expect(page.getByText('Cy Young takes pole, 0.250 s ahead of Ada Okoro.')).toBeVisible();
  await expect(page.getByText(`Entered by hand by ${account.username}`)).toBeVisible();
  // The sheet of a driver has what was typed, and no heading above nothing.
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await openEvent(page, 'Monza');
  await round.getByRole('link', { name: /^Race.*Ada Okoro$/ }).click();
  await page.getByRole('navigation', { name: 'Session', exact: true }).getByRole('link', { name: 'Results' }).click();
  await page.getByRole('link', { name: 'Ada Okoro' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ada Okoro' });
  await expect(sheet.getByText('1:24.617')).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Laps' })).toBeHidden();
  const { standings } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  expect(standings.drivers.map(({ name, points }: { name: string; points: number }) => [name, points])).toEqual([
    ['Ada Okoro', 33],
    ['Bo Lind', 26],
    ['Cy Young', 0],
  ]);
  await page.goto(`/seasons/${id}?tab=results`);
  await expectSound(page);

  // A steward is told that seconds have no effect on a result without times.
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await openEvent(page, 'Monza');
  await round.getByRole('link', { name: 'Rule on Sprint of Monza' }).click();
  const ruling = page.getByRole('form', { name: 'New ruling' });
  await ruling.getByRole('checkbox', { name: 'Bo Lind' }).check();
  await ruling.getByRole('button', { name: '+10' }).click();
  await ruling.getByLabel('Reason').fill('Track limits');
  await expect(page.getByText('The result has no time of Bo Lind: seconds change no place.')).toBeVisible();
});

test('an entered result is corrected where it is, its rulings stay with their drivers, and a second one is asked about', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Set right' });
  const event = { track: Track.Monza, startsAt: '2026-05-02T18:00:00.000Z' };
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, event);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await openEvent(page, 'Monza');
  await page.getByRole('button', { name: 'Enter result of Monza' }).click();
  const form = page.getByRole('form', { name: 'Result' });
  await form
    .getByLabel(/^Result/)
    .fill('Driver\tLaps\tTime\nAda Okoro\t29\t41:30,599\nBo Lind\t29\t+1,879\nCy Young\t28\t');
  await form.getByRole('button', { name: 'Add result of 3 drivers' }).click();
  await expect(form).toBeHidden();
  const { events } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  const ruling = {
    sessionId: events[0].sessions[0].session.id,
    kind: 'points',
    carIndex: 0,
    points: -5,
    reason: 'Cutting',
  };
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/rulings`, ruling);
  await page.reload();
  await openEvent(page, 'Monza');
  await page.getByRole('button', { name: 'Enter result of Monza' }).click();
  await expect(form.getByText('Monza has a race already, and the points of both count.')).toBeVisible();

  await page.getByRole('button', { name: 'Correct Race of Monza' }).click();
  const correction = page.getByRole('form', { name: 'Corrected result' });
  const field = correction.getByLabel(/^Result/);
  await expect(field).toHaveValue('1. Ada Okoro, 41:30.599, 29 laps\n2. Bo Lind, 41:32.478\n3. Cy Young, +1 lap');
  await expectSound(page);
  await field.fill('1. Bo Lind, 41:32.478\n2. Ada Okoro, 41:33\n3. Di Sol');
  await expect(correction.getByText('Unsaved changes, kept on this device.')).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(/3\. Di Sol$/);
  await expect(correction.getByText('New in this season, look at the spelling: Di Sol.')).toBeVisible();
  await correction.getByRole('button', { name: 'Save result of 3 drivers' }).click();
  await expect(correction).toBeHidden();
  await expect(page.getByRole('link', { name: /^Race.*Bo Lind$/ })).toBeVisible();
  const { standings } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  expect(standings.drivers.map(({ name, points }: { name: string; points: number }) => [name, points])).toEqual([
    ['Bo Lind', 25],
    ['Di Sol', 15],
    ['Ada Okoro', 13],
  ]);
});

test('a page that is left while a result is being stored asks no longer once it is stored, and goes on', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Moved here' });
  const event = { track: Track.Monza, startsAt: '2026-05-02T18:00:00.000Z' };
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, event);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await openEvent(page, 'Monza');
  await page.getByRole('button', { name: 'Enter result of Monza' }).click();
  const form = page.getByRole('form', { name: 'Result' });
  await form.getByLabel(/^Result/).fill('Ada Okoro\nBo Lind');
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/Sessions$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await form.getByRole('button', { name: 'Add result of 2 drivers' }).click();
  await page.getByRole('link', { name: 'Season page' }).click();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(question).toBeVisible();
  release();
  await expect(heading(page)).toHaveText('Moved here');
  await expect(page).toHaveURL(`${site.origin}/seasons/${id}`);
  await expect(question).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(`${site.origin}/dashboard/seasons/${id}/edit`);
});

test('a typed winner who is disqualified is last, and all others move up', async ({ page, site }) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Move up' });
  const event = { track: Track.Monza, startsAt: '2026-05-02T18:00:00.000Z' };
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/events`, event);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit`);
  await openEvent(page, 'Monza');
  await page.getByRole('button', { name: 'Enter result of Monza' }).click();
  const form = page.getByRole('form', { name: 'Result' });
  await form.getByLabel(/^Result/).fill('1. Ada DSQ\n2. Bo 41:30.599\n3. Cy +1.879');
  await expect(form.getByText('Bo moves up to P1: Ada is disqualified.')).toBeVisible();
  await form.getByRole('button', { name: 'Add result of 3 drivers' }).click();
  await page.getByRole('link', { name: /^Race.*Bo$/ }).click();
  const podium = page.getByRole('list', { name: 'Podium' }).getByRole('listitem');
  await expect(podium).toHaveText([/^1.*Bo.*41:30\.599$/, /^2.*Cy.*\+1\.879$/]);
  await page.getByRole('navigation', { name: 'Session', exact: true }).getByRole('link', { name: 'Results' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Ada' })).toContainText('DSQ');
  const { standings } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  expect(standings.drivers.map(({ name, points }: { name: string; points: number }) => [name, points])).toEqual([
    ['Bo', 25],
    ['Cy', 18],
    ['Ada', 0],
  ]);
});
