import type { Page } from 'playwright/test';

/** A page of which the layout shifts are counted, on a phone's CPU and network. */
export interface WatchedPage {
  /** The shifts since the page was opened: their score, and what moved from where to where. */
  readonly shifts: () => Promise<readonly string[]>;
}

/** Counts the layout shifts of pages that are opened from now on, on a network of 1.6 Mbit/s and a CPU of a fourth. */
export async function watchLayoutShifts(page: Page): Promise<WatchedPage> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { layoutShifts: shifts });
    const where = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          readonly value: number;
          readonly sources: readonly {
            readonly node: Node | null;
            readonly previousRect: DOMRectReadOnly;
            readonly currentRect: DOMRectReadOnly;
          }[];
        };
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 40)}: ${where(previousRect)} to ${where(currentRect)}`,
        );
        shifts.push(`${value.toFixed(4)} ${moved.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { shifts: () => page.evaluate(() => (window as unknown as { layoutShifts: string[] }).layoutShifts) };
}

/** The sum of the scores of the shifts. */
export const totalOf = (shifts: readonly string[]) =>
  shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0);
