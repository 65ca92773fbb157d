import { callAs, createAccount, findMail, newNames, password, startLoggedIn } from './accounts.ts';
import { expect, heading } from './base-test.ts';
import { test } from './site.ts';

test.describe('on a server with invitations', () => {
  test.use({ settings: { SIGN_UP: 'invite' } });

  test('the operator makes a link, with which one person signs up and nobody after them', async ({ page, site }) => {
    await page.goto(`${site.origin}/signup`);
    await expect(page.getByText('Its operator can invite you.')).toBeVisible();
    await expect(page.getByLabel('E-mail address')).toHaveCount(0);

    await page.goto(`${site.origin}/operator`);
    await page.getByLabel('Token').fill('token of the operator');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Valid for days').fill('3');
    await page.getByRole('button', { name: 'Create an invitation' }).click();
    const link = await page.getByText(`${site.origin}/signup#invite=`).textContent();

    // Pasted into the address of an open tab, which loads nothing.
    await page.goto(`${site.origin}/signup`);
    await expect(page.getByText('Its operator can invite you.')).toBeVisible();
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      new URL(link ?? '').hash,
    );
    await expect(page.getByLabel('E-mail address')).toBeVisible();

    const { email, username } = newNames();
    const signUp = async (address: string) => {
      await page.goto('about:blank');
      await page.goto(link ?? '');
      await page.getByLabel('E-mail address').fill(address);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign up' }).click();
    };
    await signUp(email);
    await expect(heading(page)).toHaveText('Check your e-mail');
    await page.goto((await findMail(email, /^Confirm/, site.origin)).link);
    await page.getByRole('button', { name: 'Confirm and log in' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(heading(page)).toHaveText('Dashboard');

    await page.evaluate(() => localStorage.clear());
    await signUp(newNames().email);
    await expect(page.getByText('This invitation')).toBeVisible();
  });
});

test.describe('on a server that stores little', () => {
  const quotas = { sessions: 1_000_000, bytes: 1e9, leagues: 5, seasons: 1 };
  test.use({ settings: { PITBOARD_TEST: JSON.stringify({ quotas }) } });

  test('the settings say how much of it is used, and what to do from 80 % on', async ({ page, site }) => {
    const account = await createAccount(site.origin);
    for (const name of ['One', 'Two', 'Three', 'Four'])
      await callAs(site.origin, account, 'POST', '/api/League', { name });
    await callAs(site.origin, account, 'POST', '/api/Seasons', { name: 'Autumn' });
    await startLoggedIn(page, account, site.origin);
    await page.goto(`${site.origin}/dashboard/settings`);
    const kind = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('progressbar', { name, exact: true }) });
    await expect(kind('Leagues')).toHaveText('Leagues4 of 5Nearly full: 80 %.');
    await expect(kind('Seasons')).toHaveText(
      'Seasons1 of 1Full: delete seasons that you no longer need to store others.',
    );
    await expect(kind('Sessions')).toHaveText('Sessions0 of 1,000,000');
  });
});
