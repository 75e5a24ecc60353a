import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { aroha, isla } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const PASSCODE = '4826';
const NO_GOOD =
  'Choose another passcode: 4 digits, no repeats like 0000, no runs like 1234, and not your birth day or year';
const UNMATCHED = 'The two passcodes are different. Enter the same 4 digits twice';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function typeNewPasscode(page: Page, first: string, second: string): Promise<void> {
  await field(page, 'New passcode').fill(first);
  await field(page, 'Passcode again').fill(second);
  await press(page, 'Set passcode');
}

/** Signs in on the way to the passcode's page, and sets one for this browser. */
async function setPasscode(page: Page): Promise<void> {
  await page.goto('/tui/setLoginPin');
  await expect(page).toHaveURL(/\/tui\/login\?next=setLoginPin$/);
  await field(page, 'Username').fill(aroha.username);
  await field(page, 'Password').fill(aroha.password);
  await press(page, 'Sign in');
  await expect(page).toHaveURL(/\/tui\/setLoginPin$/);
  await typeNewPasscode(page, PASSCODE, PASSCODE);
  await expect(page.getByText('Your passcode is set')).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/tui\/login$/);
}

async function tryPasscode(page: Page, passcode: string): Promise<void> {
  await field(page, 'Passcode').fill(passcode);
  await press(page, 'Sign in');
}

test('sets a passcode by way of sign-in, and signs in with it on this device', async ({ page }) => {
  await setPasscode(page);
  await page.getByRole('link', { name: 'Go to your cards' }).click();
  await expect(page).toHaveURL(/\/tui\/cardHome$/);
  await signOut(page);
  await page.getByRole('link', { name: 'Sign in with your passcode' }).click();
  await expect(page).toHaveURL(/\/tui\/passcodeLogin$/);
  await expect(heading(page, 'Sign in with your passcode')).toBeVisible();
  await expect(page.getByText('Hello Aroha.', { exact: false })).toBeVisible();
  await tryPasscode(page, PASSCODE);
  await expect(page).toHaveURL(/\/tui\/cardHome$/);
  await page.goto('/tui/passcodeLogin');
  await expect(page).toHaveURL(/\/tui\/cardHome$/);
});

test('takes four digits twice the same, and none that are guessed first', async ({ page }) => {
  await signIn(page, aroha);
  await page.goto('/tui/setLoginPin');
  for (const [first, second] of [
    ['', ''],
    ['482', '482'],
    ['1234', '1234'],
    // Born on 1 February 1990.
    ['0102', '0102'],
    ['1990', '1990'],
  ] as const) {
    await typeNewPasscode(page, first, second);
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([NO_GOOD]);
    await expect(field(page, 'New passcode')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'New passcode')).toHaveValue('');
    await expect(field(page, 'Passcode again')).toHaveValue('');
  }
  // Said once the second is complete, before anything is sent.
  await page.reload();
  await field(page, 'New passcode').fill('4826');
  await field(page, 'Passcode again').fill('486');
  await expect(page.getByText(UNMATCHED)).toHaveCount(0);
  await field(page, 'Passcode again').fill('4862');
  await expect(page.getByText(UNMATCHED)).toBeVisible();
  await expect(field(page, 'New passcode')).toBeFocused();
  await expect(field(page, 'New passcode')).toHaveValue('');
  await expect(field(page, 'Passcode again')).toHaveValue('');
  await expectNoAxeFindings(page);
});

test('says that a passcode is wrong, and after the third that it is deleted', async ({ page }) => {
  await setPasscode(page);
  await signOut(page);
  await page.goto('/tui/passcodeLogin');
  await tryPasscode(page, '');
  const problem = page.getByRole('alert').getByRole('link');
  await expect(problem).toHaveText(['Passcode required. Please try again.']);
  for (const wrong of ['9182', '9183']) {
    await tryPasscode(page, wrong);
    await expect(problem).toHaveText(['Incorrect passcode. Please try again']);
    await expect(field(page, 'Passcode')).toHaveValue('');
  }
  await expectNoAxeFindings(page);
  await tryPasscode(page, '9184');
  await expect(problem).toHaveText(['Account has been locked due to number of invalid attempts']);
  await expect(page.getByRole('alert')).toContainText('The passcode of this device was deleted.');
  // The right one is of no use any more.
  await page.goto('/tui/passcodeLogin');
  await expect(page).toHaveURL(/\/tui\/login$/);
  await expect(page.getByRole('link', { name: 'Sign in with your passcode' })).toHaveCount(0);
});

test('leads back to the username, and from a forgotten passcode to a new one', async ({ page }) => {
  await setPasscode(page);
  await signOut(page);
  // The portal's own address begins with the passcode where the device has one.
  await page.goto('/tui');
  await expect(page).toHaveURL(/\/tui\/passcodeLogin$/);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/tui\/login$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Forgotten your passcode?' }).click();
  await expect(page).toHaveURL(/\/tui\/login\?next=setLoginPin$/);
});

test('leads to sign-in by username without a passcode, and when the look-up fails', async ({ page }) => {
  await page.goto('/tui/passcodeLogin');
  await expect(page).toHaveURL(/\/tui\/login$/);
  await page.route('**/api/devices/defaultUser', (route) => route.fulfill({ status: 429, body: '' }));
  await page.goto('/passcodeLogin');
  await expect(page).toHaveURL(/\/login$/);
});

test('is not for somebody who signed in with a card', async ({ page }) => {
  await signIn(page, isla);
  await page.goto('/stumps/setLoginPin');
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});

test.describe('in zh-CN', () => {
  test.use({ locale: 'zh-CN' });

  test('has no accessibility finding, light or dark', async ({ page }) => {
    await signIn(page, aroha);
    await page.goto('/tui/setLoginPin');
    await expect(page.getByRole('heading', { level: 1, name: '设置数字密码' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeFindings(page);
    }
  });
});
