import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const phones = (page: Page) => section(page, 'Phone numbers');
const card = (page: Page) => section(page, 'Name of the card');
const change = (page: Page, name: string) => section(page, name).getByRole('button', { name: `Change ${name}` });
const elsewhere = (page: Page) => page.getByRole('button', { name: 'Change the mobile elsewhere' });

test.beforeEach(async ({ page }) => {
  await page.goto('/sandbox/components');
  await expect(phones(page)).toBeVisible();
});

test('one section is edited at a time, saved and closed', { tag: '@phone' }, async ({ page }) => {
  await change(page, 'Phone numbers').click();
  await expect(phones(page).getByLabel('Mobile')).toBeFocused();
  await expect(change(page, 'Name of the card')).toHaveAttribute('aria-disabled', 'true');
  await expectNoAxeFindings(page);
  await phones(page).getByLabel('Mobile').fill('');
  await phones(page).getByRole('button', { name: 'Save phone numbers' }).click();
  await expect(phones(page).getByRole('alert').getByRole('link')).toHaveText(['Enter your mobile number']);
  await phones(page).getByLabel('Mobile').fill('0400 000 009');
  await phones(page).getByRole('button', { name: 'Save phone numbers' }).click();
  await expect(phones(page)).toContainText('0400 000 009');
  await expect(phones(page).getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expect(change(page, 'Phone numbers')).toBeFocused();

  await change(page, 'Phone numbers').click();
  await phones(page).getByLabel('Mobile').fill('0400 000 008');
  await phones(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(phones(page)).toContainText('0400 000 009');
});

test('a section that asks first shows what changes', { tag: '@desktop' }, async ({ page }) => {
  await change(page, 'Name of the card').click();
  await card(page).getByLabel('Card name').fill('Holiday');
  await card(page).getByRole('button', { name: 'Save card name' }).click();
  await expect(card(page).getByText('Check what changes')).toBeFocused();
  await expect(card(page).getByRole('definition')).toContainText(['HolidayNow: Everyday']);
  await card(page).getByRole('button', { name: 'Go back' }).click();
  await expect(card(page).getByLabel('Card name')).toHaveValue('Holiday');
  await card(page).getByRole('button', { name: 'Save card name' }).click();
  await card(page).getByRole('button', { name: 'Save card name' }).click();
  await expect(card(page).getByRole('definition')).toHaveText(['Holiday']);
});

test('what was changed elsewhere is shown with both values, and not overwritten', { tag: '@phone' }, async ({
  page,
}) => {
  await change(page, 'Phone numbers').click();
  // Left alone here: it is taken over.
  await elsewhere(page).click();
  await expect(phones(page).getByLabel('Mobile')).toHaveValue('0400 000 002');
  await expect(phones(page).getByText('Mobile was changed elsewhere. You see what it is now.')).toBeVisible();

  await phones(page).getByLabel('Mobile').fill('0400 000 009');
  await elsewhere(page).click();
  await expect(phones(page).getByText('It is now 0400 000 003. You typed 0400 000 009.')).toBeVisible();
  await expectNoAxeFindings(page);
  await phones(page).getByRole('button', { name: 'Save phone numbers' }).click();
  await expect(phones(page).getByRole('button', { name: 'Use 0400 000 003' })).toBeFocused();
  await phones(page).getByRole('button', { name: 'Keep 0400 000 009' }).click();
  await phones(page).getByRole('button', { name: 'Save phone numbers' }).click();
  await expect(phones(page).getByRole('definition')).toContainText(['0400 000 009', 'Not given']);
});
