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

/**
 * The features that Playwright 1.65 switches off, because a second switch replaces its own, and the pages that draw the
 * address bar of each tab: they take more time of the CPU than most pages of the app.
 */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'PaintHolding'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
];

/**
 * Finds the browser of tests whose pages are no windows: Debian's headless shell, where it is installed, has the same engine
 * without the interface around it, and takes a fifth less of the CPU.
 */
export async function findHeadlessChromium(): Promise<Browser> {
  const shell = '/usr/bin/chromium-headless-shell';
  const isGiven = (process.env.CHROMIUM_PATH ?? '') !== '';
  return !isGiven && existsSync(shell) ? { executablePath: shell, args, isFull: false } : findChromium();
}

/** Finds Chromium: `$CHROMIUM_PATH`, then Playwright's own, then Debian's, then the one of an npm package. */
export async function findChromium(): Promise<Browser> {
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), '/usr/bin/chromium'];
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found !== undefined) return { executablePath: found, args, isFull: true };
  return { executablePath: await sparticuz.executablePath(), args: [...args, '--headless=shell'], isFull: false };
}
