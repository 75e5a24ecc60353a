import type { Locator, Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { amelia, grace, isla, liWei, noah } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const cardList = (page: Page): Locator => page.getByRole('list', { name: 'Your cards' });
const everyday = (page: Page): Locator => cardList(page).getByRole('button', { name: /^Wattle Everyday, Visa Debit/ });

/** Cents of a shown amount, whatever stands round it. */
function centsOf(text: string | null): number {
  const digits = (text ?? '').replace(/[^\d.−]/g, '');
  return Math.round(Number(digits.replace('−', '-')) * 100);
}

test('greets by first name and says when this user signed in before', async ({ page }) => {
  await signIn(page, amelia);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello Amelia');
  await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
  await signIn(page, amelia);
  await expect(page.getByText(/^You last signed in today at \d/)).toBeVisible();
});

test('unfolds what is held: balance less held is what is available', async ({ page }) => {
  await signIn(page, amelia);
  const held = page.locator('details').filter({ hasText: 'Held for purchases' });
  await expect(held.getByText('Balance on the card')).toBeHidden();
  await held.locator('summary').click();
  await expect(held.getByText('Balance on the card')).toBeVisible();
  const [balance, heldAmount, available] = (await held.locator('dd').allTextContents()).map(centsOf);
  expect(heldAmount).toBeLessThan(0);
  expect((balance ?? 0) + (heldAmount ?? 0)).toBe(available);
  const loud = await page
    .getByText('Available to spend', { exact: true })
    .first()
    .locator('xpath=following-sibling::p[1]')
    .textContent();
  expect(centsOf(loud)).toBe(available);
});

test('shows three cards, the one that is on its way without a switch', async ({ page }) => {
  await signIn(page, amelia);
  await expect(cardList(page).getByRole('listitem')).toHaveCount(3);
  await expect(everyday(page)).toHaveAccessibleName(/number ending 0017, expires \d\d\/\d\d$/);
  await expect(page.getByRole('switch')).toBeVisible();
  const travel = cardList(page).getByRole('button', { name: /^Wattle Travel/ });
  await expect(travel).toHaveAccessibleName(/On its way$/);
  await travel.click();
  await expect(travel).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('This card is on its way')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Activate' })).toHaveCount(0);
});

test('moves through the cards by arrow keys and wraps around', async ({ page }) => {
  await signIn(page, amelia);
  await everyday(page).focus();
  await page.keyboard.press('ArrowLeft');
  const travel = cardList(page).getByRole('button', { name: /^Wattle Travel/ });
  await expect(travel).toBeFocused();
  await expect(travel).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(everyday(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cardList(page).getByRole('button', { name: /^Wattle Online/ })).toHaveAttribute('aria-current', 'true');
});

test('moves through the cards by buttons on a phone; on a desktop they stand side by side', async ({
  page,
  isMobile,
}) => {
  await signIn(page, amelia);
  if (!isMobile) {
    for (const name of [/^Wattle Everyday/, /^Wattle Online/, /^Wattle Travel/]) {
      await expect(cardList(page).getByRole('button', { name })).toBeInViewport({ ratio: 0.9 });
    }
    return;
  }
  await expect(page.getByText('Wattle Everyday · card 1 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Previous card' }).click();
  await expect(page.getByText('Wattle Travel · card 3 of 3')).toBeVisible();
  await expect(cardList(page).getByRole('button', { name: /^Wattle Travel/ })).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('button', { name: 'Next card' }).click();
  await expect(page.getByText('Wattle Everyday · card 1 of 3')).toBeVisible();
  await expect(everyday(page)).toBeInViewport({ ratio: 0.9 });
});

test('turns a card over and back', async ({ page }) => {
  await signIn(page, amelia);
  const back = page.getByRole('region', { name: 'Back of Wattle Everyday' });
  await expect(back).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the back of Wattle Everyday' }).click();
  await expect(back.getByText(/^9036 00•• •••• 0017$/)).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Show the front of Wattle Everyday' }).click();
  await expect(back).toHaveCount(0);
});

test('keeps the chosen card between the home and the transactions', async ({ page }) => {
  await signIn(page, amelia);
  await cardList(page)
    .getByRole('button', { name: /^Wattle Online/ })
    .click();
  await page.getByRole('link', { name: 'All transactions' }).click();
  await expect(page.getByRole('combobox', { name: 'Choose a card' })).toContainText('Wattle Online');
  await expect(page.getByRole('combobox', { name: 'Choose a card' })).toHaveValue('1');
});

test('shows spending as a picture and as a table with the same total', async ({ page }) => {
  await signIn(page, amelia);
  const spending = page.getByRole('region', { name: /^Spent in / });
  const total = await spending.locator('.spending__total').textContent();
  await spending.getByRole('button', { name: 'As a table' }).click();
  const months = spending.getByRole('table', { name: 'Spent by month' });
  await expect(months.getByRole('row')).toHaveCount(7);
  await expect(months.getByRole('row').last().getByRole('cell')).toHaveText(total ?? '');
  await expectNoAxeFindings(page);
});

test('shows interest of the debit product by financial year, and none for another product', async ({ page }) => {
  await signIn(page, amelia);
  const interest = page.getByRole('table', { name: 'Interest and tax withheld' });
  await expect(interest.getByRole('row')).toHaveCount(3);
  await expect(page.getByText('3.10% a year')).toBeVisible();
  await cardList(page)
    .getByRole('button', { name: /^Wattle Online/ })
    .click();
  await expect(interest).toHaveCount(0);
});

test('shows a card-only user one card and no name', async ({ page }) => {
  await signIn(page, noah);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello');
  await expect(page.getByText(/last signed in/)).toHaveCount(0);
  await expect(cardList(page).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Next card' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Show the back/ })).toHaveCount(0);
});

test('greets in the words of the brand, and shows its own link', async ({ page }) => {
  await signIn(page, isla);
  const fixtures = page.getByRole('link', { name: /^Fixtures and tickets/ });
  await expect(fixtures).toHaveAttribute('href', 'https://stumpsclub.example/fixtures');
  await expect(fixtures).toHaveAttribute('rel', /noopener/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("G'day");
});

test('shows a restricted card as blocked: no switch, and whom to call', async ({ page }) => {
  await signIn(page, grace);
  const restricted = cardList(page).getByRole('button', { name: /ending 0140/ });
  await restricted.click();
  await expect(restricted).toHaveAccessibleName(/Blocked$/);
  await expect(page.getByText('This card is blocked')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Call 1300 555 014' })).toHaveAttribute('href', 'tel:1300555014');
  await expect(page.getByRole('button', { name: /Show the back/ })).toHaveCount(0);
  await cardList(page)
    .getByRole('button', { name: /ending 0173, expires [\d/]+$/ })
    .click();
  await expect(page.getByRole('switch')).toBeChecked();
});

test('speaks Chinese to a user who prefers it', async ({ page }) => {
  await signIn(page, liWei);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Li Wei，您好');
  await expect(page.getByText('可用余额', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: '近期交易' })).toBeVisible();
});

test('says that the cards could not be loaded, and loads them on a retry', async ({ page }) => {
  await signIn(page, noah);
  await page.route('**/api/card/cards*', (route) =>
    route.fulfill({ status: 429, contentType: 'application/json', body: '{"error":["429"]}' }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your cards could not be loaded' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.unroute('**/api/card/cards*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cardList(page).getByRole('listitem')).toHaveCount(1);
});

test('hides the balance on this browser, and has BSB and account number to copy', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, amelia);
  const numbers = page.getByRole('region', { name: 'For money by bank transfer' });
  await expect(numbers).toContainText('000-001');
  await numbers.getByRole('button', { name: 'Copy the account number' }).click();
  await expect(numbers.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('200100017');

  await page.getByRole('button', { name: 'Hide the balance' }).click();
  await expect(page.getByText('The balance is hidden')).toBeAttached();
  await page.reload();
  await page.getByRole('button', { name: 'Show the balance' }).click();
  await expect(page.getByText('The balance is hidden')).toHaveCount(0);
});
