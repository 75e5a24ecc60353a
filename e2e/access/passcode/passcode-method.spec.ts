import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { ruby } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Passcode' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function setPasscode(page: Page, passcode: string): Promise<void> {
  await page.getByLabel('New passcode', { exact: true }).fill(passcode);
  await page.getByLabel('Passcode again', { exact: true }).fill(passcode);
  await press(page, 'Set passcode');
  await expect(page.getByRole('heading', { level: 1, name: 'Your passcode is set' })).toBeFocused();
  await expect(page).toHaveTitle('Your passcode is set - Harbour Mutual');
  await page.getByRole('link', { name: 'Ways to sign in' }).first().click();
  await expect(page).toHaveURL(/\/wattle\/signInMethods$/);
}

test('sets, changes and deletes the passcode from the ways to sign in', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, ruby);
  await page.goto('/wattle/signInMethods');
  await section(page).getByRole('link', { name: 'Set a passcode for this device' }).click();
  await setPasscode(page, '4826');
  await expect(section(page)).toContainText('Set on this device.');
  await section(page).getByRole('link', { name: 'Change the passcode' }).click();
  await setPasscode(page, '7391');

  await press(page, 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete your passcode?' });
  await expectNoAxeFindings(page);
  await press(page, 'Cancel');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
  await press(page, 'Delete');
  await press(page, 'Delete passcode');
  await expect(page.getByText('Your passcode is deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passcode', exact: true })).toBeFocused();
  await expect(section(page).getByRole('link', { name: 'Set a passcode for this device' })).toBeVisible();

  await page.goto('/wattle/login');
  await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/wattle\/login$/);
  await expect(page.getByRole('link', { name: 'Sign in with your passcode' })).toHaveCount(0);
  await page.goto('/wattle/passcodeLogin');
  await expect(page).toHaveURL(/\/wattle\/login$/);
});

test('asks for a fresh proof before a passcode is set', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, ruby);
  await page.goto('/wattle/setLoginPin');
  // As the server answers once 5 minutes have passed since the password was given.
  let isProved = false;
  await page.route('**/api/onlineAccount/AddPasscode', (route) =>
    isProved ? route.continue() : route.fulfill({ status: 428, json: { error: ['428'] } }),
  );
  await page.route('**/api/stepUp/Give', async (route) => {
    const response = await route.fetch();
    isProved = response.ok();
    await route.fulfill({ response });
  });
  await page.getByLabel('New passcode', { exact: true }).fill('4826');
  await page.getByLabel('Passcode again', { exact: true }).fill('4826');
  await press(page, 'Set passcode');
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expectNoAxeFindings(page);
  await press(page, 'Confirm');
  await expect(dialog).toContainText('Enter your password');
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Wattle-2026');
  await press(page, 'Confirm');
  await expect(dialog).toContainText('Check your password and try again');
  await dialog.getByLabel('Password', { exact: true }).fill(ruby.password);
  await press(page, 'Confirm');
  await expect(page.getByRole('heading', { level: 1, name: 'Your passcode is set' })).toBeFocused();
});

test('says why nothing can be proved here', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, ruby);
  await page.goto('/wattle/setLoginPin');
  // As the server answers of a payment on the day of a password reset.
  await page.route('**/api/onlineAccount/AddPasscode', (route) =>
    route.fulfill({ status: 428, json: { error: ['428'] } }),
  );
  await page.route('**/api/stepUp/Start', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), Methods: [] } });
  });
  await page.getByLabel('New passcode', { exact: true }).fill('4826');
  await page.getByLabel('Passcode again', { exact: true }).fill('4826');
  await press(page, 'Set passcode');
  await expect(page.getByRole('dialog', { name: 'You can’t confirm this yet' })).toBeVisible();
  await expectNoAxeFindings(page);
  await press(page, 'Close');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('New passcode', { exact: true })).toBeVisible();
});
