import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, waitForDeferredShell } from './base-test.ts';

/**
 * The violations that axe finds, by its rules and the elements. It runs in the page alone, where the only frame is the
 * preview of an overlay.
 */
export async function findViolations(page: Page): Promise<(readonly [rule: string, elements: string[]])[]> {
  // Elements that are fading in lack contrast for that moment.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.locator('iframe:not([title="Preview of the overlay"])')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Makes the viewport as high as the page, from its top: what the header and the dock cover depends on the scroll position alone. */
export async function showWholePage(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(pageHeight, height) });
  // The footer is below the first screen all the same.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

/** Axe finds nothing, and nothing is wider than the screen, a phone or a small phone. */
export async function expectSound(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  await waitForDeferredShell(page);
  await showWholePage(page);
  expect(await findViolations(page)).toEqual([]);
  for (const width of [size.width, 390, 320]) {
    await page.setViewportSize({ width, height: size.height });
    // Parts that depend on the width are drawn a moment later.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width);
  }
  await page.setViewportSize(size);
}

/** At the end of the page every link of the footer can be clicked: nothing covers it. */
export async function expectFreeFooter(page: Page): Promise<void> {
  const links = page.getByRole('contentinfo').getByRole('link');
  const covered = () =>
    links.evaluateAll((all) => {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      return all.flatMap((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return link.contains(hit) ? [] : [link.textContent];
      });
    });
  await expect(links).not.toHaveCount(0);
  await expect.poll(covered).toEqual([]);
}
