import { expect, type Page } from '@playwright/test';
import { STAFF_PASSWORD } from '../../server/src/demo/staff.ts';

/** Fills the form in which a member of programme 1 signs in, and sends it. */
export async function fillSignInAtDesk(page: Page, name: string, password = STAFF_PASSWORD): Promise<void> {
  await page.goto('/desk/');
  await page.getByLabel('Programme number').fill('1');
  await page.getByLabel('Your name at the desk').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signInAtDesk(page: Page, name: string): Promise<void> {
  await fillSignInAtDesk(page, name);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

export async function signOutAtDesk(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Your name at the desk')).toBeVisible();
}

/** Searches from the page that is open, by the key, and opens the one person found. */
export async function openPersonAtDesk(page: Page, words: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/desk\/people\/\d+$/);
}

/** Follows the request that a form has just made. Answers its address, which a colleague opens. */
export async function openRequest(page: Page): Promise<string> {
  await expect(page.getByText(/waits for a second person. Nothing has changed yet/)).toBeVisible();
  await page.getByRole('link', { name: 'See the request' }).click();
  await expect(page).toHaveURL(/\/desk\/approvals\/\d+$/);
  return page.url();
}

/** Approves the open request by the key that goes to the button, and the one that presses it. */
export async function approveByKeys(page: Page, name: string | RegExp): Promise<void> {
  const approve = page.getByRole('button', { name });
  await expect(approve).toBeEnabled();
  await page.keyboard.press('a');
  await expect(approve).toBeFocused();
  await page.keyboard.press('Enter');
}

/** A colleague signs in where another has been, and approves the request of an address by the key. */
export async function approveAtDesk(page: Page, name: string, request: string): Promise<void> {
  await signOutAtDesk(page);
  await signInAtDesk(page, name);
  await page.goto(request);
  await approveByKeys(page, /^Approve/);
  await expect(page.getByText(/^You approved .+ asked /)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Decided today' }).locator('[aria-current]')).toBeVisible();
}
