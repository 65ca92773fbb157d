import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { freePort } from '../postgres.ts';
import { findHeadlessChromium } from './chromium.ts';

// Every worker reads this file again and must use the same server.
process.env.PITBOARD_TEST_PORT ??= String(await freePort());
process.env.PITBOARD_TEST_DIR ??= await createData();

const browser = await findHeadlessChromium();
const origin = `http://127.0.0.1:${process.env.PITBOARD_TEST_PORT}`;

/** A data directory with an empty database: making one takes the server as long as all else at its start. */
async function createData(): Promise<string> {
  const { preparedCluster } = await import('../prepare-servers.ts');
  const { prepareDataDirectory } = await import('../../server/tests/support/fresh-database.ts');
  await prepareDataDirectory();
  const path = mkdtempSync(join(tmpdir(), 'pitboard-browser-'));
  cpSync(preparedCluster(), join(path, 'postgres'), { recursive: true });
  return path;
}

/**
 * Specs of pages that look different on a wide screen. Other specs, and tests with the tag @phone, run on the phone alone;
 * tests with the tag @desk on the wide screen alone.
 */
const specsOfLayout = [
  'consent',
  'dashboard-leagues',
  'dashboard-pages',
  'dashboard-seasons',
  'install',
  'journeys',
  'live',
  'pages',
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  // A page waits for a quarter of its time.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: origin,
    browserName: 'chromium',
    launchOptions: { executablePath: browser.executablePath, args: [...browser.args] },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    trace: 'off',
    // Storing the app is half of the work of a test. Tests that need it have it: test.use({ serviceWorkers: 'allow' }).
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desk/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'desk', testMatch: specsOfLayout, grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
  webServer: {
    // To optimise the code of the embedded database takes more of the CPU than it saves in these minutes.
    command: 'node --liftoff-only --import tsx server/start/main.ts',
    cwd: '../..',
    url: `${origin}/api/health`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: {
      PORT: process.env.PITBOARD_TEST_PORT,
      PUBLIC_URL: origin,
      DATA_DIR: process.env.PITBOARD_TEST_DIR,
      DEMO: 'on',
      LIVE_TCP_PORT: '0',
      NODE_ENV: 'test',
      // Each test sends requests from an IP address of its own, because the server limits requests by address.
      TRUST_PROXY: '127.0.0.1',
      // A race would change what the pages show.
      PITBOARD_TEST: JSON.stringify({ demoLive: false, logLevel: 'warn', mailsPerHour: 10_000, mailPause: 0 }),
    },
  },
});
