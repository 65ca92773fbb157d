import { expect } from 'playwright/test';
import type { Driver } from './driver.ts';

/** Elements by role, and by their accessible name or a part of it. */
interface Target {
  readonly role: 'button' | 'checkbox' | 'dialog' | 'field' | 'heading' | 'link' | 'row' | 'status' | 'table';
  readonly name?: string;
  readonly part?: string;
}

/** A page as a person uses it. Every action waits until it can be done. */
export interface EnginePage {
  readonly goto: (address: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly click: (target: Target) => Promise<void>;
  /** Replaces the text of the field with this name. */
  readonly fill: (name: string, text: string) => Promise<void>;
  /** Runs a function in the page, which uses nothing from outside. */
  readonly run: <Result>(work: () => Result) => Promise<Awaited<Result>>;
  /** The texts of the visible elements. */
  readonly texts: (target: Target) => Promise<string[]>;
  /** Waits until the page shows a text. */
  readonly expectText: (text: string | RegExp) => Promise<void>;
  readonly expectHeading: (text: string) => Promise<void>;
  /** Waits for a path and query. */
  readonly expectAddress: (address: RegExp) => Promise<void>;
}

/** Visible elements in the order of the page. Runs there. */
function findAll({ role, name, part = '' }: Target): HTMLElement[] {
  const selectors = {
    button: 'button',
    checkbox: 'input[type=checkbox]',
    dialog: 'dialog[open]',
    field: 'input, select, textarea',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    row: 'tbody tr',
    status: '[role=status]',
    table: 'table',
  };
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: HTMLElement) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const { labels, caption } = Object(element);
    const parts: (Element | null)[] = [...ids.map((id) => document.getElementById(id)), ...(labels ?? []), caption];
    const label = parts.map((each) => each?.textContent ?? '').join(' ');
    return plain(element.getAttribute('aria-label') ?? (label.trim() === '' ? element.textContent : label));
  };
  return [...document.querySelectorAll<HTMLElement>(selectors[role])].filter((element) => {
    const found = nameOf(element);
    const { width, height } = element.getBoundingClientRect();
    const isVisible = width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
    return isVisible && (name === undefined || found === name) && found.includes(part);
  });
}

/** The only one of `found`, in the middle of the screen, where nothing covers it. Runs in the page. */
function takeOnly(found: HTMLElement[]): HTMLElement {
  const [element] = found;
  if (element === undefined || found.length > 1) throw new Error(`${found.length} elements`);
  if (element.matches(':disabled, [aria-disabled=true]')) throw new Error('disabled');
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!element.contains(hit)) throw new Error(`covered by ${hit?.outerHTML.slice(0, 200)}`);
  return element;
}

/** Selects the text of a field, so that it is replaced. Runs in the page. */
function selectText(field: HTMLElement): HTMLElement {
  field.focus();
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  return field;
}

const all = (target: Target) => `(${findAll})(${JSON.stringify(target)})`;
const only = (target: Target) => `(${takeOnly})(${all(target)})`;

/** Wraps the driver of an engine. */
export function createPage(driver: Driver): EnginePage {
  /** Tries an action until the page is ready for it: while it is not, nothing happens. */
  const act = (name: string, action: () => Promise<void>) =>
    expect.poll(() => action().then(() => 'done', String), { message: name, intervals: [50] }).toBe('done');
  const poll = <Value>(name: string, read: () => Promise<Value>) =>
    // Between two documents there is nothing to read.
    expect.poll(() => read().catch(String), { message: name, intervals: [50] });
  const run = <Result>(work: () => Result) => driver.evaluate(`(${work})()`) as Promise<Awaited<Result>>;
  const texts = (target: Target) =>
    driver.evaluate(`${all(target)}.map((element) => element.textContent)`) as Promise<string[]>;
  return {
    run,
    texts,
    goto: driver.goto,
    reload: driver.reload,
    click: (target) => act(`click ${JSON.stringify(target)}`, () => driver.click(only(target))),
    fill: async (name, text) => {
      const field = `(${selectText})(${only({ role: 'field', name })})`;
      await act(`fill ${name}`, () => driver.type(field, text));
    },
    expectText: (text) => {
      // biome-ignore lint/performance/useDomNodeTextContent: only the text that is shown
      const shown = poll(`text ${text}`, () => run(() => document.body.innerText));
      return typeof text === 'string' ? shown.toContain(text) : shown.toMatch(text);
    },
    expectHeading: (text) =>
      poll('heading', () => run(() => document.querySelector('h1')?.textContent ?? '')).toBe(text),
    expectAddress: (address) => poll('address', () => run(() => location.pathname + location.search)).toMatch(address),
  };
}
