import type { Page } from '@playwright/test';
import { openAuthenticator, touch } from '../support/authenticator.ts';
import { beginEnrolment, byTwoManagers, deskByName, fillPassword, newName } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';
import { codeOf } from '../support/totp.ts';

const PASSWORD = 'Correct-Horse-2026';
const AGAIN = 'Battery-Staple-2026';

const signedIn = (page: Page) => expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();

test('a new colleague sets an authenticator app up by the set-up code, and signs in by its codes', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const name = newName();
  const setUpCode = await byTwoManagers(server, 'add-staff', { name, fullName: 'Nia Park', role: 'agent' });
  await beginEnrolment(page, name, setUpCode, PASSWORD);
  const key = (await page.locator('code').textContent()) ?? '';
  expect(key.replaceAll(' ', '')).toMatch(/^[A-Z2-7]{32}$/);
  const code = page.getByLabel('Code from your authenticator app');
  await code.fill(codeOf(key) === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Confirm the code' }).click();
  await expect(page.getByText('That code is wrong or was used before')).toBeVisible();
  await code.fill(codeOf(key));
  await page.getByRole('button', { name: 'Confirm the code' }).click();
  await expect(page.getByText('Your second factor is set up. Sign in with it.')).toBeVisible();

  await fillPassword(page, name, PASSWORD);
  await expect(code).toBeVisible();
  await code.fill(codeOf(key, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signedIn(page);
  // No script of a page reads the session.
  expect(await page.evaluate(() => document.cookie)).not.toContain('desk');
});

test('a colleague signs in by a passkey, and one who has lost it is renewed by two managers', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const name = newName();
  const setUpCode = await byTwoManagers(server, 'add-staff', { name, fullName: 'Nia Park', role: 'agent' });
  const authenticator = await openAuthenticator(page);
  await touch(authenticator, true);
  await beginEnrolment(page, name, setUpCode, PASSWORD);
  await page.getByLabel('Name of the passkey').fill('Work laptop');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText('Your second factor is set up. Sign in with it.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await signedIn(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The password alone is not enough.
  await fillPassword(page, name, PASSWORD);
  await expect(page.getByText('Your password is right. Confirm it’s you with your passkey.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await signedIn(page);

  const renewed = await byTwoManagers(server, 'renew-staff', { name });
  // The session has ended with everything else.
  await page.getByRole('link', { name: 'People' }).click();
  await page.goto(deskByName());
  await expect(page.getByLabel('Your name at the desk')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('We can’t accept this passkey. Try again, or use another one of yours.')).toBeVisible();
  await fillPassword(page, name, PASSWORD);
  await expect(page.getByText('The programme, the name or the password isn’t right.')).toBeVisible();
  await beginEnrolment(page, name, renewed, AGAIN);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText('Your second factor is set up. Sign in with it.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await signedIn(page);
});
