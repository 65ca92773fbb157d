import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright';
import { SessionType, Track } from '#contract/enumerations';
import { createField } from '../../server/demo/field.ts';
import { createRandom } from '../../server/demo/random.ts';
import { simulateWeekend } from '../../server/demo/weekend.ts';
import { callAs, createAccount } from '../browser/accounts.ts';
import { findChromium } from '../browser/chromium.ts';
import { freePort } from '../postgres.ts';
import { startServer } from './accounts.ts';

/** How much slower than this machine a phone is. */
const throttle = 4;

interface ChartTimes {
  /** Script, style, layout and paint of all charts of a race's first tab, in ms; the median of the rounds. */
  readonly drawing: number;
  /** The same for the lap cursor, for each move. */
  readonly move: number;
  readonly laps: number;
}

/** The time that the page's main thread has worked since the session began, in ms: another session begins at 0. */
async function taskTime(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

/** Waits until what was changed is painted. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));

async function round(page: Page, address: string): Promise<{ drawing: number; move: number }> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  // The charts' code is there, and only drawing them is measured.
  await page.goto(address);
  await page.locator('[data-car]').first().waitFor();
  const results = page.getByRole('navigation', { name: 'Session', exact: true }).getByRole('link');
  await results.nth(1).click();
  await page.getByRole('table', { name: 'Race classification' }).waitFor();
  // The handles are found here: a search by role is work of the page too.
  const link = await results.nth(0).elementHandle();
  if (link === null) throw new Error('There is no first tab.');
  // What is called from here is work of the page too, the first call most of all.
  await link.evaluate(() => undefined);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await painted(page);
  const before = await taskTime(devTools);
  await link.evaluate(async (element) => {
    (element as HTMLElement).click();
    // Once more after the charts are there, so that they are painted.
    for (let left = 2; left > 0; left -= document.querySelector('[data-car]') === null ? 0 : 1)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  });
  const drawing = (await taskTime(devTools)) - before;
  const lap = await page.getByRole('slider', { name: 'Lap' }).elementHandle();
  if (lap === null) throw new Error('There is no lap cursor.');
  await lap.press('Home');
  await painted(page);
  const still = await taskTime(devTools);
  const moves = 40;
  // All in the page: each call from here would be work of its own.
  await lap.evaluate(async (element, count) => {
    const input = element as HTMLInputElement;
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (let each = 0; each < count; each += 1) {
      setValue?.call(input, String(Number(input.value) + 1));
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    }
  }, moves);
  const move = ((await taskTime(devTools)) - still) / moves;
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devTools.detach();
  return { drawing, move };
}

const middle = (numbers: number[]) => [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? 0;

/** How long the charts of a race of 22 cars and 78 laps take on a slow device; the app must be built. */
export async function chartTimes(rounds: number): Promise<ChartTimes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const stop = await startServer(dataDir, port);
  const account = await createAccount(origin);
  const [race] = simulateWeekend({
    seed: 'bench charts',
    track: Track.Monaco,
    field: createField(createRandom('bench'), 22),
    raceAt: '2026-05-24T13:00:00.000Z',
    sessions: [{ type: SessionType.Race }],
    distance: 1,
  });
  const { id } = await callAs(origin, account, 'POST', '/api/Sessions', race);
  const { executablePath, args } = await findChromium();
  // A window with a history, as people have: a private one loads the app's icon again at each address, in the page's thread.
  const context = await chromium.launchPersistentContext(join(dataDir, 'browser'), {
    executablePath,
    args: [...args],
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const all: { drawing: number; move: number }[] = [];
  for (let count = 0; count < rounds; count += 1) all.push(await round(page, `${origin}/sessions/${id}`));
  await context.close();
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
  return {
    drawing: middle(all.map(({ drawing }) => drawing)),
    move: middle(all.map(({ move }) => move)),
    laps: race?.numberOfLaps ?? 0,
  };
}
