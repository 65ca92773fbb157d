import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright/test';
import { rotateKeys } from '../../server/tokens/keys.ts';
import { type Account, callAs, createAccount, expireAccessToken, logIn, password, submitLogin } from './accounts.ts';
import { expect, heading, isLong } from './base-test.ts';
import { storedTexts } from './device.ts';
import { test as base } from './live-site.ts';
import type { Site } from './site.ts';

/** In a name that only its owner may see. */
const secret = 'Canary Cup';
const nextPassword = 'another horse 8';

const test = base.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner asks for an object
  dataDir: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-ended-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  settings: async ({ port, dataDir }, use) => use({ PUBLIC_URL: `http://127.0.0.1:${port}`, DATA_DIR: dataDir }),
});

interface Auth {
  readonly origin: string;
  readonly account: Account;
  readonly site: Site;
  readonly dataDir: string;
}

async function call(
  { origin, account }: Pick<Auth, 'origin' | 'account'>,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const headers = { authorization: `Bearer ${account.accessToken}`, 'content-type': 'application/json' };
  const response = await fetch(origin + path, { method, headers, body: JSON.stringify(body ?? {}) });
  expect([path, response.ok]).toEqual([path, true]);
}

type Situation = 'offline' | 'live';

interface End {
  readonly run: (auth: Auth) => Promise<void>;
  /** Besides open tabs, for which all ends are run. The server answers the first two alike. */
  readonly besides: Situation;
  readonly words: RegExp;
}

/** Acts of the user on another device, or of the operator. */
const ends: Readonly<Record<string, End>> = {
  'a log-out everywhere': {
    run: (auth) => call(auth, 'POST', '/auth/v1/logout?scope=global'),
    besides: 'offline',
    words: /^You were logged out from another device/,
  },
  'a new password': {
    run: (auth) => call(auth, 'PUT', '/auth/v1/user', { password: nextPassword, current_password: password }),
    besides: 'live',
    words: /^You were logged out from another device/,
  },
  'a deleted account': {
    run: (auth) => callAs(auth.origin, auth.account, 'DELETE', '/api/Account'),
    besides: 'offline',
    words: /^This account was deleted/,
  },
  'two rotations of the keys': {
    run: async ({ site, dataDir }) => {
      await site.stop();
      await rotateKeys(dataDir);
      await rotateKeys(dataDir);
      await site.start();
    },
    besides: 'live',
    words: /^Your session has expired/,
  },
};

/** A user with private leagues, as a public one names its owner; logged in, with a session of another device. */
async function open(page: Page, origin: string) {
  const account = await createAccount(origin);
  const league = (name: string) => callAs(origin, account, 'POST', '/api/League', { name, isPublic: false });
  await league(secret);
  const { id } = await league('Draft League');
  await logIn(page, account, origin);
  return { account, editor: `${origin}/dashboard/leagues/${id}/edit` };
}

/** Watches a page's calls; what is returned waits until all have been answered. */
function watchCalls(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => expect.poll(() => open.size).toBe(0);
}

/** No data of the user is on the device: no identity, no tokens, no private data. */
async function expectNothingPrivate(page: Page, account: Account): Promise<void> {
  // Not the texts themselves: the app is among them.
  const found = async () => {
    const texts = await storedTexts(page);
    return [secret, account.email, account.username, 'eyJhbGciOi'].filter((text) => texts.includes(text));
  };
  await expect.poll(found).toEqual([]);
}

for (const [name, { run, words, besides }] of Object.entries(ends)) {
  test(`after ${name} all tabs are logged out, say so, and keep the draft for the next login`, async ({
    page,
    context,
    origin,
    network: _,
    site,
    dataDir,
  }) => {
    const { account, editor } = await open(page, origin);
    const other = await context.newPage();
    const answered = [watchCalls(page), watchCalls(other)];
    await other.goto(`${origin}/dashboard/leagues`);
    await expect(other.getByText(secret)).toBeVisible();
    await page.goto(editor);
    await page.getByLabel('Name', { exact: true }).fill('Typed here');
    await expect(page.getByText('Unsaved changes, kept on this device.')).toBeVisible();
    await expect(page.getByText(/^Pitboard can post official standings/)).toBeVisible();
    // A read that is cut would be sent again, and end the session before the form is.
    for (const each of answered) await each();

    await run({ origin, account, site, dataDir });
    await page.getByLabel('Description').fill('typed last');
    // The page says every ten seconds that it is open, and may notice the end before the form does.
    const save = page.getByRole('button', { name: 'Save', exact: false }).first();
    await Promise.any([save.click(), expect(heading(page)).toHaveText('Log in')]);
    for (const each of [page, other]) {
      await expect(heading(each)).toHaveText('Log in');
      await expect(each.getByText(words)).toBeVisible();
      await expect(each.getByText(secret)).toHaveCount(0);
    }
    await expectNothingPrivate(page, account);
    await page.reload();
    await expect(page.getByText(words)).toBeVisible();
    if (name === 'a deleted account') return;

    await submitLogin(page, account.email, name === 'a new password' ? nextPassword : password);
    await expect(page).toHaveURL(editor);
    await expect(page.getByText('These are unsaved changes from your last visit.')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed here');
    await expect(page.getByLabel('Description')).toHaveValue('typed last');
    await page.goto(`${origin}/login`);
    await expect(heading(page)).toHaveText('Dashboard');
  });

  if (isLong || besides === 'offline')
    test(`after ${name} while the device is offline, the first request afterwards ends the session here`, async ({
      page,
      context,
      origin,
      network: _,
      site,
      dataDir,
    }) => {
      const { account } = await open(page, origin);
      await page.goto(`${origin}/dashboard`);
      await context.setOffline(true);
      await expect(page.getByText(`Logged in as ${account.username} (offline)`)).toBeVisible();
      await run({ origin, account, site, dataDir });
      await context.setOffline(false);
      // A request of the page itself may be the first.
      await expect(page.getByText(`Logged in as ${account.username} (offline)`)).toBeHidden();
      await page.getByRole('link', { name: 'Leagues' }).filter({ visible: true }).last().click();
      await expect(page.getByText(words)).toBeVisible();
      await expectNothingPrivate(page, account);
    });

  if (isLong || besides === 'live')
    test(`after ${name} a private live session is left, and a public page says what has happened`, async ({
      page,
      context,
      origin,
      network,
      record,
      site,
      dataDir,
    }) => {
      const { account } = await open(page, origin);
      const { id } = await record({ key: 'pit wall 7' });
      const other = await context.newPage();
      await other.goto(`${origin}/leagues`);
      await expect(heading(other)).toHaveText('Leagues');
      await page.goto(`${origin}/live/${id}`);
      await page.getByLabel('Key', { exact: true }).fill('pit wall 7');
      await page.getByRole('button', { name: 'Watch' }).click();
      await expect(page.getByRole('table').first()).toBeVisible();
      await run({ origin, account, site, dataDir });
      // The next connection needs a new ticket.
      await network.set('stopped');
      await network.set('pass');
      await expect(heading(page)).toHaveText('Log in');
      await expect(page.getByText(words)).toBeVisible();
      await expect(other.getByText(words)).toBeVisible();
      await expectNothingPrivate(page, account);
      expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('pit wall 7');
    });
}

test('a session that has ended when the app is opened ends before anything private is shown', async ({
  page,
  origin,
  network: _,
}) => {
  const { account } = await open(page, origin);
  await page.goto(`${origin}/dashboard/leagues`);
  await expect(page.getByText(secret)).toBeVisible();
  await call({ origin, account }, 'POST', '/auth/v1/logout?scope=global');
  await page.reload();
  await expect(heading(page)).toHaveText('Log in');
  await expect(page.getByText(/^You were logged out from another device/)).toBeVisible();
  await expectNothingPrivate(page, account);
});

test('a session goes on when the keys of the server were replaced once', async ({
  page,
  site,
  origin,
  network: _,
  dataDir,
}) => {
  const { account } = await open(page, origin);
  await site.stop();
  await rotateKeys(dataDir);
  await site.start();
  const old = await fetch(`${origin}/api/League`, { headers: { authorization: `Bearer ${account.accessToken}` } });
  expect(old.status).toBe(200);
  await page.goto(`${origin}/dashboard/leagues`);
  await expect(page.getByText(secret)).toBeVisible();
  await expireAccessToken(page);
  await page.goto(`${origin}/dashboard/leagues`);
  await expect(page.getByText(secret)).toBeVisible();
  await expect(heading(page)).toHaveText('Your leagues');
});
