import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Reloads a page, which is the same step as before. Waits for its heading, so that it has been shown. */
export async function reloadStep(page: Page, heading: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: heading });
  await expect(title).toBeVisible();
  const { pathname } = new URL(page.url());
  await page.reload();
  await expect(title).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(pathname);
}
