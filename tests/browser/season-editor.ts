import type { Page } from 'playwright/test';

/** Opens a section of the editor of a season by its link. */
export async function openSection(page: Page, name: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Sections' });
  await nav.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await nav.locator('a[aria-current=page]', { hasText: name }).waitFor();
}

/** Opens or closes the row of a driver. */
export async function openDriver(page: Page, name: string): Promise<void> {
  const row = page.getByRole('list', { name: 'Drivers', exact: true }).getByRole('heading', { name, exact: true });
  await row.getByRole('button').click();
}

/** Opens or closes the row of an event. */
export async function openEvent(page: Page, name: string): Promise<void> {
  const row = page.getByRole('article', { name: new RegExp(`, ${name}$`) });
  await row.getByRole('heading').getByRole('button').click();
}
