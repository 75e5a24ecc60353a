import { expect, type Page } from '@playwright/test';

/** Goes to a place of the navigation: at the side on a desktop, in the bar or behind its button "More" on a phone. */
export async function goToPlace(page: Page, name: string): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  // What is asked next is answered at once: the frame has to be there.
  await expect(places).toBeVisible();
  const more = places.getByRole('button', { name: 'More' });
  const place = places.getByRole('link', { name, exact: true });
  if ((await place.count()) === 0 && (await more.isVisible())) {
    await more.click();
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name, exact: true }).click();
  } else {
    // Help stands apart from the places of a desktop.
    await page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click();
  }
}
