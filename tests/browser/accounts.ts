import { randomBytes, randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright/test';
import { expect, heading } from './base-test.ts';

const sharedOrigin = () => `http://127.0.0.1:${process.env.PITBOARD_TEST_PORT}`;
export const password = 'correct horse 9';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly link: string;
}

/** A user of the test server. */
export interface Account {
  readonly email: string;
  readonly username: string;
  readonly id: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The stored session of a signed-in browser. */
  readonly session: object;
}

function randomIpAddress(): string {
  const [second, third, fourth] = randomBytes(3);
  return `10.${second}.${third}.${fourth}`;
}

/** Sends the requests of this browser context from an IP address of its own: the server limits requests by address. */
export async function useOwnIpAddress(context: BrowserContext): Promise<void> {
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': randomIpAddress() });
}

/** An e-mail address and a username that no account has. */
export function newNames(): { email: string; username: string } {
  const username = `d${randomUUID().slice(0, 8)}`;
  return { email: `${username}@pitboard.example`, username };
}

/** The newest e-mail to an address. */
export async function findMail(email: string, subject: RegExp, origin = sharedOrigin()): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      const response = await fetch(`${origin}/outbox`, { headers: { accept: 'application/json' } });
      const mails: Mail[] = await response.json();
      found = mails.find((mail) => mail.to === email && subject.test(mail.subject));
      return found?.to;
    })
    .toBe(email);
  return found as unknown as Mail;
}

const jsonType = { 'content-type': 'application/json' };

async function post(address: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...jsonType, 'x-forwarded-for': randomIpAddress(), ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Creates a confirmed account with a username, by calls to the server. */
export async function createAccount(origin = sharedOrigin()): Promise<Account> {
  const { email, username } = newNames();
  await post(`${origin}/auth/v1/signup`, { email, password });
  const { link } = await findMail(email, /^Confirm/, origin);
  const token = new URL(link).searchParams.get('token_hash');
  const verified = await post(`${origin}/auth/v1/verify`, { type: 'signup', token_hash: token });
  const { access_token: accessToken, refresh_token: refreshToken, user } = verified;
  await post(`${origin}/rest/v1/profiles`, { id: user.id, username }, { authorization: `Bearer ${accessToken}` });
  return { email, username, id: user.id, accessToken, refreshToken, session: verified };
}

/** The fragment of a link that logs in as a user and leads to a new password. */
export function linkOf({ accessToken, refreshToken }: Account): string {
  const tokens = { access_token: accessToken, refresh_token: refreshToken, type: 'recovery' };
  return new URLSearchParams(tokens).toString();
}

/** Makes a call of the API as a user, without a browser; resolves to the parsed answer, or null where there is none. */
export async function callAs(origin: string, { accessToken }: Account, method: string, path: string, body?: unknown) {
  const response = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, ...(body === undefined ? {} : jsonType) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Fills in the login form and submits it. */
export async function submitLogin(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs in on the login page and waits for the dashboard. */
export async function logIn(page: Page, { email, username }: Account, origin = ''): Promise<void> {
  await page.goto(`${origin}/login`);
  await submitLogin(page, email);
  await expect(heading(page)).toHaveText('Dashboard');
  await expect(page.getByText(`Logged in as ${username}`, { exact: true })).toBeVisible();
}

/** Leaves for an empty page of the same site, which is none of the app. */
async function openEmptyPage(page: Page, site: string): Promise<void> {
  // The service worker does not answer paths of the auth service.
  const address = new URL('/auth/v1/empty', site).href;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(address);
  await page.unroute(address);
}

/**
 * Makes a new browser one in which a user has logged in. For tests of pages behind that: to log in as a person does loads two
 * more, which takes as much time as a short test.
 */
export async function startLoggedIn(page: Page, { session }: Account, origin = sharedOrigin()): Promise<void> {
  await openEmptyPage(page, origin);
  await page.evaluate((text) => localStorage.setItem('pitboard-auth', text), JSON.stringify(session));
}

/** Marks the stored access token as expired. The page is left: one of the app could refresh the token at any time. */
export async function expireAccessToken(page: Page): Promise<void> {
  await openEmptyPage(page, page.url());
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('pitboard-auth') ?? '');
    session.expires_at = Math.floor(Date.now() / 1_000) - 60;
    session.expires_in = 0;
    localStorage.setItem('pitboard-auth', JSON.stringify(session));
  });
}
