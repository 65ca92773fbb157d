import { beforeEach, expect, test, vi } from 'vitest';
import { installOfferCooldown } from '#contract/constants';
import type { InstallEvents } from '../pwa/install.ts';
import { isBannerDue, useInstall } from './install.ts';
import { mountHook } from './mounted-hook.tsx';

const now = 1_800_000_000_000;
const hour = 3_600_000;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

test.each([
  ['on a first visit', null, null, false],
  ['within half an hour of the first visit', now - hour / 2, null, false],
  ['on a second visit', now - hour, null, true],
  ['60 days after it was dismissed', now - hour, now - installOfferCooldown, false],
  ['more than 60 days after it was dismissed', now - hour, now - installOfferCooldown - 1, true],
])('the banner %s', (_, storedSince, dismissedAt, expected) => {
  expect(isBannerDue(now, storedSince, dismissedAt)).toBe(expected);
});

type Answer = 'accepted' | 'dismissed' | 'broken';

/** A page on an iPhone, or in a browser with a prompt. */
async function open(
  isIphone: boolean,
  { isSecondVisit = true, answer = 'accepted' as Answer, hasStorage = true } = {},
) {
  const calls: string[] = [];
  const date = new Date(now - (isSecondVisit ? hour : 0)).toUTCString();
  vi.stubGlobal('navigator', { userAgent: isIphone ? 'iPhone' : 'Chromium', maxTouchPoints: 0 });
  vi.stubGlobal('caches', { match: async () => new Response('', { headers: { date } }) });
  let listener: Parameters<InstallEvents['watch']>[0] | null = null;
  const prompt = async () => {
    calls.push('prompt');
    if (answer === 'broken') throw new Error('no prompt');
    return { outcome: answer };
  };
  const events: InstallEvents = {
    prompt: () => ({ prompt }) as unknown as ReturnType<InstallEvents['prompt']>,
    watch: (added) => {
      listener = added;
      return () => undefined;
    },
  };
  const settings = { readSetting: async () => null, storeSetting: async () => void calls.push('save') };
  const openStorage = async () => {
    if (!hasStorage) throw new Error('private mode');
    return { settings };
  };
  const queries = { serverTime: () => now, openStorage };
  const hook = await mountHook(useInstall, events, { queries });
  return {
    calls,
    view: () => hook.value().view,
    method: () => hook.value().method,
    start: () => hook.run(() => hook.value().start()),
    dismiss: () => hook.run(() => hook.value().dismiss()),
    close: () => hook.run(() => hook.value().close()),
    offerPrompt: () => hook.run(() => listener?.onPrompt()),
    install: () => hook.run(() => listener?.onInstalled()),
  };
}

test('shows the banner on a second visit where the browser has a prompt or a share sheet', async () => {
  const [chromium, iphone] = [await open(false), await open(true)];
  expect([chromium.view(), iphone.view()]).toEqual([null, 'banner']);
  await chromium.offerPrompt();
  expect(chromium.view()).toBe('banner');
  expect((await open(true, { isSecondVisit: false })).view()).toBeNull();
});

test('installs by the prompt of the browser, and shows instructions once that is used up', async () => {
  const { calls, view, method, start, offerPrompt } = await open(false);
  await offerPrompt();
  await start();
  expect([calls, view(), method()]).toEqual([['prompt'], null, 'menu']);
  await start();
  expect([calls, view()]).toEqual([['prompt'], 'instructions']);
});

test('does not show the banner again when the browser has another prompt', async () => {
  const { view, start, offerPrompt } = await open(false);
  await offerPrompt();
  await start();
  await offerPrompt();
  expect(view()).toBeNull();
});

test('shows instructions when the prompt fails', async () => {
  const { view, start, offerPrompt } = await open(false, { answer: 'broken' });
  await offerPrompt();
  await start();
  expect(view()).toBe('instructions');
});

test('stores that the prompt was declined', async () => {
  const { calls, view, start, offerPrompt } = await open(false, { answer: 'dismissed' });
  await offerPrompt();
  await start();
  expect([calls, view()]).toEqual([['prompt', 'save'], null]);
});

test('shows instructions from the banner, and not the banner again', async () => {
  const { view, start, close } = await open(true);
  await start();
  expect(view()).toBe('instructions');
  await close();
  expect(view()).toBeNull();
});

test.each([true, false])(
  'hides a dismissed banner, and the app can still be installed; storage: %s',
  async (hasStorage) => {
    const { calls, view, start, dismiss } = await open(true, { hasStorage });
    await dismiss();
    expect([calls, view()]).toEqual([hasStorage ? ['save'] : [], null]);
    await start();
    expect(view()).toBe('instructions');
  },
);

test('shows that the app is installed already when installing is started again', async () => {
  const { view, start, close, install } = await open(true);
  await start();
  await install();
  expect(view()).toBeNull();
  await start();
  expect(view()).toBe('alreadyInstalled');
  await close();
  expect(view()).toBeNull();
});

test('shows so too in the window of the installed app, which has no banner', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const { view, start } = await open(true);
  expect(view()).toBeNull();
  await start();
  expect(view()).toBe('alreadyInstalled');
});
