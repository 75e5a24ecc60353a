import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

// A sign-up uses up a demo account with old contacts and without a login.
test.use({ ownServer: true });

const PASSWORD = 'Golden-Banksia-2026';

/** Latest of the sent codes, once this many exist. */
async function newestCode(page: Page, count: number): Promise<string> {
  const inbox = await page.context().newPage();
  await inbox.goto('/stumps/sandbox/inbox');
  const codes = inbox.getByRole('article').filter({ hasText: 'code to sign up' });
  await expect(codes).toHaveCount(count);
  const text = (await codes.first().textContent()) ?? '';
  await inbox.close();
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? '';
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function enterAccount(page: Page): Promise<void> {
  await page.getByLabel('Account number').fill('100200300');
  await page.getByLabel('Username').fill('robin.vale');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page)).toHaveText('Product disclosure statement');
}

async function acceptStatement(page: Page): Promise<void> {
  await page.getByLabel('I’ve read and accept').check();
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  await expect(heading(page)).toHaveText('Enter the code we sent you');
}

test('a member signs up: the account is checked, the statement accepted and the code entered, and the cards appear', {
  tag: ['@gate', '@phone'],
}, async ({ page }) => {
  await page.goto('/stumps/login');
  await page.getByRole('link', { name: 'Sign up for online access' }).click();
  await expect(page).toHaveTitle('Sign up for online access - Stumps Club');
  await enterAccount(page);
  // The password is kept nowhere, so a reload begins again.
  await page.reload();
  await enterAccount(page);
  await acceptStatement(page);
  await page.reload();
  await enterAccount(page);
  await acceptStatement(page);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Confirm and sign up' }).click();
  await expect(page.getByRole('alert')).toContainText('This one is wrong or has expired');
  await page.getByRole('button', { name: 'Send another code' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Another code is on its way' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Code').fill(await newestCode(page, 3));
  await page.getByRole('button', { name: 'Confirm and sign up' }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});
