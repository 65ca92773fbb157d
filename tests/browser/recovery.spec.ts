import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Page } from 'playwright/test';
import { freePort } from '../postgres.ts';
import { expect, isLong } from './base-test.ts';
import { storedTexts, waitForCharts } from './device.ts';
import { test as base, installApp, type Site } from './site.ts';

/** The answer of a broken server. */
type Fault = (request: IncomingMessage, response: ServerResponse) => void;

const faults: Readonly<Record<string, { readonly answer: Fault; readonly cause: string }>> = {
  'answers 500': { answer: (_, response) => response.writeHead(500).end('{}'), cause: 'The server has a fault' },
  'answers 502': {
    answer: (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>'),
    cause: 'The server has a fault',
  },
  'is behind a captive portal': {
    answer: (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Accept our terms</html>'),
    cause: 'This Wi-Fi wants you to sign in',
  },
  hangs: { answer: () => undefined, cause: 'Can’t reach the server' },
  'cuts connections': { answer: ({ socket }) => socket.destroy(), cause: 'Can’t reach the server' },
};

interface Gateway {
  readonly origin: string;
  /** Sets the answer to requests; null passes them to the server. */
  readonly set: (fault: Fault | null) => void;
  /** Refuses connections from now on, as a server that was stopped. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

const test = base.extend<{ gateway: Gateway; port: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner asks for an object
  port: async ({}, use) => use(await freePort()),
  settings: async ({ port }, use) => use({ PUBLIC_URL: `http://127.0.0.1:${port}` }),
  gateway: async ({ site, port }, use) => {
    let fault: Fault | null = null;
    const server = createServer((incoming, response) => {
      if (fault !== null) return fault(incoming, response);
      forward(site, incoming, response);
    });
    const start = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const stop = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    await start();
    await use({
      origin: `http://127.0.0.1:${port}`,
      set: (next) => {
        fault = next;
      },
      start,
      stop,
    });
    await stop();
  },
});

function forward({ origin }: Site, incoming: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(origin);
  const { url = '/', method, headers } = incoming;
  const outgoing: ClientRequest = request({ hostname, port, path: url, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}

test.use({ serviceWorkers: 'allow' });

/** The line at the foot of the page. */
const statusLine = (page: Page) => page.locator('p[role=status]', { hasText: 'Show saved pages' });

const modes = [...Object.keys(faults), 'is stopped'];

/** Each fault once, with and without a copy by turns: what a page shows of a cause is the same for all causes. */
const pairs = modes.flatMap((mode, index) =>
  [true, false]
    .filter((hasCopy) => isLong || mode === 'is stopped' || hasCopy === (index % 2 === 0))
    .map((hasCopy) => ({ mode, hasCopy })),
);

for (const { mode, hasCopy } of pairs) {
  const title = `a page ${hasCopy ? 'with' : 'without'} a copy is fresh within seconds after a server that ${mode} is back`;
  test(title, async ({ page, gateway, site }, testInfo) => {
    await installApp(page, `${gateway.origin}/home`);
    const path = `/sessions/${site.sessionId}`;
    if (hasCopy) {
      await page.goto(gateway.origin + path);
      await expect(page.getByText('Ada Swift').first()).toBeVisible();
      await expect.poll(() => storedTexts(page)).toContain('Ada Swift');
      await waitForCharts(page);
    }
    const { answer, cause } = faults[mode] ?? { answer: null, cause: 'Can’t reach the server' };
    if (answer === null) await gateway.stop();
    else gateway.set(answer);
    await page.goto(gateway.origin + path);

    // A page without a copy gives the same cause as the line; one with a copy says how old that is.
    await expect(statusLine(page)).toContainText(cause);
    if (hasCopy) {
      await expect(page.getByText(/[Ss]aved (just now|\d+ min ago)/)).toBeVisible();
      // In place of the charts, which are on the device too.
      await expect(page.getByText('No laps recorded')).toBeVisible();
    } else
      await expect(
        page
          .getByRole('main')
          .getByText(new RegExp(`^${cause}`))
          .first(),
      ).toBeVisible();
    await expect(page.getByText('Ada Swift')).toHaveCount(hasCopy ? 1 : 0);

    const start = performance.now();
    if (answer === null) await gateway.start();
    else gateway.set(null);
    await expect(page.getByText('Ada Swift').first()).toBeVisible();
    await expect(statusLine(page)).toHaveCount(0);
    await expect(
      page.getByText(/[Ss]aved (just now|\d+ min ago)|Something went wrong!|The server has a fault/),
    ).toHaveCount(0);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    testInfo.annotations.push({ type: 'fresh after', description: `${seconds} s` });
    console.log(`${title}: ${seconds} s`);
  });
}
