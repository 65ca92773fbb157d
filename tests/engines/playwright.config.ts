import { defineConfig } from 'playwright/test';
import { engines, missingFiles } from './engines.ts';

/** Journeys in the engines that this machine has, one worker for each. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/engines',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  projects: Object.entries(engines)
    .filter(([, engine]) => missingFiles(engine).length === 0)
    // The portals of networks cost a browser much: one that is not Chromium is enough.
    .map(([name]) => ({ name, testMatch: name === 'webkit' ? '*.spec.ts' : 'journeys.spec.ts' })),
});
