import type { Page } from 'playwright/test';
import { expect, names } from './live-site.ts';

export const rows = (page: Page) => page.getByRole('table').first().locator('tbody').last().getByRole('row');
export const status = (page: Page) => page.getByRole('main').locator('p[role=status]');
export const tower = (page: Page) => page.getByRole('table').first();
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1_050;

/** The codes of the drivers, first place first. */
export const places = (page: Page) =>
  rows(page)
    .locator('[data-car]')
    .evaluateAll((all) => all.map((each) => each.dataset['car']));

/** The cars move on by one place each time. */
export const turningEvery = (milliseconds: number) => (time: number) =>
  names.map((_, index) => (index + Math.floor(time / milliseconds)) % names.length);
export const turning = turningEvery(300);

export async function follow(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(rows(page)).toHaveCount(names.length);
  await expect(status(page)).toHaveText('Live');
}
