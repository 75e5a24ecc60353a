import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Waits until a page shows everything it has requested. The network of a signed-in page is never idle because of its
 * stream of changes.
 */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.skeleton, [aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() =>
    Promise.allSettled([...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode())),
  );
}

/** Turns on a switch that acts straight away. A moment after the press it shows the state that the server has saved. */
export async function turnOn(control: Locator): Promise<void> {
  if (!(await control.isChecked())) await control.click();
  await expect(control).toBeChecked();
}
