import type { Page, Request } from 'playwright/test';
import { type Demo, expect, heading, test, waitForDeferredShell } from './base-test.ts';

/** Addresses of pages that the server renders, each with a text of its content. */
const pages: Record<string, (demo: Demo) => readonly [path: string, text: string]> = {
  home: ({ league }) => ['/home', league.name],
  live: () => ['/live', 'Nothing is live now'],
  leagues: ({ league }) => ['/leagues', league.name],
  league: ({ league, season }) => [`/leagues/${league.id}`, season.name],
  seasons: ({ season }) => ['/seasons', season.name],
  season: ({ season }) => [`/seasons/${season.id}`, 'Mika Varga'],
  constructors: ({ season }) => [`/seasons/${season.id}?tab=teams`, 'Aurora Grand Prix'],
  'results of a season': ({ season }) => [`/seasons/${season.id}?tab=results`, 'Points'],
  calendar: ({ season }) => [`/seasons/${season.id}?tab=calendar`, 'Figure of Eight'],
  race: ({ race }) => [`/sessions/${race.id}`, 'Mika Varga'],
  results: ({ race }) => [`/sessions/${race.id}?tab=results`, 'Mika Varga'],
  laps: ({ race }) => [`/sessions/${race.id}?tab=laps`, 'Ideal lap'],
  pace: ({ race }) => [`/sessions/${race.id}?tab=pace`, 'Each dot is a lap'],
  tyres: ({ race }) => [`/sessions/${race.id}?tab=tyres`, 'Weather'],
  penalties: ({ race }) => [`/sessions/${race.id}?tab=penalties`, 'warning'],
  'race control': ({ race }) => [`/sessions/${race.id}?tab=control`, 'Key moments'],
  overtakes: ({ race }) => [`/sessions/${race.id}?tab=overtakes`, 'Most overtakes'],
  weather: ({ qualifying }) => [`/sessions/${qualifying.id}?tab=weather`, 'During the session'],
  qualifying: ({ qualifying }) => [`/sessions/${qualifying.id}`, 'takes pole'],
  track: () => ['/tracks/11', 'Most wins'],
  profile: ({ race }) => [`/user/${race.userId}`, 'RaceControl'],
  faq: () => ['/faq', 'What is Pitboard?'],
  privacy: () => ['/privacy', 'Privacy Policy'],
  'legal notice': () => ['/impressum', 'Impressum'],
  terms: () => ['/tos', 'Terms of Service'],
  download: () => ['/downloadInfo', 'Already have saved sessions?'],
  missing: () => ['/nowhere/at/all', 'Page not found'],
};

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  for (const [name, pageOf] of Object.entries(pages))
    test(`${name}: heading and content can be read`, async ({ page, demo }) => {
      const [path, text] = pageOf(demo);
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    });
});

/** The elements of the app, without what differs between two renderings that look the same. */
function drawn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const write = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof HTMLElement || node instanceof SVGElement)) return '';
      // HTML marks the chosen option; React chooses it.
      const attributes = [...node.attributes]
        .filter(({ name }) => name !== 'selected')
        .map(({ name, value }) => (name === 'style' ? `style=${node.style.cssText}` : `${name}=${value}`));
      return `<${node.tagName} ${attributes.sort().join(' ')}>${[...node.childNodes].map(write).join('')}`;
    };
    // The second address has a query, and ids are counted.
    return write(document.querySelector('#app') as Element)
      .replaceAll(/\?drawn=here&?/g, (query) => (query.endsWith('&') ? '?' : ''))
      .replaceAll('&drawn=here', '')
      .replaceAll(/_r_\w+_/gi, 'id');
  });
}

for (const timezoneId of ['UTC', 'Asia/Tokyo'])
  test.describe(`in the time zone ${timezoneId}`, () => {
    test.use({ timezoneId });
    for (const width of [390, 1280])
      for (const [name, pageOf] of Object.entries(pages))
        test(`${name} at ${width} px is, once taken over, what the browser draws by itself`, async ({ page, demo }) => {
          await page.setViewportSize({ width, height: 800 });
          const [path, text] = pageOf(demo);
          const asked = new Set<Request>();
          page.on('request', (request) => void (/\/outline$/.test(request.url()) ? asked.add(request) : null));
          page.on('requestfinished', (request) => void asked.delete(request));
          page.on('requestfailed', (request) => void asked.delete(request));
          const open = async (address: string) => {
            await page.goto(address);
            await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
            await waitForDeferredShell(page);
            // The links of the account are shown once it is known that nobody is logged in.
            await expect(page.locator('nav[aria-label="Account"]')).not.toHaveClass(/invisible/);
            await expect(page.getByRole('main').locator('.animate-pulse')).toHaveCount(0);
            // Outlines of tracks have a place that is free until they come.
            await expect.poll(() => asked.size).toBe(0);
            await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
          };
          // The server renders no address with this query.
          await open(`${path}${path.includes('?') ? '&' : '?'}drawn=here`);
          const expected = await drawn(page);
          await open(path);
          await expect.poll(() => drawn(page)).toBe(expected);
        });
  });

test('a page begins with the answers in its HTML and asks for none of them again', async ({ page, demo }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The server keeps a rendered page for a minute.
  await page.route(`**/seasons/${demo.season.id}`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const older = html.replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - 45_000}`);
    expect(older).not.toBe(html);
    await route.fulfill({ response, body: older });
  });
  await page.goto(`/seasons/${demo.season.id}`);
  await waitForDeferredShell(page);
  expect(asked.filter((path) => path.startsWith('/api/Seasons') || path === '/api/config')).toEqual([]);
});

/** Opens a page whose scripts are held back until the returned function is called. */
async function openUnscripted(page: Page, path: string): Promise<() => void> {
  let send = (): void => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.unrouteAll();
  await page.route('**/assets/*.js', async (route) => {
    await sent;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return send;
}

test('the last thing that is pressed or chosen before the scripts are there happens once they are', async ({
  page,
  demo,
}) => {
  const sendResults = await openUnscripted(page, `/seasons/${demo.season.id}?tab=results`);
  await page
    .getByRole('button', { name: /: 1, 2[56] points(, fastest lap)?$/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  sendResults();
  await expect(page.getByRole('dialog').getByText('Points for P1')).toBeVisible();

  const sendLaps = await openUnscripted(page, `/sessions/${demo.race.id}?tab=laps`);
  const compared = page.getByRole('combobox', { name: 'Compare with' });
  await compared.selectOption({ label: 'Elin Lindqvist' });
  sendLaps();
  await expect(page).toHaveURL(/compare=\d/);
  await expect(compared.locator(':checked')).toHaveText('Elin Lindqvist');

  const sendBoth = await openUnscripted(page, `/sessions/${demo.race.id}?tab=laps`);
  await compared.selectOption({ label: 'Elin Lindqvist' });
  const keep = page.getByRole('button', { name: /^Ke(ep|pt) offline: / });
  await keep.click();
  await keep.click();
  sendBoth();
  await expect(keep).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
  await expect(compared.locator(':checked')).toHaveText('No one');
});
