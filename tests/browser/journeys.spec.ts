import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { command, expect, test } from './world.ts';

test('from home to a race, through its tabs, and back to the place that was left', async ({ page }) => {
  await page.goto('/');
  const card = page.getByRole('main').getByRole('link').filter({ hasText: 'Race' }).nth(2);
  await card.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const before = await page.evaluate(() => scrollY);
  await card.click();
  await expect(page).toHaveURL(/\/sessions\//);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByRole('table', { name: 'Classification of the race' }).getByRole('row')).toHaveCount(21);

  const tabs = page.getByRole('navigation', { name: 'Session', exact: true });
  await tabs.getByRole('link', { name: 'Laps' }).click();
  await expect(page).toHaveURL(/\?tab=laps$/);
  await expect(tabs.getByRole('link', { name: 'Laps' })).toHaveAttribute('aria-current', 'page');
  await page.getByLabel('Beside').selectOption({ index: 2 });
  await expect(page.getByRole('table')).toHaveCount(2);
  await tabs.getByRole('link', { name: 'Tyres' }).click();
  await expect(page.getByRole('table', { name: 'Stints by driver' })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveTitle('Pitboard');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test('the results sheet closes by Escape, by its button and by Back, and gives the focus back', async ({
  page,
  demo,
}) => {
  await page.goto(`/sessions/${demo.race.id}`);
  const opener = page.getByRole('button', { name: 'Results sheet' });
  const sheet = page.getByRole('dialog');
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => sheet.getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ]) {
    await opener.click();
    await expect(sheet.getByRole('listitem')).toHaveCount(20);
    await close();
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`/sessions/${demo.race.id}$`));
  }
});

test('a season says why a result has its points', async ({ page, demo }) => {
  await page.goto(`/seasons/${demo.season.id}?tab=results`);
  await page
    .getByRole('button', { name: /: 1, 2[56] points$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('From the table')).toBeVisible();
  await expect(dialog.getByText('25', { exact: true }).first()).toBeVisible();
  await dialog.getByRole('link', { name: 'Open the session' }).click();
  await expect(page).toHaveURL(/\/sessions\//);
  await page.goBack();
  await expect(page).toHaveURL(/tab=results$/);
});

test('the search finds drivers, leagues and tracks, whatever is typed', async ({ page, isMobile }) => {
  await page.goto('/faq');
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
  const box = page.getByRole('searchbox').filter({ visible: true });
  await box.fill('rookie 100% / #1?');
  await box.press('Enter');
  await expect(page).toHaveURL(`/search/${encodeURIComponent('rookie 100% / #1?')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for rookie 100% / #1?');
  await expect(page.getByText('Nothing found')).toBeVisible();
  const again = page.getByRole('searchbox').filter({ visible: true });
  await expect(again).toHaveValue('rookie 100% / #1?');
  await again.fill('Rookie');
  await again.press('Enter');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Rookie Cup/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rookie Cup');
});

test('the drawer takes the place of the header’s links under 1050 px', async ({ page, isMobile }) => {
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Menu' });
  const main = page.getByRole('navigation', { name: 'Main' });
  if (!isMobile) {
    await expect(menu).toBeHidden();
    await expect(main.getByRole('link')).toHaveText(['Home', 'Leagues', 'FAQ']);
    await page.setViewportSize({ width: 1049, height: 800 });
  }
  await expect(main).toBeHidden();
  await menu.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await menu.click();
  await drawer.getByRole('link', { name: 'Leagues' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leagues');
  await expect(drawer).toBeHidden();
  await page.goBack();
  await expect(page).toHaveTitle('Pitboard');
});

test('every page has the legal links and the sentence', async ({ page }) => {
  for (const path of ['/', '/search/x', '/nowhere']) {
    await page.goto(path);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link')).toHaveText([
      'Privacy Policy',
      'Legal Notice/Impressum',
      'Terms of Service',
      'Cookie settings',
      'On this device',
      'Install',
    ]);
    await expect(footer).toContainText('All assets are property of their respective owners.');
  }
});

test('sessions of the game come in by the command and are seen', async ({ page, isMobile }, info) => {
  test.skip(isMobile, 'once is enough');
  const folder = process.env.PITBOARD_DATA;
  if (folder === undefined)
    info.annotations.push({ type: 'skipped', description: 'real sessions: PITBOARD_DATA is not set' });
  test.skip(folder === undefined, 'PITBOARD_DATA is not set');
  const token = await command('server/token.ts', ['--user', 'Max Example']);
  const sessions = join(String(folder), 'sessions');
  const origin = String(info.project.use.baseURL);
  const said = await command('recorder/import.ts', [sessions, '--server', origin, '--token', token]);
  expect(said).toContain(`${readdirSync(sessions).length} of 5 imported`);
  const address = /Race_Melbourne.*→ (\S+)/.exec(said)?.[1] ?? '';
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Melbourne Race');
    const rows = page.getByRole('table', { name: 'Classification of the race' }).getByRole('row');
    await expect(rows).toHaveCount(21);
    await expect(rows.nth(18)).toContainText('+1 LAP');
    await expect(rows.nth(20)).toContainText('DNF');
    await page.goto(`${address}?tab=overtakes`);
    await expect(page.getByText('307 overtakes')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});
