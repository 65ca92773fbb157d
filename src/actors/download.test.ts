import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDownload } from './download.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const calls: string[] = [];
  const download = createDownload(
    (url) => calls.push(url),
    () => calls.push('info'),
  );
  return { calls, ...download };
}

test('starts the download at once and opens the info page 1000 ms later', () => {
  const { calls, start: click, setFile } = start();
  setFile('/app.exe');
  click();
  vi.advanceTimersByTime(999);
  expect(calls).toEqual(['/app.exe']);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['/app.exe', 'info']);
});

test('starts one download for two clicks, and that of the present file for a click after the info page', () => {
  const { calls, start: click, setFile } = start();
  setFile('/app.exe');
  click();
  click();
  vi.advanceTimersByTime(1_000);
  setFile('/newer.exe');
  click();
  expect(calls).toEqual(['/app.exe', 'info', '/newer.exe']);
});

test.each([
  ['before', 400, ['/app.exe', 'info']],
  ['after', 1_400, ['info', '/app.exe']],
])('starts one download when the file becomes known %s the info page opens', (_, time, expected) => {
  const { calls, start: click, setFile } = start();
  click();
  vi.advanceTimersByTime(time);
  setFile('/app.exe');
  setFile('/app.exe');
  vi.advanceTimersByTime(1_000);
  expect(calls).toEqual(expected);
});

test('opens the info page when there is no file', () => {
  const { calls, start: click, setFile } = start();
  click();
  setFile(null);
  vi.advanceTimersByTime(1_000);
  expect(calls).toEqual(['info']);
});
