import type { Page } from '@playwright/test';
import { amelia, aroha, grace, jack, ruby, type WebPerson } from '../../support/people.ts';
import { settled } from '../../support/settled.ts';
import { pathOf, signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

async function signInBy(page: Page, label: string, person: Pick<WebPerson, 'username' | 'password'>): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const unknownUser = (name: string) => ({ username: `${name}-${Date.now()}@example.com`, password: 'Wrong-Password-1' });

test('signs a web-account user in by email address', async ({ page }) => {
  await page.goto('/login');
  await expect(page).toHaveTitle('Sign in - Harbour Mutual');
  await signInBy(page, 'Email address', amelia);
  await expect(page).toHaveURL(/\/cardHome$/);
});

test('signs a nominee in by an account number with its extension', async ({ page }) => {
  await page.goto('/login');
  await signInBy(page, 'Email address', ruby);
  await expect(page).toHaveURL(/\/cardHome$/);
});

for (const { person, username, hint } of [
  { person: jack, username: '200200015', hint: 'Your account number, 9 digits' },
  { person: aroha, username: '200300013', hint: 'Your email address or account number' },
  { person: grace, username: '0400000008', hint: 'Your email address or mobile number' },
]) {
  test(`says what the username is at ${person.brand}, and takes it`, async ({ page }) => {
    await page.goto(pathOf(person.brand, '/login'));
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(hint);
    await signInBy(page, 'Username', { username, password: person.password });
    await expect(page).toHaveURL(new RegExp(`/${person.brand}/cardHome$`));
  });
}

for (const { brand, label, words } of [
  { brand: 'wattle', label: 'Email address', words: 'Invalid email address or password' },
  { brand: 'stumps', label: 'Username', words: 'Invalid username or password' },
]) {
  test(`words a wrong password by the login method of ${brand}`, async ({ page }) => {
    await page.goto(pathOf(brand, '/login'));
    const somebody = unknownUser(brand);
    await signInBy(page, label, somebody);
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText([words]);
    await expect(page.getByLabel(label)).toHaveValue(somebody.username);
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveTitle(/^Error: Sign in - /);
  });
}

test('asks for both fields', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Enter your email address',
    'Enter your password',
  ]);
});

test('says that the account is locked after five wrong passwords, for an unknown user too', async ({ page }) => {
  await page.goto('/login');
  const somebody = unknownUser('locked');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/token'));
    await signInBy(page, 'Email address', somebody);
    expect((await answered).status()).toBe(400);
    await expect(page.getByRole('alert')).toBeFocused();
  }
  await signInBy(page, 'Email address', somebody);
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Account is locked out']);
  await expect(page.getByRole('alert')).toContainText('Wait at least 30 minutes');
});

test('says that the page is offline, and says so when an answer is of no use', async ({ page, context }) => {
  await page.goto('/login');
  await page.getByLabel('Email address').focus();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await signInBy(page, 'Email address', amelia);
  const unsent = 'You are offline. What you typed stays here: try again once you are connected';
  const alert = page.getByRole('alert');
  await expect(alert).toBeFocused();
  await expect(alert.getByRole('listitem')).toHaveText([unsent]);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveAccessibleDescription(unsent);
  const username = page.getByLabel('Email address', { exact: true });
  await expect(username).toHaveValue(amelia.username);
  await expect(username).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(amelia.password);
  await context.setOffline(false);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeHidden();
  await page.route('**/api/token', (route) => route.fulfill({ status: 400, body: 'not JSON' }));
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert.getByRole('link')).toHaveText(['Unexpected error occured']);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test.describe('a server that is away for a moment', () => {
  test.use({ serverFails: true });

  test('leaves the form as it is, and the same is sent again by one press', async ({ page }) => {
    await page.route('**/api/token', (route) => route.fulfill({ status: 503, json: { error: ['503'] } }), { times: 1 });
    await page.goto('/login');
    await signInBy(page, 'Email address', amelia);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The service is away for a moment');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/cardHome$/);
  });
});

test('offers nothing that is not there yet', async ({ page }) => {
  await page.goto('/login');
  const main = page.getByRole('main');
  await expect(main.getByRole('link')).toHaveText([
    'Forgot your password?',
    'Activate a new card',
    'Sign up for online access',
    /^Sign in with your card/,
    'Buy a card in the store',
    '1300 555 010',
    'Contact us',
    'Questions and answers',
    'Product information',
    'Privacy',
  ]);
  await expect(main.getByRole('navigation', { name: 'About and help' }).getByRole('link')).toHaveText([
    'Contact us',
    'Questions and answers',
    'Product information',
    'Privacy',
  ]);
  await expect(main.getByRole('link', { name: /Sign in with your card/ })).toBeVisible();
  await expect(main.getByRole('link', { name: '1300 555 010' })).toHaveAttribute('href', 'tel:1300555010');
  await expect(main.getByRole('checkbox')).toHaveCount(1);
  await expect(main.getByRole('checkbox', { name: 'Remember me for 30 days' })).not.toBeChecked();
});

test('shows the notices of the brand on the home, until their reader puts them away', async ({ page }) => {
  const notice = page.getByRole('note').filter({ hasText: 'BPAY stops on Sunday' });
  for (const path of ['/', '/login', '/contactUs']) {
    await page.goto(path);
    await settled(page);
    await expect(notice).toHaveCount(0);
  }
  await signIn(page, amelia);
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  const asked = page.waitForResponse(/\/api\/brand\/GetSystemNotifications$/);
  await page.reload();
  expect(await (await asked).json()).toMatchObject({ Notifications: [{ Level: 'info' }] });
  await settled(page);
  await expect(notice).toHaveCount(0);
});
