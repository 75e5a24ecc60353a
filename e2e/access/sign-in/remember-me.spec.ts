import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { amelia, aroha, type WebPerson } from '../../support/people.ts';
import { pathOf } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

/** The first character of each part stays, whatever its length. */
const MASKED = 'a••••@e••••.com';

const rememberMe = (page: Page) => page.getByRole('checkbox', { name: /^Remember me for \d+ days$/ });
const email = (page: Page) => page.getByLabel('Email address', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function openSignIn(page: Page, brand = 'wattle'): Promise<void> {
  const asked = page.waitForResponse((response) => response.url().includes('/api/onlineAccount/RememberedUser'));
  await page.goto(pathOf(brand, '/login'));
  expect((await asked).status()).toBe(200);
}

/** Sends the form as it stands, and gives what went over the wire. */
async function submit(page: Page): Promise<URLSearchParams> {
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/token'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return new URLSearchParams((await sent).postData() ?? '');
}

async function signOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/cardHome$/);
  await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/login$/);
}

async function signInRemembered(page: Page, person: WebPerson): Promise<void> {
  await openSignIn(page, person.brand);
  await page.locator('#username').fill(person.username);
  await password(page).fill(person.password);
  await rememberMe(page).check();
  expect((await submit(page)).get('rememberMe')).toBe('true');
  await signOut(page);
}

test('fills in the masked username at a later visit, which the password alone completes', async ({ page }) => {
  await signInRemembered(page, amelia);
  await openSignIn(page);
  await expect(email(page)).toHaveValue(MASKED);
  await expect(rememberMe(page)).toBeChecked();
  expect(await page.content()).not.toContain(amelia.username);
  await password(page).fill(amelia.password);
  expect((await submit(page)).get('userName')).toBe(MASKED);
  await expect(page).toHaveURL(/\/cardHome$/);
});

test('is offered for as long as the brand says, and is not where it says nothing', async ({ page }) => {
  // First of all: another brand's page may still be asking when it is left.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/stumps/login');
  await expect(password(page)).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('RememberedUser'))).toEqual([]);
  await page.goto('/tui/login');
  await expect(page.getByRole('checkbox', { name: 'Remember me for 14 days' })).not.toBeChecked();
  await page.goto('/ledgerline/login');
  await expect(page.getByRole('checkbox', { name: 'Remember me for 7 days' })).not.toBeChecked();
});

test('remembers nobody who did not ask for it', async ({ page }) => {
  await openSignIn(page);
  await email(page).fill(amelia.username);
  await password(page).fill(amelia.password);
  expect((await submit(page)).get('rememberMe')).toBe('false');
  await signOut(page);
  await openSignIn(page);
  await expect(email(page)).toHaveValue('');
  await expect(rememberMe(page)).not.toBeChecked();
});

test('forgets the username of somebody who unticks it', async ({ page }) => {
  await signInRemembered(page, amelia);
  await openSignIn(page);
  await expect(email(page)).toHaveValue(MASKED);
  await rememberMe(page).uncheck();
  await password(page).fill(amelia.password);
  expect((await submit(page)).get('rememberMe')).toBe('false');
  await signOut(page);
  await openSignIn(page);
  await expect(email(page)).toHaveValue('');
  await expect(rememberMe(page)).not.toBeChecked();
});

test('asks for the username anew when the browser is remembered no more', async ({ page, context }) => {
  await signInRemembered(page, amelia);
  await openSignIn(page);
  await expect(email(page)).toHaveValue(MASKED);
  await context.clearCookies();
  await password(page).fill(amelia.password);
  await submit(page);
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Please login again']);
  await expect(email(page)).toHaveValue('');
  await expect(rememberMe(page)).not.toBeChecked();
  await email(page).fill(amelia.username);
  await password(page).fill(amelia.password);
  await submit(page);
  await expect(page).toHaveURL(/\/cardHome$/);
});

test('lets another person type over the masked username, and keeps it when a password is wrong', async ({ page }) => {
  await signInRemembered(page, amelia);
  await openSignIn(page);
  await expect(email(page)).toHaveValue(MASKED);
  await password(page).fill('Wrong-Password-1');
  await submit(page);
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(email(page)).toHaveValue(MASKED);
  await email(page).focus();
  await page.keyboard.type('li');
  await expect(email(page)).toHaveValue('li');
});

test('is a matter of one brand', async ({ page }) => {
  await signInRemembered(page, aroha);
  await openSignIn(page);
  await expect(email(page)).toHaveValue('');
  await openSignIn(page, 'tui');
  await expect(page.locator('#username')).toHaveValue(MASKED);
});

for (const { locale, label } of [
  { locale: 'en-AU', label: 'Remember me for 30 days' },
  { locale: 'zh-CN', label: '记住我 30 天' },
]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('has no accessibility finding when it is ticked, light or dark', async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('checkbox', { name: label }).check();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoAxeFindings(page);
      }
    });
  });
}
