import { aroha, jack } from '../../support/people.ts';
import { settled } from '../../support/settled.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { openTransfer, payNew, unfold } from '../../support/transfer.ts';

test('a zero limit for other banks replaces the form with an explanation', { tag: '@phone' }, async ({ page }) => {
  const limit = { ExpiryDate: null, DisplayLimitExpiryNotification: false, LimitPeriod: 'Month' };
  const Limits = [1, 2, 3].map((TransferCategoryId) => ({ ...limit, TransferCategoryId, LimitAmount: 0 }));
  await page.route('**/api/transfer/getaccountlimits', (route) => route.fulfill({ json: { Limits } }));
  await signIn(page, jack);
  await openTransfer(page);
  await payNew(page, 'external');
  await expect(page.getByText('Transfers to other banks are off')).toBeVisible();
  await expect(page.getByLabel('Amount in dollars')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await payNew(page, 'bpay');
  await expect(page.getByLabel('Biller code')).toBeVisible();
});

test('a card with one type of transfer shows it as text', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, aroha);
  await page.goto('/tui/fundsTransfer');
  await settled(page);
  await expect(page.getByRole('button', { name: /^A Tui account/ })).toBeVisible();
  for (const name of [/^A bank account/, /^A BPAY bill/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await payNew(page, 'internal');
  const kind = page.locator('.transfer__kind');
  await expect(kind).toHaveText(/^Type\s*Transfer within Tui$/);
});

test('a biller with variable references cannot be paid regularly', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, jack);
  await openTransfer(page);
  // On an account with a daily limit.
  await expect(page.getByText(/^\$[\d,]+\.\d{2} left to send today$/)).toBeVisible();
  await payNew(page, 'bpay');
  await unfold(page, 'When');
  await page.getByRole('button', { name: 'Regular', exact: true }).click();
  await expect(page.getByLabel('First payment date')).toBeVisible();
  await page.getByLabel('Biller code').fill('99853');
  await expect(page.getByText('Metro Council').first()).toBeVisible();
  await expect(page.getByText('you can’t set up regular payments')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Regular', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Now', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('First payment date')).toHaveCount(0);
});
