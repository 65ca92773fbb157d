import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright';
import { build } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { openTestServer } from '../../server/tests/support/open-test-server.ts';
import { transferredSize } from '../../tools/build/precache-size.ts';
import { findChromium } from '../browser/chromium.ts';
import { freePort } from '../postgres.ts';
import { startServer } from './accounts.ts';
import { aRace } from './race.ts';
import { serve } from './serve.ts';

const root = join(import.meta.dirname, '../..');
/** The baseline: a React page with one heading, precached by Workbox. */
async function buildBaseline(folder: string): Promise<string> {
  const source = join(folder, 'baseline');
  mkdirSync(source);
  writeFileSync(
    join(source, 'index.html'),
    '<!doctype html><div id="app"></div><script type="module" src="/main.js"></script>',
  );
  const lines = [
    "import { createElement } from 'react';",
    "import { createRoot } from 'react-dom/client';",
    "import { Workbox } from 'workbox-window';",
    "createRoot(document.getElementById('app')).render(createElement('h1', { id: 'heading' }, 'Ready'));",
    "new Workbox('/sw.js').register();",
  ];
  writeFileSync(join(source, 'main.js'), lines.join('\n'));
  const dist = join(folder, 'baseline-dist');
  await build({
    root: source,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: ['react', 'react-dom', 'workbox-window'].map((name) => ({
        find: new RegExp(`^${name}(?=/|$)`),
        replacement: join(root, 'node_modules', name),
      })),
    },
    plugins: [VitePWA({ injectRegister: false, manifest: false, workbox: { inlineWorkboxRuntime: true } })],
    build: { outDir: dist, emptyOutDir: true },
  });
  return dist;
}

/** Ms from the start of a navigation until an element is in the document. */
async function timeUntil(open: () => Promise<BrowserContext>, address: string, selector: string): Promise<number> {
  const context = await open();
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    // The page reports by itself: polling it would slow down the start that is measured.
    await page.addInitScript((awaited) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(awaited) === null) return;
        observer.disconnect();
        console.log(`shown after ${performance.now()}`);
      });
      observer.observe(document, { childList: true, subtree: true });
    }, selector);
    const report = page.waitForEvent('console', (message) => message.text().startsWith('shown after '));
    await page.goto(address, { waitUntil: 'commit' });
    return Number((await report).text().split(' ').at(-1));
  } finally {
    await context.close();
  }
}

const median = (numbers: number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** Cold starts of a closed browser without a network, alternating: the app's home with its list, and the baseline; in ms. */
export async function coldStarts(rounds: number): Promise<{ ours: number; baseline: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const { executablePath, args } = await findChromium();
  const open = () =>
    chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath,
      args: [...args],
      viewport: { width: 390, height: 844 },
    });
  const [port, baselinePort] = [await freePort(), await freePort()];
  const [home, baselineHome] = [`http://127.0.0.1:${port}/home`, `http://127.0.0.1:${baselinePort}/`];
  const baselineServer = await serve(await buildBaseline(folder), baselinePort);
  const stop = await startServer(join(folder, 'data'), port);
  const context = await open();
  const page = context.pages()[0] ?? (await context.newPage());
  for (const address of [home, baselineHome]) {
    await page.goto(address);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(address);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  }
  await page.goto(home);
  await page.waitForFunction(hasStoredResponses);
  await context.close();
  await stop();
  baselineServer.closeAllConnections();
  await new Promise((done) => baselineServer.close(done));
  const times = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await timeUntil(open, home, 'main a[href^="/sessions/"]'));
    times.baseline.push(await timeUntil(open, baselineHome, '#heading'));
  }
  rmSync(folder, { recursive: true, force: true });
  return { ours: median(times.ours), baseline: median(times.baseline) };
}

/** The JSON of a race, as the API answers it. */
async function raceText(): Promise<string> {
  const server = await openTestServer();
  const race = aRace();
  const { id } = await server.get('createSession', { as: 'Bench', body: race });
  const { body } = await server.call('getSession', { params: { id } });
  await server.close();
  return body;
}

interface OpenTimes {
  readonly ours: number[];
  readonly prefetched: number[];
  readonly baseline: number[];
  readonly text: number[];
  readonly empty: number[];
}

/**
 * Opening a stored race the way the app does, against JSON.parse of its text (`baseline`); medians in ms. `prefetched`:
 * opened by a link that was hovered before. `text`: the text is read from IndexedDB and parsed. `empty`: an empty text is
 * read from IndexedDB.
 */
export async function storedOpens(): Promise<{ [Name in keyof OpenTimes]: number } & { bytes: number }> {
  const text = await raceText();
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const lines = [
    ...[
      ['openDeviceStorage', 'src/storage/device-storage.ts'],
      ['createApi', 'src/api/client.ts'],
      ['createQueryCache', 'src/queries/query-cache.ts'],
      ['createMemoryCache, createLayeredCache', 'src/queries/layered-cache.ts'],
      ['getSession', 'contract/calls/sessions.ts'],
    ].map(([names, path]) => `import { ${names} } from ${JSON.stringify(join(root, String(path)))};`),
    `window.measure = async (race) => {
      const device = openDeviceStorage();
      const isOnline = () => false;
      const nobody = async () => null;
      const api = createApi({ baseUrl: location.origin, accessToken: nobody, now: Date.now, isOnline, onSettled: isOnline });
      const resource = { call: getSession, params: { id: 'race' } };
      const key = '/api/Sessions/session/race';
      const row = { key, value: JSON.parse(race), storedAt: 1, readAt: 1, owner: null, version: null, contract: 'ours' };
      await device.cache.store(row);
      const raw = await new Promise((done) => {
        indexedDB.open('pitboard').onsuccess = ({ target }) => done(target.result);
      });
      const values = raw.transaction('values', 'readwrite').objectStore('values');
      values.put(race, 'text');
      values.put('', 'empty');
      const read = (name) =>
        new Promise((done) => {
          raw.transaction('values').objectStore('values').get(name).onsuccess = ({ target }) => done(target.result);
        });
      const times = { ours: [], prefetched: [], baseline: [], text: [], empty: [] };
      for (let round = 0; round < 60; round += 1) {
        // Every round has an empty memory cache.
        const newQueries = () =>
          createQueryCache({
            api,
            cache: createLayeredCache(createMemoryCache(Date.now), async () => device.cache, Date.now, nobody),
            auth: { settledUserId: nobody, lacksToken: isOnline },
            openStorage: async () => device,
            tabs: { listen: () => undefined, post: () => undefined },
            contract: 'ours',
            onBackOnline: () => () => undefined,
          });
        const open = async (queries) => {
          const start = performance.now();
          if ((await queries.readCached(resource)) === null) throw new Error('the stored race was not found');
          return performance.now() - start;
        };
        const prefetched = newQueries();
        void prefetched.prefetch(resource);
        // The time between hover and click.
        await new Promise((done) => setTimeout(done, 50));
        times.prefetched.push(await open(prefetched));
        const queries = newQueries();
        await new Promise((done) => setTimeout(done, 20));
        times.ours.push(await open(queries));
        await new Promise((done) => setTimeout(done, 20));
        const before = performance.now();
        JSON.parse(race);
        times.baseline.push(performance.now() - before);
        for (const name of ['text', 'empty']) {
          await new Promise((done) => setTimeout(done, 20));
          const start = performance.now();
          JSON.parse((await read(name)) || '0');
          times[name].push(performance.now() - start);
        }
      }
      return times;
    };`,
  ];
  writeFileSync(join(folder, 'main.js'), lines.join('\n'));
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/main.js"></script>');
  const dist = join(folder, 'dist');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: [{ find: /^#contract\/(.*)$/, replacement: join(root, 'contract/$1.ts') }] },
    build: { outDir: dist },
  });
  const port = await freePort();
  const server = await serve(dist, port);
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args] });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => 'measure' in window);
  const times = await page.evaluate(
    (race) => (window as unknown as { measure: (race: string) => Promise<OpenTimes> }).measure(race),
    text,
  );
  await browser.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  const { ours, prefetched, baseline, text: read, empty } = times;
  return {
    ours: median(ours),
    prefetched: median(prefetched),
    baseline: median(baseline),
    text: median(read),
    empty: median(empty),
    bytes: text.length,
  };
}

/** The files of the service worker's precache, and their size as the server sends them. */
export function precacheSize(dist: string): { files: number; bytes: number } {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  const files = [...new Set([...worker.matchAll(/url:"([^"]+)"/g)].map(([, url]) => String(url)))];
  return { files: files.length, bytes: transferredSize(dist, files) };
}

/** Whether the app has stored the two lists of the home page; runs in the page. */
async function hasStoredResponses(): Promise<boolean> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('pitboard');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const count = await new Promise<number>((resolve, reject) => {
    const counting = database.transaction('values').objectStore('values').count();
    counting.onsuccess = () => resolve(counting.result);
    counting.onerror = () => reject(counting.error);
  });
  database.close();
  return count >= 2;
}
