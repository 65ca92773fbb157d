import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect } from './base-test.ts';
import { expectSound } from './checks.ts';
import { createPerson } from './person.ts';
import { test } from './site.ts';

// During a fade the contrast of a text cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' }, baseURL: ({ site }, use) => use(site.origin) });
test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

test('a driver enters a season from the list of leagues in four taps, is accepted by its admin, and sees the seat', {
  tag: '@phone',
}, async ({ page, site, browser, failOnErrors }) => {
  test.slow();
  const [owner, driver] = [await createAccount(site.origin), await createAccount(site.origin)];
  const { id } = await callAs(site.origin, owner, 'POST', '/api/Seasons', { name: 'Spring Cup' });
  const league = await callAs(site.origin, owner, 'POST', '/api/League', { name: 'Sunday League' });
  const listing = { leagueId: league.id, seasonId: id };
  await callAs(site.origin, owner, 'POST', addressOf(calls.addLeagueSeason, listing));
  await startLoggedIn(page, owner, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
  await page.getByRole('button', { name: 'Set up a sign-up' }).click();
  await page.getByLabel('Places').fill('20');
  await expectSound(page);
  await page.getByRole('button', { name: 'Open the sign-up' }).click();
  await expect(page.getByText('The sign-up is open · 20 places left')).toBeVisible();

  const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce', hasTouch: true });
  await useOwnIpAddress(context);
  await failOnErrors(context);
  const other = await context.newPage();
  // Without a login the way back leads to the form.
  await other.goto(`/seasons/${id}`);
  await expect(other.getByRole('link', { name: 'Log in to enter' })).toHaveAttribute(
    'href',
    `/login?redirect=${encodeURIComponent(`/seasons/${id}?enter`)}`,
  );
  await startLoggedIn(other, driver, site.origin);
  await other.goto('/leagues');
  const person = createPerson();
  const card = other.getByRole('link', { name: /Sunday League/ });
  await expect(card).toContainText('Sign-up open · 20 places left');
  await person.tap(card);
  await other.getByRole('link', { name: 'Enter' }).waitFor();
  await expectSound(other);
  await person.tap(other.getByRole('link', { name: 'Enter' }));
  await expect(other.getByLabel('Name to race under')).toHaveValue(driver.username);
  await expectSound(other);
  await person.tap(other.getByRole('button', { name: 'Enter the season' }));
  await expect(other.getByRole('heading', { name: 'You have entered' })).toBeVisible();
  expect(person.taps()).toBeLessThanOrEqual(4);
  await expectSound(other);

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Spring Cup 1 entry waits' }).click();
  const drivers = page.getByRole('list', { name: 'Drivers', exact: true });
  await expect(drivers.getByRole('listitem').filter({ hasText: driver.username })).toContainText('has entered');
  await expectSound(page);
  await page.getByRole('button', { name: `Accept ${driver.username}` }).click();
  await expect(drivers.getByRole('heading', { name: driver.username })).toHaveCount(1);
  await expect(drivers.getByRole('listitem')).toContainText([`account ${driver.username}`]);
  await expect(page.getByText('The sign-up is open · 19 places left')).toBeVisible();

  await other.reload();
  await expect(other.getByRole('heading', { name: 'You have a seat' })).toBeVisible();
  await other.getByRole('button', { name: 'Leave' }).click();
  await other.getByRole('button', { name: 'Leave' }).click();
  await expect(other.getByText('You have left this season.')).toBeVisible();
  await context.close();
});
