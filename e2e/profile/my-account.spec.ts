import { expectNoAxeFindings } from '../support/axe.ts';
import { aroha } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('one section is edited at a time, and a contact needs the password', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, aroha);
  await page.goto('/tui/myAccount');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Change Phone numbers' }).click();
  await expect(page.getByRole('button', { name: 'Change Offers' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Home phone').fill('03 9000 0001');
  await page.getByRole('button', { name: 'Save phone numbers' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter your current password');
  await page.getByLabel('Current password', { exact: true }).fill(aroha.password);
  await page.getByRole('button', { name: 'Save phone numbers' }).click();
  await expect(page.getByText('03 9000 0001')).toBeVisible();

  await page.getByRole('button', { name: 'Change Offers' }).click();
  await page.getByRole('checkbox', { name: /Offers for your card/ }).check();
  await page.getByRole('button', { name: 'Save offers' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();

  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill('Not-The-Password-1');
  await page.getByLabel('New password', { exact: true }).fill('Paperbark-Swamp-42');
  await page.getByLabel('New password again', { exact: true }).fill('Paperbark-Swamp-42');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toContainText('Current password is not valid');
  await expectNoAxeFindings(page);
});
