import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { priya } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const closeToast = (page: Page) => page.getByRole('button', { name: 'Close this message' }).click();

const aboutCard = (page: Page) => page.getByRole('region', { name: 'About this virtual card' });

test('a single-use card is made, shown and used up', { tag: '@phone' }, async ({ page, sim }) => {
  await signIn(page, priya);
  await page.getByRole('link', { name: 'Virtual card' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Make a virtual card' })).toBeVisible();
  await expect(page.getByText('You can make 3 more now.')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Make the card' }).click();
  await expect(page).toHaveURL(/cardHome$/);
  const about = aboutCard(page);
  await expect(about).toContainText('For one purchase');
  // The message stands in a landmark of its own.
  await expect(page.getByRole('region', { name: 'Message' })).toBeVisible();
  await expectNoAxeFindings(page);
  await closeToast(page);
  await page.getByRole('button', { name: 'Show number' }).click();
  const shown = page.getByText(/^(\d{4} ){3}\d{4}$/);
  const number = ((await shown.textContent()) ?? '').replaceAll(' ', '');
  const buy = () =>
    sim('purchase', '--card', number, '--amount', '5.00', '--channel', 'manual', '--merchant', 'Stream Tunes');
  expect(await buy()).toMatchObject({ answer: '00' });
  expect(await buy()).toMatchObject({ answer: '05' });
  // It has left the list by itself.
  await expect(about).toBeHidden();
  await expect(page.getByText('Declined · card is closed')).toBeVisible();
});

test('a card for one shop is made and deleted', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, priya);
  await page.getByRole('link', { name: 'Virtual card' }).click();
  await page.getByRole('radio', { name: /^One shop/ }).check();
  await page.getByRole('button', { name: 'Make the card' }).click();
  const about = aboutCard(page);
  await expect(about).toContainText('For one shop');
  await closeToast(page);
  await about.getByRole('button', { name: 'Delete this card' }).click();
  await expectNoAxeFindings(page);
  await about.getByRole('button', { name: 'Delete this card' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your virtual card is deleted.' })).toHaveCount(1);
  await expect(about).toBeHidden();
});
