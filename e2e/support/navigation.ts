import { expect, type Page } from '@playwright/test';

/** Opens a place of the navigation: at the side on a desktop, in the bar or its "More" menu on a phone. */
export async function goToPlace(page: Page, name: string): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  // The next query does not wait, so the frame must exist.
  await expect(places).toBeVisible();
  const more = places.getByRole('button', { name: 'More' });
  const place = places.getByRole('link', { name, exact: true });
  if ((await place.count()) === 0 && (await more.isVisible())) {
    await more.click();
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name, exact: true }).click();
  } else {
    // Help is separate from the other places on a desktop.
    await page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click();
  }
}

/** Signs out: at the side on a desktop, in the "More" menu on a phone. */
export async function pressSignOut(page: Page, signOut = 'Sign out', more = 'More'): Promise<void> {
  const here = page.getByRole('button', { name: signOut, exact: true }).filter({ visible: true });
  const menu = page.getByRole('navigation').getByRole('button', { name: more, exact: true });
  // The next query does not wait, so the frame must exist.
  await expect(here.or(menu.filter({ visible: true })).first()).toBeVisible();
  if ((await here.count()) === 0) await menu.click();
  await here.click();
}
