import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright';
import { build } from 'vite';
import { findChromium } from '../browser/chromium.ts';
import { freePort } from '../postgres.ts';
import { startServer } from './accounts.ts';
import { median } from './load.ts';
import { serve } from './serve.ts';

const root = join(import.meta.dirname, '../..');

/** The time of a visit that is measured, in ms. */
const visitTime = 7_000;

/** A visit: main-thread CPU time and total blocking time in ms, and requests of the page and its workers. */
export interface Visit {
  readonly busy: number;
  readonly blocked: number;
  readonly requests: number;
}

export interface FirstVisit {
  readonly page: string;
  readonly runs: readonly Visit[];
  /** Busy time as a multiple of that of a bare React page in the same rounds. */
  readonly ratio: number;
}

/** The baseline: a React page with 60 rows. Returns its folder. */
async function buildBaseline(folder: string): Promise<string> {
  const source = join(folder, 'baseline');
  mkdirSync(source);
  writeFileSync(
    join(source, 'index.html'),
    '<!doctype html><meta name="viewport" content="width=device-width"><div id="app"></div><script type="module" src="/main.js"></script>',
  );
  const lines = [
    "import { createElement as h } from 'react';",
    "import { createRoot } from 'react-dom/client';",
    "const cells = (row) => [row, 'Driver ' + row, '1:23.456'].map((text) => h('td', { key: text }, text));",
    "const rows = Array.from({ length: 60 }, (_, row) => h('tr', { key: row }, cells(row)));",
    "createRoot(document.getElementById('app')).render(h('table', null, h('tbody', null, rows)));",
  ];
  writeFileSync(join(source, 'main.js'), lines.join('\n'));
  const dist = join(folder, 'baseline-dist');
  await build({
    root: source,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: ['react', 'react-dom'].map((name) => ({
        find: new RegExp(`^${name}(?=/|$)`),
        replacement: join(root, 'node_modules', name),
      })),
    },
    build: { outDir: dist, emptyOutDir: true },
  });
  return dist;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Times in microseconds: of the clock, and of the thread. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Opens an address in a new profile of a phone with a processor a quarter as fast. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  let requests = 0;
  context.on('request', () => {
    requests += 1;
  });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const traceConfig = { includedCategories: ['toplevel', '__metadata'] };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await page.goto(address, { waitUntil: 'commit' });
  await sleep(visitTime);
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  await context.close();
  return { ...mainThreadOf(events), requests };
}

/** The busiest main thread of the browser's pages: it has one page, and may keep an empty one ready. */
function mainThreadOf(events: readonly TraceEvent[]): Pick<Visit, 'busy' | 'blocked'> {
  const keyOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(keyOf),
  );
  const threads = new Map<string, { busy: number; blocked: number }>();
  for (const event of events) {
    const { name, ph, dur = 0, tdur = 0 } = event;
    if (ph !== 'X' || name !== 'ThreadControllerImpl::RunTask' || !main.has(keyOf(event))) continue;
    const thread = threads.get(keyOf(event)) ?? { busy: 0, blocked: 0 };
    threads.set(keyOf(event), {
      busy: thread.busy + tdur / 1_000,
      blocked: thread.blocked + Math.max(0, dur / 1_000 - 50),
    });
  }
  const [busiest] = [...threads.values()].sort((one, other) => other.busy - one.busy);
  if (busiest === undefined) throw new Error('The trace has no task of a page');
  return busiest;
}

/** First visits of public pages, alternating with the baseline, which is the first row. */
export async function firstVisits(rounds: number): Promise<FirstVisit[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const [port, baselinePort] = [await freePort(), await freePort()];
  const baselineServer = await serve(await buildBaseline(folder), baselinePort);
  const stop = await startServer(join(folder, 'data'), port);
  const origin = `http://127.0.0.1:${port}`;
  const idOf = async (path: string) => (await (await fetch(origin + path)).json())[0].id;
  const addresses = {
    'bare page': `http://127.0.0.1:${baselinePort}/`,
    FAQ: `${origin}/faq`,
    home: `${origin}/home`,
    session: `${origin}/sessions/${await idOf('/api/Sessions')}`,
    season: `${origin}/seasons/${await idOf('/api/Seasons')}`,
  };
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args] });
  const runs = new Map<string, Visit[]>(Object.keys(addresses).map((page) => [page, []]));
  // The first round fills the caches of the server.
  for (let round = 0; round <= rounds; round += 1)
    for (const [page, address] of Object.entries(addresses)) {
      const measured = await visit(browser, address);
      if (round > 0) runs.get(page)?.push(measured);
    }
  await browser.close();
  await stop();
  baselineServer.closeAllConnections();
  await new Promise((done) => baselineServer.close(done));
  rmSync(folder, { recursive: true, force: true });
  const busyOf = (visits: readonly Visit[]) => median(visits.map(({ busy }) => busy));
  const baseline = busyOf(runs.get('bare page') ?? []);
  return [...runs].map(([page, visits]) => ({ page, runs: visits, ratio: busyOf(visits) / baseline }));
}
