import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, test as base, chromium, expect, type Page } from 'playwright/test';
import { findChromium } from './chromium.ts';
import { checkEveryState, checkState, isEveryState } from './every-state.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** `npm run verify:long`: every combination, and many rounds. */
export const isLong = process.env.PITBOARD_LONG === '1';

/** Entities of the demo data that tests open. */
export interface Demo {
  readonly league: { readonly id: string; readonly name: string };
  readonly season: { readonly id: string; readonly name: string };
  /** A finished race. */
  readonly race: { readonly id: string; readonly userId: string };
  readonly qualifying: { readonly id: string };
}

export interface Fixtures {
  readonly demo: Demo;
  /**
   * Fails the test when a page logs an error, throws, or violates the content security policy. The test's own context is
   * watched from the start; others must be passed to this function.
   */
  readonly failOnErrors: (context: BrowserContext) => Promise<void>;
  /**
   * Opens a profile on the disk by name, as an ordinary browser window does. The contexts of tests are private windows,
   * which keep all data in memory and cannot install apps.
   */
  readonly openProfile: (name: string, flags?: readonly string[]) => Promise<Page>;
}

/** Runs a command of the repository against the shared test server and returns its output. */
export async function runCommand(file: string, parameters: readonly string[]): Promise<string> {
  const port = String(process.env.PITBOARD_TEST_PORT);
  const env = {
    ...process.env,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: String(process.env.PITBOARD_TEST_DIR),
  };
  const { stdout } = await execute(process.execPath, ['--import', 'tsx', file, ...parameters], { cwd: root, env });
  return stdout.trim();
}

/** Tests on the shared server, which has the demo data. */
export const test = base.extend<Fixtures>({
  demo: async ({ request }, use) => {
    // Other tests create leagues, seasons and sessions on this server at the same time.
    const demoRows = async (path: string) => {
      const answer = await (await request.get(path)).json();
      return (answer.leagues ?? answer).filter(({ name, userName }: Record<string, string>) =>
        (name ?? userName ?? '').match(/^(Late Night League|RaceControl)/),
      );
    };
    const [[league], [season], sessions] = await Promise.all(
      ['/api/League', '/api/Seasons', '/api/Sessions'].map(demoRows),
    );
    const ofType = (type: number) => sessions.find((session: { sessionType: number }) => session.sessionType === type);
    await use({ league, season, race: ofType(10), qualifying: ofType(8) });
  },
  failOnErrors: [
    async ({ context }, use) => {
      const errors: string[] = [];
      // The browser, React and the auth client log every request that a test makes fail; the page shows it to the user.
      const isFailedRequest = (text: string) =>
        /^Failed to load resource|^WebSocket connection to|^An unknown error occurred when fetching|^TypeError: (Failed to fetch|Another server has answered)|^AuthRetryableFetchError|^AbortError/.test(
          text,
        );
      const contexts = new Set<BrowserContext>();
      async function watch(watched: BrowserContext): Promise<void> {
        contexts.add(watched);
        if (isEveryState) checkEveryState(watched, (text) => errors.push(text));
        watched.on('weberror', (event) => errors.push(String(event.error())));
        watched.on('console', (message) => {
          if (message.type() === 'error' && !isFailedRequest(message.text())) errors.push(message.text());
        });
        await watched.addInitScript(() => {
          addEventListener('securitypolicyviolation', (event) => {
            console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
          });
        });
      }
      await watch(context);
      await use(watch);
      for (const each of contexts) for (const page of isEveryState ? each.pages() : []) await checkState(page);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  openProfile: async ({ failOnErrors, viewport }, use) => {
    const { executablePath, args } = await findChromium();
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-profile-'));
    const contexts: BrowserContext[] = [];
    await use(async (name, flags = []) => {
      const options = { executablePath, args: [...args, ...flags], viewport };
      const context = await chromium.launchPersistentContext(join(folder, name), options);
      contexts.push(context);
      await failOnErrors(context);
      const [first] = context.pages();
      if (first !== undefined) return first;
      // The window of an app has no other pages than its own, which may come a moment later.
      const isApp = flags.some((flag) => flag.startsWith('--app='));
      return isApp ? context.waitForEvent('page') : context.newPage();
    });
    for (const context of contexts) await context.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

/** The heading of the page. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/**
 * Waits for the part of the shell that loads last, after the page and its images. It handles the links of the footer and
 * registers the service worker.
 */
export async function waitForDeferredShell(page: Page): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'On this device', includeHidden: true })).toBeAttached();
}

/** Gives an empty page a clock of its own. One that is open would see 1970 for a moment, and take tokens for expired. */
export async function installClock(page: Page): Promise<void> {
  if (page.url() !== 'about:blank') throw new Error(`a clock is installed before a page is opened: ${page.url()}`);
  await page.clock.install();
}

/** Stops the clock of a page that has one of its own (`installClock`): from then on only the test moves it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

export { expect };
