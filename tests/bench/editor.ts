import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { SessionType, type Track } from '#contract/enumerations';
import { type Account, callAs, createAccount, password } from '../browser/accounts.ts';
import { findChromium } from '../browser/chromium.ts';
import { freePort } from '../postgres.ts';
import { createField, type Entrant } from '../simulator/field.ts';
import { createRandom } from '../simulator/random.ts';
import { simulateWeekend } from '../simulator/weekend.ts';
import { startServer } from './accounts.ts';

const events = 24;
const sessions = 200;
const cars = 22;
const drivers = 40;
/** How much slower than this machine a phone is. */
const throttle = 4;

interface EditorTimes {
  /** The longest task while the editor of a season is opened by a link, in ms; the median of the rounds. */
  readonly opening: number;
  /** The same when the page is loaded at its address. */
  readonly loading: number;
  /** From a tap that completes a ruling until its preview is painted. */
  readonly preview: number;
  /** The longest task of that. */
  readonly previewTask: number;
}

const weekend = [
  ...[SessionType.P1, SessionType.P2, SessionType.P3, SessionType.Q1, SessionType.Q2, SessionType.Q3].map((type) => ({
    type,
  })),
  { type: SessionType.Race, isSprint: true },
  { type: SessionType.Race },
];

/** Every second round is driven by others, as far as the season has more drivers than a race has cars. */
function fieldOf(round: number): Entrant[] {
  const field = createField(createRandom('bench'), cars);
  if (round % 2 === 0) return field;
  return field.map((entrant, index) =>
    index < drivers - cars ? { ...entrant, name: `${entrant.name} II`, carNumber: 100 + index } : entrant,
  );
}

/** A season of whole weekends, as many sessions as a season may have. */
async function fillSeason(origin: string, account: Account): Promise<string> {
  const season = await callAs(origin, account, 'POST', '/api/Seasons', { name: 'Long season' });
  let left = sessions - events * weekend.length;
  for (let round = 0; round < events; round += 1) {
    const track = round as Track;
    const extra = left > 0 ? [{ type: SessionType.ShortPractice }] : [];
    left -= extra.length;
    const uploads = simulateWeekend({
      seed: `bench ${round}`,
      track,
      field: fieldOf(round),
      raceAt: new Date(Date.UTC(2026, 0, 4 + 7 * round, 19)).toISOString(),
      sessions: [...extra, ...weekend],
      distance: 0.25,
    });
    const sessionIds: string[] = [];
    for (const upload of uploads) sessionIds.push((await callAs(origin, account, 'POST', '/api/Sessions', upload)).id);
    const path = `/api/Seasons/${season.id}/events`;
    const body = { track, startsAt: uploads.at(-1)?.sessionStartTime ?? null };
    const event = (await callAs(origin, account, 'POST', path, body)).events.at(-1);
    await callAs(origin, account, 'PATCH', `${path}/${event.id}/sessions`, { sessionIds });
  }
  return season.id;
}

/** Observes long tasks of this page and of every page that it loads. */
async function observeTasks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { longTasks: seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** The longest task in ms since it was last asked for. Tasks of less than 50 ms count as none. */
async function longestTask(page: Page): Promise<number> {
  // Long tasks are reported when the browser is idle.
  await page.waitForTimeout(500);
  return page.evaluate(() => {
    const { longTasks } = globalThis as unknown as { longTasks: number[] };
    return Math.max(0, ...longTasks.splice(0));
  });
}

/** Taps a button; resolves to the ms until the text is painted. */
function timeUntilPainted(page: Page, button: string, text: string): Promise<number> {
  return page.evaluate(
    ([name, expected]) =>
      new Promise<number>((done) => {
        const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
        const start = performance.now();
        const observer = new MutationObserver(() => {
          if (!document.body.textContent.includes(expected)) return;
          observer.disconnect();
          // A message that is sent in a frame arrives after the frame was painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port2.onmessage = () => done(performance.now() - start);
            port1.postMessage(null);
          });
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        found?.click();
      }),
    [button, text] as const,
  );
}

async function round(page: Page, seasonId: string): Promise<EditorTimes> {
  const path = `/dashboard/seasons/${seasonId}/edit`;
  // The last field of the section. Looking for roles and names takes long on a slow device.
  const last = page.locator('#events input[name=event-name]');
  const devTools = await page.context().newCDPSession(page);
  await page.goto('/dashboard/seasons');
  const link = page.locator(`a[href="${path}"]`).first();
  await link.waitFor();
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await longestTask(page);
  await link.evaluate((element: HTMLElement) => element.click());
  // Whether it is visible would need the layout, in a task of the page.
  await last.waitFor({ state: 'attached' });
  const opening = await longestTask(page);
  await page.reload();
  await last.waitFor({ state: 'attached' });
  const loading = await longestTask(page);
  await page.locator(`a[href="${path}/rulings"]`).evaluate((element: HTMLElement) => element.click());
  const form = page.getByRole('form', { name: 'New ruling' });
  await form.getByRole('checkbox').first().check();
  await form.getByText('Choose a driver and a ruling').waitFor();
  await longestTask(page);
  const preview = await timeUntilPainted(page, '+5', 'In the championship');
  const previewTask = await longestTask(page);
  await page.getByRole('button', { name: 'Discard' }).first().click();
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devTools.detach();
  return { opening, loading, preview, previewTask };
}

const middle = (numbers: number[]) => [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? 0;

/** How long tasks are while a season of 24 events, 40 drivers and 200 sessions is edited on a slow device; the app must be built. */
export async function editorTimes(rounds: number): Promise<EditorTimes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const stop = await startServer(dataDir, port);
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args] });
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 390, height: 844 } });
  await observeTasks(context);
  const account = await createAccount(origin);
  const seasonId = await fillSeason(origin, account);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText(`Logged in as ${account.username}`).waitFor();
  const all: EditorTimes[] = [];
  for (let count = 0; count < rounds; count += 1) all.push(await round(page, seasonId));
  await browser.close();
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
  const of = (name: keyof EditorTimes) => middle(all.map((times) => times[name]));
  return { opening: of('opening'), loading: of('loading'), preview: of('preview'), previewTask: of('previewTask') };
}
