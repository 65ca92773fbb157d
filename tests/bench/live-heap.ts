import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { findChromium } from '../browser/chromium.ts';
import { freePort } from '../postgres.ts';
import { startServer } from './accounts.ts';

/**
 * The memory of a viewer over a simulated race: `npm run soak -- --minutes 15`. The app must be built. The first five
 * minutes do not count; after them the heap may grow by 2 MB in ten minutes.
 */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '15' } } });
const minutes = Number(values.minutes);
const settled = Math.min(5, minutes / 3);
const allowed = 2;

/** MB in ten minutes, as the line through the samples has it. */
function slopeOf(samples: readonly { readonly minute: number; readonly heap: number }[]): number {
  const mean = (of: (sample: (typeof samples)[number]) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ heap }) => heap)];
  const rise = mean(({ minute, heap }) => (minute - x) * (heap - y)) / mean(({ minute }) => (minute - x) ** 2);
  return rise * 10;
}

const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-soak-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const stop = await startServer(dataDir, port, { DEMO: 'on', PITBOARD_TEST: '{}', LIVE_TCP_PORT: '0' });
const { executablePath, args } = await findChromium();
const browser = await chromium.launch({ executablePath, args: [...args] });
const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
await page.goto(`${origin}/live`);
await page.locator('a[href^="/live/"]').first().click();
await page.locator('[data-row]').nth(21).waitFor();
const devTools = await page.context().newCDPSession(page);
const samples: { minute: number; heap: number }[] = [];
const start = performance.now();
while ((performance.now() - start) / 60_000 < minutes) {
  await sleep(20_000);
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  samples.push({ minute: (performance.now() - start) / 60_000, heap: usedSize / 1_000_000 });
  const last = samples.at(-1);
  console.log(`${last?.minute.toFixed(1)} min: ${last?.heap.toFixed(2)} MB`);
}
await browser.close();
await stop();
rmSync(dataDir, { recursive: true, force: true });
const slope = slopeOf(samples.filter(({ minute }) => minute > settled));
console.log(`the heap grows by ${slope.toFixed(2)} MB in ten minutes, at most ${allowed} MB are allowed`);
process.exitCode = slope <= allowed ? 0 : 1;
