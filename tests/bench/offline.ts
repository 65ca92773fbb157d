import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type BrowserContext, chromium } from 'playwright';
import { build } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { openTestServer } from '../../server/testing/open-test-server.ts';
import { findChromium } from '../browser/chromium.ts';
import { freePort } from '../postgres.ts';
import { startServer } from './accounts.ts';
import { aRace } from './race.ts';

const root = join(import.meta.dirname, '../..');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves a folder on a port of this machine. */
async function serve(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = join(folder, request.url === '/' ? 'index.html' : String(request.url));
    try {
      const bytes = readFileSync(path);
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}

/** The least that React and Workbox can do: one heading, kept on the device. */
async function buildFloor(folder: string): Promise<string> {
  const source = join(folder, 'floor');
  mkdirSync(source);
  writeFileSync(
    join(source, 'index.html'),
    '<!doctype html><div id="app"></div><script type="module" src="/main.js"></script>',
  );
  const words = [
    "import { createElement } from 'react';",
    "import { createRoot } from 'react-dom/client';",
    "import { Workbox } from 'workbox-window';",
    "createRoot(document.getElementById('app')).render(createElement('h1', { id: 'there' }, 'There'));",
    "new Workbox('/sw.js').register();",
  ];
  writeFileSync(join(source, 'main.js'), words.join('\n'));
  const dist = join(folder, 'floor-dist');
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

/** Ms from the start of a page to the moment that something of it is there. */
async function startUntil(open: () => Promise<BrowserContext>, address: string, selector: string): Promise<number> {
  const context = await open();
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    // The page tells by itself: to ask it while it starts would take from the time that is measured.
    await page.addInitScript((wanted) => {
      const watch = new MutationObserver(() => {
        if (document.querySelector(wanted) === null) return;
        watch.disconnect();
        console.log(`there after ${performance.now()}`);
      });
      watch.observe(document, { childList: true, subtree: true });
    }, selector);
    const told = page.waitForEvent('console', (message) => message.text().startsWith('there after '));
    await page.goto(address, { waitUntil: 'commit' });
    return Number((await told).text().split(' ').at(-1));
  } finally {
    await context.close();
  }
}

const middle = (numbers: number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** Cold starts of a closed browser with both servers gone, in turn: the app's home with its list, and the floor; in ms. */
export async function coldStarts(rounds: number): Promise<{ ours: number; floor: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const { executablePath, args } = await findChromium();
  const open = () =>
    chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath,
      args: [...args],
      viewport: { width: 390, height: 844 },
    });
  const [port, floorPort] = [await freePort(), await freePort()];
  const [home, floorHome] = [`http://127.0.0.1:${port}/home`, `http://127.0.0.1:${floorPort}/`];
  const floorServer = await serve(await buildFloor(folder), floorPort);
  const stop = await startServer(join(folder, 'data'), port);
  const context = await open();
  const page = context.pages()[0] ?? (await context.newPage());
  for (const address of [home, floorHome]) {
    await page.goto(address);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(address);
    await page.waitForLoadState('networkidle');
  }
  await context.close();
  await stop();
  floorServer.closeAllConnections();
  await new Promise((done) => floorServer.close(done));
  const took = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    took.ours.push(await startUntil(open, home, 'main a[href^="/sessions/"]'));
    took.floor.push(await startUntil(open, floorHome, '#there'));
  }
  rmSync(folder, { recursive: true, force: true });
  return { ours: middle(took.ours), floor: middle(took.floor) };
}

/** A whole race as the API answers it, in JSON. */
async function raceText(): Promise<string> {
  const server = await openTestServer();
  const race = aRace();
  const { id } = await server.get('createSession', { as: 'Bench', body: race });
  const { body } = await server.call('getSession', { params: { id } });
  await server.close();
  return body;
}

interface Took {
  readonly ours: number[];
  readonly touched: number[];
  readonly floor: number[];
  readonly text: number[];
  readonly nothing: number[];
}

/**
 * Opening a stored race as the app does it, against JSON.parse of its text; medians in ms. `touched`: as it is opened by a
 * link, which was touched before; `text`: to read that text from IndexedDB and parse it; `nothing`: to read an empty text.
 */
export async function storedOpens(): Promise<{ [Name in keyof Took]: number } & { bytes: number }> {
  const text = await raceText();
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const words = [
    ...[
      ['openOwnDevice', 'src/cache/device.ts'],
      ['createApi', 'src/api/client.ts'],
      ['createReads', 'src/actors/reads.ts'],
      ['keepInMemory, keepOnDevice', 'src/cache/kept.ts'],
    ].map(([names, path]) => `import { ${names} } from ${JSON.stringify(join(root, String(path)))};`),
    `window.measure = async (race) => {
      const device = openOwnDevice();
      const api = createApi({ baseUrl: location.origin, accessToken: async () => null, now: () => Date.now() });
      const resource = { name: 'getSession', params: { id: 'race' } };
      const key = '/api/Sessions/session/race';
      const visitor = { owner: async () => null, isMute: async () => false };
      await device.reads.keep({ key, value: JSON.parse(race), storedAt: 1, readAt: 1, owner: null, contract: 'ours' });
      const raw = await new Promise((done) => {
        indexedDB.open('pitboard').onsuccess = ({ target }) => done(target.result);
      });
      const values = raw.transaction('values', 'readwrite').objectStore('values');
      values.put(race, 'text');
      values.put('', 'nothing');
      const look = (name) =>
        new Promise((done) => {
          raw.transaction('values').objectStore('values').get(name).onsuccess = ({ target }) => done(target.result);
        });
      const took = { ours: [], touched: [], floor: [], text: [], nothing: [] };
      for (let round = 0; round < 60; round += 1) {
        // A person opens one and then another, neither of which is in memory.
        const newReads = () => {
          const kept = keepOnDevice(keepInMemory(Date.now), Promise.resolve(device.reads), Date.now, visitor.owner);
          return createReads(api, kept, () => false, visitor, Promise.resolve(device), 'ours');
        };
        const open = async (reads) => {
          const start = performance.now();
          if ((await reads.readKept(resource)) === null) throw new Error('the stored race is not there');
          return performance.now() - start;
        };
        const touched = newReads();
        void touched.preload(resource);
        // From the touch to the click.
        await new Promise((done) => setTimeout(done, 50));
        took.touched.push(await open(touched));
        const reads = newReads();
        await new Promise((done) => setTimeout(done, 20));
        took.ours.push(await open(reads));
        await new Promise((done) => setTimeout(done, 20));
        const before = performance.now();
        JSON.parse(race);
        took.floor.push(performance.now() - before);
        for (const name of ['text', 'nothing']) {
          await new Promise((done) => setTimeout(done, 20));
          const looked = performance.now();
          JSON.parse((await look(name)) || '0');
          took[name].push(performance.now() - looked);
        }
      }
      return took;
    };`,
  ];
  writeFileSync(join(folder, 'main.js'), words.join('\n'));
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
  const took = await page.evaluate(
    (race) => (window as unknown as { measure: (race: string) => Promise<Took> }).measure(race),
    text,
  );
  await browser.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  const { ours, touched, floor, text: read, nothing } = took;
  return {
    ours: middle(ours),
    touched: middle(touched),
    floor: middle(floor),
    text: middle(read),
    nothing: middle(nothing),
    bytes: text.length,
  };
}

/** What a first visit loads for later: files and bytes as they travel, by the worker's own list. */
export function precacheSize(dist: string): { files: number; bytes: number } {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  const files = [...new Set([...worker.matchAll(/url:"([^"]+)"/g)].map(([, url]) => join(dist, String(url))))];
  const bytes = files.reduce((sum, file) => {
    // Pictures and fonts travel as they are.
    const isPacked = /\.(png|woff2)$/.test(file);
    return sum + (isPacked ? statSync(file).size : brotliCompressSync(readFileSync(file)).length);
  }, 0);
  return { files: files.length, bytes };
}
