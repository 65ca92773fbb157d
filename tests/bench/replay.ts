import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { callAs, createAccount } from '../browser/accounts.ts';
import { findChromium } from '../browser/chromium.ts';
import { freePort } from '../postgres.ts';
import { startServer } from './accounts.ts';
import { median } from './load.ts';
import { aRace } from './race.ts';

/** How much slower than this machine a phone is. */
const throttle = 4;
const phone = { width: 390, height: 844 };

interface ReplayTimes {
  /** From the start of a navigation without a network until all cars are in the tower, in ms; the median of the rounds. */
  readonly start: number;
  /** The same for the table of the result. */
  readonly result: number;
  /** The tasks of 50 ms and more in a minute at 16 times the speed of the race, in ms. */
  readonly longTasks: readonly number[];
  /** The work of the page for a move of the time bar with its picture, in ms: the median of 100 moves, and the 95th. */
  readonly moves: readonly [number, number];
}

type Seen = typeof globalThis & { longTasks: number[]; allRowsAt: number };

/** Notes in the page when all cars are drawn, and its long tasks. */
function observe([selector, rows]: readonly [string, number]): void {
  const seen = globalThis as Seen;
  seen.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll(selector).length < rows) return;
    seen.allRowsAt = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Opens an address on a slow phone; resolves once so many elements are drawn. */
async function open(context: BrowserContext, address: string, drawn: readonly [string, number]): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(observe, drawn);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => (globalThis as Seen).allRowsAt > 0);
  return page;
}

/** The work of the page for each of 100 moves of the bar across the race, in ms. */
async function moveBar(page: Page): Promise<number[]> {
  const bar = await page.getByRole('slider', { name: 'Time' }).elementHandle();
  if (bar === null) throw new Error('There is no time bar.');
  return bar.evaluate(async (element) => {
    const input = element as HTMLInputElement;
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const times: number[] = [];
    for (let move = 0; move < 100; move += 1) {
      const begin = performance.now();
      setValue?.call(input, String((Number(input.max) * move) / 100));
      input.dispatchEvent(new Event('input', { bubbles: true }));
      const handled = performance.now() - begin;
      // The picture is drawn in the next frame: from its begin until a task after it.
      times.push(
        await new Promise<number>((done) => {
          requestAnimationFrame(() => {
            const frame = performance.now();
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => done(handled + performance.now() - frame);
            port2.postMessage(null);
          });
        }),
      );
    }
    return times;
  });
}

/** A stored race of 20 cars watched again on a slow phone without a network; the app must be built. */
export async function replayTimes(rounds: number, seconds: number): Promise<ReplayTimes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const stop = await startServer(dataDir, port);
  const race = aRace();
  const { id } = await callAs(origin, await createAccount(origin), 'POST', '/api/Sessions', race);
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args] });
  const context = await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true });
  const installing = await context.newPage();
  await installing.goto(`${origin}/sessions/${id}?at=600`);
  await installing.getByText('Ready to use offline.').waitFor();
  await installing
    .locator('[data-row]')
    .nth(race.drivers.length - 1)
    .waitFor();
  // The code of the replay is stored beside the app, once that is there.
  await installing.waitForFunction(async () =>
    (await (await caches.open('assets')).keys()).some(({ url }) => url.includes('/ReplayPanel')),
  );
  await installing.close();
  await context.setOffline(true);
  const rows = ['[data-row]', race.drivers.length] as const;
  const startOf = async (query: string, drawn: readonly [string, number]) => {
    const page = await open(context, `${origin}/sessions/${id}?${query}`, drawn);
    const time = await page.evaluate(() => (globalThis as Seen).allRowsAt);
    await page.close();
    return time;
  };
  const starts: number[] = [];
  const results: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    starts.push(await startOf('at=600', rows));
    results.push(await startOf('tab=results', ['main tbody tr', race.drivers.length]));
  }
  const page = await open(context, `${origin}/sessions/${id}?at=60`, rows);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('16');
  await page.getByRole('button', { name: 'Play' }).tap();
  // Code that is compiled during the warm-up.
  await page.waitForTimeout(5_000);
  await page.evaluate(() => (globalThis as Seen).longTasks.splice(0));
  await page.waitForTimeout(seconds * 1_000);
  const longTasks = await page.evaluate(() => (globalThis as Seen).longTasks);
  await page.getByRole('button', { name: 'Pause' }).tap();
  const moves = (await moveBar(page)).sort((one, other) => one - other);
  await browser.close();
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
  return {
    start: median(starts),
    result: median(results),
    longTasks,
    moves: [moves[49] ?? Number.NaN, moves[94] ?? Number.NaN],
  };
}
