import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import { type Driver, type Engine, phone } from './driver.ts';

const executablePath = '/usr/bin/firefox-esr';

function createDriver(page: Page): Driver {
  const elementOf = async (expression: string) => {
    const element = (await page.evaluateHandle(expression)).asElement();
    if (element === null) throw new Error(`no element: ${expression}`);
    return element as ElementHandle<Element>;
  };
  return {
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    evaluate: (expression) => page.evaluate(expression),
    click: async (element) => (await elementOf(element)).click(),
    type: async (element, text) => (await elementOf(element)).type(text),
    close: () => page.browserContext().close(),
  };
}

/** Debian's Firefox ESR, by WebDriver BiDi. */
export const firefox: Engine = {
  packages: ['firefox-esr'],
  files: [executablePath],
  launch: async (proxy) => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      // Otherwise it asks Mozilla for settings all the time: releases take another server only with this variable.
      env: { ...process.env, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' },
      extraPrefsFirefox: {
        'services.settings.server': 'data:,',
        'network.proxy.type': 1,
        'network.proxy.ssl': '127.0.0.1',
        'network.proxy.ssl_port': proxy,
      },
    });
    return {
      open: async () => {
        const page = await (await browser.createBrowserContext()).newPage();
        await page.setViewport(phone);
        return createDriver(page);
      },
      close: () => browser.close(),
    };
  },
};
