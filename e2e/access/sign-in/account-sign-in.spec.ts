import type { Page } from '@playwright/test';
import { zh } from '../../support/words.ts';
import { amelia, aroha, grace, jack, ruby, type WebPerson } from '../../support/people.ts';
import { settled } from '../../support/settled.ts';
import { pathOf, signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { pressSignOut } from '../../support/navigation.ts';

async function signInBy(page: Page, label: string, person: Pick<WebPerson, 'username' | 'password'>): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('signs people in with the login method of their brand', { tag: ['@gate', '@phone'] }, async ({ page }) => {
  for (const { person, label } of [
    { person: amelia, label: 'Email address' },
    // A nominee has an account number with an extension.
    { person: ruby, label: 'Email address' },
    { person: { ...jack, username: '200200015' }, label: 'Username' },
    { person: { ...aroha, username: '200300013' }, label: 'Username' },
    { person: { ...grace, username: '0400000008' }, label: 'Username' },
  ]) {
    await page.goto(pathOf(person.brand, '/login'));
    await expect(page).toHaveTitle(/^Sign in - /);
    await signInBy(page, label, person);
    await expect(page).toHaveURL(new RegExp(`${pathOf(person.brand, '/cardHome')}$`));
    await pressSignOut(page);
    await expect(page).toHaveURL(new RegExp(`${pathOf(person.brand, '/login')}$`));
  }
});

test('reports a locked account after five wrong passwords, also for an unknown user', async ({ page }) => {
  await page.goto('/login');
  const somebody = { username: `locked-${Date.now()}@example.com`, password: 'Wrong-Password-1' };
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/token'));
    await signInBy(page, 'Email address', somebody);
    expect((await answered).status()).toBe(400);
    await expect(page.getByRole('alert')).toBeFocused();
  }
  await signInBy(page, 'Email address', somebody);
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Account is locked out']);
});

test('shows the notices of the brand on the home until they are dismissed', async ({ page }) => {
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

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('signs a user in and out', { tag: ['@gate', '@phone'] }, async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('access:accountSignIn.title'));
    await page.getByLabel(zh('access:username.email.label')).fill(amelia.username);
    await page.getByLabel(zh('access:password.label'), { exact: true }).fill(amelia.password);
    await page.getByRole('button', { name: zh('access:accountSignIn.submit'), exact: true }).click();
    await expect(page).toHaveURL(/\/cardHome$/);
    await pressSignOut(page, zh('common:signOut'), zh('common:navigation.more'));
    await expect(page.getByText(zh('access:ended.signedOut'))).toBeVisible();
  });
});

test('signs in and out with the keyboard alone', { tag: '@gate-desktop' }, async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();

  const email = page.getByLabel('Email address');
  for (
    let presses = 0;
    presses < 4 && !(await email.evaluate((field) => field === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(email).toBeFocused();
  await page.keyboard.type(amelia.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(amelia.password);
  await page.keyboard.press('Tab');
  const show = page.getByRole('button', { name: 'Show password' });
  await expect(show).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(amelia.password);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cardHome$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  const more = page.getByRole('navigation').getByRole('button', { name: 'More' }).filter({ visible: true });
  if ((await more.count()) > 0) {
    await more.focus();
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});
