import type { Page } from '@playwright/test';

/** Chooses a kind in the filters of transactions: beside the list on a desktop, in a sheet on a phone. */
export async function chooseKind(page: Page, name: string): Promise<void> {
  const filters = page.getByRole('button', { name: /^Filters/ });
  if ((await filters.getAttribute('aria-expanded')) !== 'true') await filters.click();
  await page.getByRole('group', { name: 'Kind' }).getByRole('button', { name, exact: true }).click();
  const show = page.getByRole('dialog').getByRole('button', { name: /^Show/ });
  if (await show.isVisible()) await show.click();
}
