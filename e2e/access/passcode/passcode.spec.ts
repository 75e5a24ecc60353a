import type { Page } from '@playwright/test';
import { givenWebPerson } from '../../support/own-people.ts';
import type { WebPerson } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { pressSignOut } from '../../support/navigation.ts';

const PASSCODE = '4826';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Signs in on the way to the passcode page, and sets one for this browser. */
async function setPasscode(page: Page, person: WebPerson): Promise<void> {
  await page.goto('/tui/setLoginPin');
  await expect(page).toHaveURL(/\/tui\/login\?next=setLoginPin$/);
  await field(page, 'Username').fill(person.username);
  await field(page, 'Password').fill(person.password);
  await press(page, 'Sign in');
  await expect(page).toHaveURL(/\/tui\/setLoginPin$/);
  await field(page, 'New passcode').fill(PASSCODE);
  await field(page, 'Confirm passcode').fill(PASSCODE);
  await press(page, 'Set passcode');
  await expect(page.getByText('Your passcode is set')).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await pressSignOut(page);
  await expect(page).toHaveURL(/\/tui\/login$/);
}

/** The fourth digit sends it. */
async function tryPasscode(page: Page, passcode: string): Promise<void> {
  await field(page, 'Passcode').fill(passcode);
}

test('sets a passcode at sign-in, signs in with it on this device, and loses it with the third wrong attempt', {
  tag: '@gate',
}, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Tama', 'Paki'], { brand: 'tui' });
  await setPasscode(page, person);
  await page.getByRole('link', { name: 'Go to your cards' }).click();
  await expect(page).toHaveURL(/\/tui\/cardHome$/);
  await signOut(page);
  await page.getByRole('link', { name: 'Sign in with your passcode' }).click();
  await expect(page).toHaveURL(/\/tui\/passcodeLogin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in with your passcode' })).toBeVisible();
  await expect(page.getByText('Hello Tama.', { exact: false })).toBeVisible();
  await tryPasscode(page, PASSCODE);
  await expect(page).toHaveURL(/\/tui\/cardHome$/);
  await page.goto('/tui/passcodeLogin');
  await expect(page).toHaveURL(/\/tui\/cardHome$/);

  await signOut(page);
  // The root of the portal starts with the passcode if the device has one.
  await page.goto('/tui');
  await expect(page).toHaveURL(/\/tui\/passcodeLogin$/);
  const problem = page.getByRole('alert').getByRole('link');
  for (const wrong of ['9182', '9183']) {
    const refused = page.waitForResponse(/\/api\/token$/);
    await tryPasscode(page, wrong);
    expect((await refused).status()).toBe(400);
    await expect(problem).toHaveText(['Incorrect passcode. Please try again']);
  }
  await tryPasscode(page, '9184');
  await expect(problem).toHaveText(['Account has been locked due to number of invalid attempts']);
  await expect(page.getByRole('alert')).toContainText('We deleted the passcode for this device.');
  // Even the right one no longer works.
  await page.goto('/tui/passcodeLogin');
  await expect(page).toHaveURL(/\/tui\/login$/);
  await expect(page.getByRole('link', { name: 'Sign in with your passcode' })).toHaveCount(0);
});

test.describe('in zh-CN', () => {
  test.use({ locale: 'zh-CN' });

  test('sets and deletes the passcode from the ways to sign in', { tag: '@gate' }, async ({ page, server }) => {
    const person = await givenWebPerson(server, ['Jing', 'Zhao']);
    await signIn(page, person);
    await page.goto('/signInMethods');
    const section = page.getByRole('region', { name: '快捷密码' });
    await section.getByRole('link', { name: '为此设备设置快捷密码' }).click();
    await field(page, '新的快捷密码').fill(PASSCODE);
    await field(page, '再次输入快捷密码').fill(PASSCODE);
    await press(page, '设置快捷密码');
    await expect(page.getByRole('heading', { level: 1, name: '快捷密码已设置' })).toBeFocused();
    await page.getByRole('link', { name: '登录方式' }).first().click();
    await expect(page).toHaveURL(/\/signInMethods$/);
    await expect(section).toContainText('已在此设备上设置。');

    await press(page, '删除');
    await press(page, '删除快捷密码');
    await expect(page.getByText('快捷密码已删除')).toBeVisible();
    await page.goto('/login');
    await pressSignOut(page, '退出登录', '更多');
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/passcodeLogin');
    await expect(page).toHaveURL(/\/login$/);
  });
});
