import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../support/axe.ts';
import { liWei } from '../support/people.ts';
import { goToPlace } from '../support/places.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const PIN = '7391';

/** It lies over the page for some seconds. */
const closeToast = (page: Page) => page.getByRole('button', { name: 'Close this message' }).click();

test('cards come into a login: in use, new, and allocated @phone', async ({ page }) => {
  await signIn(page, liWei);
  // Li Wei reads Chinese.
  await page.getByRole('button', { name: 'English' }).click();

  // In use already: its access code links it.
  await goToPlace(page, 'Add card');
  await page.getByLabel('Card number').fill('9036000000000116');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Access code', { exact: true }).fill('000001');
  await page.getByRole('button', { name: 'Add the card' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid access code');
  await expectNoAxeFindings(page);
  await page.getByLabel('Access code', { exact: true }).fill('161803');
  await page.getByRole('button', { name: 'Add the card' }).click();
  await expect(page.getByText('The card ending in 0116 was added').first()).toBeVisible();
  await closeToast(page);
  await expect(page).toHaveURL(/cardHome$/);

  // Linked once: it cannot be added again.
  await page.getByRole('link', { name: 'Add a card that you have' }).click();
  await page.getByLabel('Card number').fill('9036000000000116');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Access code', { exact: true }).fill('161803');
  await page.getByRole('button', { name: 'Add the card' }).click();
  await expect(page.getByRole('alert')).toContainText('already linked to an account');
  await page.getByRole('button', { name: 'Back' }).click();

  // New: activation code and PIN.
  await page.getByLabel('Card number').fill('9036001000000000012');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Activation code', { exact: true }).fill('173205');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New PIN', { exact: true }).fill('1234');
  await page.getByLabel('The same PIN again', { exact: true }).fill('1234');
  await page.getByRole('button', { name: 'Activate the card' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByLabel('New PIN', { exact: true }).fill(PIN);
  await page.getByLabel('The same PIN again', { exact: true }).fill(PIN);
  await page.getByRole('button', { name: 'Activate the card' }).click();
  await expect(page.getByText('The card ending in 0012 is active and in your list').first()).toBeVisible();
  await closeToast(page);

  // Allocated by the programme: from the list.
  await page.getByRole('button', { name: /number ending 0199/ }).click();
  await page.getByRole('link', { name: 'Activate', exact: true }).click();
  await page.getByLabel('Activation code', { exact: true }).fill('141421');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New PIN', { exact: true }).fill(PIN);
  await page.getByLabel('The same PIN again', { exact: true }).fill(PIN);
  await page.getByRole('button', { name: 'Activate the card' }).click();
  await expect(page.getByText('The card ending in 0199 is active and in your list').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Activate', exact: true })).toHaveCount(0);
});
