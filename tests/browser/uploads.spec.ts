import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { encodeFrame } from '../../recorder/captures/frames.ts';
import { TestGame } from '../../recorder/testing/test-game.ts';
import { type HttpServer, openHttpServer } from '../fixtures/http-server.ts';
import { savedRace } from '../fixtures/saved-session.ts';
import { type Account, callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading, installClock, stopClock } from './base-test.ts';
import { expectSound } from './checks.ts';
import { installApp, type Site, test } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

const path = '/dashboard/sessions';
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
const choose = (page: Page) => page.getByLabel('Choose files');
const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
});

/** The sessions that the server has of a user, by their ids and numbers of drivers. */
async function stored(site: Site, { id }: Account): Promise<[id: string, drivers: number][]> {
  const { sessions } = await site.api.get('pageUserSessions', { params: { id } });
  const all = await Promise.all(sessions.map((one) => site.api.get('getSession', { params: { id: one.id } })));
  return all.map((session) => [session.id, session.drivers.length]);
}

async function open(page: Page, site: Site): Promise<Account> {
  const account = await createAccount(site.origin);
  await startLoggedIn(page, account, site.origin);
  await page.goto(site.origin + path);
  await expect(heading(page)).toHaveText('Your sessions');
  return account;
}

/** A race with an id of its own. */
const race = (uid: number, time: object = { timestamp: '2026-09-06 21:17:47', 'utc-offset-seconds': 0 }) =>
  savedRace({ debug: { 'session-uid': String(uid), ...time } });

/** The same race with the winner alone. */
function shortRace(uid: number): unknown {
  const saved = JSON.parse(JSON.stringify(race(uid)));
  return { ...saved, 'classification-data': saved['classification-data'].slice(0, 1) };
}

/** The file name has the time. */
const named = (name: string) => `${name}_2026_09_06_21_17_47.json`;

/** A website at another origin. Ends with the test. */
async function openForeignSite(referrerPolicy: string): Promise<HttpServer> {
  const { origin, close } = await openHttpServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('referrer-policy', referrerPolicy);
    response.end('<title>Win a prize</title>');
  });
  return { origin: origin.replace('127.0.0.1', 'localhost'), close };
}

/** Posts a file to the app as the page that is open. */
async function postFile(page: Page, address: string, name: string, content: unknown): Promise<void> {
  await page.evaluate(
    ([action, fileName, text]) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'multipart/form-data';
      form.action = action ?? '';
      const input = document.createElement('input');
      input.type = 'file';
      input.name = 'sessions';
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text ?? ''], fileName ?? '', { type: 'application/json' }));
      input.files = dataTransfer.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [address, name, JSON.stringify(content)],
  );
}

const storedFiles = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('shared-files')).keys()).length);

test.describe('files that the service worker takes', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a file that another website posts is not taken: it is neither shown nor uploaded', async ({ page, site }) => {
    await installApp(page, `${site.origin}/faq`);
    const account = await open(page, site);
    await page.reload();
    const foreign = await openForeignSite('unsafe-url');
    await page.goto(foreign.origin);
    await postFile(page, site.origin + path, 'Prize.json', race(1));
    await expect(heading(page)).toHaveText('Your sessions');
    await expect(page.getByText('Another website sent files. They were not taken.')).toBeVisible();
    await expect(uploads(page)).toHaveCount(0);
    await expectSound(page);
    expect([await storedFiles(page), await stored(site, account)]).toEqual([0, []]);
    await foreign.close();
  });

  test('a file of a website that hides itself replaces nothing without a click on what it would replace', async ({
    page,
    site,
  }) => {
    await installApp(page, `${site.origin}/faq`);
    const account = await open(page, site);
    await page.reload();
    await choose(page).setInputFiles([file('Race.json', race(1))]);
    await expect(uploads(page)).toContainText('Uploaded.');
    const before = await stored(site, account);
    // To the worker this looks like the share sheet of the system: no origin, and no referrer.
    const foreign = await openForeignSite('no-referrer');
    await page.goto(foreign.origin);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/')) writes.push(request.url());
    });
    await postFile(page, site.origin + path, named('Prize'), shortRace(1));
    await expect(uploads(page)).toContainText(named('Prize'));
    await expect(uploads(page)).toContainText('Abu Dhabi Race, 6 Sep 2026: 3 laps, 1 driver.');
    await expect(uploads(page)).toContainText('Another app handed it over.');
    await expect(page.getByText('One file waits for you')).toBeVisible();
    await expectSound(page);
    // All that the page does by itself has been done: its lists are loaded, and it was loaded once more.
    await page.reload();
    await expect(uploads(page)).toContainText('Another app handed it over.');
    await expect(page.getByRole('region', { name: 'Sessions', exact: true }).getByText('1 session')).toBeVisible();
    expect([writes, await stored(site, account)]).toEqual([[], before]);

    await page.getByRole('button', { name: `Upload ${named('Prize')}` }).click();
    await expect(uploads(page)).toContainText('Another version of this session is stored. Which one stays?');
    await expect(uploads(page).getByText('3 laps, 2 drivers')).toBeVisible();
    await expect(uploads(page).getByText('3 laps, 1 driver', { exact: true })).toBeVisible();
    await expectSound(page);
    expect(await stored(site, account)).toEqual(before);
    await page.getByRole('button', { name: `Keep stored: ${named('Prize')}` }).click();
    await expect(uploads(page)).toContainText('Not uploaded. The stored version was kept.');
    expect(await stored(site, account)).toEqual(before);
    // The file goes from the device after the page has said so.
    await expect.poll(() => storedFiles(page)).toBe(0);
    await foreign.close();
  });

  test('a file of the share sheet, shared while signed out, is there after signing in and uploaded by one click', async ({
    page,
    site,
  }) => {
    const account = await createAccount(site.origin);
    await installApp(page, `${site.origin}/faq`);
    await page.reload();
    const sheet = await openForeignSite('no-referrer');
    await page.goto(sheet.origin);
    await postFile(page, site.origin + path, 'Race für alle.json', race(1));
    await expect(heading(page)).toHaveText('Log in');
    await page.reload();
    await page.getByLabel('E-mail address').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill('correct horse 9');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(heading(page)).toHaveText('Your sessions');
    await expect(uploads(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Upload Race für alle.json' }).click();
    await expect(uploads(page)).toContainText('Uploaded.');
    expect(await stored(site, account)).toHaveLength(1);
    // It is stored on the server now, and no longer on the device.
    await expect.poll(() => storedFiles(page)).toBe(0);
    await sheet.close();
  });
});

test('a stored session is replaced by choice, on what is stored by then', async ({ page, site }) => {
  const account = await open(page, site);
  await choose(page).setInputFiles([file('Race.json', race(1))]);
  await expect(uploads(page)).toContainText('Uploaded.');
  const [[id] = ['']] = await stored(site, account);
  await choose(page).setInputFiles([file('Other.json', shortRace(1))]);
  const other = uploads(page).nth(1);
  await expect(other).toContainText('Which one stays?');
  // Changed elsewhere, after it was seen.
  await callAs(site.origin, account, 'PATCH', `/api/Sessions/${id}/drivers/0`, { name: 'Grace' });
  await page.getByRole('button', { name: 'Replace with this file: Other.json' }).click();
  await expect(other).toContainText('Grace first');
  expect(await stored(site, account)).toEqual([[id, 2]]);
  await page.getByRole('button', { name: 'Replace with this file: Other.json' }).click();
  await expect(other).toContainText('Replaced. The version before can be restored for 14 days.');
  expect(await stored(site, account)).toEqual([[id, 1]]);

  await page
    .getByRole('button', { name: 'Restore another version of Abu Dhabi Race' })
    .filter({ visible: true })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Versions of this session' });
  await expect(dialog.getByText('3 laps, 1 driver', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/^Replaced .* · kept until /)).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Restore 3 laps, 2 drivers' }).click();
  await expect(dialog.getByText('Restored. Stored now')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Restore 3 laps, 1 driver' })).toBeVisible();
  expect(await stored(site, account)).toEqual([[id, 2]]);
  const session = await site.api.get('getSession', { params: { id } });
  expect(session.drivers.map(({ name }) => name)).toEqual(['Grace', 'Bob']);
});

test('on a device whose clock is three hours behind, a race of an hour ago is not in the future', async ({
  page,
  site,
}) => {
  const hour = 3_600_000;
  await page.clock.install({ time: Date.now() - 3 * hour });
  await open(page, site);
  await choose(page).setInputFiles(file('copy.json', race(1, {})));
  const row = uploads(page).filter({ hasText: 'copy.json' });
  const started = row.getByLabel('When copy.json was driven');
  // The browser of the tests is in Berlin.
  const inBerlin = (time: number) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Berlin' })
      .format(time)
      .replace(' ', 'T');
  await started.fill(inBerlin(Date.now() - hour));
  await expect(started).toHaveAccessibleDescription('');
  await started.fill(inBerlin(Date.now() + hour));
  await expect(started).toHaveAccessibleDescription('This is in the future. Enter when it was driven.');
});

test('a file whose date is not known is asked about before it is sent, though it was chosen', async ({
  page,
  site,
}) => {
  const account = await open(page, site);
  await choose(page).setInputFiles([file('copy.json', race(1, {})), file('Race.json', race(2))]);
  const [undated, dated] = [
    uploads(page).filter({ hasText: 'copy.json' }),
    uploads(page).filter({ hasText: 'Race.json' }),
  ];
  await expect(dated).toContainText('Uploaded.');
  await expect(undated).toContainText('The file does not say when it was driven: this is from its last change.');
  const started = undated.getByLabel('When copy.json was driven');
  await expect(started).not.toHaveValue('');
  await started.fill('');
  await expect(undated.getByRole('button', { name: 'Upload copy.json' })).toBeDisabled();
  await started.fill('2026-04-30T21:00');
  await expect(undated).toContainText('Abu Dhabi Race, 30 Apr 2026');
  await started.fill('2996-04-30T21:00');
  await undated.getByRole('button', { name: 'Upload copy.json' }).click();
  await expect(started).toHaveAccessibleDescription('This is in the future. Enter when it was driven.');
  await expect(started).toHaveValue('2996-04-30T21:00');
  await expect(undated).toContainText('Abu Dhabi Race, 30 Apr 2026');
  await started.fill('2026-04-30T21:00');
  await expect(started).toHaveAccessibleDescription('');
  await expectSound(page);
  expect(await stored(site, account)).toHaveLength(1);
  await undated.getByRole('button', { name: 'Upload copy.json' }).click();
  await expect(undated).toContainText('Uploaded.');
  const { sessions } = await site.api.get('pageUserSessions', { params: { id: account.id } });
  expect(sessions.map(({ sessionStartTime }) => sessionStartTime)).toContain('2026-04-30T19:00:00.000Z');
});

/** A recording of two races of one lap. */
function recording(): Buffer {
  const frames = [7n, 8n].flatMap((uid, index) => {
    const game = new TestGame({ gameSession: uid });
    const at = (seconds: number) => ({ time: (index * 100 + seconds) * 1_000 });
    return [
      { ...at(1), datagram: game.at(1).session() },
      { ...at(1), datagram: game.participants(['Ada', 'Bo']) },
      { ...at(2), datagram: game.at(2).laps([{}, {}]) },
      { ...at(90), datagram: game.at(90).laps([{ currentLapNum: 2, lastLapTimeInMS: 88_000 }, {}]) },
      { ...at(92), datagram: game.at(92).result([1, 1]) },
    ];
  });
  return gzipSync(Buffer.concat(frames.map(encodeFrame)));
}

test('a recording of the game’s packets is uploaded, each of its sessions on its own, and another file is named', async ({
  page,
  site,
}) => {
  const account = await open(page, site);
  await choose(page).setInputFiles([
    { name: 'night.cap.gz', mimeType: 'application/gzip', buffer: recording() },
    { name: 'result.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
  ]);
  const sessions = uploads(page).filter({ hasText: 'night.cap.gz' });
  await expect(sessions).toHaveCount(2);
  await expect(uploads(page).filter({ hasText: 'result.pdf' })).toContainText('it is a PDF');
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(sessions.filter({ hasText: 'Uploaded.' })).toHaveCount(2);
  expect((await stored(site, account)).map(([, drivers]) => drivers)).toEqual([2, 2]);
});

test('of files with a guessed date, one from the future is not uploaded with the others, and says why', async ({
  page,
  site,
}) => {
  const account = await open(page, site);
  await page.evaluate(
    (files) => {
      const dataTransfer = new DataTransfer();
      for (const { name, text, age } of files)
        dataTransfer.items.add(
          new File([text], name, { type: 'application/json', lastModified: Date.now() - age * 3_600_000 }),
        );
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [3, 2, -3].map((age, index) => ({ name: `copy${index}.json`, text: JSON.stringify(race(index + 1, {})), age })),
  );
  const started = page.getByLabel('When copy2.json was driven');
  await expect(started).toHaveAccessibleDescription('This is in the future. Enter when it was driven.');
  await expectSound(page);
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(uploads(page).filter({ hasText: 'Uploaded.' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Upload copy2.json' }).click();
  await started.fill('2026-04-30T21:00');
  await expect(started).toHaveAccessibleDescription('');
  expect(await stored(site, account)).toHaveLength(2);
  await page.getByRole('button', { name: 'Upload copy2.json' }).click();
  await expect(uploads(page).filter({ hasText: 'Uploaded.' })).toHaveCount(3);
});

test('a dropped file waits for a click, and then for the server when that cannot be reached', async ({
  page,
  site,
}) => {
  const account = await open(page, site);
  // The converter is loaded with the first file.
  await choose(page).setInputFiles([file('first.json', { a: 1 })]);
  await expect(page.getByText('1 of 1 file done, 1 not uploaded')).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.').first()).toBeVisible();
  await page.evaluate(
    (text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    JSON.stringify(race(1)),
  );
  const dropped = uploads(page).nth(1);
  await page.getByRole('button', { name: 'Upload dropped.json' }).click();
  await expect(dropped).toContainText('No connection. It is uploaded when');
  await expectSound(page);
  expect(await stored(site, account)).toEqual([]);
  await page.context().setOffline(false);
  await expect(dropped).toContainText('Uploaded.');
  expect(await stored(site, account)).toHaveLength(1);
});

test('logging out in another tab asks about files that are not uploaded yet, by name', async ({
  page,
  site,
  context,
}) => {
  await open(page, site);
  // The server never answers.
  await page.route('**/api/Sessions', (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
  await choose(page).setInputFiles([file('race.json', race(1))]);
  await expect(page.getByRole('button', { name: /^Stop/ })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${site.origin}/dashboard/settings`);
  await other.getByRole('button', { name: 'Log out', exact: true }).click();
  const dialog = other.getByRole('dialog').filter({ visible: true });
  await expect(dialog).toContainText('Lost in another tab: Files that are not uploaded yet.');
  await expectSound(other);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Settings');
  // A tab that is gone holds nothing up.
  await page.close();
  await other.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(other).toHaveURL(/\/home$/);
});

test('a file that is opened with the installed app waits for a click', async ({ page, site }) => {
  await page.addInitScript(
    (text) => {
      const opened = new File([text], 'opened.json', { type: 'application/json' });
      const queue = {
        setConsumer: (onFiles: (params: unknown) => void) => onFiles({ files: [{ getFile: async () => opened }] }),
      };
      Object.defineProperty(window, 'launchQueue', { value: queue });
    },
    JSON.stringify(race(1)),
  );
  const account = await open(page, site);
  await expect(uploads(page)).toContainText([/Abu Dhabi Race, .*: 3 laps, 2 drivers\./]);
  expect(await stored(site, account)).toEqual([]);
  await page.getByRole('button', { name: 'Upload opened.json' }).click();
  await expect(uploads(page)).toContainText(['Uploaded.']);
  expect(await stored(site, account)).toHaveLength(1);
});

test('an upload without an answer says so, holds up no other one, can be stopped, and is stored once', async ({
  page,
  site,
}) => {
  const account = await open(page, site);
  let isSilent = true;
  await page.route(`${site.origin}/api/Sessions`, async (route) => {
    const isFirst = route.request().postData()?.includes('"internalSessionId":"1"') === true;
    // The server stores it, and the answer does not come.
    if (isFirst && isSilent) await route.fetch();
    else await route.fallback();
  });
  await choose(page).setInputFiles([file('silent.json', race(1)), file('next.json', race(2))]);
  const [silent, next] = [uploads(page).nth(0), uploads(page).nth(1)];
  await expect.poll(() => stored(site, account)).toHaveLength(1);
  await expect(next).toContainText('Waiting');
  // In real time: where a busy server answers a check of the network late, the wait begins again.
  await expect(silent).toContainText('Still waiting for an answer.', { timeout: 30_000 });
  await expectSound(page);
  await expect(next).toContainText('Uploaded.');
  await page.getByRole('button', { name: 'Stop: silent.json' }).click();
  await expect(silent).toContainText('Stopped.');
  isSilent = false;
  await page.getByRole('button', { name: 'Upload: silent.json' }).click();
  // It is their own file, not one that was there before.
  await expect(silent).toContainText('Uploaded.');
  expect(await stored(site, account)).toHaveLength(2);
});

test('an upload that is cut while the server can be reached goes on by itself, and is stored once', async ({
  page,
  site,
}) => {
  await installClock(page);
  const account = await open(page, site);
  // The clock stands still, so that the text before the next try stays.
  await stopClock(page);
  let cuts = 2;
  await page.route(`${site.origin}/api/Sessions`, async (route) => {
    cuts -= 1;
    if (cuts < 0) return route.fallback();
    // Once the server has stored it.
    if (cuts === 0) await route.fetch();
    return route.abort('connectionreset');
  });
  await choose(page).setInputFiles([file('Race.json', race(1))]);
  await expect(uploads(page)).toContainText('No answer. It is sent again in a moment.');
  await page.clock.runFor(1_000);
  await expect.poll(() => cuts).toBe(0);
  await expect(uploads(page)).toContainText('No answer. It is sent again in a moment.');
  await page.clock.runFor(2_000);
  await expect(uploads(page)).toContainText('Uploaded.');
  expect(await stored(site, account)).toHaveLength(1);
});
