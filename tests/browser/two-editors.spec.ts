import { type Account, callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect } from './base-test.ts';
import { expectSound } from './checks.ts';
import { createRacedSeason, ruling, section } from './raced-season.ts';
import { test } from './site.ts';

// During a fade the contrast of a text cannot be measured.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  baseURL: ({ site }, use) => use(site.origin),
});

/** A season in a league with an admin. */
async function createSharedSeason(origin: string): Promise<{ id: string; owner: Account; admin: Account }> {
  const { account: owner, id } = await createRacedSeason(origin);
  const admin = await createAccount(origin);
  const league = await callAs(origin, owner, 'POST', '/api/League', { name: 'Shared League' });
  await callAs(origin, owner, 'POST', `/api/League/${league.id}/seasons/${id}`);
  const path = `/api/League/${league.id}/invitations`;
  const { token } = await callAs(origin, owner, 'POST', path, { roles: ['admin'] });
  await callAs(origin, admin, 'POST', '/api/Invitations/accept', { token });
  return { id, owner, admin };
}

test('two admins change one list and rule on one race: nobody is asked but about the same row and the same car', {
  tag: '@phone',
}, async ({ page, browser, site, failOnErrors }) => {
  test.slow();
  const { id, owner, admin } = await createSharedSeason(site.origin);
  const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce' });
  await useOwnIpAddress(page.context());
  await useOwnIpAddress(context);
  await failOnErrors(context);
  const other = await context.newPage();
  await startLoggedIn(page, owner, site.origin);
  await startLoggedIn(other, admin, site.origin);
  for (const each of [page, other]) await each.goto(`/dashboard/seasons/${id}/edit/drivers`);
  const others = (on: typeof page, name: string | null) =>
    expect(on.getByText(`Also editing this page now: ${name}`)).toBeVisible();
  await others(page, admin.username);
  await others(other, owner.username);
  const colours = (on: typeof page) => section(on, 'Teams');
  const choose = async (on: typeof page, team: string, colour: string) => {
    await colours(on)
      .getByRole('button', { name: `Change ${team}`, exact: true })
      .click();
    await colours(on)
      .getByRole('group', { name: `Colour of ${team}` })
      .getByRole('radio', { name: colour })
      .check();
  };
  const save = (on: typeof page) => colours(on).getByRole('button', { name: 'Save teams' }).click();
  const saved = (on: typeof page) => expect(colours(on).getByText('Saved.', { exact: true })).toBeVisible();

  await choose(page, 'Aurora', 'Blue');
  await choose(other, 'Lanza', 'Pink');
  await save(other);
  await saved(other);
  await save(page);
  await saved(page);
  const stored = async () => {
    const { teamColours } = await callAs(site.origin, owner, 'GET', `/api/Seasons/${id}`);
    return teamColours.sort((one: { team: string }, next: { team: string }) => one.team.localeCompare(next.team));
  };
  expect(await stored()).toEqual([
    { team: 'Aurora', colour: 'blue' },
    { team: 'Lanza', colour: 'pink' },
  ]);

  // The admin still sees the colours from before.
  await choose(other, 'Aurora', 'Lime');
  await save(other);
  const notice = colours(other).getByRole('alert').filter({ hasText: 'Choose what to keep' });
  await expect(notice).toContainText(`${owner.username} changed this (`);
  await expect(notice).toContainText('Team colours · Aurora');
  await expect(notice.getByRole('button', { name: 'Keep yours' })).toContainText('Aurora: Lime');
  await expect(notice.getByRole('button', { name: 'Take the stored one' })).toContainText('Aurora: Blue');
  await expectSound(other);
  await notice.getByRole('button', { name: 'Keep yours' }).click();
  await save(other);
  await saved(other);
  expect(await stored()).toEqual([
    { team: 'Aurora', colour: 'lime' },
    { team: 'Lanza', colour: 'pink' },
  ]);

  const rule = async (on: typeof page, driver: string, amount: string) => {
    await ruling(on).getByRole('checkbox', { name: driver }).check();
    await ruling(on).getByRole('button', { name: amount, exact: true }).click();
    await ruling(on).getByLabel('Reason').fill(`Contact of ${driver}`);
  };
  const add = (on: typeof page) => ruling(on).getByRole('button', { name: 'Add ruling' }).click();
  const inForce = (on: typeof page) => expect(on.getByText('The ruling is in force.')).toBeVisible();
  for (const each of [page, other]) await each.goto(`/dashboard/seasons/${id}/edit/rulings`);
  await rule(page, 'Ada Okoro', '+5');
  await rule(other, 'Elin Lindqvist', '+10');
  await add(page);
  await inForce(page);
  await add(other);
  await inForce(other);

  // The owner has not seen the ruling on Elin.
  await rule(page, 'Elin Lindqvist', '+5');
  await add(page);
  const refusal = ruling(page).getByRole('alert').filter({ hasText: 'has ruled on this car' });
  await expect(refusal).toContainText(`${admin.username} has ruled on this car meanwhile (`);
  await expect(refusal).toContainText('+10 s, “Contact of Elin Lindqvist”. Yours: +5 s.');
  await expectSound(page);
  await add(page);
  await inForce(page);
  const { rulings } = await callAs(site.origin, owner, 'GET', `/api/Seasons/${id}`);
  expect(rulings.map((each: { carIndex: number; milliseconds: number }) => [each.carIndex, each.milliseconds])).toEqual(
    [
      [0, 5_000],
      [1, 10_000],
      [1, 5_000],
    ],
  );
  await context.close();
});
