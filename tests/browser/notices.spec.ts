import { notify } from '../../server/domain/notices/notify.ts';
import { createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect } from './base-test.ts';
import { expectSound } from './checks.ts';
import { test } from './site.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  serviceWorkers: 'allow',
  settings: { OPERATOR: 'Me; ; me@race.example' },
  baseURL: ({ site }, use) => use(site.origin),
});
test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

test('a notice is counted on the bell, read in the inbox, also offline, and a push that the browser delivers is reported to the page', async ({
  page,
  context,
  site,
}) => {
  const account = await createAccount(site.origin);
  const now = () => new Date().toISOString();
  const { storage } = site.api;
  const userId = account.id;
  const tell = (kind: 'seatIsYours' | 'rulingOnMe') =>
    storage.transaction((transaction) =>
      notify({ transaction, now: now() }, { kind, to: [userId], seasonId: site.seasonId }),
    );
  await tell('rulingOnMe');
  await startLoggedIn(page, account, site.origin);
  await page.goto('/home');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const bell = page.getByRole('link', { name: /^Notices/ });
  await expect(bell).toHaveAccessibleName('Notices, 1 unread');
  await bell.click();
  const notice = page.getByRole('link', { name: /The stewards have ruled on you/ });
  await expect(notice).toBeVisible();
  await expect(bell).toHaveAccessibleName('Notices');
  await expectSound(page);

  await page.getByRole('button', { name: 'Don’t send me these' }).click();
  await expect(page.getByLabel('A ruling on you: devices')).not.toBeChecked();

  const client = await context.newCDPSession(page);
  const registered = new Promise<string>((found) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const id = registrations.find(({ scopeURL }) => scopeURL.startsWith(site.origin))?.registrationId;
      if (id !== undefined) found(id);
    });
  });
  await client.send('ServiceWorker.enable');
  const registrationId = await registered;
  await tell('seatIsYours');
  const navigate = `${site.origin}/seasons/${site.seasonId}`;
  const notification = { title: 'You have a seat', body: 'Cup', navigate, tag: 'seat', lang: 'en' };
  const data = JSON.stringify({ web_push: 8030, notification, app_badge: 1 });
  await client.send('ServiceWorker.deliverPushMessage', {
    origin: site.origin,
    registrationId,
    data,
  });
  // The worker reports the push to the page, which reads the notice. Chromium without a window shows no notifications.
  await expect(page.getByText('You have a seat for')).toBeVisible();
  await expect(bell).toHaveAccessibleName('Notices');

  await context.setOffline(true);
  await page.reload();
  await expect(notice).toBeVisible();
});
