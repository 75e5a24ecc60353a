import { expect, test } from '../support/test.ts';

/** The member of account 100200300 has no login; 100200301 has one, 100200302 is closed, 999999999 is unknown. */
const PASSWORD = 'Golden-Banksia-2026';

test('a member signs up: the account is checked, the statement accepted, and the cards are shown @phone', async ({
  page,
}) => {
  await page.goto('/stumps/login');
  await page.getByRole('link', { name: 'Sign up for a login' }).click();
  await expect(page).toHaveTitle('Sign up for a login - Stumps Club');
  await page.getByLabel('Account number').fill('999999999');
  await page.getByLabel('Username').fill('robin.vale');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat the password', { exact: true }).fill('something else');
  const go = page.getByRole('button', { name: 'Continue' });
  await go.click();
  await expect(page.getByRole('alert')).toContainText('Passwords do not match. Please try again.');
  const fillPasswords = async () => {
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
  };
  await fillPasswords();
  await go.click();
  await expect(page.getByRole('alert')).toContainText('Invalid account number.');
  await page.getByLabel('Account number').fill('100200302');
  await fillPasswords();
  await go.click();
  await expect(page.getByRole('alert')).toContainText('This account is not current.');
  await page.getByLabel('Account number').fill('100200300');
  await page.getByLabel('Username').fill('taken.name');
  await fillPasswords();
  await go.click();
  await expect(page.getByRole('alert')).toContainText('This username is taken.');
  await page.getByLabel('Username').fill('robin.vale');
  await fillPasswords();
  await go.click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product disclosure statement');
  await page.getByRole('button', { name: 'Accept and make my login' }).click();
  await expect(page.getByRole('alert')).toContainText('You need to read and accept the PDS.');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Username')).toHaveValue('robin.vale');
  await go.click();
  await page.getByLabel('I have read and accept').check();
  await page.getByRole('button', { name: 'Accept and make my login' }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});

test('an account with a login leads to the sign-in, which says so @phone', async ({ page }) => {
  await page.goto('/stumps/signup');
  await page.getByLabel('Account number').fill('100200301');
  await page.getByLabel('Username').fill('another.name');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/stumps\/login$/);
  await expect(page.getByText('This account has a login already.')).toBeVisible();
});
