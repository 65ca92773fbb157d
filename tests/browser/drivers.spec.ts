import { Track } from '#contract/enumerations';
import { driver, upload } from '../fixtures/session.ts';
import { type Account, callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect } from './base-test.ts';
import { expectSound } from './checks.ts';
import { section } from './raced-season.ts';
import { openDriver } from './season-editor.ts';
import { test } from './site.ts';

// During a fade the contrast of a text cannot be measured.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  baseURL: ({ site }, use) => use(site.origin),
});

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

const idOf = (number: number) => `01900000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
const seat = (number: number, name: string, team: string) => ({
  id: idOf(number),
  number,
  name,
  team,
  isReserve: false,
});

/** A season with a race of Ada and of Mika, who is in its roster under another name, and one of Mika V. */
async function createSeason(origin: string, account: Account) {
  const call = (method: string, path: string, body?: unknown) => callAs(origin, account, method, path, body);
  const { id } = await call('POST', '/api/Seasons', { name: 'One List' });
  for (const [index, names] of [
    ['Ada Okoro', 'Mika Varga'],
    ['Ada Okoro', 'mv_racing'],
  ].entries()) {
    const { events } = await call('POST', `/api/Seasons/${id}/events`, { track: Track.Monza });
    const drivers = names.map((name, carIndex) =>
      driver({ name, carIndex, carNumber: 11 * (carIndex + 1), team: 'Aurora', finishingPosition: carIndex + 1 }),
    );
    const session = await call('POST', '/api/Sessions', upload({ internalSessionId: String(index), drivers }));
    const path = `/api/Seasons/${id}/events/${events.at(-1).id}/sessions`;
    await call('PATCH', path, { sessionIds: [session.id] });
  }
  return { id: String(id), call };
}

test('one row renames a driver, merges a recorded name, has an account confirmed and changes the team, and a save that stops half way loses nothing', {
  tag: '@phone',
}, async ({ page, site }) => {
  const owner = await createAccount(site.origin);
  const fan = await createAccount(site.origin);
  const { id, call } = await createSeason(site.origin, owner);
  await call('PUT', `/api/Seasons/${id}/roster`, {
    roster: [seat(11, 'Ada Okoro', 'Aurora'), seat(22, 'Mika Varga', 'Aurora')],
  });
  await callAs(site.origin, fan, 'POST', `/api/Seasons/${id}/claims`, { driverId: idOf(22) });
  await startLoggedIn(page, owner, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
  const drivers = section(page, 'Drivers');
  const rows = drivers.getByRole('list', { name: 'Drivers' }).locator('> li');
  await expect(rows).toContainText(['Ada Okoro', 'Mika Varga', 'mv_racing']);
  await expect(rows.nth(2)).toContainText('not in the roster');
  await drivers.getByRole('button', { name: `Confirm that ${fan.username} is Mika Varga` }).click();
  await expect(drivers.getByText('says they are')).toHaveCount(0);

  await openDriver(page, 'Mika Varga');
  const merge = drivers.getByLabel('Merge Mika Varga with', { exact: true });
  await merge.selectOption('Ada Okoro');
  await expect(drivers.getByText('They raced in the same session, so they are two drivers.')).toBeVisible();
  await merge.selectOption('mv_racing');
  await drivers.getByRole('button', { name: 'Merge Mika Varga with the chosen one' }).click();
  await expect(rows).toHaveCount(2);
  await drivers.getByLabel('Name of Mika Varga').fill('Mika V.');
  await drivers.getByLabel('Team of Mika V.', { exact: true }).fill('Lanza');
  await drivers.getByRole('button', { name: 'Change of team of Mika V.' }).click();
  await drivers.getByLabel('New team of Mika V.').fill('Meridian');
  await expect(rows.nth(1)).toContainText('Lanza → Meridian · also Mika Varga +1');
  await expectSound(page);

  // The names are stored and the roster is not: the rest is still there, also after a reload.
  await page.route('**/roster', (route) => route.fulfill({ status: 503, json: { status: 503, title: 'Busy' } }));
  await drivers.getByRole('button', { name: 'Save drivers' }).click();
  await expect(drivers.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  const half = await call('GET', `/api/Seasons/${id}`);
  expect(half.aliases).toEqual([{ name: 'Mika Varga', recordedNames: ['Mika Varga', 'mv_racing'] }]);
  expect(half.roster[1]).toMatchObject({ name: 'Mika Varga', team: 'Aurora' });
  await page.unroute('**/roster');
  await page.reload();
  await expect(rows.nth(1)).toContainText('Lanza → Meridian · also Mika Varga +1');
  await drivers.getByRole('button', { name: 'Save drivers' }).click();
  await expect(drivers.getByText('Saved.', { exact: true })).toBeVisible();
  const stored = await call('GET', `/api/Seasons/${id}`);
  expect(stored.aliases).toEqual([{ name: 'Mika V.', recordedNames: ['Mika Varga', 'mv_racing'] }]);
  expect(stored.roster[1]).toMatchObject({ name: 'Mika V.', team: 'Lanza', changes: [{ team: 'Meridian' }] });
  expect(stored.standings.drivers.map(({ name }: { name: string }) => name)).toEqual(['Ada Okoro', 'Mika V.']);

  // A name is separated again, and shown by another one without being in the roster.
  await openDriver(page, 'Mika V.');
  await drivers.getByRole('button', { name: 'Separate mv_racing from Mika V.' }).click();
  await openDriver(page, 'mv_racing');
  await drivers.getByLabel('Name of mv_racing').fill('Max');
  await drivers.getByRole('button', { name: 'Save drivers' }).click();
  await expect(drivers.getByText('Saved.', { exact: true })).toBeVisible();
  const { standings } = await call('GET', `/api/Seasons/${id}`);
  expect(standings.drivers.map(({ name }: { name: string }) => name).sort()).toEqual(['Ada Okoro', 'Max', 'Mika V.']);
});

test('a driver who raced keeps the results under whatever name is typed before the first save', {
  tag: '@phone',
}, async ({ page, site }) => {
  const owner = await createAccount(site.origin);
  const { id, call } = await createSeason(site.origin, owner);
  await startLoggedIn(page, owner, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
  const drivers = section(page, 'Drivers');
  await drivers.getByRole('button', { name: 'Add 3 drivers who raced' }).click();
  await openDriver(page, 'mv_racing');
  await drivers.getByLabel('Name of mv_racing').fill('Max');
  await page.reload();
  await drivers.getByRole('button', { name: 'Save drivers' }).click();
  await expect(drivers.getByText('Saved.', { exact: true })).toBeVisible();
  const stored = await call('GET', `/api/Seasons/${id}`);
  expect(stored.aliases).toEqual([{ name: 'Max', recordedNames: ['mv_racing'] }]);
  expect(stored.roster.map(({ name }: { name: string }) => name)).toEqual(['Ada Okoro', 'Mika Varga', 'Max']);
});

test('one row of a team has its colour and its names: it is merged, renamed, separated, and saved with one button', {
  tag: '@phone',
}, async ({ page, site }) => {
  const owner = await createAccount(site.origin);
  const { id, call } = await createSeason(site.origin, owner);
  const roster = [seat(11, 'Ada Okoro', 'Aurora'), seat(22, 'Mika Varga', 'Lanza'), seat(33, 'Elin', 'Meridian')];
  await call('PUT', `/api/Seasons/${id}/roster`, { roster });
  await startLoggedIn(page, owner, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
  const teams = section(page, 'Teams');
  const rows = teams.getByRole('list', { name: 'Teams' }).locator('> li');
  const merge = async (other: string) => {
    await teams.getByLabel('Merge Lanza with', { exact: true }).selectOption(other);
    await teams.getByRole('button', { name: 'Merge Lanza with the chosen one' }).click();
  };
  await teams.getByRole('button', { name: 'Change Lanza' }).click();
  await teams.getByRole('radio', { name: 'Pink' }).check();
  await merge('Aurora');
  await expect(rows).toHaveText([/^LanzaPink · also AuroraClose/, /^Meridian/]);
  await teams.getByRole('button', { name: 'Undo the last step' }).click();
  await expect(rows).toHaveText([/^Aurora/, /^LanzaPinkClose/, /^Meridian/]);
  await merge('Meridian');
  await merge('Aurora');
  await teams.getByRole('button', { name: 'Separate Meridian from Lanza' }).click();
  await teams.getByRole('textbox', { name: 'Name of Lanza' }).fill('Lanza GP');
  await teams.getByRole('textbox', { name: 'Name of Lanza' }).press('Tab');
  await expect(rows).toHaveText([/^Lanza GPPink · also Lanza, AuroraClose/, /^MeridianAutomatic/]);
  await expectSound(page);
  await teams.getByRole('button', { name: 'Save teams' }).click();
  await expect(teams.getByText('Saved.', { exact: true })).toBeVisible();
  const stored = await call('GET', `/api/Seasons/${id}`);
  expect(stored.teamAliases).toEqual([{ name: 'Lanza GP', recordedNames: ['Lanza', 'Aurora'] }]);
  expect(stored.teamColours).toEqual([{ team: 'Lanza', colour: 'pink' }]);
});

for (const [width, height] of [
  [390, 844],
  [1_280, 800],
] as const)
  test(`20 drivers take at most three screens at ${width} pixels`, async ({ browser, site }) => {
    const owner = await createAccount(site.origin);
    const { id, call } = await createSeason(site.origin, owner);
    const roster = Array.from({ length: 18 }, (_, index) =>
      seat(index + 11, `Driver with a long name ${index + 11}`, `A racing team with a long name ${index % 9}`),
    );
    await call('PUT', `/api/Seasons/${id}/roster`, {
      roster: [seat(1, 'Ada Okoro', 'Aurora'), seat(2, 'Mika Varga', 'Aurora'), ...roster],
    });
    const aliases = [{ name: 'Mika Varga', recordedNames: ['Mika Varga', 'mv_racing'] }];
    await call('PUT', `/api/Seasons/${id}/aliases`, { aliases });
    const context = await browser.newContext({
      baseURL: site.origin,
      viewport: { width, height },
      reducedMotion: 'reduce',
    });
    await useOwnIpAddress(context);
    const page = await context.newPage();
    await startLoggedIn(page, owner, site.origin);
    await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
    const list = page.getByRole('list', { name: 'Drivers', exact: true });
    await expect(list.getByRole('heading')).toHaveCount(20);
    const box = await list.boundingBox();
    expect(box?.height).toBeLessThanOrEqual(3 * height);
    await openDriver(page, 'Mika Varga');
    await context.close();
  });
