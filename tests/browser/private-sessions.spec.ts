import { sessions } from '../../server/storage/tables.ts';
import { driver, upload } from '../fixtures/session.ts';
import { callAs, createAccount, logIn } from './accounts.ts';
import { expectSound } from './checks.ts';
import { rows } from './live-page.ts';
import { expect, names, test } from './live-site.ts';

test('the viewers of a private race go on to its session with their key, and others find nothing without it', async ({
  page,
  browser,
  origin,
  record,
}) => {
  const recorder = await record({ key: 'pit wall 7' });
  await page.goto(`${origin}/live/${recorder.id}`);
  await page.getByLabel('Key', { exact: true }).fill('pit wall 7');
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(rows(page)).toHaveCount(names.length);
  await recorder.end();
  await expect(page).toHaveURL(/\/sessions\//);
  const note = page.getByText('Private: only its owner and whoever has the key see it.');
  await expect(note).toBeVisible();
  await page.reload();
  await expect(note).toBeVisible();
  const address = page.url();
  const stranger = await browser.newPage();
  for (const found of [address, `${origin}/live/${recorder.id}`, `${origin}/sessions/${crypto.randomUUID()}`]) {
    await stranger.goto(found);
    await expect(stranger.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    await expect(stranger.getByLabel('Key of a private race')).toBeVisible();
  }
  await stranger.goto(address);
  await expectSound(stranger);
  await stranger.getByLabel('Key of a private race').fill('pit wall 7');
  await stranger.getByRole('button', { name: 'Open with the key' }).click();
  await expect(stranger.getByText('Private: only its owner and whoever has the key see it.')).toBeVisible();
  await stranger.close();
});

test('the owner of a session makes it private and public again, in the list and on its page', async ({
  page,
  site,
  network: _,
  origin,
}) => {
  const account = await createAccount(site.origin);
  const body = upload({ drivers: [driver({ finishingPosition: 1 })] });
  const { id } = await callAs(site.origin, account, 'POST', '/api/Sessions', body);
  await logIn(page, account, origin);
  await page.goto(`${origin}/dashboard/sessions`);
  await page.getByRole('button', { name: /^Make Monza.* private$/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Public: everybody sees it.')).toBeVisible();
  await expect(dialog.getByText(/^Only you will see it/)).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Make private' }).click();
  await expect(page.getByRole('button', { name: /^Make Monza.* public$/ })).toBeVisible();
  expect((await fetch(`${origin}/api/Sessions/session/${id}`)).status).toBe(404);
  await page.goto(`${origin}/sessions/${id}`);
  await expect(page.getByText('Private: only you see it.')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Make public' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make public' }).click();
  await expect(page.getByText('Private: only you see it.')).toHaveCount(0);
  expect((await fetch(`${origin}/api/Sessions/session/${id}`)).status).toBe(200);
});

test('the dashboard asks once about sessions that were public before they could be private', async ({
  page,
  site,
  network: _,
  origin,
}) => {
  const account = await createAccount(site.origin);
  await callAs(site.origin, account, 'POST', '/api/Sessions', upload({ drivers: [driver({ finishingPosition: 1 })] }));
  await site.api.storage.transaction((transaction) => transaction.update(sessions).set({ visibility: 'stillPublic' }));
  await logIn(page, account, origin);
  await page.goto(`${origin}/dashboard`);
  await expect(page.getByText('1 session of private races or leagues is visible to everybody')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Make private' }).click();
  await expect(page.getByText('visible to everybody')).toHaveCount(0);
  await page.goto(`${origin}/dashboard/sessions`);
  await expect(page.getByRole('button', { name: /^Make Monza.* public$/ })).toBeVisible();
});
