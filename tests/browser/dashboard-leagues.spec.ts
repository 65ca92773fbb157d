import type { Locator, Page } from 'playwright/test';
import sharp from 'sharp';
import { type Account, callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { expectSound } from './checks.ts';
import { storedTexts } from './device.ts';
import { type Site, test } from './site.ts';

// During a fade the contrast of a text cannot be measured.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  baseURL: ({ site }, use) => use(site.origin),
});

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });
const saveDetails = (page: Page) => page.getByRole('button', { name: 'Save details' });
const description = (page: Page) => page.getByLabel('Description');
/** Opens what few leagues need at once. */
const openDetails = (page: Page) => page.getByText('Picture, description, links, and who can see it').click();
const saved = (page: Page) => page.getByText('Saved.', { exact: true });

const left = { r: 255, g: 0, b: 0 };
const right = { r: 0, g: 0, b: 255 };

/** A wide image whose left half is red and whose right half is blue. */
async function twoColours(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const filled = (width: number, background: typeof left) =>
    sharp({ create: { width, height: 200, channels: 3, background } }).png();
  const half = await filled(400, right).toBuffer();
  const buffer = await filled(800, left)
    .composite([{ input: half, left: 400, top: 0 }])
    .toBuffer();
  return { name: 'two.png', mimeType: 'image/png', buffer };
}

/** The colour at the left and at the right edge of a shown image: `red`, `blue`, or `none` while it is loading. */
async function edgeColours(image: Locator): Promise<string[]> {
  return image.evaluate((element: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [20, 20];
    const context = canvas.getContext('2d');
    context?.drawImage(element, 0, 0, 20, 20);
    return [1, 18].map((x) => {
      const [red = 0, , blue = 0] = context?.getImageData(x, 10, 1, 1).data ?? [];
      return red > 200 ? 'red' : blue > 200 ? 'blue' : 'none';
    });
  });
}

const createLeague = ({ origin }: Site, account: Account, data: unknown) =>
  callAs(origin, account, 'POST', '/api/League', data);

test('a new admin creates a league with a picture, edits it in two tabs, adds a season, makes it private and deletes it', {
  tag: '@desk',
}, async ({ page, site, context, browser, failOnErrors }) => {
  // Axe looks at each of nine screens.
  test.slow();
  const account = await createAccount(site.origin);
  await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Winter 2026' });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard/leagues`);
  await expect(heading(page)).toHaveText('Your leagues');
  await expect(main(page).getByText('No leagues yet')).toBeVisible();
  await expectSound(page);

  await main(page).getByRole('link', { name: 'New league' }).click();
  await expect(heading(page)).toHaveText('New league');
  await page.getByLabel('Name').fill('Sunday Racing');
  await openDetails(page);
  await description(page).fill('Clean racing.');
  await page.getByLabel('Discord', { exact: true }).fill('discord.gg/sunday');
  await page.getByLabel('Choose a picture').setInputFiles(await twoColours());
  await expect(dialog(page)).toContainText('Crop the picture');
  await expectSound(page);
  await dialog(page).getByLabel('Left to right').press('End');
  await dialog(page).getByRole('button', { name: 'Use picture' }).click();
  await expect.poll(() => edgeColours(main(page).getByAltText('Of the new league'))).toEqual(['blue', 'blue']);
  await expectSound(page);
  await page.getByRole('button', { name: 'Create league' }).click();

  await expect(page).toHaveURL(/\/dashboard\/leagues\/[\da-f-]{36}\/edit$/);
  await expect(heading(page)).toHaveText('Sunday Racing');
  // Back passes over the form, which would be empty.
  await page.goBack();
  await expect(heading(page)).toHaveText('Your leagues');
  await page.goForward();
  await expect(heading(page)).toHaveText('Sunday Racing');
  await expect(page.getByLabel('Discord', { exact: true })).toHaveValue('https://discord.gg/sunday');
  const picture = main(page).getByRole('region', { name: 'Picture' }).locator('img');
  await expect.poll(() => edgeColours(picture)).toEqual(['blue', 'blue']);
  await expect(main(page).getByRole('region', { name: 'Share' })).toContainText('Sunday Racing · Pitboard');
  await expectSound(page);

  // Both tabs change the description; the name is changed in one of them.
  const other = await context.newPage();
  await other.goto(page.url());
  await description(other).fill('Theirs');
  await other.getByLabel('Name', { exact: true }).fill('Monday Racing');
  await description(page).fill('Mine');
  await saveDetails(other).click();
  await expect(saved(other)).toBeVisible();
  await saveDetails(page).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'while you were editing it' });
  await expect(conflict.getByRole('listitem')).toHaveText([/Description.*Mine.*Theirs/]);
  await expectSound(page);
  await conflict.getByRole('button', { name: /^Keep yours/ }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Monday Racing');
  await saveDetails(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(description(other)).toHaveValue('Mine');
  await other.close();

  const seasons = page.getByRole('list', { name: 'Seasons of this league' });
  await page.getByRole('button', { name: 'Add Winter 2026' }).click();
  await expect(seasons.getByRole('listitem')).toHaveText([/Winter 2026/]);
  await page.getByRole('button', { name: 'Remove Winter 2026' }).click();
  await expect(seasons).toHaveCount(0);
  // The keyboard stays where it was.
  const focused = page.locator(':focus');
  await expect(focused).toContainText('No seasons yet.');
  await page.getByRole('button', { name: 'Add Winter 2026' }).click();
  await expect(seasons.getByRole('listitem')).toHaveText([/Winter 2026/]);

  await page.getByLabel('Private').check();
  await saveDetails(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(picture).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => edgeColours(picture)).toEqual(['blue', 'blue']);

  const id = page.url().split('/').at(-2);
  const stranger = await browser.newContext();
  await failOnErrors(stranger);
  const visitor = await stranger.newPage();
  const base = new URL(page.url()).origin;
  expect((await visitor.goto(`${base}/leagues/${id}`))?.status()).toBe(404);
  await expect(heading(visitor)).toHaveText('Not Found');
  expect((await visitor.request.get(`${base}/api/League/${id}/thumbnail`)).status()).toBe(404);
  await stranger.close();

  await page.getByRole('button', { name: 'Delete league…' }).click();
  const remove = dialog(page).getByRole('button', { name: 'Delete league' });
  await expect(remove).toBeDisabled();
  await dialog(page).getByLabel('Type Monday Racing to confirm').fill('Monday Racing');
  await expectSound(page);
  await remove.click();
  await expect(page).toHaveURL(/\/dashboard\/leagues$/);
  await expect(main(page).getByText('No leagues yet')).toBeVisible();
  // Its name is left in the list of what can be restored alone.
  await expect.poll(() => storedTexts(page)).not.toMatch(/\/api\/League\/[0-9a-f-]{36}[\\"]/);
});

test('after a league was deleted Back and Forward lead to pages that there are', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  await createLeague(site, account, { name: 'Short Lived' });
  await startLoggedIn(page, account, site.origin);
  await page.goto('/dashboard');
  await main(page).getByRole('link', { name: 'Short Lived' }).click();
  await expect(heading(page)).toHaveText('Short Lived');
  await main(page).getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Delete league…' }).click();
  await dialog(page).getByLabel('Type Short Lived to confirm').fill('Short Lived');
  await dialog(page).getByRole('button', { name: 'Delete league' }).click();
  await expect(page).toHaveURL(/\/dashboard\/leagues$/);
  await expect(main(page).getByText('No leagues yet')).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(heading(page)).toHaveText('Dashboard');
  await page.evaluate(() => history.go(2));
  await expect(page).toHaveURL(/\/dashboard\/leagues$/);
  await expect(main(page).getByText('No leagues yet')).toBeVisible();
});

test('a half-typed league with its picture survives a reload and the network, and is created once', {
  tag: '@phone',
}, async ({ page, site, context }) => {
  const account = await createAccount(site.origin);
  await startLoggedIn(page, account, site.origin);
  await page.goto('/dashboard/leagues/create');
  const name = '🏁'.repeat(80);
  await page.getByLabel('Name').fill(`${name}🏁`);
  await expect(page.getByText('1 character too many.')).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await openDetails(page);
  await page.getByLabel('Choose a picture').setInputFiles(await twoColours());
  await dialog(page).getByRole('button', { name: 'Use picture' }).click();
  await expect(dialog(page)).toHaveCount(0);
  // Typed last, and stored with all that came before.
  await page.getByLabel('Discord', { exact: true }).fill('https://example.org/chat');
  await expect.poll(() => storedTexts(page)).toContain('example.org/chat');
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await expect.poll(() => edgeColours(main(page).getByAltText('Of the new league'))).toEqual(['red', 'blue']);
  await expect(page.getByText('These are unsaved changes from your last visit.')).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText('Save them when you are back online.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create league' })).toBeDisabled();
  await context.setOffline(false);

  // Refused at its field; nothing is lost.
  await page.getByRole('button', { name: 'Create league' }).click();
  await expect(page.getByText('This must be an address on discord.gg or discord.com.')).toBeVisible();
  await expect(page.getByLabel('Discord', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await expectSound(page);
  await page.getByLabel('Discord', { exact: true }).fill('');

  // The answer is lost: the same league is found when it is sent again.
  await page.route(/\/api\/League$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Create league' }).click();
  await expect(page.getByText('It may have done this all the same')).toBeVisible();
  await page.unroute(/\/api\/League$/);
  await page.getByRole('button', { name: 'Create league' }).click();
  await expect(heading(page)).toHaveText('New season');
  await expect(page.getByText(`${name} is created.`)).toBeVisible();
  await page.goto('/dashboard/leagues');
  await expect(page.getByText('1 league that')).toBeVisible();
  await expectSound(page);
});

test('a picture is dropped, pasted, refused when it is no image, and removed', { tag: '@desk' }, async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const { id } = await createLeague(site, account, { name: 'Pictured' });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/leagues/${id}/edit`);
  const section = main(page).getByRole('region', { name: 'Picture' });
  const picture = section.locator('img');
  const noImage = { name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no image') };
  await page.getByLabel('Choose a picture').setInputFiles(noImage);
  await expect(section.getByRole('alert')).toContainText('This file is not an image that the browser can read.');

  const bytes = [...(await twoColours()).buffer];
  for (const type of ['drop', 'paste'] as const) {
    const transfer = await page.evaluateHandle((given) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(given)], 'two.png', { type: 'image/png' }));
      return data;
    }, bytes);
    if (type === 'drop') await page.locator('body').dispatchEvent('drop', { dataTransfer: transfer });
    else
      await transfer.evaluate((clipboardData) => {
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      });
    await dialog(page)
      .getByLabel('Left to right')
      .press(type === 'drop' ? 'Home' : 'End');
    await dialog(page).getByRole('button', { name: 'Use picture' }).click();
    const colour = type === 'drop' ? 'red' : 'blue';
    await expect(dialog(page)).toHaveCount(0);
    // The image that was cropped goes with the event that tells of the closed dialog.
    await expect(picture).toHaveCount(1);
    await expect.poll(() => edgeColours(picture)).toEqual([colour, colour]);
  }
  await section.getByRole('button', { name: 'Remove' }).click();
  await expect(picture).toHaveCount(0);
});

test('dragging, the wheel and two fingers choose the part of a picture, and a photo is turned upright', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  await startLoggedIn(page, account, site.origin);
  await page.goto('/dashboard/leagues/create');
  await openDetails(page);
  await page.getByLabel('Choose a picture').setInputFiles(await twoColours());
  const frame = dialog(page).getByAltText('The part that is used').locator('..');
  const box = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 150, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(dialog(page).getByLabel('Left to right')).toHaveAttribute('aria-valuetext', /^[67]\d %$/);
  await page.mouse.wheel(0, -400);
  await expect(dialog(page).getByLabel('Zoom')).toHaveAttribute('aria-valuetext', /^1[5-9]\d %$/);
  await expect(dialog(page).getByLabel('Top to bottom')).toBeEnabled();

  // Two fingers move apart.
  await dialog(page).getByLabel('Zoom').press('Home');
  const touch = await page.context().newCDPSession(page);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const fingers = (distance: number) =>
    [-1, 1].map((side) => ({ x: middle.x + side * distance, y: middle.y, id: side + 1 }));
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
  for (const distance of [36, 48, 60])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(distance) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(dialog(page).getByLabel('Zoom')).toHaveAttribute('aria-valuetext', '200 %');

  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(main(page).getByAltText('Of the new league')).toHaveCount(0);

  // A photo that is stored upside down is shown and used upright.
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) };
  photo.buffer = await sharp((await twoColours()).buffer)
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer();
  await page.getByLabel('Choose a picture').setInputFiles(photo);
  await dialog(page).getByRole('button', { name: 'Use picture' }).click();
  await expect.poll(() => edgeColours(main(page).getByAltText('Of the new league'))).toEqual(['blue', 'red']);
});

test('the list is paged by its address and marks private leagues; others see no editor', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  for (let number = 0; number < 21; number += 1)
    await createLeague(site, account, { name: `Cup ${number}`, isPublic: number % 2 > 0 });
  await startLoggedIn(page, account, site.origin);
  await page.goto('/dashboard/leagues');
  await expect(main(page).getByRole('listitem')).toHaveCount(20);
  await expect(main(page).getByRole('listitem').first()).toHaveText(/Cup 20.*Private/);
  await main(page).getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/dashboard/leagues?page=2');
  await expect(main(page).getByRole('listitem')).toHaveText([/Cup 0.*Private/]);
  await page.goto('/dashboard/leagues?page=9');
  await expect(main(page).getByText('No leagues on this page')).toBeVisible();

  const foreign = await createLeague(site, await createAccount(site.origin), { name: 'Not Mine' });
  await page.goto(`/dashboard/leagues/${foreign.id}/edit`);
  await expect(main(page).getByText('Only those who run this league can edit it.')).toBeVisible();
  await expectSound(page);
  await main(page).getByRole('link', { name: 'Open the league' }).click();
  await expect(heading(page)).toHaveText('Not Mine');
  await expect(main(page).getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await page.goto('/dashboard/leagues/01900000-0000-7000-8000-00000000dead/edit');
  await expect(heading(page)).toHaveText('Not Found');
});

test('a change that another device has made is merged, and asks before the league itself goes', {
  tag: '@phone',
}, async ({ page, site }) => {
  const account = await createAccount(site.origin);
  const league = await createLeague(site, account, { name: 'Shared', description: 'First' });
  const path = `/api/League/${league.id}`;
  const changeElsewhere = (change: unknown) => callAs(site.origin, account, 'PATCH', path, change);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/leagues/${league.id}/edit`);

  await description(page).fill('Mine');
  await changeElsewhere({ website: 'https://example.org/' });
  await saveDetails(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByLabel('Website')).toHaveValue('https://example.org/');
  expect(await callAs(site.origin, account, 'GET', path)).toMatchObject({
    description: 'Mine',
    website: 'https://example.org/',
  });

  await changeElsewhere({ name: 'Renamed' });
  await page.getByLabel('Choose a picture').setInputFiles(await twoColours());
  await dialog(page).getByRole('button', { name: 'Use picture' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(heading(page)).toHaveText('Renamed');
  const picture = main(page).getByRole('region', { name: 'Picture' }).locator('img');
  // The image that was cropped goes with the event that tells of the closed dialog.
  await expect(picture).toHaveCount(1);
  await expect.poll(() => edgeColours(picture)).toEqual(['red', 'blue']);

  await changeElsewhere({ name: 'Last Name' });
  await page.getByRole('button', { name: 'Delete league…' }).click();
  await dialog(page).getByLabel('Type Renamed to confirm').fill('Renamed');
  await dialog(page).getByRole('button', { name: 'Delete league' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('It was changed somewhere else in the meantime.');
  await dialog(page).getByLabel('Type Last Name to confirm').fill('Last Name');
  await dialog(page).getByRole('button', { name: 'Delete league' }).click();
  await expect(page).toHaveURL(/\/dashboard\/leagues$/);
  await expect(main(page).getByText('No leagues yet')).toBeVisible();
});

test('what was typed about a league that was deleted elsewhere can still be read, and discarded', {
  tag: '@phone',
}, async ({ page, site }) => {
  const account = await createAccount(site.origin);
  const { id } = await createLeague(site, account, { name: 'Gone' });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/leagues/${id}/edit`);
  await description(page).fill('Races after dark');
  await expect.poll(() => storedTexts(page)).toContain('Races after dark');
  await callAs(site.origin, account, 'DELETE', `/api/League/${id}`);
  await page.goto('/dashboard');
  await main(page).getByRole('link', { name: 'League Gone' }).click();
  await expect(heading(page)).toHaveText('It was deleted');
  await expect(main(page).getByText('Races after dark')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: /^Discard/ }).click();
  await expect(page.getByText('Nothing of it is left on this device.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(heading(page)).toHaveText('Your leagues');
});

test('seasons of others are found and added, and removing one without a network says that nothing was saved', {
  tag: '@phone',
}, async ({ page, site, context }) => {
  const account = await createAccount(site.origin);
  const other = await createAccount(site.origin);
  const name = `Cup of ${other.username}`;
  await callAs(site.origin, other, 'POST', '/api/Seasons', { name });
  const league = await createLeague(site, account, { name: 'Guests' });
  await startLoggedIn(page, account, site.origin);
  await page.goto(`/dashboard/leagues/${league.id}/edit`);
  await expect(page.getByText('You have no seasons yet.')).toBeVisible();
  await page.getByLabel('Name of the season').fill(name);
  await expect(page.getByRole('link', { name: 'Create a season here' })).toHaveAttribute(
    'href',
    `/dashboard/seasons/create?${new URLSearchParams({ seasonName: name, league: league.id })}`,
  );
  await page.getByRole('button', { name: 'Search everybody’s seasons' }).click();
  await page.getByRole('button', { name: `Add ${name}` }).click();
  const seasons = page.getByRole('list', { name: 'Seasons of this league' });
  await expect(seasons.getByRole('listitem')).toHaveText([new RegExp(name)]);
  await expectSound(page);

  await context.setOffline(true);
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(main(page).getByText('Nothing was saved.')).toBeVisible();
  await expect(seasons.getByRole('listitem')).toHaveCount(1);
  await context.setOffline(false);
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(seasons).toHaveCount(0);
});

test('a list that the server fails to give says so below its heading, and the page of a league needs no list', {
  tag: '@phone',
}, async ({ page, site, context }) => {
  test.slow();
  const account = await createAccount(site.origin);
  const league = await createLeague(site, account, { name: 'Steady' });
  const { id } = await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Winter' });
  await callAs(site.origin, account, 'POST', `/api/League/${league.id}/seasons/${id}`);
  await startLoggedIn(page, account, site.origin);
  const fail = (path: RegExp) => page.route(path, (route) => route.fulfill({ status: 500, body: 'x' }));
  await fail(/\/page\?page=0&pageSize=20/);
  await page.goto('/dashboard/leagues');
  await expect(heading(page)).toHaveText('Your leagues');
  await expect(main(page).getByText('The server has a fault.')).toBeVisible();
  await expectSound(page);
  await page.unroute(/\/page\?page=0&pageSize=20/);
  // It is loaded again by itself, after a while.
  await expect(main(page).getByRole('listitem')).toHaveText([/Steady/], { timeout: 45_000 });

  await fail(/\/api\/Seasons\/user\?/);
  await main(page).getByRole('link', { name: 'Edit Steady' }).click();
  await expect(page.getByRole('list', { name: 'Seasons of this league' })).toContainText('Winter');
  await expect(main(page).getByText('The server has a fault.')).toBeVisible();
  await page.unroute(/\/api\/Seasons\/user\?/);
  await expect(page.getByText('All your seasons are in this league.')).toBeVisible({ timeout: 45_000 });

  await context.setOffline(true);
  await expect(main(page).getByText('The server cannot be reached. You can read everything')).toBeVisible();
  await description(page).fill('Typed without a network');
  await expect(page.getByText('Save them when you are back online.')).toBeVisible();
  await expect(saveDetails(page)).toBeDisabled();
  await expectSound(page);
  await context.setOffline(false);
  await saveDetails(page).click();
  await expect(saved(page)).toBeVisible();
});

test('the longest names of a league and its seasons, and texts without blanks, fit on every screen', async ({
  page,
  site,
}) => {
  const account = await createAccount(site.origin);
  const description = 'W'.repeat(2_000);
  for (const name of ['🏁'.repeat(80), 'W'.repeat(80)]) {
    const league = await callAs(site.origin, account, 'POST', '/api/League', { name, description });
    const inside = await callAs(site.origin, account, 'POST', '/api/Seasons', { name });
    await callAs(site.origin, account, 'POST', '/api/Seasons', { name });
    await callAs(site.origin, account, 'POST', `/api/League/${league.id}/seasons/${inside.id}`);
    if (name.startsWith('🏁')) await startLoggedIn(page, account, site.origin);
    await page.goto(`${site.origin}/dashboard/leagues/${league.id}/edit`);
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
    await page.getByRole('button', { name: 'Delete league…' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await expectSound(page);
    await page.goto(`${site.origin}/leagues/${league.id}`);
    await expect(page.getByRole('heading', { name: 'Seasons' })).toBeVisible();
    await expectSound(page);
  }
});
