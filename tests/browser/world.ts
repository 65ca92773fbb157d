import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, test as base, chromium, expect, type Page } from 'playwright/test';
import { findChromium } from './chromium.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Things of the demo content that journeys go to. */
export interface Demo {
  readonly league: { readonly id: string; readonly name: string };
  readonly season: { readonly id: string; readonly name: string };
  /** A race that has finished. */
  readonly race: { readonly id: string; readonly userId: string };
  readonly qualifying: { readonly id: string };
}

/** What every test of this suite is given. */
export interface Fixtures {
  readonly demo: Demo;
  /** Fails the test when a page logs an error, throws, or breaks its policy; listens to other contexts than the test's too. */
  readonly quiet: (context: BrowserContext) => Promise<void>;
  /**
   * Opens a profile on the disk, by name: as a person's browser has it, and as the contexts of tests do not, which are
   * private: they keep everything in memory, and cannot be installed.
   */
  readonly openProfile: (name: string, flags?: readonly string[]) => Promise<Page>;
}

/** Runs a command of the repository against the test server. */
export async function command(file: string, words: readonly string[], env: Record<string, string> = {}) {
  const port = String(process.env.PITBOARD_TEST_PORT);
  const settings = {
    ...process.env,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: String(process.env.PITBOARD_TEST_DIR),
    ...env,
  };
  const { stdout } = await run(process.execPath, ['--import', 'tsx', file, ...words], { cwd: root, env: settings });
  return stdout.trim();
}

export const test = base.extend<Fixtures>({
  demo: async ({ request }, use) => {
    const [season] = await (await request.get('/api/Seasons')).json();
    const { leagues } = await (await request.get('/api/League')).json();
    const sessions = await (await request.get('/api/Sessions')).json();
    const ofType = (type: number) => sessions.find((session: { sessionType: number }) => session.sessionType === type);
    await use({ league: leagues[0], season, race: ofType(10), qualifying: ofType(8) });
  },
  quiet: [
    async ({ context }, use) => {
      const said: string[] = [];
      // The browser's own words for what a test asked to fail; the page itself tells it to the person.
      const hear = (text: string) => {
        if (!/Failed to load resource|Failed to fetch dynamically imported module/.test(text)) said.push(text);
      };
      async function listen(heard: BrowserContext): Promise<void> {
        heard.on('weberror', (event) => hear(String(event.error())));
        heard.on('console', (message) => {
          if (message.type() === 'error') hear(message.text());
        });
        await heard.addInitScript(() => {
          addEventListener('securitypolicyviolation', (event) => {
            console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
          });
        });
      }
      await listen(context);
      await use(listen);
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
  openProfile: async ({ quiet, viewport }, use) => {
    const { executablePath, args } = await findChromium();
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-profile-'));
    const opened: BrowserContext[] = [];
    await use(async (name, flags = []) => {
      const options = { executablePath, args: [...args, ...flags], viewport };
      const context = await chromium.launchPersistentContext(join(folder, name), options);
      opened.push(context);
      await quiet(context);
      return context.pages()[0] ?? context.newPage();
    });
    for (const context of opened) await context.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

export { expect };
