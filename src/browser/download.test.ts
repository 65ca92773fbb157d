import { expect, test } from 'vitest';
import { chooseDownload } from './download.ts';

const windows = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
};
const mac = {
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
};
const both = { downloadUrl: '/recorder.mjs', windowsDownloadUrl: '/recorder.exe' };

test('visitors with Windows download its own program where there is one', () => {
  expect(chooseDownload(both, windows)).toBe('/recorder.exe');
  expect(chooseDownload(both, mac)).toBe('/recorder.mjs');
  expect(chooseDownload({ downloadUrl: '/recorder.mjs', windowsDownloadUrl: null }, windows)).toBe('/recorder.mjs');
});

test('the settings of an older server have no program for Windows', () => {
  expect(chooseDownload({ downloadUrl: '/recorder.mjs' }, windows)).toBe('/recorder.mjs');
});
