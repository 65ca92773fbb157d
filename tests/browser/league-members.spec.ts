import type { Page } from 'playwright/test';
import { Track } from '#contract/enumerations';
import { type Account, callAs, createAccount, startLoggedIn, submitLogin, useOwnIpAddress } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { expectSound } from './checks.ts';
import { createPerson } from './person.ts';
import { type Site, test as siteTest } from './site.ts';

const test = siteTest.extend<{ openOther: () => Promise<Page> }>({
  /** Opens a tab of another person. */
  openOther: ({ browser, site }, use) =>
    use(async () => {
      const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce' });
      await useOwnIpAddress(context);
      return context.newPage();
    }),
});

test.use({ contextOptions: { reducedMotion: 'reduce' }, baseURL: ({ site }, use) => use(site.origin) });
test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

/** A league with a season of two events. */
async function createLeague({ origin }: Site, owner: Account): Promise<{ league: string; season: string }> {
  const season = await callAs(origin, owner, 'POST', '/api/Seasons', { name: 'Spring Cup' });
  const events = [{ track: Track.Monza }, { track: Track.Spa }];
  await callAs(origin, owner, 'PATCH', `/api/Seasons/${season.id}/events`, { events });
  const league = await callAs(origin, owner, 'POST', '/api/League', { name: 'Sunday League' });
  await callAs(origin, owner, 'POST', `/api/League/${league.id}/seasons/${season.id}`);
  return { league: league.id, season: season.id };
}

/** Makes an account a member, by calls to the server. */
async function join({ origin }: Site, owner: Account, league: string, member: Account, role: string): Promise<void> {
  const path = `/api/League/${league}/invitations`;
  const { token } = await callAs(origin, owner, 'POST', path, { roles: [role] });
  await callAs(origin, member, 'POST', '/api/Invitations/accept', { token });
}

const region = (page: Page, name: string) => page.getByRole('region', { name });

test('an invited admin edits a season, which the log says, and gets the league and gives it back', {
  tag: '@phone',
}, async ({ page, site, openOther, failOnErrors }) => {
  test.slow();
  const [owner, admin] = [await createAccount(site.origin), await createAccount(site.origin)];
  const { league, season } = await createLeague(site, owner);
  await startLoggedIn(page, owner, site.origin);
  await page.goto(`/dashboard/leagues/${league}/edit`);
  await page.getByRole('main').getByRole('link', { name: 'Members' }).click();
  await page.getByLabel('Admin').check();
  await page.getByRole('button', { name: 'Create invitation link' }).click();
  const link = (await page.getByText(`${site.origin}/invitation#`).textContent()) ?? '';
  await expect(region(page, 'Invite somebody').getByText('for one person, until').first()).toBeVisible();
  await expectSound(page);

  const other = await openOther();
  await failOnErrors(other.context());
  await other.goto(link);
  await expect(heading(other)).toHaveText('Join Sunday League');
  await expectSound(other);
  await other.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await submitLogin(other, admin.email);
  await expect(heading(other)).toHaveText('Join Sunday League');
  await other.getByRole('button', { name: 'Accept' }).click();
  await expect(heading(other)).toHaveText('You are in');
  await other.goto('/dashboard/seasons');
  await expect(other.getByRole('main').getByRole('listitem')).toContainText('Admin');
  await other.getByRole('link', { name: 'Edit Spring Cup' }).click();
  await other.goto(`/dashboard/seasons/${season}/edit/points`);
  await other.getByLabel('Race points').fill('10, 6');
  await other.getByRole('button', { name: 'Save points' }).click();
  await expect(other.getByText('Saved.')).toBeVisible();

  await page.goto(`/dashboard/leagues/${league}/members`);
  const log = region(page, 'Latest changes').getByRole('listitem');
  await expect(log.first()).toContainText(`${admin.username} changed the points`);
  await expect(log.first()).toContainText('Spring Cup');
  await expect(log.nth(1)).toContainText(`${admin.username} joined`);
  // The link was for one person.
  const third = await openOther();
  await third.goto(link);
  await expect(heading(third)).toHaveText('This invitation does not work');

  const handOver = async (from: Page) => {
    await from.getByRole('button', { name: 'Hand over league…' }).click();
    const dialog = from.getByRole('dialog', { name: 'Hand this league over?' });
    await dialog.getByLabel('Type Sunday League to confirm').fill('Sunday League');
    await dialog.getByRole('button', { name: 'Hand over league' }).click();
    await expect(region(from, 'Hand over')).toHaveCount(0);
  };
  const row = (on: Page, { username }: Account) =>
    region(on, 'Members').getByRole('listitem').filter({ hasText: username });
  await handOver(page);
  await expect(row(page, admin)).toContainText('Owner');
  await expect(row(page, owner)).toContainText('Admin · you');
  await other.goto(`/dashboard/leagues/${league}/members`);
  await handOver(other);
  await page.reload();
  await expect(row(page, owner)).toContainText('Owner · you');
  await row(page, admin).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove member' }).click();
  await expect(row(page, admin)).toHaveCount(0);
  await other.goto(`/dashboard/seasons/${season}/edit/points`);
  await expect(other.getByText('Only those who run this season can edit it.')).toBeVisible();
});

test('an admin invites a steward with at most four taps, and a steward has the rulings alone', {
  tag: '@phone',
}, async ({ page, site, openOther }) => {
  const [owner, admin, steward] = [
    await createAccount(site.origin),
    await createAccount(site.origin),
    await createAccount(site.origin),
  ];
  const { league, season } = await createLeague(site, owner);
  await join(site, owner, league, admin, 'admin');
  await startLoggedIn(page, admin, site.origin);
  await page.goto(`/dashboard/leagues/${league}/edit`);
  const person = createPerson();
  await person.tap(page.getByRole('main').getByRole('link', { name: 'Members' }));
  await expect(page.getByLabel('Steward', { exact: true })).toBeChecked();
  await expect(page.getByLabel('Admin', { exact: true })).toHaveCount(0);
  await person.tap(page.getByRole('button', { name: 'Create invitation link' }));
  const link = (await page.getByText(`${site.origin}/invitation#`).textContent()) ?? '';
  await person.tap(page.getByRole('button', { name: 'Share link' }));
  expect(person.taps()).toBeLessThanOrEqual(4);

  const other = await openOther();
  await startLoggedIn(other, steward, site.origin);
  await other.goto(link);
  await other.getByRole('button', { name: 'Accept' }).click();
  await expect(other.getByText('Your role in Sunday League: steward.')).toBeVisible();
  await other.getByRole('link', { name: 'Its seasons' }).click();
  await other.getByRole('link', { name: 'Rulings of Spring Cup' }).click();
  await expect(other.getByRole('navigation', { name: 'Sections' }).getByRole('listitem')).toHaveText(['Rulings']);
  await other.goto(`/dashboard/seasons/${season}/edit`);
  await expect(other.getByText('Your role here is Steward. This part is for others.')).toBeVisible();
  await other.goto(`/leagues/${league}`);
  await expect(other.getByRole('main').getByRole('definition')).toHaveText([
    owner.username,
    admin.username,
    steward.username,
  ]);

  await page.reload();
  await page.getByRole('button', { name: 'Revoke the invitation for steward' }).click();
  await page.getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(page.getByText('Open invitations')).toHaveCount(0);
  const third = await openOther();
  await third.goto(link);
  await expect(heading(third)).toHaveText('This invitation does not work');
});
