import type { Locator, Page } from 'playwright/test';
import sharp from 'sharp';
import { Track } from '#contract/enumerations';
import { callAs, createAccount } from './accounts.ts';
import { type Demo, expect, heading, test, waitForDeferredShell } from './base-test.ts';
import { findViolations, showWholePage } from './checks.ts';
import { removeNewFeatures } from './old-browser.ts';
import { race } from './raced-season.ts';

// During a fade the contrast of a text cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ context }) => removeNewFeatures(context));

/** Address of a page, and a text of the last thing that it loads. */
type PageOf = (demo: Demo) => readonly [path: string, text: string | RegExp];

const pages: Record<string, PageOf> = {
  home: ({ league }) => ['/', league.name],
  'live, nothing runs': () => ['/live', 'Nothing is live now'],
  'live of a user': ({ race }) => [`/liveUser/${race.userId}`, 'No session is running'],
  leagues: ({ league }) => ['/leagues', league.name],
  league: ({ league, season }) => [`/leagues/${league.id}`, season.name],
  'driver of a league': ({ league }) => [`/leagues/${league.id}?driver=Mika%20Varga`, 'Head to head'],
  seasons: ({ season }) => ['/seasons', season.name],
  'season, drivers': ({ season }) => [`/seasons/${season.id}`, 'Mika Varga'],
  'season, constructors': ({ season }) => [`/seasons/${season.id}?tab=teams`, 'Aurora Grand Prix'],
  'season, results': ({ season }) => [`/seasons/${season.id}?tab=results`, 'Results'],
  'season, calendar': ({ season }) => [`/seasons/${season.id}?tab=calendar`, 'Season Finale'],
  race: ({ race }) => [`/sessions/${race.id}`, 'Share results'],
  qualifying: ({ qualifying }) => [`/sessions/${qualifying.id}`, 'Share results'],
  story: ({ race }) => [`/sessions/${race.id}?tab=story`, 'As a table'],
  results: ({ race }) => [`/sessions/${race.id}?tab=results`, 'Share results'],
  pace: ({ race }) => [`/sessions/${race.id}?tab=pace`, 'Median'],
  laps: ({ race }) => [`/sessions/${race.id}?tab=laps`, 'Compare with'],
  tyres: ({ race }) => [`/sessions/${race.id}?tab=tyres`, 'Share results'],
  penalties: ({ race }) => [`/sessions/${race.id}?tab=penalties`, 'Share results'],
  overtakes: ({ race }) => [`/sessions/${race.id}?tab=overtakes`, /\d+ overtakes/],
  weather: ({ qualifying }) => [`/sessions/${qualifying.id}?tab=weather`, 'Share results'],
  track: () => ['/tracks/11', 'Most wins'],
  profile: ({ race }) => [`/user/${race.userId}`, 'RaceControl'],
  search: () => ['/search/monza', 'Monza'],
  'search without a result': () => ['/search/%E2%9A%A1nothing%2Fhere', 'No results'],
};

/** Pages of one narrow column, which a wide screen shows as a phone does. */
const narrowPages: Record<string, PageOf> = {
  login: () => ['/login', 'Forgot your password?'],
  'sign up': () => ['/signup', 'Already have an account?'],
  'reset password': () => ['/resetPassword', 'Back to login'],
  'set a password': () => ['/resetPasswordConfirm', 'Send me a link'],
  'a link that has expired': () => [
    '/resetPasswordConfirm#error=access_denied&error_code=otp_expired&error_description=gone',
    'Send me a new link',
  ],
  'a link to confirm': () => ['/login?token_hash=x&type=signup', 'Confirm and log in'],
  faq: () => ['/faq', 'FAQ'],
  privacy: () => ['/privacy', 'Privacy Policy'],
  'legal notice': () => ['/impressum', 'Impressum'],
  terms: () => ['/tos', 'Terms of Service'],
  missing: () => ['/nowhere/at/all', 'Page not found'],
};

/** Opens a page and waits until it has loaded, with its images and the deferred shell. */
async function openPage(page: Page, [path, text]: ReturnType<PageOf>): Promise<void> {
  await page.goto(path);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();
  // A tab has its name before its panel is there.
  await expect(page.getByRole('main').locator('.animate-pulse')).toHaveCount(0);
  await waitForDeferredShell(page);
}

/** How much wider than the screen the page is. A phone widens its viewport to the page, so that cannot be the measure. */
async function overflow(page: Page): Promise<number> {
  const width = page.viewportSize()?.width ?? 0;
  return Math.max(0, (await page.evaluate(() => document.documentElement.scrollWidth)) - width);
}

/** Headings that are more than one level below the one before. */
async function skippedHeadings(page: Page): Promise<string[]> {
  return page.locator('h1, h2, h3, h4').evaluateAll((headings) => {
    const shown = headings.filter((each) => each.checkVisibility());
    return shown.flatMap((each, index) => {
      const level = Number(each.tagName[1]);
      const before = Number(shown[index - 1]?.tagName[1] ?? 0);
      return level > before + 1 ? [`${each.tagName} ${each.textContent}`] : [];
    });
  });
}

/** A small phone, and a phone of 390 px with everything at twice its size, in px. */
const smallWidths = [320, 195];

for (const [name, pageOf] of Object.entries({ ...pages, ...narrowPages })) {
  const title = `${name}: has a heading and a title, skips no heading level, does not scroll sideways, and axe finds no violation`;
  test(title, name in narrowPages ? { tag: '@phone' } : {}, async ({ page, demo }) => {
    await openPage(page, pageOf(demo));
    await expect(page).toHaveTitle(name === 'home' ? 'Pitboard' : /.+ · Pitboard$/);
    await expect.poll(() => overflow(page)).toBe(0);
    expect(await skippedHeadings(page)).toEqual([]);
    await showWholePage(page);
    expect(await findViolations(page)).toEqual([]);
    const isPhone = test.info().project.name === 'phone';
    for (const width of isPhone ? smallWidths : []) {
      await page.setViewportSize({ width, height: 640 });
      await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
    }
  });
}

test('the names of those who have won on a track wrap', { tag: '@phone' }, async ({ page, baseURL }) => {
  const account = await createAccount();
  for (const [index, name] of ['Ada Okoro', 'Elin Lindqvist', 'Verstappenhausenmeier'].entries()) {
    const won = race(String(index), Track.Zandvoort, `0${index + 1}`, [{ name, car: 0, behind: 0, best: 80 }]);
    await callAs(baseURL ?? '', account, 'POST', '/api/Sessions', won);
  }
  await openPage(page, [`/tracks/${Track.Zandvoort}`, 'Most wins']);
  for (const width of smallWidths) {
    await page.setViewportSize({ width, height: 640 });
    await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
  }
});

/** Pages with names of drivers, teams, seasons and leagues. */
const pagesOfNames: readonly PageOf[] = [
  ({ race }) => [`/sessions/${race.id}?tab=results`, 'Share results'],
  ({ qualifying }) => [`/sessions/${qualifying.id}?tab=results`, 'Share results'],
  ({ race }) => [`/sessions/${race.id}`, 'As a table'],
  ({ race }) => [`/sessions/${race.id}?tab=overtakes`, /\d+ overtakes/],
  ({ race }) => [`/sessions/${race.id}?tab=penalties`, 'Share results'],
  ({ season }) => [`/seasons/${season.id}`, 'Mika Varga'],
  ({ season }) => [`/seasons/${season.id}?tab=teams`, 'Aurora Grand Prix'],
  ({ league, season }) => [`/leagues/${league.id}`, season.name],
  ({ league }) => ['/home', league.name],
];

/** The texts on a page of which a part is cut off. */
function cutTexts(page: Page): Promise<(string | null)[]> {
  const texts = page.getByRole('main').locator('a, bdi, span, p, dd, h2, h3').filter({ visible: true });
  return texts.evaluateAll((elements) =>
    elements
      .filter((each) => getComputedStyle(each).overflow === 'hidden' && each.clientWidth > 1)
      .filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1)
      .map((each) => each.textContent),
  );
}

test('with spread letters, words and lines no name is cut', { tag: '@phone' }, async ({ page, demo }) => {
  for (const pageOf of pagesOfNames) {
    const [path, text] = pageOf(demo);
    await openPage(page, [path, text]);
    // The least that a page must bear, by WCAG 1.4.12.
    await page.evaluate(async () => {
      const spread = 'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important';
      document.adoptedStyleSheets = [await new CSSStyleSheet().replace(`* { ${spread} }`)];
    });
    for (const width of [390, ...smallWidths.slice(0, 1)]) {
      await page.setViewportSize({ width, height: 640 });
      // The place of a session or a league in a list is one line, which ends with an ellipsis.
      const cut = async () => (await cutTexts(page)).filter((each) => !/Round \d/.test(each ?? ''));
      await expect.poll(cut, `${path} at ${width} px`).toEqual([]);
      await expect.poll(() => overflow(page)).toBe(0);
    }
  }
});

test('on a phone the card of a league ends its line with the whole day of the last race', { tag: '@phone' }, async ({
  page,
  demo,
}) => {
  await openPage(page, ['/home', demo.league.name]);
  const card = page.getByRole('region', { name: 'Leagues' }).getByRole('link', { name: demo.league.name });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    const day = card.getByText(/^\d+ [A-Z][a-z]{2}$/);
    await expect(day).toBeVisible();
    const rightOf = (each: Element) => each.getBoundingClientRect().right;
    const edge = await day.evaluate((each) => each.parentElement?.getBoundingClientRect().right);
    expect(await day.evaluate(rightOf), `at ${width} px`).toBeLessThanOrEqual(edge ?? 0);
  }
});

test('a name that is written from the right begins where the others of its column do', { tag: '@phone' }, async ({
  page,
  demo,
}) => {
  for (const pageOf of pagesOfNames) {
    const [path, text] = pageOf(demo);
    await openPage(page, [path, text]);
    const names = page.getByRole('main').locator('bdi').filter({ visible: true });
    const moved = await names.evaluateAll((elements) => {
      const edges = (element: Element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect();
      };
      return elements
        .filter((element) => element.childElementCount === 0 && getComputedStyle(element).display !== 'inline')
        .flatMap((element) => {
          const name = element.textContent;
          element.textContent = 'Li';
          const latin = edges(element);
          element.textContent = 'לי';
          const hebrew = edges(element);
          element.textContent = name;
          // A column of times ends at one edge, one of names begins at the other.
          const isPut = [latin.left - hebrew.left, latin.right - hebrew.right].some((way) => Math.abs(way) < 1);
          return isPut ? [] : [name];
        });
    });
    expect(moved, path).toEqual([]);
  }
});

test('printed results and standings begin with their title, and no name is cut', async ({ page, demo }) => {
  const { race, qualifying, season } = demo;
  for (const path of [
    `/sessions/${race.id}?tab=results`,
    `/sessions/${qualifying.id}?tab=results`,
    `/seasons/${season.id}`,
  ]) {
    await openPage(page, [path, 'Mika Varga']);
    const title = (await heading(page).textContent()) ?? '';
    await page.emulateMedia({ media: 'print' });
    // Sheets of A4, upright with and without the margins of a browser, and across.
    for (const width of [718, 794, 1_047]) {
      await page.setViewportSize({ width, height: 1_047 });
      await expect(heading(page)).toHaveText(title);
      await expect.poll(() => cutTexts(page), `${path} at ${width} px`).toEqual([]);
      await expect.poll(() => overflow(page)).toBe(0);
    }
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1_280, height: 720 });
  }
});

test('a printed podium has each name in one line', async ({ page, demo }) => {
  await openPage(page, [`/sessions/${demo.race.id}?tab=race`, 'Mika Varga']);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1_047 });
  const names = page.getByRole('list', { name: 'Podium' }).getByRole('link');
  await expect(names).toHaveCount(3);
  const heights = await names.evaluateAll((links) => links.map((each) => each.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(30);
});

test('printed facts of a race have each value above its name', async ({ page, demo }) => {
  await openPage(page, [`/sessions/${demo.race.id}?tab=race`, 'Biggest climber']);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1_047 });
  const facts = page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.locator('dd + dd') });
  await expect(facts.nth(1)).toBeVisible();
  const gaps = await facts.evaluateAll((all) =>
    all.map((fact) => {
      const [value, note] = [...fact.querySelectorAll('dd')].map((each) => each.getBoundingClientRect());
      return (note?.top ?? Number.NaN) - (value?.bottom ?? 0);
    }),
  );
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
});

test('on a phone a driver with a penalty, places gained and a long team has two lines', { tag: '@phone' }, async ({
  page,
  demo,
}) => {
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    await openPage(page, [`/sessions/${demo.race.id}?tab=results`, 'Share results']);
    await page.evaluate(() => document.fonts.ready);
    const drivers = page.getByRole('table', { name: 'Race classification' }).locator('tbody th');
    await expect(drivers.filter({ hasText: '+5s' }).filter({ hasText: 'Kestrel Motorsport' })).toHaveText(/▲/);
    const heights = await drivers.evaluateAll((all) => all.map((each) => each.firstElementChild?.clientHeight ?? 99));
    expect([width, Math.max(...heights)]).toEqual([width, 37]);
  }
  // There a long name alone has two lines.
  await page.setViewportSize({ width: 320, height: 844 });
  await openPage(page, [`/sessions/${demo.race.id}?tab=results`, 'Share results']);
  await page.evaluate(() => document.fonts.ready);
  const rows = page.getByRole('table', { name: 'Race classification' }).locator('tbody tr');
  const ofTeam = rows.filter({ hasText: /Kestrel Motorsport|Aurora Grand Prix/ });
  await expect(ofTeam).toHaveCount(4);
  expect(await ofTeam.evaluateAll((all) => all.map((each) => each.clientHeight))).toEqual([44, 44, 44, 44]);
  const moved = rows.filter({ hasText: /[▲▼]/ }).first();
  await expect(moved.locator('td').first()).toHaveText(/^\d+\s*[▲▼]/, { useInnerText: true });
});

test('printed charts have lines with a colour that are darker than those without', async ({ page, demo }) => {
  for (const path of [`/sessions/${demo.race.id}?tab=story`, `/seasons/${demo.season.id}`]) {
    await openPage(page, [path, 'Mika Varga']);
    await page.emulateMedia({ media: 'print' });
    const lit = page.locator('svg path.ink-stroke');
    await expect(lit.nth(3)).toBeVisible();
    const lightness = await lit.evaluateAll((lines) =>
      lines.map((each) => Number(/^lab\(([\d.]+)/.exec(getComputedStyle(each).stroke)?.[1])),
    );
    expect(Math.max(...lightness)).toBeLessThan(61);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('no two regions of the tab of penalties have one name', async ({ page, demo }) => {
  await openPage(page, [`/sessions/${demo.race.id}?tab=penalties`, 'Share results']);
  await expect(page.getByRole('list', { name: 'Penalties and warnings by lap' })).toBeVisible();
  const names = await page
    .getByRole('region')
    .evaluateAll((regions) => regions.map((each) => each.getAttribute('aria-label')));
  expect(names).toContain('Penalties');
  expect(new Set(names).size).toBe(names.length);
});

test('with reduced motion a change of the look is shown at once', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/login');
  const opacities = await heading(page).evaluate((element) => {
    const before = getComputedStyle(element).opacity;
    element.classList.add('animate-come', 'soft');
    element.style.opacity = '0.5';
    return [before, getComputedStyle(element).opacity];
  });
  expect(opacities).toEqual(['1', '0.5']);
  // Every duration in the styles of the app is a part of this variable.
  await expect(page.locator('html')).toHaveCSS('--motion', '0');
  const durations = await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    // The rules inside a rule are walked after it.
    for (const rule of rules) if ('cssRules' in rule) rules.push(...(rule.cssRules as CSSRuleList));
    const texts = rules.flatMap((rule) => (rule instanceof CSSStyleRule ? rule.style.cssText.split(';') : []));
    return texts.filter((text) => /(?<![\d.])(?!0m?s)\d*\.?\d+m?s\b/.test(text));
  });
  expect(durations.length).toBeGreaterThan(0);
  expect(durations.filter((text) => !text.includes('s * var(--motion))'))).toEqual([]);
});

/** Links and buttons that are lower than 24 px, without those within a sentence. */
function lowTargets(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('a[href], button')]
      .filter((each) => each.checkVisibility() && getComputedStyle(each).display !== 'inline')
      .filter((each) => each.getBoundingClientRect().height < 24)
      .map((each) => each.textContent ?? ''),
  );
}

test('a name that is a link is a target of 24 px', { tag: '@phone' }, async ({ page, demo }) => {
  for (const name of ['league', 'race', 'qualifying', 'results', 'penalties', 'season, drivers']) {
    await openPage(page, (pages[name] as PageOf)(demo));
    expect([name, await lowTargets(page)]).toEqual([name, []]);
  }
});

test('forced colours outline the current tab', async ({ page, demo }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/sessions/${demo.race.id}?tab=story`);
  const tabs = page.getByRole('navigation', { name: 'Session', exact: true }).getByRole('link');
  await expect(tabs.nth(1)).toBeVisible();
  const outlines = await tabs.evaluateAll((links) => links.map((link) => getComputedStyle(link).outlineStyle));
  expect(outlines).toEqual(['solid', ...Array(8).fill('none')]);
});

test('without a colour, on paper and with forced colours, the bars of two team-mates differ', async ({
  page,
  demo,
}) => {
  const bars = page
    .locator('main table:has(caption:not(:text("Constructor"))) tbody th span[title="Aurora Grand Prix"]')
    .filter({ visible: true });
  for (const path of [`/sessions/${demo.race.id}?tab=results`, `/seasons/${demo.season.id}`]) {
    await openPage(page, [path, 'Mika Varga']);
    for (const media of [{}, { media: 'print' }, { forcedColors: 'active' }] as const) {
      await page.emulateMedia({ media: 'screen', forcedColors: 'none', ...media });
      await expect(bars).toHaveCount(2);
      // Rows that depend on the medium move a moment later. Screenshots of the whole page are made one after the other.
      const count = async () => {
        const marks = [await marksOf(bars.nth(0)), await marksOf(bars.nth(1))];
        const isSeen = ({ quarter, width }: (typeof marks)[number]) => quarter && width === 4;
        return { whole: marks.filter(({ middle }) => middle).length, seen: marks.filter(isSeen).length };
      };
      // One is whole, the other has a gap; both are seen on their ground.
      await expect.poll(count, `${path} ${JSON.stringify(media)}`).toEqual({ whole: 1, seen: 2 });
    }
  }
});

/** Whether a bar is seen in its middle, and in its upper quarter. */
async function marksOf(bar: Locator): Promise<{ middle: boolean; quarter: boolean; width: number }> {
  const { x, y, width, height } = (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: x - 4, y, width: 8, height };
  const { data, info } = await sharp(await bar.page().screenshot({ clip, fullPage: true }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isSeen = (row: number) => {
    const at = (column: number) => (Math.round(row) * info.width + column) * info.channels;
    const distances = [0, 1, 2].map((part) => Math.abs((data[at(6) + part] ?? 0) - (data[at(1) + part] ?? 0)));
    return Math.max(...distances) > 40;
  };
  return { middle: isSeen(info.height / 2), quarter: isSeen(info.height / 4), width };
}

test('an unknown path answers 404 and leads to the home page', { tag: '@phone' }, async ({ page }) => {
  const response = await page.goto('/nowhere');
  expect(response?.status()).toBe(404);
  await expect(heading(page)).toHaveText('404Page not found');
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('an entity that does not exist is Not Found, and a path without an id is no page', { tag: '@phone' }, async ({
  page,
}) => {
  for (const [path, text] of [
    ['/leagues/01900000-0000-7000-8000-00000000dead', 'Not Found'],
    ['/sessions/x', '404Page not found'],
    ['/about.us', '404Page not found'],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(heading(page)).toHaveText(text);
  }
});

test('another spelling of a path ends at the address of the page, from the server and inside the app', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/FAQ/?from=mail#top');
  await expect(page).toHaveURL('/faq?from=mail#top');
  await expect(heading(page)).toHaveText('FAQ');
  const entries = await page.evaluate(() => history.length);
  await page.evaluate(() => history.pushState(null, '', '/Leagues/?page=2#top'));
  await expect(page).toHaveURL('/leagues?page=2#top');
  await expect(heading(page)).toHaveText('Leagues');
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
});
