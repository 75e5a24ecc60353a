import { amelia } from '../../support/people.ts';
import { expect, test } from '../../support/test.ts';

test('signs in and out with the keyboard alone', { tag: '@gate-desktop' }, async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();

  const email = page.getByLabel('Email address');
  for (
    let presses = 0;
    presses < 4 && !(await email.evaluate((field) => field === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(email).toBeFocused();
  await page.keyboard.type(amelia.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(amelia.password);
  await page.keyboard.press('Tab');
  const show = page.getByRole('button', { name: 'Show password' });
  await expect(show).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(amelia.password);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cardHome$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});
