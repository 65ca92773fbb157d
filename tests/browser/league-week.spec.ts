import { Track } from '#contract/enumerations';
import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect } from './base-test.ts';
import { race } from './raced-season.ts';
import { test } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, baseURL: ({ site }, use) => use(site.origin) });

test('the week of a league on two phones: sign-up, answers, line-up, race, ruling and official table, each with its notice', {
  tag: '@phone',
}, async ({ page, site, browser, failOnErrors }) => {
  test.slow();
  const { origin } = site;
  const [admin, driver, other] = [
    await createAccount(origin),
    await createAccount(origin),
    await createAccount(origin),
  ];
  const { id } = await callAs(origin, admin, 'POST', '/api/Seasons', { name: 'Autumn Cup' });
  const league = await callAs(origin, admin, 'POST', '/api/League', { name: 'Thursday Night League' });
  await callAs(origin, admin, 'POST', `/api/League/${league.id}/seasons/${id}`);
  const startsAt = new Date(Date.now() + 77 * 60 * 60_000).toISOString();
  const { events } = await callAs(origin, admin, 'POST', `/api/Seasons/${id}/events`, { track: Track.Monza, startsAt });
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', hasTouch: true });
  await useOwnIpAddress(page.context());
  await useOwnIpAddress(context);
  await failOnErrors(context);
  const phone = await context.newPage();
  await startLoggedIn(page, admin, origin);
  await startLoggedIn(phone, driver, origin);
  const inbox = phone.getByRole('main').getByRole('list').first();
  const expectNotice = async (text: RegExp) => {
    await phone.goto('/dashboard/notices');
    await expect(inbox).toContainText(text);
  };

  // Monday: one place, and two who want it.
  await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
  await page.getByRole('button', { name: 'Set up a sign-up' }).click();
  await page.getByLabel('Places').fill('1');
  await page.getByRole('button', { name: 'Open the sign-up' }).click();
  await expect(page.getByText('The sign-up is open · 1 place left')).toBeVisible();
  await phone.goto(`/leagues/${league.id}`);
  await phone.getByRole('link', { name: 'Enter' }).click();
  await phone.getByRole('button', { name: 'Enter the season' }).click();
  await expect(phone.getByRole('heading', { name: 'You have entered' })).toBeVisible();
  const wish = { name: other.username, number: 7, team: 'Lanza', isReserve: true };
  await callAs(origin, other, 'POST', `/api/Seasons/${id}/entries`, wish);
  await page.reload();
  await page.getByRole('button', { name: `Accept ${driver.username}` }).click();
  await page.getByRole('button', { name: `Accept ${other.username}` }).click();
  await expect(page.getByRole('button', { name: /^Accept/ })).toHaveCount(0);
  await expectNotice(/Autumn Cup/);

  // Wednesday: the driver cannot, and the reserve moves up.
  const answer = `/api/Seasons/${id}/events/${events[0].id}/answer`;
  await callAs(origin, other, 'PUT', answer, { value: 'in' });
  await phone.goto(`/seasons/${id}`);
  await phone.getByRole('region', { name: 'Your next event' }).getByRole('button', { name: 'Out' }).tap();
  await page.goto('/dashboard/race-night');
  await expect(page.getByRole('region', { name: 'Line-up' })).toContainText(other.username);
  const { notices } = await callAs(origin, other, 'GET', '/api/Account/notices');
  expect(notices.map(({ kind }: { kind: string }) => kind)).toContain('seatIsYours');

  // Thursday: both drive after all; the race, a ruling, and the official table.
  await callAs(origin, driver, 'PUT', answer, { value: 'in' });
  const { id: sessionId } = await callAs(
    origin,
    admin,
    'POST',
    '/api/Sessions',
    race('91', Track.Monza, '02', [
      { name: driver.username, car: 0, behind: 0, best: 80 },
      { name: other.username, car: 1, behind: 3, best: 81 },
    ]),
  );
  await callAs(origin, admin, 'PATCH', `/api/Seasons/${id}/events/${events[0].id}/sessions`, {
    sessionIds: [sessionId],
  });
  await callAs(origin, admin, 'POST', `/api/Seasons/${id}/rulings`, {
    ...{ sessionId, carIndex: 0, kind: 'time', milliseconds: 5_000, reason: 'Contact in turn 1' },
  });
  await expectNotice(/The stewards have ruled on you/);
  await page.goto(`/dashboard/seasons/${id}/edit/publish`);
  await page
    .getByRole('button', { name: /Publish/ })
    .first()
    .click();
  await expectNotice(/official/i);
  await phone.goto(`/seasons/${id}`);
  await phone.goto(`/sessions/${sessionId}`);
  await context.close();
});
