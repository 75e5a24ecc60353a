import { expectNoAxeFindings } from '../support/axe.ts';
import { jack } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { available, openTransfer, prove, receipt, review } from '../support/transfer.ts';

test('pays a bill that is saved under a name, and finds it again', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, jack);
  await openTransfer(page);
  const before = await available(page);
  await page.getByRole('button', { name: 'BPAY bill' }).click();
  await page.getByLabel('Biller code').fill('11111');
  await expect(page.getByText('Biller code cannot be identified')).toBeVisible();
  await page.getByLabel('Biller code').fill('23796');
  await expect(page.getByText('Harbour Electricity')).toBeVisible();
  await page.getByLabel('Reference').fill('8734 8538');
  await page.getByLabel('Amount in dollars').fill('2.10');
  await page.getByLabel('Save this biller').check();
  await page.getByLabel('Name to keep it under (optional)').fill('Power');
  await expectNoAxeFindings(page);
  await review(page);
  await expect(page.getByText('Biller 23796, reference 87348538').first()).toBeVisible();
  await page.getByRole('button', { name: 'Send $2.10 to Harbour Electricity' }).click();
  await prove(page, jack);
  await expect(page.getByRole('heading', { name: '$2.10 sent to Harbour Electricity', level: 1 })).toBeFocused();
  await expect(receipt(page).getByText('BPAY', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'New payment' }).click();
  await expect.poll(() => available(page)).toBe(before - 210);
  await page.getByRole('button', { name: 'BPAY bill' }).click();
  await page.getByLabel('Saved billers').selectOption({ label: 'Power, 23796 87348538' });
  await expect(page.getByLabel('Biller code')).toHaveAttribute('readonly', '');
  await page.getByLabel('Saved billers').selectOption({ label: 'Select a Biller' });
  await expect(page.getByLabel('Biller code')).toHaveValue('');
});

test('names the biller on the review, however late the answer comes', { tag: '@phone' }, async ({ page }) => {
  await page.route('**/api/bPay/getBPayBiller', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await signIn(page, jack);
  await openTransfer(page);
  await page.getByRole('button', { name: 'BPAY bill' }).click();
  await page.getByLabel('Reference').fill('87348538');
  await page.getByLabel('Amount in dollars').fill('2.35');
  await page.getByLabel('Biller code').fill('23796');
  await review(page);
  await expect(page.getByRole('button', { name: 'Send $2.35 to Harbour Electricity' })).toBeVisible();
});
