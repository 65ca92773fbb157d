import { beforeEach, expect, test, vi } from 'vitest';
import type { NetworkStatus } from '#machines/connectivity';
import { reloadWhenReachable } from './reload.ts';
import { createUnsavedChanges } from './unsaved-changes.tsx';

const reload = vi.fn();
let answer = () => new Response('{"status":"ok"}');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async () => answer());
  load();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    reload.mockReset();
    answer = () => new Response('{"status":"ok"}');
  };
});

/** A document is loaded, later than the last one. */
function load(): void {
  vi.setSystemTime(Date.now() + 1);
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now());
}

/** A part of the page that lacks a script. */
function openPart(unsavedChanges = createUnsavedChanges()) {
  const listeners = new Set<(status: NetworkStatus) => void>();
  const reportCall = vi.fn();
  const subscribe = (listener: (status: NetworkStatus) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const stop = reloadWhenReachable({ subscribe, reportCall }, unsavedChanges);
  const setStatus = (status: NetworkStatus) => {
    for (const listener of listeners) listener(status);
  };
  return { reportCall, setStatus, stop };
}

/** Resolves when a started request has been handled. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a page is reloaded once where the server answers, and again after 15 s', async () => {
  openPart();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
  load();
  openPart();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 15_001);
  load();
  openPart();
  await settled();
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each([
  ['has a fault', () => new Response('{}', { status: 500 })],
  ['is behind a captive portal', () => new Response('<html>Accept our terms</html>')],
  ['cannot be reached', () => Response.error()],
])('where the server %s a page is reloaded when it is back, also moments after a reload', async (_, fault) => {
  for (const reloads of [1, 2]) {
    load();
    const healthy = answer;
    answer = fault;
    const { reportCall, setStatus, stop } = openPart();
    await settled();
    expect(reportCall).toHaveBeenCalledTimes(1);
    setStatus('faulty');
    await settled();
    expect(reload).toHaveBeenCalledTimes(reloads - 1);
    answer = healthy;
    setStatus('online');
    await settled();
    expect(reload).toHaveBeenCalledTimes(reloads);
    stop();
  }
});

test('a page with two parts that lack a script is reloaded once', async () => {
  const parts = [openPart(), openPart()];
  await settled();
  for (const { setStatus } of parts) setStatus('online');
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page whose script is missing all the same is reloaded three times, however often the server comes back', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    load();
    const { setStatus, stop } = openPart();
    await settled();
    setStatus('online');
    await settled();
    stop();
  }
  expect(reload).toHaveBeenCalledTimes(3);
});

test.each([
  ['has no draft', { name: 'Discord messages', hasDraft: false }],
  ['is being sent', { name: 'Details', hasDraft: true, isSending: true }],
])('a page with input that %s is reloaded when it is saved', async (_, change) => {
  const unsavedChanges = createUnsavedChanges();
  unsavedChanges.set('form', change);
  openPart(unsavedChanges);
  await settled();
  expect(reload).not.toHaveBeenCalled();
  unsavedChanges.set('form', null);
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page with input that is stored as a draft is reloaded at once, and one that was left is not', async () => {
  const unsavedChanges = createUnsavedChanges();
  unsavedChanges.set('form', { name: 'Details', hasDraft: true });
  const { stop } = openPart(unsavedChanges);
  stop();
  await settled();
  expect(reload).not.toHaveBeenCalled();
  openPart(unsavedChanges);
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});
