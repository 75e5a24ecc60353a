import type { Page } from '@playwright/test';
import { amelia, aroha, type WebPerson } from '../../support/people.ts';
import { pathOf } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { pressSignOut } from '../../support/navigation.ts';

/** The first character of each part remains, whatever its length. */
const MASKED = 'a••••@e••••.com';

const rememberMe = (page: Page) => page.getByRole('checkbox', { name: /^Remember me for \d+ days$/ });
const remembered = (page: Page) => page.getByText(`Leave this empty to sign in as ${MASKED}`);
const email = (page: Page) => page.getByLabel('Email address', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function openSignIn(page: Page, brand = 'wattle'): Promise<void> {
  const asked = page.waitForResponse((response) => response.url().includes('/api/onlineAccount/RememberedUser'));
  await page.goto(pathOf(brand, '/login'));
  expect((await asked).status()).toBe(200);
}

/** Submits the form unchanged and returns the request. */
async function submit(page: Page): Promise<URLSearchParams> {
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/token'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return new URLSearchParams((await sent).postData() ?? '');
}

async function signOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/cardHome$/);
  await pressSignOut(page);
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

test('[24-a] shows the masked username beside an empty field at a later visit, which needs only the password', {
  tag: ['@gate', '@phone'],
}, async ({ page }) => {
  await signInRemembered(page, amelia);
  await openSignIn(page);
  await expect(remembered(page)).toBeVisible();
  await expect(email(page)).toHaveValue('');
  await expect(rememberMe(page)).toBeChecked();
  expect(await page.content()).not.toContain(amelia.username);
  await password(page).fill(amelia.password);
  expect((await submit(page)).get('userName')).toBe(MASKED);
  await expect(page).toHaveURL(/\/cardHome$/);
});

test('remembers no username unless the box is ticked', async ({ page }) => {
  await openSignIn(page);
  await email(page).fill(amelia.username);
  await password(page).fill(amelia.password);
  expect((await submit(page)).get('rememberMe')).toBe('false');
  await signOut(page);
  await openSignIn(page);
  await expect(email(page)).toHaveValue('');
  await expect(rememberMe(page)).not.toBeChecked();
});

test('forgets the username when the box is cleared', async ({ page }) => {
  await signInRemembered(page, amelia);
  await openSignIn(page);
  await expect(remembered(page)).toBeVisible();
  await expect(email(page)).toHaveValue('');
  await rememberMe(page).uncheck();
  await password(page).fill(amelia.password);
  expect((await submit(page)).get('rememberMe')).toBe('false');
  await signOut(page);
  await openSignIn(page);
  await expect(email(page)).toHaveValue('');
  await expect(rememberMe(page)).not.toBeChecked();
});

test('remembers a username for its own brand only', async ({ page }) => {
  await signInRemembered(page, aroha);
  await openSignIn(page);
  await expect(email(page)).toHaveValue('');
  await openSignIn(page, 'tui');
  await expect(remembered(page)).toBeVisible();
});
