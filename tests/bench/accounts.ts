import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { findChromium } from '../browser/chromium.ts';
import { freePort } from '../postgres.ts';

const root = join(import.meta.dirname, '../..');

interface Waits {
  /** Each in ms, medians of the rounds. */
  readonly identity: number;
  readonly recovery: number;
  readonly signOut: number;
}

export async function startServer(
  dataDir: string,
  port: number,
  more: Record<string, string> = {},
): Promise<(signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>> {
  const origin = `http://127.0.0.1:${port}`;
  // A build in this process has called itself production.
  const settings = {
    NODE_ENV: 'development',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    // A race that runs beside it would be measured too.
    PITBOARD_TEST: '{"logLevel":"warn","demoLive":false}',
    ...more,
  };
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/start/main.ts'], { cwd: root, env });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => (chunk.toString().includes('Pitboard is on') ? resolve() : undefined));
    child.once('close', () => reject(new Error('the server ended')));
  });
  return (signal = 'SIGTERM') =>
    new Promise((resolve) => {
      child.removeAllListeners('close');
      child.once('close', () => resolve());
      child.kill(signal);
    });
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('E-mail address').fill('demo@pitboard.example');
  await page.getByLabel('Password', { exact: true }).fill('box-box-box');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Logged in as RaceControl').waitFor();
}

async function expire(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('pitboard-auth') ?? '{}');
    localStorage.setItem('pitboard-auth', JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }));
  });
}

const calls = /\/(api|auth|rest)\//;

async function round(page: Page, other: Page, origin: string): Promise<Waits> {
  await signIn(page, origin);
  await expire(page);
  await page.route(calls, (route) => route.abort());
  const opened = performance.now();
  await page.goto(`${origin}/dashboard`);
  await page.getByText('Logged in as RaceControl (offline)').waitFor();
  const identity = performance.now() - opened;
  await page.unroute(calls);
  const back = performance.now();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByText('Logged in as RaceControl', { exact: true }).waitFor();
  const recovery = performance.now() - back;
  for (const tab of [other, page]) {
    await tab.goto(`${origin}/dashboard/settings`);
    await tab.getByRole('heading', { name: 'Settings' }).waitFor();
  }
  const button = page.getByRole('button', { name: 'Log out', exact: true });
  await button.scrollIntoViewIfNeeded();
  const left = performance.now();
  // The page's own click: Playwright's looks at the button for a second and a half first.
  await button.evaluate((element: HTMLElement) => element.click());
  await other.waitForURL(/\/login/);
  return { identity, recovery, signOut: performance.now() - left };
}

const middle = (numbers: number[]) => [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? 0;

/** The waiting times of a member on a bad network, in a real browser; the app must be built. */
export async function accountWaits(rounds: number): Promise<Waits> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const port = await freePort();
  const stop = await startServer(dataDir, port);
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args] });
  const all: Waits[] = [];
  for (let count = 0; count < rounds; count += 1) {
    const context = await browser.newContext();
    all.push(await round(await context.newPage(), await context.newPage(), `http://127.0.0.1:${port}`));
    await context.close();
  }
  await browser.close();
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
  return {
    identity: middle(all.map(({ identity }) => identity)),
    recovery: middle(all.map(({ recovery }) => recovery)),
    signOut: middle(all.map(({ signOut }) => signOut)),
  };
}
