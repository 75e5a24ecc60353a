import type { Locator, Page } from '@playwright/test';
import { amelia, liWei } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { pressSignOut } from '../../support/navigation.ts';

const cardList = (page: Page): Locator => page.getByRole('list', { name: 'Your cards' });
const ofName = (page: Page, name: RegExp): Locator => cardList(page).getByRole('button', { name });

/** Cents of a displayed amount, whatever text surrounds it. */
function centsOf(text: string | null): number {
  const digits = (text ?? '').replace(/[^\d.−]/g, '');
  return Math.round(Number(digits.replace('−', '-')) * 100);
}

/**
 * On a phone the cards are pulled out and browsed with buttons, one card at a time; on a desktop they are side by side.
 */
async function lookThroughCards(page: Page, isMobile: boolean): Promise<void> {
  if (!isMobile) {
    for (const name of [/^Wattle Everyday/, /^Wattle Online/, /^Wattle Travel/]) {
      await expect(ofName(page, name)).toBeInViewport({ ratio: 0.9 });
    }
    return;
  }
  await ofName(page, /^Wattle Everyday/).click();
  await expect(page.getByText('Wattle Everyday · card 1 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Previous card' }).click();
  await expect(page.getByText('Wattle Travel · card 3 of 3')).toBeVisible();
  await expect(ofName(page, /^Wattle Travel/)).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('button', { name: 'Next card' }).click();
  await expect(page.getByText('Wattle Everyday · card 1 of 3')).toBeVisible();
  await expect(ofName(page, /^Wattle Everyday/)).toBeInViewport({ ratio: 0.9 });
}

test('shows the user, the cards and the available balance, and remembers the chosen card', {
  tag: '@gate',
}, async ({ page, isMobile }) => {
  await signIn(page, amelia);
  await pressSignOut(page);
  await expect(page).not.toHaveURL(/cardHome/);
  await signIn(page, amelia);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello Amelia');
  await expect(page.getByText(/^You last signed in today at \d/).filter({ visible: true })).toBeVisible();
  await expect(cardList(page).getByRole('listitem')).toHaveCount(3);
  await expect(ofName(page, /^Wattle Everyday, Visa Debit/)).toHaveAccessibleName(
    /number ending 0017, expires \d\d\/\d\d$/,
  );

  await lookThroughCards(page, isMobile);

  // What is held is the sum of its parts.
  const held = page.locator('details').filter({ hasText: 'Purchases' });
  await held.locator('summary').click();
  const whole = centsOf(await held.locator('summary').textContent());
  const parts = await held.getByRole('listitem').locator('b').allTextContents();
  expect(whole).toBeGreaterThan(0);
  expect(parts.reduce((sum, part) => sum + centsOf(part), 0)).toBe(whole);

  // The chart of spending and its table have the same total.
  const spending = page.getByRole('region', { name: /^Spent in / });
  const total = await spending.locator('.spending__total').textContent();
  await spending.getByRole('button', { name: 'Show as table' }).click();
  const months = spending.getByRole('table', { name: 'Spent by month' });
  await expect(months.getByRole('row')).toHaveCount(7);
  await expect(months.getByRole('row').last().getByRole('cell')).toHaveText(total ?? '');

  await ofName(page, /^Wattle Online/).click();
  await page.getByRole('link', { name: 'All transactions' }).click();
  const chosen = page.getByRole('combobox', { name: 'Choose a card' });
  await expect(chosen).toContainText('Wattle Online');
  await expect(chosen).toHaveValue('1');
});

test('is in Chinese for a user who prefers it', { tag: ['@gate', '@phone'] }, async ({ page }) => {
  await signIn(page, liWei);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Li Wei，您好');
  await expect(page.getByText('可用余额', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: '近期交易' })).toBeVisible();
});
