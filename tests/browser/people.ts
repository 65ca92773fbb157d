import { randomBytes, randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright/test';
import { expect } from './world.ts';

const origin = () => `http://127.0.0.1:${process.env.PITBOARD_TEST_PORT}`;
export const password = 'correct horse 9';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly link: string;
  readonly code: string;
}

/** Somebody with an account of their own. */
export interface Member {
  readonly email: string;
  readonly username: string;
  readonly id: string;
  readonly access: string;
}

/** The browser of this test comes from an address of its own: limits are kept by address. */
export async function fromElsewhere(context: BrowserContext): Promise<string> {
  const [one = 1, two = 1] = randomBytes(2);
  const address = `10.${one}.${two}.${1 + (Date.now() % 250)}`;
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': address });
  return address;
}

export function someone(): { email: string; username: string } {
  const name = `d${randomUUID().slice(0, 8)}`;
  return { email: `${name}@pitboard.example`, username: name };
}

/** The newest mail to an address. */
export async function mailTo(email: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      const mails: Mail[] = await (
        await fetch(`${origin()}/outbox`, { headers: { accept: 'application/json' } })
      ).json();
      found = mails.find((mail) => mail.to === email && subject.test(mail.subject));
      return found?.to;
    })
    .toBe(email);
  if (found === undefined) throw new Error('no mail');
  return found;
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const [one = 1, two = 1] = randomBytes(2);
  const response = await fetch(origin() + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${one}.${two}`, ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

/** Makes an account with a name through the server's own calls. */
export async function newMember(): Promise<Member> {
  const { email, username } = someone();
  await post('/auth/v1/signup', { email, password });
  const { link } = await mailTo(email, /^Confirm/);
  const token = new URL(link).searchParams.get('token_hash');
  const { access_token: access, user } = await post('/auth/v1/verify', { type: 'signup', token_hash: token });
  await post('/rest/v1/profiles', { id: user.id, username }, { authorization: `Bearer ${access}` });
  return { email, username, id: user.id, access };
}

/** Signs in through the page. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-mail address or phone number').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Signs in and waits for the dashboard. */
export async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await signIn(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
}

/** Makes the stored access token look as if it had run out. */
export async function expire(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('pitboard-auth') ?? '{}');
    session.expires_at = Math.floor(Date.now() / 1_000) - 60;
    session.expires_in = 0;
    localStorage.setItem('pitboard-auth', JSON.stringify(session));
  });
}

/** Every text that this device keeps: storage, databases, caches. */
export async function keptOn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const asking = indexedDB.open(name);
        asking.onsuccess = () => resolve(asking.result);
        asking.onerror = () => reject(asking.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((resolve, reject) => {
          const asking = database.transaction(store).objectStore(store).getAll();
          asking.onsuccess = () => resolve(asking.result);
          asking.onerror = () => reject(asking.error);
        });
        parts.push(JSON.stringify(rows));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return parts.join('\n');
  });
}
