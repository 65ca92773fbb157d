import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright';

/** A browser and how it is started. */
export interface Browser {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** False for the headless shell, which cannot install apps. */
  readonly isFull: boolean;
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Finds Chromium: `$CHROMIUM_PATH`, then Playwright's own, then Debian's, then the one of an npm package. */
export async function findChromium(): Promise<Browser> {
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), '/usr/bin/chromium'];
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found !== undefined) return { executablePath: found, args, isFull: true };
  return { executablePath: await sparticuz.executablePath(), args: [...args, '--headless=shell'], isFull: false };
}
