import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect } from './base-test.ts';
import { expectSound } from './checks.ts';
import { createPerson } from './person.ts';
import { createRacedSeason, ruling, section } from './raced-season.ts';
import { test } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, baseURL: ({ site }, use) => use(site.origin) });
test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

test('a steward drafts a ruling and puts it in force with few taps, and readers see it once the standings are published', {
  tag: '@phone',
}, async ({ page, site, browser }) => {
  test.slow();
  const { account: owner, id } = await createRacedSeason(site.origin);
  const steward = await createAccount(site.origin);
  const league = await callAs(site.origin, owner, 'POST', '/api/League', { name: 'Sunday League' });
  await callAs(site.origin, owner, 'POST', `/api/League/${league.id}/seasons/${id}`);
  const roles = { roles: ['steward'] };
  const { token } = await callAs(site.origin, owner, 'POST', `/api/League/${league.id}/invitations`, roles);
  await callAs(site.origin, steward, 'POST', '/api/Invitations/accept', { token });
  const openOther = async () => {
    const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce' });
    await useOwnIpAddress(context);
    return context.newPage();
  };
  const desk = await openOther();
  await startLoggedIn(desk, owner, site.origin);
  await desk.goto(`/dashboard/seasons/${id}/edit/settings`);
  await section(desk, 'New results').getByLabel('When published').check();
  await section(desk, 'New results').getByRole('button', { name: 'Save' }).click();
  await expect(section(desk, 'New results').getByText('Saved.')).toBeVisible();

  const reader = await openOther();
  await reader.goto(`/seasons/${id}`);
  await expect(reader.getByText('The standings are here once they are official.')).toBeVisible();

  await startLoggedIn(page, steward, site.origin);
  await page.goto(`/seasons/${id}`);
  const person = createPerson();
  await person.tap(page.getByRole('main').getByRole('link', { name: 'Rulings' }));
  await person.tap(ruling(page).getByText('Ada Okoro'));
  await person.tap(ruling(page).getByText('Disqualify'));
  await person.tap(ruling(page).getByRole('button', { name: 'Caused a collision' }));
  const inForce = person.taps() + 1;
  expect(inForce).toBeLessThanOrEqual(6);
  await person.tap(ruling(page).getByRole('button', { name: 'Save as draft' }));
  await expect(page.getByText('The draft is saved, above.')).toBeVisible();
  await expectSound(page);

  await page.goto(`/seasons/${id}`);
  const later = createPerson();
  await later.tap(page.getByRole('link', { name: '1 drafted ruling' }));
  const drafts = section(page, 'Drafts');
  await drafts.getByText('What it changes').click();
  await expect(drafts.getByRole('listitem').filter({ hasText: 'Ada Okoro' }).last()).toContainText('P1 → DSQ');
  await later.tap(drafts.getByRole('button', { name: 'Put in force: Ada Okoro' }));
  await later.tap(drafts.getByRole('alertdialog').getByRole('button', { name: 'Put in force' }));
  await expect(drafts).toHaveCount(0);
  await expect(section(page, 'Rulings').getByRole('article', { name: /Ada Okoro/ })).toBeVisible();
  expect(later.taps()).toBeLessThanOrEqual(6);

  await page.goto(`/seasons/${id}`);
  await page.getByRole('button', { name: 'Readers do not see everything yet' }).click();
  await expect(page.getByRole('dialog').getByRole('row').nth(1)).toContainText('Elin Lindqvist');
  await expectSound(page);
  await reader.reload();
  await expect(reader.getByText('The standings are here once they are official.')).toBeVisible();
  await callAs(site.origin, owner, 'POST', `/api/Seasons/${id}/revisions`, {});
  await reader.reload();
  await expect(reader.getByText('Official 1')).toBeVisible();
  await expect(reader.getByRole('table', { name: 'Driver standings' }).getByRole('row').nth(1)).toContainText(
    'Elin Lindqvist',
  );
});
