import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'playwright/test';
import { freePort } from '../postgres.ts';
import { type Driver, type Engine, phone } from './driver.ts';

const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const display = '/usr/bin/xvfb-run';
const webDriver = '/usr/bin/WebKitWebDriver';

/** The name of an element in what WebDriver answers. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;

/** Commands of WebDriver, https://www.w3.org/TR/webdriver2/. */
function createSender(port: number): Send {
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent });
    const { value } = Object(await response.json());
    if (!response.ok) throw new Error(`${Object(value).error}: ${Object(value).message}`);
    return value;
  };
}

function createDriver(send: Send, session: string): Driver {
  const evaluate = (expression: string) =>
    send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] });
  const elementOf = async (expression: string) =>
    `${session}/element/${Object(await evaluate(expression))[elementKey]}`;
  return {
    evaluate,
    goto: async (url) => void (await send('POST', `${session}/url`, { url })),
    reload: async () => void (await send('POST', `${session}/refresh`, {})),
    click: async (element) => void (await send('POST', `${await elementOf(element)}/click`, {})),
    type: async (element, text) => void (await send('POST', `${await elementOf(element)}/value`, { text })),
    close: async () => void (await send('DELETE', session)),
  };
}

/** WebKitGTK, with the engine of Safari, in the small browser that comes with it. It has no headless form. */
export const webkit: Engine = {
  packages: ['webkit2gtk-driver', 'xvfb'],
  files: [browser, display, webDriver],
  launch: async (proxy) => {
    const port = await freePort();
    // A group of its own: the script that starts the display does not end what it has started.
    const child = spawn(display, ['--auto-servernum', webDriver, `--port=${port}`], {
      detached: true,
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    const send = createSender(port);
    const isReady = () =>
      send('GET', '/status').then(
        () => true,
        () => false,
      );
    await expect.poll(isReady, { message: `${webDriver} answers`, intervals: [50] }).toBe(true);
    const capabilities = {
      browserName: 'MiniBrowser',
      proxy: { proxyType: 'manual', sslProxy: `127.0.0.1:${proxy}` },
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    };
    return {
      open: async () => {
        const { sessionId } = Object(await send('POST', '/session', { capabilities: { alwaysMatch: capabilities } }));
        // Its toolbar needs more width than a phone has; the page still has one column.
        await send('POST', `/session/${sessionId}/window/rect`, phone);
        return createDriver(send, `/session/${sessionId}`);
      },
      close: async () => {
        process.kill(-Number(child.pid));
        await ended;
      },
    };
  },
};
