import type { Page, Request, Route } from 'playwright/test';
import { overdueDelay, slowRequestDelay } from '#contract/constants';
import { expect } from '../base-test.ts';

/** The user who fills in a form, and the page. */
export interface User {
  readonly page: Page;
  /** Empty while there is no account. */
  readonly id: string;
  readonly email: string;
  readonly username: string;
  /** Makes a call as this user, without the browser. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly call: (method: string, path: string, body?: unknown) => Promise<any>;
}

/** One form of the app, or one button that writes something. */
export interface Form {
  readonly title: string;
  /** Its file, below `src/pages/`. */
  readonly source: string;
  /** The request that it sends. */
  readonly request: readonly [method: string, address: RegExp];
  /**
   * True where what is sent counts once, such as the token of a link: the first tries do not reach the server. All others
   * do, and their answers are lost.
   */
  readonly countsOnce?: boolean;
  /** Shows it and fills it in. */
  readonly fill?: (user: User) => Promise<void>;
  readonly submit: (page: Page) => Promise<void>;
  /** Submits it again, where that is another button. */
  readonly submitAgain?: (page: Page) => Promise<void>;
  /** Its button is gone once the page reads what was written. On a busy machine the app reads again meanwhile: such reads wait. */
  readonly isGoneAfter?: boolean;
  /** Waits until it says that it is done. */
  readonly expectDone: (user: User) => Promise<void>;
  /** The server's state in the end, and the part that one write changes. */
  readonly stored?: (user: User) => Promise<unknown>;
  readonly one?: unknown;
}

/** Reads of the app; the network is checked by another call. */
const reads = /\/api\/(?!health)/;

type Fault = 'silent' | 'cut' | 'none';

/** Interrupts the requests of a form: they are not answered, or their connection is cut. */
async function interrupt(page: Page, { request: [method, address], countsOnce = false, isGoneAfter = false }: Form) {
  let fault: Fault = 'silent';
  let count = 0;
  const keys = new Set<string | null>();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holdRead = async (route: Route) => {
    if (isGoneAfter && route.request().method() === 'GET' && count > 0) await released;
    await route.fallback();
  };
  const handle = async (route: Route) => {
    const request = route.request();
    if (request.method() !== method) return route.fallback();
    keys.add(await request.headerValue('idempotency-key'));
    if (fault === 'none') return route.fallback();
    const isCut = fault === 'cut';
    if (!countsOnce) await route.fetch();
    count += 1;
    if (isCut) await route.abort('connectionreset');
  };
  await page.route(reads, holdRead);
  await page.route(address, handle);
  return {
    keys,
    count: () => count,
    set: (next: Fault) => {
      fault = next;
      if (fault === 'none') release();
    },
    end: async () => {
      await page.unroute(address, handle);
      await page.unroute(reads, holdRead);
    },
  };
}

/**
 * Submits a form, and passes the time after which the page says that no answer comes. The network is checked meanwhile, and a
 * check that is not answered in time finds fault with it. On a busy machine it comes before the time is passed on.
 */
async function submitUntilOverdue(page: Page, submit: () => Promise<void>): Promise<void> {
  const checks = new Set<Request>();
  const ended = new Set<Request>();
  const isCheck = (request: Request) => request.url().endsWith('/api/health');
  const handleRequest = (request: Request) => void (isCheck(request) ? checks.add(request) : null);
  const handleEnd = (request: Request) => void ended.add(request);
  page.on('request', handleRequest);
  page.on('requestfinished', handleEnd);
  page.on('requestfailed', handleEnd);
  await submit();
  await page.clock.runFor(slowRequestDelay);
  await expect.poll(() => checks.size > 0 && [...checks].every((check) => ended.has(check))).toBe(true);
  page.off('request', handleRequest);
  page.off('requestfinished', handleEnd);
  page.off('requestfailed', handleEnd);
  await page.clock.runFor(overdueDelay - slowRequestDelay);
}

/** A form's text while it waits, and its reason for a failure. */
const said = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).filter({ visible: true });

/**
 * Submits a form whose answer never comes, stops it, submits it again over a connection that is cut, and once more: it says
 * what happens each time, and what it sends is written once.
 */
export async function expectOneWrite(user: User, form: Form): Promise<void> {
  const { page } = user;
  const line = await interrupt(page, form);
  await form.fill?.(user);
  await submitUntilOverdue(page, async () => {
    await form.submit(page);
    await expect.poll(line.count).toBe(1);
  });
  await expect(said(page, 'The server has not answered yet')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(said(page, /You stopped waiting\./)).toBeVisible();
  const submitAgain = form.submitAgain ?? form.submit;
  line.set('cut');
  await submitAgain(page);
  await expect.poll(line.count).toBe(2);
  await expect(said(page, /Can’t reach the server\./)).toBeVisible();
  line.set('none');
  await submitAgain(page);
  await form.expectDone(user);
  await line.end();
  // A write that has a key is sent with the same one each time.
  expect(line.keys.size).toBe(1);
  expect(await form.stored?.(user)).toEqual(form.one);
}

/** A button of the page, by its name. */
export const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click();

/** A text that the page shows in the end. */
export const shows =
  (text: string | RegExp) =>
  async ({ page }: User) =>
    expect(
      page
        .getByText(text, { exact: typeof text === 'string' })
        .filter({ visible: true })
        .first(),
    ).toBeVisible();

/** The id in the address of the page. */
export function idInAddress(page: Page): string {
  return /[\da-f-]{36}/.exec(page.url())?.[0] ?? '';
}
