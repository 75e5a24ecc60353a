import type { Page } from '@playwright/test';
import { type Authenticator, openAuthenticator, touch } from '../../support/authenticator.ts';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { runningServer } from '../../support/global-setup.ts';
import { aroha } from '../../support/people.ts';
import { settled } from '../../support/settled.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

/** Browsers make passkeys for a host with a name, and not for an address of numbers. */
const at = (path: string) => `${runningServer().url.replace('127.0.0.1', 'localhost')}${path}`;

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signInWithPassword(page: Page): Promise<void> {
  await page.goto(at('/tui/login'));
  await page.getByLabel('Username', { exact: true }).fill(aroha.username);
  await page.getByLabel('Password', { exact: true }).fill(aroha.password);
  await press(page, 'Sign in');
  await expect(page).toHaveURL(/\/tui\/cardHome$/);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/tui\/login$/);
}

async function openMethods(page: Page): Promise<void> {
  await page.goto(at('/tui/signInMethods'));
  await settled(page);
}

async function addPasskey(page: Page, authenticator: Authenticator): Promise<void> {
  await openMethods(page);
  await press(page, 'Add a passkey');
  await touch(authenticator, true);
  await press(page, 'Continue');
  await expect(passkeys(page).getByRole('status')).toContainText('can now sign you in');
  await touch(authenticator, false);
}

/** This browser does not offer passkeys among the names, so that only the button asks for one. */
async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

async function removePasskey(page: Page): Promise<void> {
  await passkeys(page)
    .getByRole('button', { name: /^Remove / })
    .click();
  await press(page, 'Remove passkey');
}

const typePassword = (page: Page, password: string) =>
  page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);

const rows = (page: Page) => passkeys(page).getByRole('listitem');

test('adds a passkey and signs in with it by the button; once it is removed it is refused', async ({ page }) => {
  await withoutAutofill(page);
  const authenticator = await openAuthenticator(page);
  await signInWithPassword(page);
  await openMethods(page);
  await expect(passkeys(page)).toContainText('You have no passkeys yet.');
  await addPasskey(page, authenticator);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Added: Today');
  await expect(rows(page)).toContainText('Not used yet');
  await signOut(page);
  // The device is known: the address of the portal leads to its passkey.
  await page.goto(at('/tui'));
  await expect(page).toHaveURL(/\/tui\/login$/);

  await touch(authenticator, true);
  await press(page, 'Sign in with a passkey');
  await expect(page).toHaveURL(/\/tui\/cardHome$/);
  await openMethods(page);
  await expect(rows(page)).toContainText('Last used: Today');
  await removePasskey(page);
  await expect(passkeys(page)).toContainText('was removed');
  await expect(rows(page)).toHaveCount(0);
  await expect(passkeys(page).getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  await signOut(page);

  await press(page, 'Sign in with a passkey');
  const problem = page.getByRole('alert').getByRole('link');
  await expect(problem).toHaveText(['That passkey does not sign you in here. Use your password.']);
  await expectNoAxeFindings(page);
  await problem.click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeFocused();
});

test('signs in with a passkey that is picked among the names, at its brand alone', async ({ page }) => {
  const authenticator = await openAuthenticator(page);
  await signInWithPassword(page);
  await addPasskey(page, authenticator);
  await signOut(page);
  await touch(authenticator, true);
  await page.goto(at('/stumps/login'));
  await expect(page.getByRole('alert')).toContainText('That passkey does not sign you in here. Use your password.');
  await page.goto(at('/tui/login'));
  await expect(page).toHaveURL(/\/tui\/cardHome$/);
  await openMethods(page);
  await removePasskey(page);
  await expect(passkeys(page)).toContainText('was removed');
});

test('lets go of a device that does not answer', async ({ page }) => {
  await openAuthenticator(page);
  await signInWithPassword(page);
  await openMethods(page);
  await press(page, 'Add a passkey');
  const started = page.waitForResponse(/\/StartPasskey$/i);
  await press(page, 'Continue');
  await started;
  await press(page, 'Cancel');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused();
});

test('takes a new challenge before the one that waits among the names ends', async ({ page }) => {
  await page.clock.install();
  const authenticator = await openAuthenticator(page);
  let challenges = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/PasskeyChallenge')) challenges += 1;
  });
  await page.goto(at('/tui/login'));
  await expect.poll(() => challenges).toBe(1);
  // Only once it waits in the browser does its time begin.
  await expect
    .poll(async () => {
      await page.clock.fastForward('04:01');
      return challenges;
    })
    .toBeGreaterThan(1);
  await authenticator.cdp.detach();
});

test('renames a passkey, and asks for a fresh proof before it is removed', async ({ page }) => {
  await withoutAutofill(page);
  const authenticator = await openAuthenticator(page);
  await signInWithPassword(page);
  await addPasskey(page, authenticator);
  await passkeys(page)
    .getByRole('button', { name: /^Rename / })
    .click();
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toBeFocused();
  await name.fill('  ');
  await press(page, 'Save name');
  await expect(page.getByRole('dialog')).toContainText('Enter a name of 1 to 60 characters');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  await name.fill('Aroha’s phone');
  await press(page, 'Save name');
  await expect(rows(page).getByRole('heading', { name: 'Aroha’s phone' })).toBeVisible();
  await expectNoAxeFindings(page);

  // As the server answers once 5 minutes have passed since the password was given.
  let isProved = false;
  await page.route('**/api/onlineAccount/RemovePasskey', (route) =>
    isProved ? route.continue() : route.fulfill({ status: 428, json: { error: ['428'] } }),
  );
  await page.route('**/api/stepUp/Give', async (route) => {
    const response = await route.fetch();
    isProved = response.ok();
    await route.fulfill({ response });
  });
  await removePasskey(page);
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await press(page, 'Use your password instead');
  await typePassword(page, 'not it');
  await press(page, 'Confirm');
  await expect(proof).toContainText('Check your password and try again');
  await expectNoAxeFindings(page);
  await typePassword(page, aroha.password);
  await press(page, 'Confirm');
  await expect(passkeys(page)).toContainText('Aroha’s phone was removed');
  await expect(passkeys(page)).toContainText('You have no passkeys yet.');
});

test('says what to do when no passkey was made, and adds none', async ({ page }) => {
  await withoutAutofill(page);
  const { cdp, authenticatorId } = await openAuthenticator(page);
  await signInWithPassword(page);
  await openMethods(page);
  await press(page, 'Add a passkey');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await touch({ cdp, authenticatorId }, true);
  await press(page, 'Continue');
  await expect(page.getByRole('dialog')).toContainText('No passkey was made. Try again.');
  await expectNoAxeFindings(page);
  await press(page, 'Cancel');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused();
  await expect(passkeys(page)).toContainText('You have no passkeys yet.');
});

test('offers no passkeys at an address of numbers, where there can be none', async ({ page }) => {
  await signIn(page, aroha);
  await page.goto('/tui/signInMethods');
  await expect(passkeys(page)).toContainText('This browser cannot make a passkey here.');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
});

test.describe('in zh-CN', () => {
  test.use({ locale: 'zh-CN' });

  test('has no accessibility finding, light or dark', async ({ page }) => {
    await page.goto(at('/tui/login'));
    await expect(page.getByRole('button', { name: '使用通行密钥登录' })).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByLabel('用户名', { exact: true }).fill(aroha.username);
    await page.getByLabel('密码', { exact: true }).fill(aroha.password);
    await press(page, '登录');
    await expect(page).toHaveURL(/\/tui\/cardHome$/);
    await openMethods(page);
    await press(page, '添加通行密钥');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeFindings(page);
    }
  });
});
