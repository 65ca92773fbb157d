import type { BrowserContext, Page } from 'playwright/test';
import { expect, heading, test } from './site.ts';

test.use({ settings: { ANALYTICS_ID: 'G-TEST123' } });

/** Stands in for the counting script, under its address: it sets the cookies that the real one sets, and calls home. */
const standIn = `
document.cookie = '_ga=GA1.1.1.1; path=/; max-age=63072000';
document.cookie = '_gid=GA1.1.2.2; path=/; max-age=86400';
document.cookie = '_ga_TEST123=GS1; path=/; max-age=63072000';
const say = () => { if (!window['ga-disable-G-TEST123']) fetch('https://region1.google-analytics.com/g/collect', { method: 'POST', mode: 'no-cors' }); };
say();
addEventListener('popstate', say);
`;

/** All that goes to others than this server; answered by the stand-in. */
async function thirdParties(context: BrowserContext, origin: string): Promise<string[]> {
  const asked: string[] = [];
  await context.route(
    (url) => url.origin !== origin && url.protocol.startsWith('http'),
    (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: standIn });
    },
  );
  return asked;
}

const dialog = (page: Page) => page.getByRole('dialog').filter({ hasText: /Cookies|Individual preferences/ });
const names = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name).sort();

test('nothing is asked of others and nothing is stored before a choice; yes and no look alike', async ({
  page,
  site,
  context,
}) => {
  const asked = await thirdParties(context, site.origin);
  await page.goto(`${site.origin}/home`);
  await expect(dialog(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect([asked, await names(context)]).toEqual([[], []]);
  const looks = await Promise.all(
    ['Reject all', 'Accept all'].map((name) =>
      dialog(page)
        .getByRole('button', { name })
        .evaluate((button) => {
          const { width, height } = button.getBoundingClientRect();
          const { color, backgroundColor, fontSize, fontWeight, borderWidth } = getComputedStyle(button);
          return { width, height, color, backgroundColor, fontSize, fontWeight, borderWidth };
        }),
    ),
  );
  expect(looks[0]).toEqual(looks[1]);
  await expect(dialog(page).getByRole('button')).toHaveText([
    'Reject all',
    'Accept all',
    'Manage Individual preferences',
  ]);
  // Escape is no choice.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  expect([asked, await names(context)]).toEqual([[], []]);
  await page.reload();
  await expect(dialog(page)).toBeVisible();
});

test('a yes counts, is kept for 182 days, and is taken back in two clicks from any page', async ({
  page,
  site,
  context,
}) => {
  const asked = await thirdParties(context, site.origin);
  await page.goto(`${site.origin}/home`);
  await page.getByRole('button', { name: 'Accept all' }).click();
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[0]).toBe('https://www.googletagmanager.com/gtag/js?id=G-TEST123');
  const cookies = await context.cookies();
  const choice = cookies.find(({ name }) => name === 'cc_cookie');
  expect(JSON.parse(decodeURIComponent(choice?.value ?? ''))).toMatchObject({
    categories: ['necessary', 'analytics'],
    revision: 0,
  });
  expect(((choice?.expires ?? 0) - Date.now() / 1_000) / 86_400).toBeCloseTo(182, 1);
  expect([choice?.sameSite, choice?.path]).toEqual(['Lax', '/']);

  await page.goto(`${site.origin}/nowhere`);
  await expect.poll(() => asked.length).toBe(4);
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('link', { name: 'Cookie settings' }).click();
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect.poll(() => names(context)).toEqual(['cc_cookie']);
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await page.goto(`${site.origin}/leagues`);
  await expect(page.getByText('Car Park League')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toHaveLength(4);
  await expect(dialog(page)).toBeHidden();
});

test('preferences are chosen one by one, and a choice holds in every tab', async ({ page, site, context }) => {
  const asked = await thirdParties(context, site.origin);
  await page.goto(`${site.origin}/home`);
  await expect(dialog(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${site.origin}/leagues`);
  await expect(dialog(other)).toBeVisible();
  await page.getByRole('button', { name: 'Manage Individual preferences' }).click();
  await expect(page.getByRole('checkbox', { name: /Necessary/ })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: /Analytics/ })).not.toBeChecked();
  await page.getByRole('button', { name: 'Accept current selection' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(dialog(other)).toBeHidden();
  expect([asked, await names(context)]).toEqual([[], ['cc_cookie']]);
  await other.getByRole('link', { name: 'Cookie settings' }).click();
  await other.getByRole('button', { name: 'Manage Individual preferences' }).click();
  await other.getByRole('checkbox', { name: /Analytics/ }).check();
  await other.getByRole('button', { name: 'Accept current selection' }).click();
  await expect.poll(() => names(context)).toContain('_ga');
});

test('the pages of the law can be read while the question is open', async ({ page, site, context }) => {
  await thirdParties(context, site.origin);
  await page.goto(`${site.origin}/home`);
  await dialog(page).getByRole('link', { name: 'Legal Notice/Impressum' }).click();
  for (const path of ['/impressum', '/privacy', '/tos']) {
    if (path !== '/impressum') await page.goto(site.origin + path);
    await expect(heading(page)).toBeVisible();
    await expect(dialog(page)).toBeVisible();
    // Every paragraph comes to a place where nothing lies over it.
    const covered = await page.locator('main :is(p, li, h1, h2)').evaluateAll((blocks) =>
      blocks
        .filter((block) => {
          const isFree = [0.15, 0.3, 0.5].some((share) => {
            block.scrollIntoView({ block: 'start' });
            scrollBy(0, -innerHeight * share);
            const { left, top, width } = block.getBoundingClientRect();
            const hit = document.elementFromPoint(left + Math.min(10, width / 2), top + 4);
            return hit !== null && (block === hit || block.contains(hit));
          });
          return !isFree;
        })
        .map((block) => block.textContent),
    );
    expect([path, covered]).toEqual([path, []]);
  }
});

test('a server that counts nothing asks nothing; its settings say so', async ({ page, site, context }) => {
  await site.stop();
  await site.start({ ANALYTICS_ID: '' });
  const asked = await thirdParties(context, site.origin);
  await page.goto(`${site.origin}/home`);
  await page.waitForLoadState('networkidle');
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('link', { name: 'Cookie settings' }).click();
  await expect(dialog(page).getByText('This server counts no visits')).toBeVisible();
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.waitForLoadState('networkidle');
  expect([asked, await names(context)]).toEqual([[], ['cc_cookie']]);
});
