import type { ElementHandle, Page } from 'playwright/test';
import type { Driver } from '../engines/driver.ts';

/** A tab of Chromium as a driver, for journeys that run in every engine. */
export function createChromiumDriver(page: Page): Driver {
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
    close: () => page.close(),
  };
}
