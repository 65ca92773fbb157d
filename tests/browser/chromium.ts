import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright';

/** Where a browser is and how it wants to be started. */
export interface Browser {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** The headless shell cannot install apps; tests of that skip there. */
  readonly isFull: boolean;
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `$CHROMIUM_PATH`, else Playwright's own, else Debian's, else the one in an npm package. */
export async function findChromium(): Promise<Browser> {
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), '/usr/bin/chromium'];
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found !== undefined) return { executablePath: found, args, isFull: true };
  return { executablePath: await sparticuz.executablePath(), args: [...args, '--headless=shell'], isFull: false };
}
