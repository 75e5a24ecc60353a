import { givenVoucher, givenWebPerson } from '../support/own-people.ts';
import { goToPlace } from '../support/places.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('a voucher is checked, shown and added to the card', { tag: ['@gate', '@phone'] }, async ({ page, server }) => {
  const voucher = await givenVoucher(server, '50.00');
  await signIn(page, await givenWebPerson(server, ['Priya', 'Nair']));
  await goToPlace(page, 'Top up');
  await expect(page.getByRole('heading', { name: 'Top up Wattle Everyday', level: 1 })).toBeVisible();
  await expect(page.getByText('can still be loaded')).toBeVisible();
  await page.getByText('Bank transfer', { exact: true }).click();
  await expect(page.getByText('000-001')).toBeVisible();
  await page.getByText('Voucher', { exact: true }).click();
  await expect(page.getByText('000-001')).toBeHidden();
  await page.getByLabel('Voucher number').fill(voucher.number.replace(/^(\d{4})(\d{4})/, '$1 $2 '));
  await page.getByLabel('Access code').fill(voucher.code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Check the voucher' }).click();
  await expect(page.getByText('Number and code do not match a voucher that can be used').last()).toBeVisible();
  await page.getByLabel('Access code').fill(voucher.code);
  await page.getByRole('button', { name: 'Check the voucher' }).click();
  await expect(page.getByRole('heading', { name: 'Check this voucher', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Add $50.00' }).click();
  await expect(page.getByRole('heading', { name: '$50.00 is on your card' })).toBeVisible();
  await expect(page.getByText('Top-up successful')).toBeVisible();
  await expect(page.getByText(/^\d{12,}$/)).toBeVisible();
});
