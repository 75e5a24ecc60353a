import { newestMessage } from '../../support/inbox.ts';
import { expect, test } from '../../support/test.ts';

// With Jack's card, which no other test asks a code for: contacts of people of a test's own are too new for one. Nobody
// signs in with it, because Jack uses his account. Three codes a day are sent, and the two widths take one each.
test('a person without a code requests one, reads it and signs in with it', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/stumps');
  await page.getByRole('link', { name: 'Request an access code' }).click();
  await expect(page).toHaveTitle('Request an access code - Stumps Club');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByLabel('Card ID').fill('100 0000-0124');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look for your code');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Look for your code - Stumps Club');
  await expect(page.getByText('The code that you had before works until you use the new one.')).toBeVisible();

  const message = await newestMessage(page, 'stumps', 'your new access code is');
  const code = /code is (\d{6})\./.exec(message)?.[1] ?? '';

  await page.getByRole('link', { name: 'Sign in with the new code' }).click();
  await expect(page.getByLabel('Card ID')).toHaveValue('100 0000-0124');
  await page.getByLabel('Access code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});
