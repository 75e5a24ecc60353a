import type { Page } from '@playwright/test';
import { expect, test } from '../../support/test.ts';

/**
 * With Jack's card: a new code kills the old one, and this card's nobody signs in with, because Jack uses his account.
 * Three codes a day are sent, and the two widths take one each.
 */
async function newestCode(page: Page): Promise<string> {
  await page.goto('/stumps/sandbox/inbox');
  await expect(page).toHaveTitle('Sandbox inbox - Stumps Club');
  const newest = page.getByRole('article').first();
  await expect(newest).toContainText('your new access code is');
  const code = /code is (\d{6})\./.exec((await newest.textContent()) ?? '')?.[1];
  if (code === undefined) throw new Error('The newest message has no code');
  return code;
}

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

  const inbox = await page.context().newPage();
  const code = await newestCode(inbox);
  await inbox.close();

  await page.getByRole('link', { name: 'Sign in with the new code' }).click();
  await expect(page.getByLabel('Card ID')).toHaveValue('100 0000-0124');
  await page.getByLabel('Access code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});

test('the inbox shows the messages of its brand alone, and by channel', async ({ page }) => {
  await page.goto('/sandbox/inbox');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sandbox inbox');
  await expect(page.getByText('Stumps Club')).toHaveCount(0);
  await page.goto('/stumps/sandbox/inbox');
  await page.getByRole('button', { name: 'Notice', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Notice', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});
