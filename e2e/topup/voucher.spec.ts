import { expectNoAxeFindings } from '../support/axe.ts';
import { givenVoucher, givenWebPerson } from '../support/own-people.ts';
import { goToPlace } from '../support/places.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const REDEEM = '**/api/topup/voucher-redeem';

test('a voucher is checked, shown and added to the card', { tag: ['@gate', '@phone'] }, async ({ page, server }) => {
  const voucher = await givenVoucher(server, '50.00');
  await signIn(page, await givenWebPerson(server, ['Priya', 'Nair']));
  await goToPlace(page, 'Top up');
  await expect(page.getByRole('heading', { name: 'Top up Wattle Everyday', level: 1 })).toBeVisible();
  await expect(page.getByText('can still be loaded')).toBeVisible();
  await page.getByText('Bank transfer', { exact: true }).click();
  await expect(page.getByText('000-001')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByText('Voucher', { exact: true }).click();
  await expect(page.getByText('000-001')).toBeHidden();
  await page.getByRole('button', { name: 'Check the voucher' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByLabel('Voucher number').fill(voucher.number.replace(/^(\d{4})(\d{4})/, '$1 $2 '));
  await page.getByLabel('Access code').fill(voucher.code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Check the voucher' }).click();
  await expect(page.getByText('Number and code do not match a voucher that can be used').last()).toBeVisible();
  await page.getByLabel('Access code').fill(voucher.code);
  await page.getByRole('button', { name: 'Check the voucher' }).click();
  await expect(page.getByRole('heading', { name: 'Check this voucher', level: 1 })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.route(REDEEM, (route) => route.fulfill({ status: 400, json: { error: ['20071'] } }));
  await page.getByRole('button', { name: 'Add $50.00' }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'Top-up unsuccessful' });
  await expect(refused).toContainText('Please enter an amount within the load limits');
  await page.unroute(REDEEM);
  await page.getByRole('button', { name: 'Add $50.00' }).click();
  await expect(page.getByRole('heading', { name: '$50.00 is on your card' })).toBeVisible();
  await expect(page.getByText('Top-up successful')).toBeVisible();
  await expect(page.getByText(/^\d{12,}$/)).toBeVisible();
  await expectNoAxeFindings(page);
});

test('a voucher above what the card can take says so and stays good', { tag: '@phone' }, async ({ page, server }) => {
  await signIn(page, await givenWebPerson(server, ['Priya', 'Nair']));
  await page.goto('/topup');
  await page.getByText('Voucher', { exact: true }).click();
  await page.getByLabel('Voucher number').fill('80000000028');
  await page.getByLabel('Access code').fill('765432');
  await page.getByRole('button', { name: 'Check the voucher' }).click();
  await expect(page.getByRole('heading', { name: '$5,000.00 is more than the card can take' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to top up' }).click();
  await expect(page.getByLabel('Voucher number')).toHaveValue('80000000028');
});
