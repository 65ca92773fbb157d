import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { findChromium } from '../browser/chromium.ts';
import { freePort } from '../postgres.ts';
import { startServer } from './accounts.ts';
import { type TabTimes, tabTimes } from './hidden-tab.ts';
import { registerAs } from './live-recorder.ts';
import { type Feed, feedOf, tick } from './live-stage.ts';
import { median } from './load.ts';

const root = join(import.meta.dirname, '../..');
/** How much slower than this machine a phone is. */
const throttle = 4;
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

export interface LiveTable {
  /** CPU time of tasks in one second of a race, in ms: the page, and the baseline with the same changes. */
  readonly ours: number;
  readonly baseline: number;
  /** The longest task of the page in that time, in ms; those of less than 50 ms count as 0. The median of the rounds. */
  readonly longest: number;
  readonly load: { readonly phone: FirstLoad; readonly desk: FirstLoad };
  /** By the delay of the viewer, in seconds. */
  readonly tabs: ReadonlyMap<number, TabTimes>;
}

async function buildBaseline(folder: string): Promise<string> {
  const dist = join(folder, 'dist');
  mkdirSync(join(folder, 'source'));
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: dist,
      emptyOutDir: true,
      rollupOptions: { input: join(import.meta.dirname, 'live-baseline.ts') },
    },
  });
  const assets = readdirSync(join(dist, 'assets'));
  const script = assets.find((name) => name.endsWith('.js'));
  writeFileSync(
    join(dist, 'index.html'),
    `<!doctype html><body><script type="module" src="/assets/${script}"></script>`,
  );
  return dist;
}

async function serve(folder: string, port: number): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const path = url.startsWith('/assets/') ? url : '/index.html';
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, path)));
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}

interface Stage {
  readonly dataDir: string;
  readonly origin: string;
  readonly feed: Feed;
}

/** Publishes the race from its beginning, so that every page shows the same minutes of it. */
async function publishFor<Result>(stage: Stage, work: (id: string) => Promise<Result>): Promise<Result> {
  const { dataDir, origin, feed } = stage;
  const id = randomUUID();
  const recorder = await registerAs('Bench', { dataDir, origin, id, document: feed.first });
  let step = 0;
  const timer = setInterval(() => {
    const patch = feed.patches[step];
    step += 1;
    if (patch !== undefined) recorder.send({ type: 'patch', seq: step + 1, t: step * tick, patch });
  }, tick);
  try {
    return await work(id);
  } finally {
    clearInterval(timer);
    recorder.socket.terminate();
  }
}

/** Tasks of a page for some seconds: their CPU time in one second, and the longest by the clock, in ms. */
async function measure(browser: Browser, address: string, row: string, seconds: number) {
  const context = await browser.newContext({ viewport: phone, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { longTasks: seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: 'longtask' });
  });
  const devTools = await context.newCDPSession(page);
  // Other programs on this machine take no part in the times of the thread.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(address);
  await page.locator(row).nth(21).waitFor();
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  // Deferred chunks, and code that is compiled during the warm-up.
  await page.waitForTimeout(5_000);
  await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0));
  const taskTime = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await taskTime();
  await page.waitForTimeout(seconds * 1_000);
  const time = ((await taskTime()) - before) / seconds;
  const longest = await page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks),
  );
  await context.close();
  return { time: time * 1_000, longest };
}

function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(root, 'dist/.vite/manifest.json'), 'utf8'));
}

/** The files of modules with everything that they import. */
function filesOf(modules: readonly string[]): ReadonlySet<string> {
  const manifest = readManifest();
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined || files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of modules) visit(name);
  return files;
}

const pages = 'src/pages/live';
/** The files of the panels beside the tower on a wide screen. */
const beside = ['MapPanel', 'RaceControl', 'WeatherForecast'].map((name) => `${pages}/${name}.tsx`);

/** The paths of the files that the page had requested before all rows were drawn. */
async function requestedBeforeRows(page: Page): Promise<ReadonlySet<string>> {
  const names = await page.evaluate(() => {
    const { rowsAt } = globalThis as unknown as { rowsAt: number };
    return performance
      .getEntriesByType('resource')
      .flatMap(({ name, startTime }) => (startTime < rowsAt ? [name] : []));
  });
  return new Set(names.map((name) => new URL(name).pathname.slice(1)));
}

interface FirstLoad {
  /**
   * The critical requests of a race: scripts, styles and the snapshot, or the part of it that a tower is drawn with, in
   * bytes of gzip. The panels of a wide screen are among them if they are requested before the tower is drawn.
   */
  readonly needed: number;
  /** Scripts and styles that are loaded beside it and after it, such as the sheet of a driver and the rest of the frame. */
  readonly later: number;
}

async function firstLoad(browser: Browser, address: string, viewport: typeof phone): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  const files: Promise<{ path: string; size: number }>[] = [];
  let snapshot = 0;
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname.slice(1);
    if (!/\.(js|css)$/.test(path)) return;
    files.push(response.body().then((body) => ({ path, size: gzipSync(body).length })));
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = payload.toString();
      // The tower is drawn with the first of two parts.
      if (snapshot === 0 && /^{"type":"(snapshot|part)"/.test(text)) snapshot = gzipSync(text).length;
    }),
  );
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll('[data-row]').length < 22) return;
      Object.assign(globalThis, { rowsAt: performance.now() });
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  await page.locator('[data-row]').nth(21).waitFor();
  await page.waitForTimeout(3_000);
  const loaded = await Promise.all(files);
  const early = await requestedBeforeRows(page);
  await context.close();
  const manifest = readManifest();
  const panels = beside.filter((name) => early.has(manifest[name]?.file ?? ''));
  const needed = filesOf(['index.html', `${pages}/LiveSessionPage.tsx`, 'style.css', ...panels]);
  const sum = (isNeeded: boolean) =>
    loaded.reduce((total, { path, size }) => total + (needed.has(path) === isNeeded ? size : 0), 0);
  return { needed: sum(true) + snapshot, later: sum(false) };
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** A race of 22 cars on a slow phone against a plain React page, and what it loads; the app must be built. */
export async function liveTable(seconds: number): Promise<LiveTable> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const [port, baselinePort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const baselineOrigin = `http://127.0.0.1:${baselinePort}`;
  const baseline = await serve(await buildBaseline(folder), baselinePort);
  const dataDir = join(folder, 'data');
  const stop = await startServer(dataDir, port, { DEMO: 'off', LIVE_TCP_PORT: '0', CORS_ORIGINS: baselineOrigin });
  // With a delay the first rows come that much later.
  const feed = feedOf(2 * seconds + 60);
  const withRace = <Result>(work: (id: string) => Promise<Result>) => publishFor({ dataDir, origin, feed }, work);
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args] });
  const pageOf = (id: string) => `${origin}/live/${id}`;
  const plainPageOf = (id: string) => {
    const path = addressOf(calls.watchLive, { id }, { format: 'json' });
    return `${baselineOrigin}/?socket=${encodeURIComponent(origin.replace('http', 'ws') + path)}`;
  };
  const load = {
    phone: await withRace((id) => firstLoad(browser, pageOf(id), phone)),
    desk: await withRace((id) => firstLoad(browser, pageOf(id), desk)),
  };
  const rounds = [];
  for (let round = 0; round < 3; round += 1) {
    rounds.push({
      ours: await withRace((id) => measure(browser, pageOf(id), '[data-row]', seconds)),
      baseline: await withRace((id) => measure(browser, plainPageOf(id), 'tr', seconds)),
    });
  }
  await browser.close();
  const tabs = new Map<number, TabTimes>();
  for (const delaySeconds of [0, 20]) {
    const prepare = `localStorage.setItem('pitboard-live', '${JSON.stringify({ delaySeconds })}')`;
    const isReady = "document.querySelectorAll('[data-row]').length >= 22";
    tabs.set(delaySeconds, await withRace((id) => tabTimes(pageOf(id), { prepare, isReady, seconds })));
  }
  baseline.closeAllConnections();
  await new Promise((done) => baseline.close(done));
  await stop();
  rmSync(folder, { recursive: true, force: true });
  rounds.sort((one, other) => one.ours.time / one.baseline.time - other.ours.time / other.baseline.time);
  const middle = rounds[1] as (typeof rounds)[number];
  const longest = median(rounds.map(({ ours }) => ours.longest));
  return { ours: middle.ours.time, baseline: middle.baseline.time, longest, load, tabs };
}
