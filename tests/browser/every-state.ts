import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright/test';

/** `npm run verify:long`: axe checks the state of a page before every action of every test. */
export const isEveryState = process.env.PITBOARD_EVERY_STATE === '1';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** States that this process has checked, by the look of their elements: pages of a hundred sessions are one state. */
const seen = new Set<string>();
/** The time for which elements that fade in lack contrast, in ms. */
const fadeTime = 700;

type Violation = readonly [rule: string, elements: string[]];

/** Checks the pages of a context before every action on them; reports what axe finds. */
export function checkEveryState(context: BrowserContext, onViolation: (text: string) => void): void {
  context.on('page', (page) => wrapActions(page));
  reporters.set(context, onViolation);
}

const reporters = new WeakMap<BrowserContext, (text: string) => void>();
const actions = [
  'click',
  'tap',
  'fill',
  'press',
  'check',
  'uncheck',
  'selectOption',
  'setInputFiles',
  'focus',
] as const;
let isWrapped = false;

/** The class of locators is not exported: it is that of any locator. */
function wrapActions(page: Page): void {
  if (isWrapped) return;
  isWrapped = true;
  const prototype = Object.getPrototypeOf(page.locator('body'));
  for (const action of actions) {
    const act = prototype[action];
    prototype[action] = async function (this: Locator, ...parameters: unknown[]) {
      await checkState(this.page());
      return act.apply(this, parameters);
    };
  }
}

const running = new WeakMap<Page, Promise<void>>();
/** Errors of the browser about a page that was left or closed meanwhile. */
const isLeft = /context was destroyed|Cannot find context|closed|navigated|detached|No frame/i;

/** An empty page of the site stands for none. */
const isOfApp = (url: string) => url.startsWith('http') && !url.endsWith('/empty');

/** Checks the state of a page, unless one that looks the same was checked. */
export async function checkState(page: Page): Promise<void> {
  const report = reporters.get(page.context());
  if (report === undefined || page.isClosed() || !isOfApp(page.url())) return;
  await running.get(page);
  const check = findNew(page)
    .then((violations) => {
      const { pathname } = new URL(page.url());
      for (const [rule, elements] of violations) report(`axe: ${pathname} ${rule}: ${elements.join(' ')}`);
    })
    .catch((error) => {
      if (!isLeft.test(String(error))) report(`axe: ${error}`);
    });
  running.set(page, check);
  await check;
}

/** Kept open: a session that is closed takes the emulated network with it. */
const sessions = new WeakMap<Page, CDPSession>();

async function findNew(page: Page): Promise<readonly Violation[]> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const evaluate = await openWorld(session);
  const state = `${page.viewportSize()?.width} ${await evaluate(`(${lookOf})(document.body)`)}`;
  if (seen.has(state)) return [];
  await evaluate(`${axe}; undefined`);
  const find = `(${findViolations})()`;
  const found = (await evaluate(find)) as readonly Violation[];
  seen.add(state);
  if (found.length === 0) return [];
  await evaluate(`new Promise((resolve) => setTimeout(resolve, ${fadeTime}))`);
  return (await evaluate(find)) as readonly Violation[];
}

/** A world of its own in the page, whose timers run also where a test has stopped the clock. */
async function openWorld(session: CDPSession): Promise<(expression: string) => Promise<unknown>> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const world = { frameId: frameTree.frame.id, worldName: 'every state' };
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', world);
  return async (expression) => {
    const options = { expression, contextId, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', options);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  };
}

/** Runs in the page: what can be seen of its elements, without texts, and without repetitions. */
function lookOf(element: Element): string {
  const states = [
    'role',
    'aria-expanded',
    'aria-selected',
    'aria-invalid',
    'aria-busy',
    'aria-current',
    'aria-pressed',
  ];
  const lookOfOne = (one: Element): string => {
    if (!one.checkVisibility()) return '';
    const values = states.map((name) => one.getAttribute(name) ?? '').join();
    const children = [...one.children].map(lookOfOne);
    const different = children.filter((child, index) => child !== children[index - 1]);
    const isDisabled = one.matches(':disabled') ? '!' : '';
    return `${one.tagName}.${one.getAttribute('class') ?? ''}[${values}${isDisabled}](${different.join('')})`;
  };
  return lookOfOne(element);
}

/**
 * Runs in the page, after axe. Elements that a bar covers at this scroll position are left out: they have the bar's
 * contrast.
 */
async function findViolations(): Promise<readonly Violation[]> {
  const isCovered = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && !element.contains(hit) && !hit.contains(element);
  };
  const { violations } = await Object(globalThis).axe.run(document, {
    elementRef: true,
    iframes: false,
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
    rules: {
      // The dock covers different elements at each scroll position: `expectSound` looks at whole pages.
      'target-size': { enabled: false },
      // Forced colours are the system's own.
      'color-contrast': { enabled: !matchMedia('(forced-colors: active)').matches },
    },
  });
  type Node = { readonly element: Element; readonly html: string; readonly failureSummary: string };
  return violations
    .map(({ id, nodes }: { id: string; nodes: Node[] }) => [
      id,
      nodes
        .filter(({ element }) => id !== 'color-contrast' || !isCovered(element))
        .map(({ html, failureSummary }) => `${html.slice(0, 300)} (${failureSummary})`),
    ])
    .filter(([, nodes]: Violation) => nodes.length > 0);
}
