import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect } from './base-test.ts';
import { expectSound } from './checks.ts';
import { createRacedSeason, section } from './raced-season.ts';
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

test('the colour of a team is chosen among those that no other team has, shown on the season and its sessions, and taken back', {
  tag: '@phone',
}, async ({ page, site }) => {
  const { account, id } = await createRacedSeason(site.origin);
  const season = () => callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
  const colours = section(page, 'Teams');
  const teams = colours.getByRole('listitem');
  await expect(teams).toHaveText([/^AuroraAutomatic: \w+Change$/, /^LanzaAutomatic: \w+Change$/]);
  const change = (team: string) => colours.getByRole('button', { name: `Change ${team}`, exact: true });
  const choice = (team: string, name: string) =>
    colours.getByRole('group', { name: `Colour of ${team}` }).getByRole('radio', { name });
  await change('Aurora').press('Enter');
  await expect(choice('Aurora', 'Automatic')).toBeChecked();
  await expect(colours.getByRole('radio')).toHaveCount(13);
  await choice('Aurora', 'Automatic').press('ArrowDown');
  await expect(teams.first()).toHaveText(/^Aurora\w+Close/);
  const save = colours.getByRole('button', { name: 'Save teams' });
  await choice('Aurora', 'Blue').check();
  // There are twelve colours below it on a phone, and more teams below those.
  await choice('Aurora', 'Blue').evaluate((radio) => radio.scrollIntoView({ block: 'center' }));
  await expect(save).toBeInViewport({ ratio: 1 });
  await expect(save).toBeEnabled();
  // An element focused by a key is not below the bar.
  await choice('Aurora', 'Silver').evaluate((radio) => {
    scrollBy(0, radio.getBoundingClientRect().bottom - innerHeight + 110);
    radio.focus();
  });
  const isUncovered = () =>
    choice('Aurora', 'Silver').evaluate((radio) => {
      const { x, y, width, height } = radio.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === radio;
    });
  await expect.poll(isUncovered).toBe(true);
  await expectSound(page);
  await change('Lanza').click();
  await expect(choice('Lanza', 'Blue')).toBeDisabled();
  await expect(choice('Lanza', 'Blue')).toHaveAccessibleDescription('Chosen for Aurora');
  await choice('Lanza', 'Pink').check();
  await expect(teams).toHaveText([/^AuroraBlueChange$/, /^LanzaPinkClose/]);
  await expectSound(page);

  // Unsaved choices stay, also when the colours were changed elsewhere.
  await page.reload();
  await expect(teams).toHaveText([/^AuroraBlueChange$/, /^LanzaPinkChange/]);
  const elsewhere = { teamColours: [{ team: 'Lanza', colour: 'blue' }] };
  await callAs(site.origin, account, 'PUT', `/api/Seasons/${id}/teamColours`, elsewhere);
  await colours.getByRole('button', { name: 'Save teams' }).click();
  await colours.getByRole('button', { name: 'Keep yours' }).filter({ hasText: 'Lanza: Pink' }).click();
  await colours.getByRole('button', { name: 'Save teams' }).click();
  await expect(colours.getByText('Saved.', { exact: true })).toBeVisible();
  const stored = await season();
  expect(stored.teamColours).toEqual([
    { team: 'Aurora', colour: 'blue' },
    { team: 'Lanza', colour: 'pink' },
  ]);

  const sessionId = stored.events[0].sessions[0].session.id;
  for (const address of [`/seasons/${id}`, `/sessions/${sessionId}`]) {
    await page.goto(address);
    // The blue of the palette.
    await expect(page.locator('[title=Aurora]').first()).toHaveCSS('border-left-color', 'rgb(60, 72, 247)');
  }

  await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
  for (const team of ['Aurora', 'Lanza']) {
    await change(team).click();
    await choice(team, 'Automatic').check();
  }
  await colours.getByRole('button', { name: 'Save teams' }).click();
  await expect(colours.getByText('Saved.', { exact: true })).toBeVisible();
  expect((await season()).teamColours).toEqual([]);
});

test('a team that is renamed in another tab keeps its colour, and one that is chosen and not saved is lost nowhere', {
  tag: '@phone',
}, async ({ context, page, site }) => {
  const account = await createAccount(site.origin);
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Renamed' });
  const seat = (name: string, number: number, team: string) => ({
    id: `01900000-0000-7000-8000-0000000000${number}`,
    name,
    number,
    team,
    isReserve: false,
  });
  const roster = [seat('Ada', 11, 'Aurora'), seat('Elin', 22, 'Lanza')];
  await callAs(site.origin, account, 'PUT', `/api/Seasons/${id}/roster`, { roster });
  const stored = { teamColours: [{ team: 'Aurora', colour: 'blue' }] };
  await callAs(site.origin, account, 'PUT', `/api/Seasons/${id}/teamColours`, stored);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
  const colours = section(page, 'Teams');
  const teams = colours.getByRole('listitem');
  await colours.getByRole('button', { name: 'Change Lanza', exact: true }).click();
  await colours.getByRole('group', { name: 'Colour of Lanza' }).getByRole('radio', { name: 'Pink' }).check();
  await colours.getByRole('button', { name: 'Change Lanza', exact: true }).click();

  const other = await context.newPage();
  await other.goto(`/dashboard/seasons/${id}/edit/drivers`);
  const rename = async (name: string, team: string) => {
    const list = section(other, 'Drivers');
    await openDriver(other, name);
    await list.getByLabel(`Team of ${name}`, { exact: true }).fill(team);
    await list.getByRole('button', { name: 'Save drivers' }).click();
    await expect(list.getByText('Saved.', { exact: true })).toBeVisible();
  };
  await rename('Elin', 'Lanza Racing');
  await page.bringToFront();
  await expect(teams).toHaveText([
    /^AuroraBlueChange$/,
    /^LanzaPink · Not in the season any moreChange$/,
    /^Lanza RacingAutomatic: \w+Change$/,
  ]);
  await expectSound(page);
  // The name that its drivers have now gets the colour.
  await colours.getByRole('button', { name: 'Change Lanza', exact: true }).click();
  await colours.getByRole('group', { name: 'Colour of Lanza' }).getByRole('radio', { name: 'Automatic' }).check();
  await expect(teams).toHaveText([/^AuroraBlueChange$/, /^LanzaAutomatic/, /^Lanza RacingAutomatic: \w+Change$/]);
  await colours.getByRole('button', { name: 'Change Lanza Racing' }).click();
  await colours.getByRole('group', { name: 'Colour of Lanza Racing' }).getByRole('radio', { name: 'Pink' }).check();
  await colours.getByRole('button', { name: 'Save teams' }).click();
  await expect(colours.getByText('Saved.', { exact: true })).toBeVisible();

  await rename('Ada', 'Aurora GP');
  const season = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  expect(season.teamColours).toEqual([
    { team: 'Aurora GP', colour: 'blue' },
    { team: 'Lanza Racing', colour: 'pink' },
  ]);
  await page.bringToFront();
  await expect(teams).toHaveText([/^Aurora GPBlueChange$/, /^LanzaAutomatic/, /^Lanza RacingPinkClose/]);
});
