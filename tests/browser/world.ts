import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from 'playwright/test';

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
  /** Fails the test when the page logs an error, throws, or breaks its policy. */
  readonly quiet: undefined;
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
      context.on('weberror', (event) => hear(String(event.error())));
      context.on('console', (message) => {
        if (message.type() === 'error') hear(message.text());
      });
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      await use(undefined);
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
