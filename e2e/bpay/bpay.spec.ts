import { zh } from '../support/words.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { available, openTransfer, prove, receipt, review, payNew } from '../support/transfer.ts';

test('pays a bill, saves it under a name, and finds it again', { tag: ['@gate', '@phone'] }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '20.00' });
  await signIn(page, person);
  await openTransfer(page);
  const before = await available(page);
  await payNew(page, 'bpay');
  await page.getByLabel('Biller code').fill('11111');
  await expect(page.getByText('Biller code cannot be identified')).toBeVisible();
  await page.getByLabel('Biller code').fill('23796');
  await expect(page.getByText('Harbour Electricity').first()).toBeVisible();
  await page.getByLabel('Reference').fill('8734 8538');
  await page.getByLabel('Amount in dollars').fill('2.10');
  await page.getByLabel('Save this biller').check();
  await page.getByLabel('Name for this biller (optional)').fill('Power');
  await review(page);
  await expect(page.getByText('Biller 23796, reference 87348538').first()).toBeVisible();
  await page.getByRole('button', { name: 'Send $2.10 to Harbour Electricity' }).click();
  await prove(page, person);
  await expect(page.getByRole('heading', { name: '$2.10 sent to Harbour Electricity', level: 1 })).toBeFocused();
  await expect(receipt(page).getByText('BPAY', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Make another payment' }).click();
  await expect.poll(() => available(page)).toBe(before - 210);
  await page.getByRole('button', { name: /^Power/ }).click();
  await expect(page.getByRole('heading', { name: 'Pay Harbour Electricity', level: 1 })).toBeVisible();
  await expect(page.getByText('Biller 23796, reference 87348538')).toBeVisible();
  await expect(page.getByLabel('Biller code')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Power' }).click();
  await expect(page.getByLabel('Biller code')).toBeFocused();
});

test('names the biller on the review, even if the answer is late', { tag: '@phone' }, async ({ page, server }) => {
  await page.route('**/api/bPay/getBPayBiller', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '20.00' });
  await signIn(page, person);
  await openTransfer(page);
  await payNew(page, 'bpay');
  await page.getByLabel('Reference').fill('87348538');
  await page.getByLabel('Amount in dollars').fill('2.35');
  await page.getByLabel('Biller code').fill('23796');
  await review(page);
  await expect(page.getByRole('button', { name: 'Send $2.35 to Harbour Electricity' })).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('pays a bill', { tag: ['@gate', '@phone'] }, async ({ page, server }) => {
    const person = await givenWebPerson(server, ['Jing', 'Wu'], { brand: 'stumps', money: '20.00' });
    await signIn(page, person);
    await page.goto('/stumps/fundsTransfer');
    await page.getByRole('button', { name: zh('transfers:new.bpay') }).click();
    await page.getByLabel(zh('transfers:field.billerCode')).fill('23796');
    await expect(page.getByText('Harbour Electricity').first()).toBeVisible();
    await page.getByLabel(zh('transfers:field.reference'), { exact: true }).fill('8734 8538');
    await page.getByLabel(zh('transfers:field.amount')).fill('2.10');
    await page.getByRole('button', { name: zh('transfers:continue') }).click();
    await page
      .getByRole('button', { name: zh('transfers:confirm.action', { amount: '$2.10', name: 'Harbour Electricity' }) })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(person.password);
    await dialog.locator('button[type=submit]').click();
    const paid = zh('transfers:paid.title', { amount: '$2.10', name: 'Harbour Electricity' });
    await expect(page.getByRole('heading', { name: paid, level: 1 })).toBeFocused();
  });
});
