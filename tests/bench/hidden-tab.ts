import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { findChromium } from '../browser/chromium.ts';

type Send = (method: string, parameters?: object, sessionId?: string) => Promise<Record<string, unknown>>;

/** The CPU time of the process of a page in one second, in ms: in front of its window, and behind another tab. */
export interface TabTimes {
  readonly shown: number;
  readonly hidden: number;
}

/**
 * A page whose tab is covered by another. Playwright tells every page that it is visible, so the browser is spoken to without
 * it. `prepare` is run in the page before it is loaded; `isReady` is asked until it is true.
 */
export async function tabTimes(
  address: string,
  { prepare, isReady, seconds }: { readonly prepare: string; readonly isReady: string; readonly seconds: number },
): Promise<TabTimes> {
  const { executablePath, args } = await findChromium();
  const profile = mkdtempSync(join(tmpdir(), 'pitboard-tab-'));
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-first-run'];
  const browser = spawn(executablePath, [...args, ...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const send = await connect(await addressOf(browser.stderr));
    const open = async (url: string) => String((await send('Target.createTarget', { url }))['targetId']);
    const targetId = await open('about:blank');
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const inPage: Send = (method, parameters) => send(method, parameters, String(sessionId));
    const evaluate = async (expression: string) =>
      (Object((await inPage('Runtime.evaluate', { expression }))['result']) as { readonly value?: unknown }).value;
    await inPage('Page.enable');
    await inPage('Page.addScriptToEvaluateOnNewDocument', { source: prepare });
    await inPage('Page.navigate', { url: address });
    while ((await evaluate(isReady)) !== true) await sleep(100);
    await inPage('Performance.enable', { timeDomain: 'threadTicks' });
    const measure = async () => {
      // Deferred chunks, and what a change of the tab starts.
      await sleep(5_000);
      const before = await processTime(inPage);
      await sleep(seconds * 1_000);
      return ((await processTime(inPage)) - before) / seconds;
    };
    const shown = await measure();
    await open('about:blank');
    while ((await evaluate('document.visibilityState')) !== 'hidden') await sleep(100);
    return { shown, hidden: await measure() };
  } finally {
    browser.kill();
    await once(browser, 'close');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The CPU time that the page's process has spent on all of its threads, in ms. */
async function processTime(inPage: Send): Promise<number> {
  const { metrics } = await inPage('Performance.getMetrics');
  const found = (metrics as { name: string; value: number }[]).find(({ name }) => name === 'ProcessTime');
  return (found?.value ?? Number.NaN) * 1_000;
}

/** The browser prints the address of its DevTools once it can be spoken to. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const found = /^DevTools listening on (ws:\S+)/.exec(line);
    if (found?.[1] !== undefined) return found[1];
  }
  throw new Error('the browser ended');
}

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let last = 0;
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      const read = (data: WebSocket.RawData) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.off('message', read);
        if (answer.error === undefined) resolve(answer.result);
        else reject(new Error(`${method}: ${answer.error.message}`));
      };
      socket.on('message', read);
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
}
