import type { BrowserContext, Page } from 'playwright/test';
import { expect, heading, waitForDeferredShell } from './base-test.ts';
import { test } from './site.ts';

test.use({ settings: { ANALYTICS_ID: 'G-TEST123' } });

/** Stands in for the analytics script: it sets the same cookies and sends a request for every page. */
const fakeAnalytics = `
document.cookie = '_ga=GA1.1.1.1; path=/; max-age=63072000';
document.cookie = '_gid=GA1.1.2.2; path=/; max-age=86400';
document.cookie = '_ga_TEST123=GS1; path=/; max-age=63072000';
const count = () => { if (!window['ga-disable-G-TEST123']) fetch('https://region1.google-analytics.com/g/collect', { method: 'POST', mode: 'no-cors' }); };
count();
addEventListener('popstate', count);
`;

/** Records the requests to other servers, and answers them with the fake script. */
async function recordThirdParties(context: BrowserContext, origin: string): Promise<string[]> {
  const addresses: string[] = [];
  await context.route(
    (url) => url.origin !== origin && url.protocol.startsWith('http'),
    (route) => {
      addresses.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: fakeAnalytics });
    },
  );
  return addresses;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Cookies$|^Cookie preferences$/ });
const cookieNames = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name).sort();

test('before a choice nothing is requested from others or stored, and accepting and rejecting look the same', async ({
  page,
  site,
  context,
}) => {
  const thirdParties = await recordThirdParties(context, site.origin);
  await page.goto(`${site.origin}/home`);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole('button')).toHaveText([
    'Reject all',
    'Accept all',
    'Manage Individual preferences',
  ]);
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
  // Escape is not a choice.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await expect(dialog(page)).toBeVisible();
  expect([thirdParties, await cookieNames(context)]).toEqual([[], []]);
});

test('accepting starts analytics and is stored for 182 days; two clicks on any page withdraw it', {
  tag: '@phone',
}, async ({ page, site, context }) => {
  const thirdParties = await recordThirdParties(context, site.origin);
  await page.goto(`${site.origin}/home`);
  await page.getByRole('button', { name: 'Accept all' }).click();
  await expect.poll(() => thirdParties.length).toBe(2);
  expect(thirdParties[0]).toBe('https://www.googletagmanager.com/gtag/js?id=G-TEST123');
  const cookies = await context.cookies();
  const choice = cookies.find(({ name }) => name === 'cc_cookie');
  expect(JSON.parse(decodeURIComponent(choice?.value ?? ''))).toMatchObject({
    categories: ['necessary', 'analytics'],
    revision: 0,
  });
  expect(((choice?.expires ?? 0) - Date.now() / 1_000) / 86_400).toBeCloseTo(182, 1);
  expect([choice?.sameSite, choice?.path]).toEqual(['Lax', '/']);

  await page.goto(`${site.origin}/nowhere`);
  await expect.poll(() => thirdParties.length).toBe(4);
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('link', { name: 'Cookie settings' }).click();
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect.poll(() => cookieNames(context)).toEqual(['cc_cookie']);
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));

  await page.goto(`${site.origin}/leagues`);
  await waitForDeferredShell(page);
  // The dialog that opens shows that the stored choice has been read.
  await page.getByRole('link', { name: 'Cookie settings' }).click();
  await page.getByRole('button', { name: 'Manage Individual preferences' }).click();
  await expect(page.getByRole('checkbox', { name: /Analytics/ })).not.toBeChecked();
  expect([thirdParties.length, await cookieNames(context)]).toEqual([4, ['cc_cookie']]);
});

test('preferences are chosen one by one, and a choice counts in every tab', { tag: '@phone' }, async ({
  page,
  site,
  context,
}) => {
  const thirdParties = await recordThirdParties(context, site.origin);
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
  expect([thirdParties, await cookieNames(context)]).toEqual([[], ['cc_cookie']]);
  await other.getByRole('link', { name: 'Cookie settings' }).click();
  await other.getByRole('button', { name: 'Manage Individual preferences' }).click();
  await other.getByRole('checkbox', { name: /Analytics/ }).check();
  await other.getByRole('button', { name: 'Accept current selection' }).click();
  await expect.poll(() => cookieNames(context)).toContain('_ga');
});

test('the dialog moves focus to its second view, and returns it when it closes', async ({ page, site, context }) => {
  await recordThirdParties(context, site.origin);
  await page.goto(`${site.origin}/home`);
  await page.getByRole('button', { name: 'Manage Individual preferences' }).click();
  await expect(page.getByRole('heading', { name: 'Cookie preferences' })).toBeFocused();
  await page.getByRole('button', { name: 'Accept current selection' }).click();
  await expect(heading(page)).toBeFocused();
  const opener = page.getByRole('link', { name: 'Cookie settings' });
  await opener.click();
  await page.getByRole('button', { name: 'Manage Individual preferences' }).click();
  await page.getByRole('button', { name: 'Accept current selection' }).click();
  await expect(opener).toBeFocused();
});

test('the legal pages can be read while the dialog is open', { tag: '@phone' }, async ({ page, site, context }) => {
  await recordThirdParties(context, site.origin);
  await page.goto(`${site.origin}/home`);
  await dialog(page).getByRole('link', { name: 'Legal Notice/Impressum' }).click();
  for (const path of ['/impressum', '/privacy', '/tos']) {
    if (path !== '/impressum') await page.goto(site.origin + path);
    await expect(heading(page)).toBeVisible();
    await expect(dialog(page)).toBeVisible();
    // Every paragraph can be scrolled to where nothing covers it.
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

test('without analytics no dialog opens by itself, and the cookie settings say why', { tag: '@phone' }, async ({
  page,
  site,
  context,
}) => {
  await site.stop();
  await site.start({ ANALYTICS_ID: '' });
  const thirdParties = await recordThirdParties(context, site.origin);
  await page.goto(`${site.origin}/home`);
  await waitForDeferredShell(page);
  // A dialog that had opened by itself would cover the link.
  await page.getByRole('link', { name: 'Cookie settings' }).click();
  await expect(dialog(page).getByText('This server doesn’t use analytics')).toBeVisible();
  await page.getByRole('button', { name: 'Accept all' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await waitForDeferredShell(page);
  await page.getByRole('link', { name: 'Cookie settings' }).click();
  await expect(dialog(page)).toBeVisible();
  expect([thirdParties, await cookieNames(context)]).toEqual([[], ['cc_cookie']]);
});
