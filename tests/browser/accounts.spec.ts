import type { Page, Route } from 'playwright/test';
import { enter, expire, fromElsewhere, keptOn, mailTo, newMember, password, signIn, someone } from './people.ts';
import { expect, test } from './world.ts';

test.beforeEach(async ({ context }) => {
  await fromElsewhere(context);
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The link of somebody who is signed in: in the header, or in the drawer of a phone. */
async function opensAccount(page: Page, isMobile: boolean | undefined): Promise<void> {
  if (isMobile)
    await expect(page.getByRole('navigation', { name: 'Dock' }).getByRole('link', { name: 'You' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
  else await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
}

test('sign up, confirm, choose a name, and the dashboard', async ({ page, isMobile }) => {
  const { email, username } = someone();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeDisabled();
  await expect(page.getByText('at least 8 characters, not met yet')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByText('at least 8 characters, met')).toBeVisible();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(heading(page)).toHaveText('Check your mail');

  const { link } = await mailTo(email, /^Confirm/);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard\/profileInit$/);
  const name = page.getByLabel('Username');
  await name.fill('RaceControl');
  await expect(page.getByText('This name is taken.')).toBeVisible();
  await name.fill('a b');
  await expect(page.getByText(/This name may hold letters/)).toBeVisible();
  await name.fill(username);
  await expect(page.getByText('It is free.')).toBeVisible();
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(heading(page)).toHaveText('Dashboard');
  await expect(page.getByText(`Signed in as ${username}`)).toBeVisible();
  await opensAccount(page, isMobile);

  // Everywhere else in the dashboard it is the same person, and after a reload.
  await page.reload();
  await expect(page.getByText(`Signed in as ${username}`)).toBeVisible();
});

test('a wrong password and an unknown address are one answer, and the way back is kept', async ({ page, demo }) => {
  const { email } = await newMember();
  await page.goto(`/login?redirect=${encodeURIComponent(`/seasons/${demo.season.id}?tab=results`)}`);
  for (const name of [email, someone().email]) {
    await signIn(page, name, 'not the password');
    await expect(page.getByText('E-mail address or password is wrong.')).toBeVisible();
    await page.getByRole('button', { name: 'Show Error' }).click();
    await expect(page.getByText('400 invalid_credentials')).toBeVisible();
    await page.reload();
  }
  await signIn(page, email);
  await expect(page).toHaveURL(new RegExp(`/seasons/${demo.season.id}\\?tab=results$`));
});

test('the demo account that the console names signs in, and owns the demo leagues', async ({ page, demo }) => {
  await page.goto('/login');
  await signIn(page, 'demo@pitboard.example', 'box-box-box');
  await expect(page.getByText('Signed in as RaceControl')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: demo.league.name }).first()).toBeVisible();
});

test('a sign-in that is refused for a while counts down and opens again', async ({ page }) => {
  await page.goto('/login');
  await page.route(/grant_type=password/, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '3', 'x-supabase-api-version': '2024-01-01', 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'over_request_rate_limit', message: 'Request rate limit reached' }),
    }),
  );
  await signIn(page, 'demo@pitboard.example', 'box-box-box');
  await expect(page.getByText(/Too many tries.* Again in [123] s\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled();
  await page.unroute(/grant_type=password/);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Signed in as RaceControl')).toBeVisible();
});

test('a redirect leads nowhere else', async ({ page }) => {
  const { email } = await newMember();
  await page.goto(`/login?redirect=${encodeURIComponent('//evil.test/x')}`);
  await signIn(page, email);
  await expect(heading(page)).toHaveText('Dashboard');
  // Who is signed in already is led on by the same rule.
  await page.goto(`/login?redirect=${encodeURIComponent('/\\evil.test')}`);
  await expect(heading(page)).toHaveText('Dashboard');
});

test('an expired token is refreshed, by two tabs at once, and both stay signed in', async ({ page, context }) => {
  const { email, username } = await newMember();
  await enter(page, email);
  const other = await context.newPage();
  // It has the token that is about to be made old: a tab that still loads would ask for a new one by itself.
  await other.goto('/dashboard');
  await expect(other.getByText(`Signed in as ${username}`)).toBeVisible();
  await other.goto('/faq');
  await other.waitForLoadState('networkidle');
  await expire(page);
  // Neither is answered before both have asked, with one and the same token.
  const waiting: Route[] = [];
  await context.route(/grant_type=refresh_token/, async (route) => {
    waiting.push(route);
    if (waiting.length === 2) for (const held of waiting) await held.continue();
  });
  await Promise.all([page.goto('/dashboard'), other.goto('/dashboard')]);
  for (const tab of [page, other]) await expect(tab.getByText(`Signed in as ${username}`)).toBeVisible();
  await context.unroute(/grant_type=refresh_token/);
  // One more turn: had one of the two been refused, the session would be gone by now.
  await expire(page);
  await other.reload();
  await expect(other.getByText(`Signed in as ${username}`)).toBeVisible();
});

test.describe('a new password', () => {
  const fresh = 'another horse 8';

  async function asks(page: Page, email: string): Promise<URL> {
    await page.goto('/resetPassword');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(heading(page)).toHaveText('Check your mail');
    return new URL((await mailTo(email, /^Set a new password/)).link);
  }

  async function sets(page: Page, email: string): Promise<void> {
    await expect(page.getByText(`For ${email}.`)).toBeVisible();
    await page.getByLabel('New password').fill(fresh);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(heading(page)).toHaveText('Dashboard');
    expect(page.url()).not.toMatch(/token|code=/);
  }

  test('by a link that waits for a click; used again it is explained', async ({ page, context, browser }) => {
    const { email } = await newMember();
    const link = await asks(page, email);
    await page.goto(link.href);
    await page.getByRole('button', { name: 'Go on' }).click();
    await sets(page, email);

    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto(new URL(link.pathname + link.search, page.url()).href);
    await elsewhere.getByRole('button', { name: 'Go on' }).click();
    await expect(heading(elsewhere)).toHaveText('This link does not work');
    await elsewhere.getByRole('link', { name: 'Send me a new link' }).click();
    await expect(heading(elsewhere)).toHaveText('Reset your password');
    await elsewhere.context().close();
    await context.clearCookies();
  });

  test('by a link through the server, with tokens in the fragment', async ({ page }) => {
    const { email } = await newMember();
    const token = (await asks(page, email)).searchParams.get('token_hash');
    const back = encodeURIComponent(new URL('/resetPasswordConfirm', page.url()).href);
    await page.goto(`/auth/v1/verify?token=${token}&type=recovery&redirect_to=${back}`);
    await sets(page, email);
  });

  test('by a link with a code, for the browser that holds its verifier', async ({ page }) => {
    const { email } = await newMember();
    await page.goto('/faq');
    await page.evaluate(async (address) => {
      const verifier = 'v'.repeat(60);
      await fetch(`/auth/v1/recover?redirect_to=${encodeURIComponent(`${location.origin}/resetPasswordConfirm`)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: address, code_challenge: verifier, code_challenge_method: 'plain' }),
      });
      // As the client itself keeps it.
      localStorage.setItem('pitboard-auth-code-verifier', JSON.stringify(`${verifier}/recovery`));
    }, email);
    const token = new URL((await mailTo(email, /^Set a new password/)).link).searchParams.get('token_hash');
    const back = encodeURIComponent(new URL('/resetPasswordConfirm', page.url()).href);
    await page.goto(`/auth/v1/verify?token=${token}&type=recovery&redirect_to=${back}`);
    await sets(page, email);
  });

  test('leaving without setting one signs out', async ({ page }) => {
    const { email } = await newMember();
    await page.goto((await asks(page, email)).href);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByLabel('New password')).toBeVisible();
    await page.getByRole('link', { name: 'Pitboard' }).first().click();
    await expect(page).toHaveURL(/\/home$/);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('signing out in one tab signs out the other, and nothing of the person stays on the device', async ({
  page,
  context,
}) => {
  const { email, username, id, access } = await newMember();
  await enter(page, email);
  const other = await context.newPage();
  await other.goto('/dashboard/settings');
  await expect(heading(other)).toHaveText('Settings');
  expect(await keptOn(page)).toContain(email);
  const tokens: string[] = await page.evaluate(() => {
    const { access_token, refresh_token } = JSON.parse(localStorage.getItem('pitboard-auth') ?? '{}');
    return [access_token, refresh_token];
  });

  // A page that is theirs alone, open in a third tab.
  const own = await context.newPage();
  const token = { authorization: `Bearer ${access}` };
  const league = await page.request.post('/api/League', {
    data: { name: 'Behind Doors', isPublic: false },
    headers: token,
  });
  await own.goto(`/leagues/${(await league.json()).id}`);
  await expect(heading(own)).toHaveText('Behind Doors');

  await page.goto('/dashboard/settings');
  // Whoever closes the app at once has left all the same.
  const left = await page.getByRole('button', { name: 'Log out', exact: true }).evaluate((button: HTMLElement) => {
    button.click();
    return Object.keys(localStorage).filter((key) => key.startsWith('pitboard-auth'));
  });
  expect(left).toEqual([]);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await expect(heading(own)).toHaveText('Not Found', { timeout: 10_000 });
  await expect(other).toHaveURL(/\/login/, { timeout: 10_000 });
  await expect(other.getByText('Your session has ended')).toBeHidden();
  const kept = await keptOn(page);
  for (const canary of [email, username, id, 'Behind Doors', ...tokens]) expect(kept).not.toContain(canary);
});

test('a link that was used does not come back with its page', async ({ page, isMobile }) => {
  const { email } = someone();
  await page.goto('/signup');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.goto((await mailTo(email, /^Confirm/)).link);
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(heading(page)).toHaveText('Choose a name');
  if (!isMobile) await page.setViewportSize({ width: 800, height: 800 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Login' }).click();
  await expect(heading(page)).toHaveText('Log in');
});

test('settings: name, picture, address, password, data, and the end', async ({ page }) => {
  const { email, username } = await newMember();
  await enter(page, email);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(heading(page)).toHaveText('Settings');

  await page.getByLabel('Username').fill(`${username}.2`);
  await expect(page.getByText('It is free.')).toBeVisible();
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  const picture = await page.screenshot();
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('button', { name: 'Remove it' })).toBeVisible();
  const shown = page.getByRole('main').locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.getByLabel('New address').fill(`new.${email}`);
  await page.getByRole('button', { name: 'Change the address' }).click();
  await expect(page.getByText('Two mails are on their way.')).toBeVisible();
  const links = [await mailTo(email, /about to change/), await mailTo(`new.${email}`, /^Confirm your new/)];

  await page.getByLabel('Current password').fill('not mine');
  await page.getByLabel('New password').fill('yet another 7');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('E-mail address or password is wrong.')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('pitboard-account.json');

  await page.goto(String(links[0]?.link));
  await page.getByRole('button', { name: 'Agree to the change' }).click();
  await expect(page.getByText('Half done').or(heading(page).getByText('Settings'))).toBeVisible();
  await page.goto(String(links[1]?.link));
  await page.getByRole('button', { name: 'Agree to the change' }).click();
  await expect(page.getByText(`Signed in as new.${email}`)).toBeVisible();

  await page.getByLabel(`Type ${username}.2 to confirm`).fill(`${username}.2`);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/login');
  await signIn(page, `new.${email}`);
  await expect(page.getByText('E-mail address or password is wrong.')).toBeVisible();
});
