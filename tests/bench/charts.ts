import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright';
import { SessionType, Track } from '#contract/enumerations';
import { callAs, createAccount } from '../browser/accounts.ts';
import { findChromium } from '../browser/chromium.ts';
import { freePort } from '../postgres.ts';
import { createField } from '../simulator/field.ts';
import { createRandom } from '../simulator/random.ts';
import { simulateWeekend } from '../simulator/weekend.ts';
import { startServer } from './accounts.ts';

/** How much slower than this machine a phone is. */
const throttle = 4;

interface ChartTimes {
  /** Script, style, layout and paint of a race's first tab, in ms; the median of the rounds. */
  readonly tab: number;
  /** The charts' share: the difference from the tab of the same race without laps. */
  readonly charts: number;
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

/** Opens the second tab of a race; resolves to how long the first one takes from there, in ms. `last` is an element of it. */
async function drawFirstTab(page: Page, devTools: CDPSession, address: string, last: string): Promise<number> {
  // The tab's code is there, and only drawing it is measured.
  await page.goto(address);
  await page.locator(last).first().waitFor();
  const results = page.getByRole('navigation', { name: 'Session', exact: true }).getByRole('link');
  await results.nth(1).click();
  await page.getByRole('table', { name: 'Race classification' }).waitFor();
  // The handles are found here: a search by role is work of the page too.
  const link = await results.nth(0).elementHandle();
  if (link === null) throw new Error('There is no first tab.');
  // Calls from here count as work of the page too, the first call most of all.
  await link.evaluate(() => undefined);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await painted(page);
  const before = await taskTime(devTools);
  await link.evaluate(async (element, selector) => {
    (element as HTMLElement).click();
    // Once more after the last part is there, so that it is painted.
    for (let left = 2; left > 0; left -= document.querySelector(selector) === null ? 0 : 1)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  }, last);
  return (await taskTime(devTools)) - before;
}

/** How long a move of the lap cursor takes, in ms. */
async function moveCursor(page: Page, devTools: CDPSession): Promise<number> {
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
  return ((await taskTime(devTools)) - still) / moves;
}

/** Runs on a slow device. */
async function onSlowDevice<Result>(page: Page, run: (devTools: CDPSession) => Promise<Result>): Promise<Result> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const result = await run(devTools);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devTools.detach();
  return result;
}

const middle = (numbers: number[]) => [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? 0;

/** How long the charts of a race of 22 cars and 78 laps take on a slow device; the app must be built. */
export async function chartTimes(roundCount: number): Promise<ChartTimes> {
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
  if (race === undefined) throw new Error('There is no race.');
  const upload = async (session: typeof race) =>
    `${origin}/sessions/${(await callAs(origin, account, 'POST', '/api/Sessions', session)).id}`;
  const withCharts = await upload(race);
  const withoutLaps = await upload({
    ...race,
    internalSessionId: '1',
    drivers: race.drivers.map((driver) => ({ ...driver, lapTimes: [] })),
  });
  const { executablePath, args } = await findChromium();
  // A window with a history, as people have: a private one loads the app's icon again at each address, in the page's thread.
  const context = await chromium.launchPersistentContext(join(dataDir, 'browser'), {
    executablePath,
    args: [...args],
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const rounds: { tab: number; charts: number; move: number }[] = [];
  for (let count = 0; count < roundCount; count += 1) {
    const { tab, move } = await onSlowDevice(page, async (devTools) => ({
      tab: await drawFirstTab(page, devTools, withCharts, '[data-car]'),
      move: await moveCursor(page, devTools),
    }));
    const rest = await onSlowDevice(page, (devTools) =>
      drawFirstTab(page, devTools, withoutLaps, 'ol[aria-label=Podium]'),
    );
    rounds.push({ tab, charts: tab - rest, move });
  }
  await context.close();
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
  return {
    tab: middle(rounds.map(({ tab }) => tab)),
    charts: middle(rounds.map(({ charts }) => charts)),
    move: middle(rounds.map(({ move }) => move)),
    laps: race.numberOfLaps ?? 0,
  };
}
