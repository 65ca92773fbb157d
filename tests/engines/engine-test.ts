import { createServer } from 'node:net';
import { test as base } from '../browser/live-site.ts';
import { freePort } from '../postgres.ts';
import { createPage, type EnginePage } from './engine-page.ts';
import { engines } from './engines.ts';

interface Started {
  readonly open: () => Promise<{ readonly page: EnginePage; readonly close: () => Promise<void> }>;
  readonly countRequests: () => number;
}

interface TabFixtures {
  readonly tab: EnginePage;
  /** How many connections to other machines were asked for since the test began. They are all refused. */
  readonly requestsOutside: () => number;
}

/** Journeys in the engine of their project, each with a server and a storage of its own. */
export const test = base.extend<TabFixtures, { engine: Started }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for an object
    async ({}, use, { project }) => {
      const engine = engines[project.name];
      if (engine === undefined) throw new Error(`unknown engine ${project.name}`);
      let count = 0;
      const port = await freePort();
      const proxy = createServer((socket) => {
        count += 1;
        socket.destroy();
      }).listen(port, '127.0.0.1');
      const running = await engine.launch(port);
      await use({
        countRequests: () => count,
        open: async () => {
          const driver = await running.open();
          return { page: createPage(driver), close: driver.close };
        },
      });
      await running.close();
      proxy.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Pages are reached through the network that a test can break.
  tab: async ({ engine, network: _ }, use) => {
    const { page, close } = await engine.open();
    await use(page);
    await close();
  },
  requestsOutside: async ({ engine }, use) => {
    const before = engine.countRequests();
    await use(() => engine.countRequests() - before);
  },
  // Watches a tab of Chromium, which would be started for it.
  // biome-ignore lint/correctness/noEmptyPattern: the runner asks for an object
  failOnErrors: async ({}, use) => use(async () => undefined),
});

export { expect } from '../browser/live-site.ts';
