import type { Page, Route } from 'playwright/test';
import {
  type Account,
  callAs,
  createAccount,
  expireAccessToken,
  findMail,
  logIn,
  newNames,
  password,
  startLoggedIn,
  submitLogin,
  useOwnIpAddress,
} from './accounts.ts';
import { expect, heading, installClock, test } from './base-test.ts';
import { expectSound } from './checks.ts';
import { storedTexts } from './device.ts';

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

/** Fills in the sign-up form, submits it, and opens the link of the e-mail. */
async function signUpAndOpenLink(page: Page, email: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(heading(page)).toHaveText('Check your e-mail');
  await page.goto((await findMail(email, /^Confirm/)).link);
  await page.getByRole('button', { name: 'Confirm and log in' }).click();
}

test('signing up, confirming the address and choosing a name leads to the dashboard', async ({ page }) => {
  const { email, username } = newNames();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeDisabled();
  await expect(page.getByText('at least 8 characters, not met yet')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByText('at least 8 characters, met')).toBeVisible();

  await signUpAndOpenLink(page, email);
  await expect(page).toHaveURL(/\/dashboard\/profileInit$/);
  const name = page.getByLabel('Username');
  await name.fill('RaceControl');
  await expect(page.getByText('This name is taken.')).toBeVisible();
  await name.fill('a b');
  await expect(page.getByText(/This name may hold letters/)).toBeVisible();
  await name.fill(username);
  await expect(page.getByText('This name is available.')).toBeVisible();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(heading(page)).toHaveText('Dashboard');
  await expect(page.getByText(`Logged in as ${username}`, { exact: true })).toBeVisible();
  const account = page.getByRole('navigation', { name: 'Dock' }).getByRole('link', { name: 'You' });
  await expect(account).toHaveAttribute('href', '/dashboard');
  // The saved name is no unsaved change: its draft goes from the device after the page has shown the name.
  await expect.poll(() => storedTexts(page)).not.toContain('"form":"settings.name"');

  await page.reload();
  await expect(page.getByText(`Logged in as ${username}`, { exact: true })).toBeVisible();
});

test('a sign-up that is confirmed on another device asks there for the password, which then counts on both', async ({
  page,
  browser,
  failOnErrors,
}) => {
  const { email, username } = newNames();
  await page.goto('/signup');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(heading(page)).toHaveText('Check your e-mail');

  const phoneContext = await browser.newContext();
  await failOnErrors(phoneContext);
  await useOwnIpAddress(phoneContext);
  const phone = await phoneContext.newPage();
  await phone.goto((await findMail(email, /^Confirm/)).link);
  await phone.getByRole('button', { name: 'Confirm and log in' }).click();
  await expect(heading(phone)).toHaveText('Enter your password');
  await phone.getByLabel('Password', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Set password' }).click();
  await phone.getByLabel('Username').fill(username);
  await phone.getByRole('button', { name: 'Save name' }).click();
  await expect(phone.getByText(`Logged in as ${username}`, { exact: true })).toBeVisible();
  await phoneContext.close();

  await page.goto('/login');
  await submitLogin(page, email);
  await expect(page.getByText(`Logged in as ${username}`, { exact: true })).toBeVisible();
});

test('a wrong password and an unknown address get the same answer, and logging in then opens the requested page', async ({
  page,
  demo,
}) => {
  const { email } = await createAccount();
  await page.goto(`/login?redirect=${encodeURIComponent(`/seasons/${demo.season.id}?tab=results`)}`);
  for (const name of [email, newNames().email]) {
    await submitLogin(page, name, 'not the password');
    await expect(page.getByText('E-mail address or password is wrong.')).toBeVisible();
    await page.getByRole('button', { name: 'Show Error' }).click();
    await expect(page.getByText('400 invalid_credentials')).toBeVisible();
    await page.reload();
  }
  await submitLogin(page, email);
  await expect(page).toHaveURL(new RegExp(`/seasons/${demo.season.id}\\?tab=results$`));
});

test('the demo account can log in and owns the demo leagues', async ({ page, demo }) => {
  await page.goto('/login');
  await submitLogin(page, 'demo@pitboard.example', 'box-box-box');
  await expect(page.getByText('Logged in as RaceControl')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: demo.league.name }).first()).toBeVisible();
});

test('a login page that was opened in the moment without a network loads anew at the first try, and logs in at the next', async ({
  page,
}) => {
  const account = await createAccount();
  const scripts = /\/auth-actor-[^/]+\.js$/;
  await page.route(scripts, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => scripts.test(request.url()));
  await page.goto('/login');
  await failed;
  const reloaded = page.waitForEvent('load');
  await submitLogin(page, account.email);
  await reloaded;
  await page.unroute(scripts);
  await submitLogin(page, account.email);
  await expect(heading(page)).toHaveText('Dashboard');
});

test('the dashboard of a user whose sign-in could not be loaded opens by itself once it can be', async ({ page }) => {
  const account = await createAccount();
  await page.goto('/login');
  await logIn(page, account);
  for (const scripts of [/\/auth-actor-[^/]+\.js$/, /\/device-storage-[^/]+\.js$/]) {
    await page.route(scripts, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => scripts.test(request.url()));
    await page.goto('/dashboard');
    await failed;
    await expect(heading(page)).toBeHidden();
    await page.unroute(scripts);
    await expect(heading(page)).toHaveText('Dashboard');
    await expect(page.getByText(`Logged in as ${account.username}`, { exact: true })).toBeVisible();
  }
});

test('after a 429 the login form counts down and can then be submitted again', async ({ page }) => {
  await installClock(page);
  await page.goto('/login');
  await page.route(/grant_type=password/, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '60', 'x-supabase-api-version': '2024-01-01', 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'over_request_rate_limit', message: 'Request rate limit reached' }),
    }),
  );
  await submitLogin(page, 'demo@pitboard.example', 'box-box-box');
  await expect(
    page.getByText(/^Too many attempts\. Wait, then try again\. Try again in ([1-5]?\d|60) s\.$/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled();
  await page.unroute(/grant_type=password/);
  await page.clock.runFor(60_000);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Logged in as RaceControl')).toBeVisible();
});

test('a redirect to another site is ignored, before and after logging in', async ({ page }) => {
  const { email } = await createAccount();
  await page.goto(`/login?redirect=${encodeURIComponent('//evil.test/x')}`);
  await submitLogin(page, email);
  await expect(heading(page)).toHaveText('Dashboard');
  await page.goto(`/login?redirect=${encodeURIComponent('/\\evil.test')}`);
  await expect(heading(page)).toHaveText('Dashboard');
});

test('when two tabs refresh the same expired token at once, both stay logged in', async ({ page, context }) => {
  const account = await createAccount();
  const name = `Logged in as ${account.username}`;
  await logIn(page, account);
  await expireAccessToken(page);
  const other = await context.newPage();
  // Neither is answered before both have sent the same token.
  const waiting: Route[] = [];
  await context.route(/grant_type=refresh_token/, async (route) => {
    waiting.push(route);
    if (waiting.length === 2) for (const held of waiting) await held.continue();
  });
  await Promise.all([page.goto('/dashboard'), other.goto('/dashboard')]);
  for (const tab of [page, other]) await expect(tab.getByText(name, { exact: true })).toBeVisible();
  expect(waiting).toHaveLength(2);
  await context.unroute(/grant_type=refresh_token/);
  // Once more: if one of the two had been refused, the session would have ended.
  await expireAccessToken(page);
  await other.reload();
  await expect(other.getByText(name, { exact: true })).toBeVisible();
});

test.describe('a new password', () => {
  const newPassword = 'another horse 8';

  /** Requests the e-mail and returns the address of its link. */
  async function requestLink(page: Page, email: string): Promise<URL> {
    await page.goto('/resetPassword');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(heading(page)).toHaveText('Check your e-mail');
    return new URL((await findMail(email, /^Set a new password/)).link);
  }

  async function setPassword(page: Page, email: string): Promise<void> {
    await expect(page.getByText(`For ${email}.`)).toBeVisible();
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(heading(page)).toHaveText('Dashboard');
    expect(page.url()).not.toMatch(/token|code=/);
  }

  /** The address of the server that follows a link and redirects to the app. */
  function verifyAddress(page: Page, link: URL): string {
    const token = link.searchParams.get('token_hash');
    const target = encodeURIComponent(new URL('/resetPasswordConfirm', page.url()).href);
    return `/auth/v1/verify?token=${token}&type=recovery&redirect_to=${target}`;
  }

  test('is set by a link that needs a click; the used link is refused with a way to a new one', async ({
    page,
    browser,
  }) => {
    const { email } = await createAccount();
    const link = await requestLink(page, email);
    await page.goto(link.href);
    await page.getByRole('button', { name: 'Continue' }).click();
    await setPassword(page, email);

    const otherContext = await browser.newContext();
    const other = await otherContext.newPage();
    await other.goto(link.href);
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(heading(other)).toHaveText('This link does not work');
    await other.getByRole('link', { name: 'Send me a new link' }).click();
    await expect(heading(other)).toHaveText('Reset your password');
    await otherContext.close();
  });

  test('is set by a link through the server, with tokens in the fragment', async ({ page }) => {
    const { email } = await createAccount();
    await page.goto(verifyAddress(page, await requestLink(page, email)));
    await setPassword(page, email);
  });

  test('is set by a link with a code, in the browser that has its verifier', async ({ page }) => {
    const { email } = await createAccount();
    await page.goto('/faq');
    await page.evaluate(async (address) => {
      const verifier = 'v'.repeat(60);
      await fetch(`/auth/v1/recover?redirect_to=${encodeURIComponent(`${location.origin}/resetPasswordConfirm`)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: address, code_challenge: verifier, code_challenge_method: 'plain' }),
      });
      // Stored as the auth client stores it.
      localStorage.setItem('pitboard-auth-code-verifier', JSON.stringify(`${verifier}/recovery`));
    }, email);
    await page.goto(verifyAddress(page, new URL((await findMail(email, /^Set a new password/)).link)));
    await setPassword(page, email);
  });

  test('is not set when the page is left, and the session of the link ends', async ({ page }) => {
    const { email } = await createAccount();
    await page.goto((await requestLink(page, email)).href);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('New password')).toBeVisible();
    const ended = page.waitForResponse('**/auth/v1/logout*');
    await page.getByRole('link', { name: 'Pitboard' }).first().click();
    await expect(page).toHaveURL(/\/home$/);
    // A page that is loaded anew before that begins with the session as it is stored.
    await (await ended).finished();
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('a link to another account asks before it takes the place of the one that is logged in', async ({ page }) => {
  const account = await createAccount();
  const other = await createAccount();
  await logIn(page, account);
  const tokens = { access_token: other.accessToken, refresh_token: other.refreshToken, type: 'magiclink' };
  const address = `/dashboard#${new URLSearchParams(tokens)}`;
  // Without the app in between: a change of the fragment alone would not load the page again.
  await page.goto('about:blank');
  await page.goto(address);
  await expect(heading(page)).toHaveText('Change the account?');
  await expect(page.getByText(`logs you in as ${other.email}`)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: 'Stay logged in' }).click();
  await expect(page.getByText(`Logged in as ${account.username}`, { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(`Logged in as ${account.username}`, { exact: true })).toBeVisible();

  await page.goto('about:blank');
  await page.goto(address);
  await page.getByRole('button', { name: 'Change the account' }).click();
  await expect(page.getByText(`Logged in as ${other.username}`, { exact: true })).toBeVisible();
  await expect.poll(() => storedTexts(page)).not.toContain(account.email);

  // One's own link asks nothing.
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByText(`Logged in as ${other.username}`, { exact: true })).toBeVisible();
});

test.describe('with the app on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('logging out in one tab logs out the others and removes all data of the user from the device', async ({
    page,
    context,
  }) => {
    const account = await createAccount();
    const { email, username, id, accessToken } = account;
    await logIn(page, account);
    const settings = await context.newPage();
    await settings.goto('/dashboard/settings');
    await expect(heading(settings)).toHaveText('Settings');
    const tokens: string[] = await page.evaluate(() => {
      const { access_token, refresh_token } = JSON.parse(localStorage.getItem('pitboard-auth') ?? '');
      return [access_token, refresh_token];
    });

    const league = await page.request.post('/api/League', {
      data: { name: 'Behind Doors', isPublic: false },
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const privatePage = await context.newPage();
    await privatePage.goto(`/leagues/${(await league.json()).id}`);
    await expect(heading(privatePage)).toHaveText('Behind Doors');
    for (const text of [email, username, id, 'Behind Doors', ...tokens])
      await expect.poll(() => storedTexts(page)).toContain(text);

    await page.goto('/dashboard/settings');
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    await expect(heading(privatePage)).toHaveText('Not Found');
    await expect(settings).toHaveURL(/\/login/);
    await expect(heading(settings)).toHaveText('Log in');
    await expect(settings.getByText('Your session has ended')).toBeHidden();
    for (const text of [email, username, id, 'Behind Doors', ...tokens])
      await expect.poll(() => storedTexts(page)).not.toContain(text);
  });
});

test('Not Found has a login that returns to the address, the same for what is private and what does not exist', async ({
  page,
}) => {
  const account = await createAccount();
  const league = await page.request.post('/api/League', {
    data: { name: 'Behind Doors', isPublic: false },
    headers: { authorization: `Bearer ${account.accessToken}` },
  });
  const path = `/leagues/${(await league.json()).id}?tab=seasons#main`;
  const main = page.getByRole('main');
  const offer = main.getByRole('link', { name: 'Log in' });
  const readPage = async (address: string) => {
    await page.goto(address);
    await expect(heading(page)).toHaveText('Not Found');
    await expect(offer).toHaveAttribute('href', `/login?redirect=${encodeURIComponent(address)}`);
    return main.textContent();
  };
  const absent = await readPage('/leagues/01900000-0000-7000-8000-00000000dead');
  expect(await readPage(path)).toBe(absent);
  await expectSound(page);
  await offer.click();
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(heading(page)).toHaveText('Behind Doors');

  await page.goto('/leagues/01900000-0000-7000-8000-00000000dead');
  await expect(heading(page)).toHaveText('Not Found');
  await expect(main.getByText('It may be deleted or private, or the link may be incomplete.')).toBeVisible();
  await expect(main.getByRole('link')).toHaveText(['Go home']);
});

test('the name of a token has 60 characters as a person counts them, and what is pasted beyond them stays', async ({
  page,
}) => {
  await logIn(page, await createAccount());
  await page.goto('/dashboard/settings');
  const name = page.getByLabel('Name of the program');
  const create = page.getByRole('button', { name: 'Create a token' });
  await name.focus();
  await page.keyboard.insertText('🏎️'.repeat(61));
  await expect(name).toHaveValue('🏎️'.repeat(61));
  await expect(name).toHaveAccessibleDescription('1 character too many.');
  await expect(create).toBeDisabled();
  await name.fill('🏎️'.repeat(60));
  await create.click();
  await expect(page.getByText(/^pbt_/)).toBeVisible();
  await expect(page.getByText('🏎️'.repeat(60))).toBeVisible();
});

test('logging out removes the session from the device before the server has answered', async ({ page }) => {
  await logIn(page, await createAccount());
  await page.goto('/dashboard/settings');
  let answer = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  await page.route(/\/logout\?/, async (route) => {
    await held;
    await route.continue();
  });
  const requested = page.waitForRequest(/\/logout\?/);
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await requested;
  const left = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pitboard-auth')));
  await expect.poll(left).toEqual([]);
  const ended = page.waitForResponse(/\/logout\?/);
  answer();
  expect((await ended).status()).toBe(204);
});

test('a used confirmation link is not shown again when its page is opened later', async ({ page }) => {
  const { email } = newNames();
  await signUpAndOpenLink(page, email);
  await expect(heading(page)).toHaveText('Choose a name');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Login' }).click();
  await expect(heading(page)).toHaveText('Log in');
});

test.describe('settings', () => {
  test('change the name and the picture, refuse a wrong current password, and export the data', async ({ page }) => {
    const account = await createAccount();
    await logIn(page, account);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(heading(page)).toHaveText('Settings');

    await page.getByLabel('Username').fill(`${account.username}.2`);
    await expect(page.getByText('This name is available.')).toBeVisible();
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();

    const picture = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.getByLabel('Choose a picture').setInputFiles(picture);
    await page.getByRole('button', { name: 'Use picture' }).click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
    const shown = page.getByRole('main').locator('img');
    await expect(shown).toHaveCount(1);
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await page.getByLabel('Current password').fill('not mine');
    await page.getByLabel('New password').fill('yet another 7');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('E-mail address or password is wrong.')).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toBe('pitboard-account.json');
  });

  test('change the e-mail address after both addresses have confirmed', async ({ page }) => {
    const account = await createAccount();
    const newEmail = `new.${account.email}`;
    await logIn(page, account);
    await page.goto('/dashboard/settings');
    await page.getByLabel('New address').fill(newEmail);
    await page.getByRole('button', { name: 'Change address' }).click();
    await expect(page.getByText('Two e-mails are on their way.')).toBeVisible();

    await page.goto((await findMail(account.email, /about to change/)).link);
    await page.getByRole('button', { name: 'Confirm the change' }).click();
    await expect(heading(page)).toHaveText('One more step');
    await page.goto((await findMail(newEmail, /^Confirm your new/)).link);
    await page.getByRole('button', { name: 'Confirm the change' }).click();
    await expect(heading(page)).toHaveText('Settings');
    await expect(page.getByText(`Logged in as ${newEmail}`)).toBeVisible();
  });

  test('delete the account, which then cannot log in', async ({ page }) => {
    const account = await createAccount();
    await logIn(page, account);
    await page.goto('/dashboard/settings');
    await page.getByLabel(`Type ${account.username} to confirm`).fill(account.username);
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeDisabled();
    await page.getByLabel('Your password').fill('not the password');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText('E-mail address or password is wrong.')).toBeVisible();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await page.goto('/login');
    await submitLogin(page, account.email);
    await expect(page.getByText('E-mail address or password is wrong.')).toBeVisible();
  });
});

test.describe('a login of long ago', () => {
  /** The server's refusal of a write that needs a recent login: the first time, as the browser is logged in since a moment. */
  async function refuseOnce(page: Page, method: string, address: RegExp, refusal: Parameters<Route['fulfill']>[0]) {
    await page.route(
      address,
      (route) => (route.request().method() === method ? route.fulfill(refusal) : route.fallback()),
      { times: 1 },
    );
  }
  const code = 'reauthentication_needed';
  const problem = {
    status: 403,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', status: 403, title: 'Forbidden', detail: 'Log in again first.', code }),
  };
  const authError = {
    status: 400,
    headers: { 'x-supabase-api-version': '2024-01-01' },
    contentType: 'application/json',
    body: JSON.stringify({ code, message: 'Email update requires reauthentication' }),
  };

  test('asks for the password in the form of a token, which is then made as it was typed', async ({ page }) => {
    await startLoggedIn(page, await createAccount());
    await page.goto('/dashboard/settings');
    await page.getByLabel('Name of the program').fill('Bot of the league');
    await page.getByLabel('Read and write').check();
    await refuseOnce(page, 'POST', /\/api\/Account\/tokens$/, problem);
    const create = page.getByRole('button', { name: 'Create a token' });
    await create.click();
    const secret = page.getByLabel('Password of your account');
    await expect(secret).toBeFocused();
    await expect(create).toBeDisabled();
    await secret.fill('not mine');
    await secret.press('Enter');
    await expect(page.getByText('E-mail address or password is wrong.')).toBeVisible();
    await secret.fill(password);
    await secret.press('Enter');
    await expect(page.getByText(/^pbt_/)).toBeVisible();
    await expect(secret).toHaveCount(0);
    await expect(page.getByText('Bot of the league')).toBeVisible();
    await expect(page.getByText(/^Read and write · Made/)).toBeVisible();
  });

  test('asks for the password before the address is changed, and before a recorder is connected', async ({ page }) => {
    const account = await createAccount();
    await startLoggedIn(page, account);
    await page.goto('/dashboard/settings');
    await page.getByLabel('New address').fill(`new.${account.email}`);
    await refuseOnce(page, 'PUT', /\/auth\/v1\/user/, authError);
    await page.getByRole('button', { name: 'Change address' }).click();
    const secret = page.getByLabel('Password of your account');
    await secret.fill(password);
    await expectSound(page);
    await secret.press('Enter');
    await expect(page.getByText('Two e-mails are on their way.')).toBeVisible();

    await refuseOnce(page, 'POST', /\/api\/Recorders\/code$/, problem);
    await page.getByRole('button', { name: 'Connect a recorder' }).click();
    await secret.fill(password);
    await secret.press('Enter');
    await expect(page.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/)).toBeVisible();
  });
});

test.describe('recorders and tokens for programs', () => {
  const origin = () => `http://127.0.0.1:${process.env.PITBOARD_TEST_PORT}`;

  async function connectPrograms(account: Account): Promise<void> {
    for (const name of ['Rig', 'Laptop']) {
      const { code } = await callAs(origin(), account, 'POST', '/api/Recorders/code');
      await callAs(origin(), account, 'POST', '/api/Recorders/pair', { code, name });
    }
    await callAs(origin(), account, 'POST', '/api/Account/tokens', { name: 'Bot', scope: 'read' });
  }

  async function countPrograms({ email }: Account, secret = password): Promise<number> {
    const response = await fetch(`${origin()}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: JSON.stringify({ email, password: secret }),
    });
    const account = { accessToken: (await response.json()).access_token } as Account;
    const recorders = await callAs(origin(), account, 'GET', '/api/Recorders');
    return recorders.length + (await callAs(origin(), account, 'GET', '/api/Account/tokens')).length;
  }

  const offer = 'Also end 2 recorders and 1 token for programs';

  test('are named where all devices are logged out, and end with them where that is chosen', async ({ page }) => {
    const account = await createAccount();
    await connectPrograms(account);
    await startLoggedIn(page, account);
    await page.goto('/dashboard/settings');
    const devices = page.locator('section', { has: page.getByRole('heading', { name: 'Devices' }) });
    await expect(devices.getByText('With “Log out everywhere”. Otherwise they stay connected.')).toBeVisible();
    await devices.getByLabel(offer).check();
    await expectSound(page);
    // This device is logged out before the server has ended the sessions.
    const ended = page.waitForResponse(/\/logout\?scope=global/);
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await ended;
    expect(await countPrograms(account)).toBe(0);
  });

  test('end with a new password where that is chosen, and stay connected otherwise', async ({ page }) => {
    const account = await createAccount();
    await connectPrograms(account);
    await startLoggedIn(page, account);
    await page.goto('/dashboard/settings');
    const form = page.locator('section', { has: page.getByRole('heading', { name: 'Password', exact: true }) });
    const change = async (from: string, to: string) => {
      await form.getByLabel('Current password').fill(from);
      await form.getByLabel('New password').fill(to);
      await form.getByRole('button', { name: 'Change password' }).click();
      await expect(form.getByText('Your password is changed.')).toBeVisible();
    };
    await change(password, 'yet another 7');
    expect(await countPrograms(account, 'yet another 7')).toBe(3);
    await form.getByLabel(offer).check();
    await change('yet another 7', 'and one more 8');
    await expect(form.getByLabel(offer)).toHaveCount(0);
    expect(await countPrograms(account, 'and one more 8')).toBe(0);
  });

  test('are offered to be ended with the password that a link of a mail sets', async ({ page }) => {
    const account = await createAccount();
    await connectPrograms(account);
    await page.goto('/resetPassword');
    await page.getByLabel('E-mail address').fill(account.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.goto((await findMail(account.email, /^Set a new password/)).link);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel(offer).check();
    await expectSound(page);
    await page.getByLabel('New password').fill('yet another 7');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(heading(page)).toHaveText('Dashboard');
    expect(await countPrograms(account, 'yet another 7')).toBe(0);
  });
});
