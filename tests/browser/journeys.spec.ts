import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import type { SessionSummary } from '#contract/entities/session';
import { SessionType } from '#contract/enumerations';
import { expect, heading, runCommand, test } from './base-test.ts';
import { findViolations } from './checks.ts';

test('a card on the home page opens its race, tabs change the address, and Back restores the scroll position', async ({
  page,
}) => {
  await page.goto('/');
  const main = page.getByRole('main');
  // The list may get newer ones meanwhile: this one is meant.
  const href = await main.getByRole('link').filter({ hasText: 'Race' }).nth(2).getAttribute('href');
  const card = main.locator(`a[href="${href}"]`);
  await card.evaluate((link) => {
    link.addEventListener('click', () => sessionStorage.setItem('scrollY', String(scrollY)), { capture: true });
  });
  await card.click();
  await expect(page).toHaveURL(/\/sessions\//);
  await expect(heading(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem')).toHaveCount(3);

  const tabs = page.getByRole('navigation', { name: 'Session', exact: true });
  await tabs.getByRole('link', { name: 'Results' }).click();
  await expect(page.getByRole('table', { name: 'Race classification' }).getByRole('row')).toHaveCount(21);
  await tabs.getByRole('link', { name: 'Laps' }).click();
  await expect(page).toHaveURL(/\?tab=laps$/);
  await expect(tabs.getByRole('link', { name: 'Laps' })).toHaveAttribute('aria-current', 'page');
  await page.getByLabel('Compare with').selectOption({ index: 2 });
  await expect(page).toHaveURL(/\?tab=laps&driver=\d+&compare=\d+$/);
  await expect(page.getByRole('table', { name: /^Laps of .+ and / })).toBeVisible();
  await tabs.getByRole('link', { name: 'Tyres' }).click();
  await expect(page.getByRole('table', { name: 'Stints by driver' })).toBeVisible();

  const scrollTop = Number(await page.evaluate(() => sessionStorage.getItem('scrollY')));
  await page.goBack();
  await expect(page).toHaveTitle('Pitboard');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollTop);
});

test('the heading of a new page does not take the focus from a field that a user is in before the page is painted', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => {
    const waiting: FrameRequestCallback[] = [];
    const { requestAnimationFrame: request } = window;
    window.requestAnimationFrame = (work) => waiting.push(work);
    const paint = () => {
      window.requestAnimationFrame = request;
      for (const work of waiting) work(performance.now());
    };
    Object.assign(window, { paint });
  });
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(heading(page)).toHaveText('Sign up');
  const address = page.getByLabel('E-mail address');
  await address.pressSequentially('ada@');
  await page.evaluate(() => Object(window).paint());
  await page.keyboard.type('example.org');
  await expect(address).toHaveValue('ada@example.org');
});

test('the dock marks the part of the app that a page belongs to', { tag: '@phone' }, async ({ page, demo }) => {
  const dock = page.getByRole('navigation', { name: 'Dock' });
  for (const [path, name] of [
    [`/sessions/${demo.race.id}`, 'Results'],
    [`/seasons/${demo.season.id}`, 'Leagues'],
  ] as const) {
    await page.goto(path);
    await expect(dock.getByRole('link', { name })).toHaveAttribute('aria-current', 'true');
    await expect(dock.locator('[aria-current]')).toHaveCount(1);
  }
});

test('the rounds of a league are scrolled to the one that is live or next', { tag: '@phone' }, async ({
  page,
  demo,
}) => {
  await page.goto(`/leagues/${demo.league.id}`);
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^R\d+(Live|Next)/ }),
  ).toBeInViewport({
    ratio: 1,
  });
});

test('the story of a race is read lap by lap with the keyboard, and as a table', { tag: '@phone' }, async ({
  page,
  demo,
}) => {
  await page.goto(`/sessions/${demo.race.id}?tab=story`);
  const lap = page.getByRole('slider', { name: 'Lap' });
  const order = page.getByRole('list', { name: /^Order/ }).getByRole('listitem');
  await expect(lap).toHaveAttribute('aria-valuetext', /^Lap 27, flag: 1 /);
  await lap.press('Home');
  await expect(page.getByRole('list', { name: 'Order, grid' })).toBeVisible();
  for (let count = 0; count < 10; count += 1) await lap.press('ArrowRight');
  await expect(page.getByRole('list', { name: 'Order, lap 10' })).toBeVisible();
  const shown = await order.evaluateAll((rows) => rows.map((row) => row.querySelector('b')?.title.split(', ')[0]));
  expect(shown).toHaveLength(19);
  await page.getByText('As a table').click();
  const table = page.getByRole('table', { name: 'Places and gaps by lap' });
  await expect(table.getByRole('row')).toHaveCount(21);
  const places = await table
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [row.querySelector('th')?.textContent, row.children[11]?.firstChild?.textContent]),
    );
  for (const [index, name] of shown.entries()) expect(places).toContainEqual([name, String(index + 1)]);
  // Every car has its line, the one that has stopped too; a chosen driver has a colour.
  const line = page.locator('svg path[data-car~=MAR]').first();
  await expect(line).not.toHaveClass(/ink/);
  await page.getByRole('button', { name: 'Hugo Marchetti' }).click();
  await expect(line).toHaveClass(/ink/);
});

test('the lines of a chart without a colour are one element, and a move of the lap cursor changes no chart', {
  tag: '@phone',
}, async ({ page, demo }) => {
  await page.goto(`/sessions/${demo.race.id}`);
  const places = page.getByRole('img', { name: 'Places by lap' });
  const coloured = page.getByRole('group', { name: 'Highlighted drivers' });
  await expect(places).toBeVisible();
  await expect(places.locator('path[data-car]')).toHaveCount(
    1 + (await coloured.getByRole('button', { pressed: true }).count()),
  );
  const names = (
    await places.locator('path[data-car]').evaluateAll((lines) => lines.map((line) => line.dataset['car']))
  )
    .join(' ')
    .split(' ');
  expect(new Set(names).size).toBe(await coloured.getByRole('button').count());
  const lap = page.getByRole('slider', { name: 'Lap' });
  await lap.press('Home');
  await expect(page.getByRole('list', { name: 'Order, grid' })).toBeVisible();
  // The tab alone: the head of the page and the parts of the shell that are loaded late may come meanwhile.
  const changed = await page.getByRole('region', { name: 'Race', exact: true }).evaluateHandle((tab) => {
    const parts = new Set<string>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const part = element?.closest('[data-cursor], ol, a, label, input, svg, section');
        parts.add(part?.tagName.toLowerCase() ?? '');
      }
    }).observe(tab, { attributes: true, characterData: true, childList: true, subtree: true });
    return parts;
  });
  await lap.press('ArrowRight');
  await expect(page.getByRole('list', { name: 'Order, lap 1' })).toBeVisible();
  // The two cursors, the rows of the order, the name of the lap, the slider and the address of its moment.
  expect(await changed.evaluate((parts) => [...parts].sort())).toEqual(['a', 'div', 'input', 'label', 'ol']);
});

test('on a wide screen the brand, every page and the footer begin at the same edge', { tag: '@desk' }, async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  for (const path of [`/sessions/${demo.race.id}?tab=results`, `/seasons/${demo.season.id}`, '/leagues', '/tos']) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    const edges = ['header a', '#main > *', 'footer p'].map((part) =>
      page
        .locator(part)
        .first()
        .evaluate((element) => element.getBoundingClientRect().left),
    );
    expect(await Promise.all(edges), path).toEqual([60, 60, 60]);
  }
});

test('a driver of a race is shared, and leads to their season, and from there to whom they raced in the league', async ({
  page,
  demo,
}) => {
  await page.goto(`/sessions/${demo.race.id}`);
  const second = page.getByRole('list', { name: 'Podium' }).getByRole('listitem').nth(1).getByRole('link');
  const name = String(await second.textContent());
  await second.click();
  const sheet = page.getByRole('dialog', { name });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await sheet.getByRole('button', { name: 'Share' }).click();
  await expect(sheet.getByText('Link copied')).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/faq');
  await page.goto(shared);
  await sheet.getByRole('link', { name: 'Season', exact: true }).click();
  await expect(page).toHaveURL(/\/seasons\/[^/]+\?driver=/);
  await expect(sheet.getByText(/^P\d+ · /)).toBeVisible();
  await sheet.getByRole('link', { name: 'Head to head' }).click();
  await expect(heading(page)).toHaveText(name);
  await expect(page.getByRole('region', { name: 'Head to head' }).getByRole('table')).toBeVisible();
  await page.goBack();
  await expect(sheet.getByText(/^P\d+ · /)).toBeVisible();
});

test('the first row of a result is in the upper part of a phone, of one that stewards changed too', {
  tag: '@phone',
}, async ({ page, request }) => {
  const sessions: SessionSummary[] = await (await request.get('/api/Sessions')).json();
  const races = sessions.filter(
    ({ sessionType, userName, weekendId, events }) =>
      sessionType === SessionType.Race && userName === 'RaceControl' && weekendId !== null && events?.length === 1,
  );
  const isRuled = ({ events }: SessionSummary) =>
    events?.some(({ podium, classifiedFrom }) => podium !== undefined && classifiedFrom === undefined) === true;
  const ruled = races.find(isRuled);
  const first = page.getByRole('table', { name: 'Race classification' }).getByRole('row').nth(1);
  for (const race of [races.find((each) => !isRuled(each)), ruled]) {
    await page.goto(`/sessions/${race?.id}?tab=results`);
    await expect(page.getByRole('navigation', { name: 'Sessions of this weekend' })).toBeVisible();
    const box = await first.boundingBox();
    expect(box?.y).toBeLessThanOrEqual(240);
  }
  // The rulings are below the result, and the head mentions them on every tab.
  const rulings = page.getByRole('region', { name: 'Stewards' });
  const mark = page.getByRole('link', { name: /^Changed by \d rulings?$/ });
  const place = await first.boundingBox();
  expect((await rulings.boundingBox())?.y).toBeGreaterThan(place?.y ?? Number.NaN);
  await mark.press('Enter');
  await expect(rulings).toBeFocused();
  await expect(rulings).toBeInViewport({ ratio: 1 });
  await page.goto(`/sessions/${ruled?.id}?tab=laps`);
  await expect(rulings).toBeHidden();
  await mark.click();
  await expect(page).toHaveURL(/\?tab=results$/);
  await expect(first).toBeVisible();
  await expect(rulings).toBeVisible();
});

test('a row opens the sheet of its driver, which the address has; the driver is compared and followed from there', async ({
  page,
  demo,
}) => {
  await page.goto(`/sessions/${demo.race.id}`);
  const second = page.getByRole('list', { name: 'Podium' }).getByRole('listitem').nth(1);
  const podium = await second.boundingBox();
  // The first of them is in the upper part of a phone.
  if (test.info().project.name === 'phone') expect((podium?.y ?? 0) - (podium?.height ?? 0)).toBeLessThanOrEqual(240);
  const name = String(await second.getByRole('link').textContent());
  const sheet = page.getByRole('dialog', { name });
  await second.click({ position: { x: 5, y: 5 } });
  await expect(page).toHaveURL(/\?tab=race&driver=\d+$/);
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\?tab=race$/);
  await second.getByRole('link').press('Enter');
  await sheet.getByRole('button', { name: 'Follow' }).click();
  await page.reload();
  await expect(sheet.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true');
  expect(await findViolations(page)).toEqual([]);
  await sheet.getByLabel('Compare with').selectOption({ index: 1 });
  await expect(page).toHaveURL(/\?tab=laps&driver=\d+&compare=\d+$/);
  await expect(page.getByRole('table', { name: new RegExp(`^Laps of ${name} and `) })).toBeVisible();
});

test('the results dialog is closed by Escape, its button and Back, returns the focus, and shares a picture', async ({
  page,
  demo,
}) => {
  await page.goto(`/sessions/${demo.race.id}`);
  const opener = page.getByRole('button', { name: 'Share results' });
  const dialog = page.getByRole('dialog');
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ]) {
    await opener.click();
    await expect(dialog.getByRole('listitem')).toHaveCount(20);
    await close();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`/sessions/${demo.race.id}$`));
  }
  await opener.click();
  const picture = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Picture' }).click();
  const png = readFileSync(await (await picture).path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_080, 1_350]);
  await expect(dialog.getByText('The picture is in your downloads.')).toBeVisible();
});

test('a result of a season opens a dialog that explains its points and leads to the session', { tag: '@desk' }, async ({
  page,
  demo,
}) => {
  await page.goto(`/seasons/${demo.season.id}?tab=results`);
  await page
    .getByRole('button', { name: /: 1, 2[56] points(, fastest lap)?$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Points for P1')).toBeVisible();
  await expect(dialog.getByText('25', { exact: true }).first()).toBeVisible();
  await dialog.getByRole('link', { name: 'Open session' }).click();
  await expect(page).toHaveURL(/\/sessions\//);
  await page.goBack();
  await expect(page).toHaveURL(/tab=results$/);
});

test('the standings open the season of a driver, who can be followed, and the title fight is read by keyboard', async ({
  page,
  demo,
}) => {
  await page.goto(`/seasons/${demo.season.id}`);
  const standings = page.getByRole('table', { name: 'Driver standings' });
  const row = standings.getByRole('row').nth(2);
  const name = (await row.getByRole('link').textContent()) ?? '';
  // Anywhere on the row.
  await row.getByRole('cell').last().click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByText(/^P2 · /)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('driver')).toBe(name);
  await dialog.getByText('R1', { exact: true }).click();
  await expect(dialog.getByText(/^Points for /).filter({ visible: true })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Follow' }).click();
  await expect(dialog.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/tab=drivers$/);
  await page.reload();
  await expect(standings.getByRole('row').nth(2)).toHaveClass(/favourite/);

  const slider = page.getByRole('slider', { name: 'Round' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /^After R1: /);
  const order = page.getByRole('list', { name: 'After R1' }).getByRole('listitem');
  await expect(order.first()).toHaveText(/^[A-Z]{3}$/);
  await page.getByText('As a table').click();
  await expect(page.getByRole('table', { name: 'Points behind the leader by round' }).getByRole('row')).toHaveCount(21);
});

test('the search accepts any characters and finds leagues by name', async ({ page, isMobile }) => {
  await page.goto('/faq');
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
  const searchBox = page.getByRole('searchbox').filter({ visible: true });
  await searchBox.fill('rookie 100% / #1?');
  await searchBox.press('Enter');
  await expect(page).toHaveURL(`/search/${encodeURIComponent('rookie 100% / #1?')}`);
  await expect(heading(page)).toHaveText('Results for rookie 100% / #1?');
  await expect(page.getByText('No results', { exact: true })).toBeVisible();
  await expect(searchBox).toHaveValue('rookie 100% / #1?');
  await searchBox.fill('Rookie');
  await searchBox.press('Enter');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Rookie Cup/ })
    .first()
    .click();
  await expect(heading(page)).toHaveText('Rookie Cup');
});

test('a search for two dots opens the search page, also after a reload', async ({ page, isMobile }) => {
  await page.goto('/faq');
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
  const searchBox = page.getByRole('searchbox').filter({ visible: true });
  await searchBox.fill('..');
  await searchBox.press('Enter');
  await expect(heading(page)).toHaveText('Results for ..');
  await page.reload();
  await expect(heading(page)).toHaveText('Results for ..');
  await expect(searchBox).toHaveValue('..');
});

test('below 1050 px the drawer replaces the links of the header', async ({ page, isMobile }) => {
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Menu' });
  const links = page.getByRole('navigation', { name: 'Main' });
  if (!isMobile) {
    await expect(menu).toBeHidden();
    await expect(links.getByRole('link')).toHaveText(['Home', 'Live', 'Leagues', 'FAQ']);
    await page.setViewportSize({ width: 1049, height: 800 });
  }
  await expect(links).toBeHidden();
  await menu.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await menu.click();
  await drawer.getByRole('link', { name: 'Leagues' }).click();
  await expect(heading(page)).toHaveText('Leagues');
  await expect(drawer).toBeHidden();
  await page.goBack();
  await expect(page).toHaveTitle('Pitboard');
});

test('Back from a page that the drawer, the dock or the header opened focuses the heading where the page was left', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const menu = page.getByRole('button', { name: 'Menu' });
  const links = {
    drawer: drawer.getByRole('link', { name: 'Leagues' }),
    dock: page.getByRole('navigation', { name: 'Dock' }).getByRole('link', { name: 'Leagues' }),
    header: page.getByRole('banner').getByRole('link').first(),
  };
  const scrollTop = () => page.evaluate(() => scrollY);
  // `click` of Playwright scrolls what is in a bar away from the edge of the screen first.
  const press = async (control: Locator) => {
    const box = await control.evaluate((element) => element.getBoundingClientRect().toJSON());
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  await page.goto('/home');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  const title = 'Privacy Policy';
  await expect(heading(page)).toHaveText(title);
  await expect(heading(page)).toBeFocused();
  for (const [name, link] of Object.entries(links)) {
    await page.evaluate(() => scrollTo(0, 200));
    if (name === 'drawer') {
      // Back without a choice closes the drawer and leaves the page where it is.
      await press(menu);
      await page.goBack();
      await expect(drawer).toBeHidden();
      await expect.poll(scrollTop, name).toBe(200);
      await press(menu);
      await expect(drawer.getByRole('link')).not.toHaveCount(0);
    }
    await press(link);
    await expect(heading(page), name).not.toHaveText(title);
    await expect(heading(page), name).toBeFocused();
    await expect.poll(scrollTop, name).toBe(0);
    await page.goBack();
    await expect(heading(page), name).toHaveText(title);
    await expect(heading(page), name).toBeFocused();
    await expect.poll(scrollTop, name).toBe(200);
  }
});

test('every page has the legal links and the notice on assets in its footer', async ({ page }) => {
  for (const path of ['/', '/search/x', '/nowhere']) {
    await page.goto(path);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link')).toHaveText([
      'Privacy Policy',
      'Legal Notice/Impressum',
      'Terms of Service',
      'Open-source licences',
      'Cookie settings',
      'On this device',
      'Install',
    ]);
    await expect(footer).toContainText('All assets are property of their respective owners.');
  }
});

test('the licences in the footer are a file of the server, with the text of each', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Open-source licences' }).click();
  await expect(page).toHaveURL('/licenses.txt');
  await expect(page.locator('body')).toContainText(/^Pitboard \(MIT\).*OFL-1\.1.*react-dom 19/s);
});

test(
  'sessions that the import command uploads are shown with their results',
  { tag: '@desk' },
  async ({ page }, info) => {
    const folder = process.env.PITBOARD_DATA;
    if (folder === undefined)
      info.annotations.push({ type: 'skipped', description: 'real sessions: PITBOARD_DATA is not set' });
    test.skip(folder === undefined, 'PITBOARD_DATA is not set');
    const token = await runCommand('server/tokens/mint.ts', ['--user', 'Max Example']);
    const sessions = join(String(folder), 'sessions');
    const origin = String(info.project.use.baseURL);
    const output = await runCommand('recorder/import.ts', [sessions, '--server', origin, '--token', token]);
    expect(output).toContain(`${readdirSync(sessions).length} of 5 imported`);
    const address = /Race_Melbourne.*→ (\S+)/.exec(output)?.[1] ?? '';
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${address}?tab=results`);
      await expect(heading(page)).toHaveText('Melbourne Race');
      const rows = page.getByRole('table', { name: 'Race classification' }).getByRole('row');
      await expect(rows).toHaveCount(21);
      await expect(rows.nth(18)).toContainText('+1 LAP');
      await expect(rows.nth(20)).toContainText('DNF');
      await page.goto(`${address}?tab=overtakes`);
      await expect(
        page.getByText('58 overtakes. 249 more, in the pits or undone on the same lap, do not count.'),
      ).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);
