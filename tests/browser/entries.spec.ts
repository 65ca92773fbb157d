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
  const signUp = { opensAt: null, closesAt: null, places: 20, isAutomatic: false };
  await callAs(site.origin, owner, 'PUT', `/api/Seasons/${id}/signUp`, { signUp });

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
  await context.close();
});
